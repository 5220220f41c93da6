import CLinux
import Glibc

/// SIGINT and SIGTERM as something to read, so that they are dealt with between two steps and never in the middle of
/// one.
struct SignalDescriptor: Sendable {
  /// Readable when a signal has come.
  let descriptor: Int32
  private let before: SignalSet

  /// Holds both signals back and lets them be read; nil where the system does not allow it.
  init?() {
    var wanted = sigset_t()
    sigemptyset(&wanted)
    sigaddset(&wanted, SIGINT)
    sigaddset(&wanted, SIGTERM)
    var before = sigset_t()
    guard pthread_sigmask(SIG_BLOCK, &wanted, &before) == 0 else { return nil }
    descriptor = shim_signal_descriptor(&wanted)
    self.before = SignalSet(set: before)
    if descriptor < 0 { return nil }
  }

  /// The signal that came; nil where none did.
  func next() -> Stop.Reason? {
    switch shim_next_signal(descriptor) {
    case SIGINT: .interrupted
    case SIGTERM: .terminated
    default: nil
    }
  }

  /// Lets the signals through again.
  func close() {
    var set = before.set
    pthread_sigmask(SIG_SETMASK, &set, nil)
    Glibc.close(descriptor)
  }
}

/// `sigset_t` is a plain array of words, which the importer does not know to be sendable.
private struct SignalSet: @unchecked Sendable {
  var set: sigset_t
}
