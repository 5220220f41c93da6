#pragma once

// Ends the process when its time is over, whatever it is at: by a timer of the kernel's and a signal handler, so that
// nothing in the process, which may be busy for ever, has a say in it. For the whole process; one at a time.

// In so many seconds the process writes `words` to standard error and exits with `status`; 0 seconds take that back.
void watchdog_set(unsigned seconds, int status, const char *words);

// From here on SIGINT and SIGTERM can be read, one byte each with the signal's number, from the descriptor that is
// returned; -1 where that is not to be had. When one has come, the process ends after so many seconds at most, with 128 and
// the signal's number, and `words` on standard error.
int watchdog_hear_endings(unsigned seconds, const char *words);

// Lets the two signals do again what they did before, and closes the descriptor. A process that is to end goes on to.
void watchdog_stop_hearing(void);
