#pragma once
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

// Swift's Glibc module leaves <sys/signalfd.h> out, and the flags are an enum that arrives without its operators.
static inline int shim_signal_descriptor(const sigset_t *signals) {
  return signalfd(-1, signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

// The signal that came, or 0. In C because the importer cannot size the structure for `read`.
static inline int shim_next_signal(int descriptor) {
  struct signalfd_siginfo signal;
  return read(descriptor, &signal, sizeof signal) == sizeof signal ? (int)signal.ssi_signo : 0;
}

// For a program that is told something. Swift's Glibc module hides some of these behind feature macros.
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>

// A file without a name, closed when a program is run; -1 and errno if there is none.
static inline int shim_memory_file(void) {
  return (int)syscall(SYS_memfd_create, "reconcile", 1 /* MFD_CLOEXEC */);
}

extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

// Every descriptor from `first` on is closed in the program.
static inline int shim_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

// No signal is blocked or ignored, and the program leads a group of its own.
static inline int shim_start_afresh(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(attributes, &none);
  posix_spawnattr_setsigdefault(attributes, &all);
  posix_spawnattr_setpgroup(attributes, 0);
  return posix_spawnattr_setflags(
      attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
}

// What a program ended with: 128 and the signal's number where a signal ended it. In C because these are macros.
static inline int shim_exit_status(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// Readable whenever the wall clock was set or the machine woke up, or -1: a timer that is never due, but is given up
// when the clock jumps. In C because Swift's Glibc module leaves <sys/timerfd.h> out.
static inline int shim_clock_descriptor(void) {
  int descriptor = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  struct itimerspec never = {.it_value = {.tv_sec = (time_t)1 << 40}};
  if (descriptor >= 0 && timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL) < 0) {
    close(descriptor);
    return -1;
  }
  return descriptor;
}

// Whether the clock jumped since the last call. In C as what belongs to the call above.
static inline int shim_clock_jumped(int descriptor) {
  uint64_t count;
  return read(descriptor, &count, sizeof count) < 0 && errno == ECANCELED;
}

// No core file, and no other program of the same user looks into the memory. The leak sanitizer has to.
static inline void shim_forbid_dumps(void) {
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
  prctl(PR_SET_DUMPABLE, 0);
#endif
}

// A descriptor of what is at a path, with which nothing can be read and no device is touched. In C because O_PATH is
// hidden behind a feature macro.
static inline int shim_open_place(const char *path, int follows_link) {
#ifndef O_PATH
#define O_PATH 010000000
#endif
  return open(path, O_PATH | O_CLOEXEC | (follows_link ? 0 : O_NOFOLLOW));
}

// Whether a folder or file has an access control list, whose mask then is where the group's permissions do.
static inline int shim_has_access_list(const char *path) {
  return getxattr(path, "system.posix_acl_access", NULL, 0) > 0;
}
