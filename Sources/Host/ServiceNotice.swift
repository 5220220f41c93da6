import Documents
import Planning
import Providers
import Text

/// What a supervisor is told, in the words of sd_notify(3). Each is one line.
package enum ServiceNotice {
  package static let ready = "READY=1"
  package static let reloading = "RELOADING=1"
  package static let stopping = "STOPPING=1"
  package static let alive = "WATCHDOG=1"

  /// One line for `systemctl status`.
  package static func status(_ text: String) -> String { "STATUS=" + text.escaped }

  /// The half of what the supervisor waits before it takes the program for dead; nil where it does not watch.
  package static func beat(_ microseconds: String?) -> Duration? {
    guard let microseconds = microseconds.flatMap(Int64.init), microseconds > 0 else { return nil }
    return .microseconds(max(1, microseconds / 2))
  }
}
