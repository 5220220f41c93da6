#pragma once
#include <signal.h>
#include <sys/signalfd.h>
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
