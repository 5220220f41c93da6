import CLinux
import Glibc

/// Signals as something to read, so that they are dealt with between two steps and never in the middle of
/// one.
struct SignalDescriptor: Sendable {
  /// Readable when a signal has come.
  let descriptor: Int32
  private let before: SignalSet

  /// Holds `signals` back and lets them be read; nil where the system does not allow it.
  init?(_ signals: [Int32]) {
    var wanted = sigset_t()
    sigemptyset(&wanted)
    for signal in signals { sigaddset(&wanted, signal) }
    var before = sigset_t()
    guard pthread_sigmask(SIG_BLOCK, &wanted, &before) == 0 else { return nil }
    descriptor = shim_signal_descriptor(&wanted)
    self.before = SignalSet(set: before)
    if descriptor < 0 { return nil }
  }

  /// The signal that came; nil where none did.
  func next() -> Int32? {
    let signal = shim_next_signal(descriptor)
    return signal == 0 ? nil : signal
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
