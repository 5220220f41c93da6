#define _GNU_SOURCE
#include "CSteps.h"

#include <dlfcn.h>
#include <stddef.h>

// These are before the functions of the same names in the Swift runtime: what the tests' own code and the code under
// test call is looked up in the program first, and in its libraries after that.

#if defined(__aarch64__)
// Swift's callers expect more registers to be kept there than C does.
#define KEEPS_REGISTERS __attribute__((preserve_most))
#else
#define KEEPS_REGISTERS
#endif

static _Thread_local int64_t steps;

#define REAL(name, type)                                    \
  static type real;                                         \
  if (!real) real = (type)dlsym(RTLD_NEXT, name);

typedef void *(*Take)(void *);
typedef void (*LetGo)(void *);
typedef void *(*Make)(const void *, size_t, size_t);

KEEPS_REGISTERS void *swift_retain(void *object) {
  REAL("swift_retain", Take)
  steps += 1;
  return real(object);
}

KEEPS_REGISTERS void swift_release(void *object) {
  REAL("swift_release", LetGo)
  steps += 1;
  real(object);
}

KEEPS_REGISTERS void *swift_bridgeObjectRetain(void *object) {
  REAL("swift_bridgeObjectRetain", Take)
  steps += 1;
  return real(object);
}

KEEPS_REGISTERS void swift_bridgeObjectRelease(void *object) {
  REAL("swift_bridgeObjectRelease", LetGo)
  steps += 1;
  real(object);
}

void *swift_allocObject(const void *metadata, size_t size, size_t alignment) {
  REAL("swift_allocObject", Make)
  steps += 1 + (int64_t)(size / 64);
  return real(metadata, size, alignment);
}

int64_t steps_so_far(void) { return steps; }
