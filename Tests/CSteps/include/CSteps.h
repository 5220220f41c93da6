#pragma once

#include <stdint.h>

// Counts what Swift code does on this thread: every object that it takes hold of or lets go of, every object that it
// makes, and every 64 bytes of room that it makes for one. Code that goes through things twice as often takes twice as
// many of these steps, on every machine and however busy it is.

// The steps of this thread so far.
int64_t steps_so_far(void);
