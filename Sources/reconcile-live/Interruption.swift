import Glibc
import Synchronization

/// Ctrl-C, or SIGTERM: the story that is told ends at its next step and puts everything back; no other is begun.
enum Interruption {
  /// Whether it was asked for.
  static var isWanted: Bool { flag.load(ordering: .relaxed) }

  /// Takes both signals from now on.
  static func listen() {
    flag.store(false, ordering: .relaxed)
    for number in [SIGINT, SIGTERM] { signal(number) { _ in Interruption.flag.store(true, ordering: .relaxed) } }
  }

  /// Throws where it was asked for. What puts things back does not ask.
  static func check() throws(LiveFailure) {
    if isWanted { throw LiveFailure("interrupted; what was made is removed") }
  }

  private static let flag = Atomic(false)
}
