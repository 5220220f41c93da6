import CWatchdog
import Glibc
import Providers

/// Ends the process when it does not end itself: a run looks at its deadline, and at signals, only between two waits, and
/// something may keep it from ever getting there.
enum Watchdog {
  /// How much longer than its deadline a run may take, in seconds; what a run does at its deadline takes half of that.
  static let graceSeconds: Int64 = 10
  /// How long after SIGINT or SIGTERM a run may go on, in seconds.
  static let patienceSeconds: UInt32 = 5

  // Written by a signal handler, as they are.
  private static let endedLate =
    "reconcile: the run was still at work 10 seconds after its deadline, and was ended\n"
    + "hint: a machine that stood still can do that, and so can a system that answers with far too much; "
    + "see 'reconcile doctor'\n"
  fileprivate static let endedBySignal =
    "reconcile: the run was still at work 5 seconds after it was told to end, and was ended\n"

  /// Ends the process in `seconds` and the grace; nil takes that back.
  static func end(after seconds: Int64?) {
    guard let seconds else { return watchdog_set(0, 0, "") }
    // Nobody waits for longer than the kernel's timer can.
    let limit = min(max(0, seconds), Int64(Int32.max) - graceSeconds) + graceSeconds
    watchdog_set(UInt32(limit), ExitStatus.tryAgain.rawValue, endedLate)
  }
}

/// SIGINT and SIGTERM as something to read; the process ends a few seconds later at most.
struct EndingSignals {
  /// Readable when one has come.
  let descriptor: Int32

  /// Nil where the system does not allow it; they then end the process at once.
  init?() {
    descriptor = watchdog_hear_endings(Watchdog.patienceSeconds, Watchdog.endedBySignal)
    if descriptor < 0 { return nil }
  }

  /// The signal that came; nil where none did.
  func next() -> Int32? {
    var signal: UInt8 = 0
    return read(descriptor, &signal, 1) == 1 ? Int32(signal) : nil
  }

  /// Lets them do again what they did before.
  func close() { watchdog_stop_hearing() }
}
