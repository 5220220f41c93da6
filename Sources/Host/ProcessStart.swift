import CLinux
import Glibc

/// What is put right about the process itself, before anything else happens in it.
package enum ProcessStart {
  /// Standard input, output and error are open from here on, signals that would end a run half-done are ignored, and
  /// nobody else's program looks into the memory, in which there are going to be secrets.
  package static func prepare() {
    openStandardDescriptors()
    // A pipe that is closed shows in what `write` returns, and must not end a run in the middle.
    signal(SIGPIPE, SIG_IGN)
    // A state file that may not grow (ulimit -f) is a failed write like any other.
    signal(SIGXFSZ, SIG_IGN)
    shim_forbid_dumps()
  }

  /// Where one of them is closed, the next file or connection that is opened would become it, and be written to: the
  /// lowest number that is free is given out.
  private static func openStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      guard open("/dev/null", O_RDWR) == descriptor else { return }
    }
  }
}
