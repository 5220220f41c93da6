#define _GNU_SOURCE
#include "CWatchdog.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

// What is said and returned when the time is over. Written before the timer is set, and read by the handler only.
struct end {
  char words[256];
  volatile sig_atomic_t length;
  volatile sig_atomic_t status;
};

static struct end at_deadline, at_signal;
static struct end *volatile coming;
static volatile unsigned patience;
static int ends[2] = {-1, -1};
static struct sigaction before[2];

static void prepare(struct end *end, int status, const char *words) {
  size_t length = strnlen(words, sizeof end->words);
  memcpy(end->words, words, length);
  end->length = (sig_atomic_t)length;
  end->status = status;
}

static void ring(int signal) {
  (void)signal;
  struct end *end = coming;
  if (write(STDERR_FILENO, end->words, (size_t)end->length) < 0) { /* nobody reads it */
  }
  _exit(end->status);
}

static void set_handler(int signal, void (*handler)(int), struct sigaction *old) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  sigaction(signal, &action, old);
  // Whoever started this process may have held them back, and that is inherited.
  sigset_t heard;
  sigemptyset(&heard);
  sigaddset(&heard, signal);
  pthread_sigmask(SIG_UNBLOCK, &heard, NULL);
}

void watchdog_set(unsigned seconds, int status, const char *words) {
  // A process that was asked to end is not given more time by a run that begins or is over.
  if (coming == &at_signal) return;
  alarm(0);
  if (seconds == 0) return;
  prepare(&at_deadline, status, words);
  coming = &at_deadline;
  set_handler(SIGALRM, ring, NULL);
  alarm(seconds);
}

static void hear(int signal) {
  int error = errno;
  unsigned char byte = (unsigned char)signal;
  if (write(ends[1], &byte, 1) < 0) { /* full of others */
  }
  // The first one counts, and what is due earlier stays due.
  if (coming != &at_signal) {
    at_signal.status = 128 + signal;
    unsigned left = alarm(patience);
    if (left > 0 && left < patience) alarm(left);
    coming = &at_signal;
  }
  errno = error;
}

int watchdog_hear_endings(unsigned seconds, const char *words) {
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) return -1;
  prepare(&at_signal, 0, words);
  patience = seconds;
  set_handler(SIGALRM, ring, NULL);
  set_handler(SIGINT, hear, &before[0]);
  set_handler(SIGTERM, hear, &before[1]);
  return ends[0];
}

void watchdog_stop_hearing(void) {
  sigaction(SIGINT, &before[0], NULL);
  sigaction(SIGTERM, &before[1], NULL);
  close(ends[0]);
  close(ends[1]);
  ends[0] = ends[1] = -1;
}
