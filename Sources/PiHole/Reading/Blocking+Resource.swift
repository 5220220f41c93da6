import CivilTime
import Providers

extension Blocking {
  /// The longest timer that is told apart from longer ones: a hundred years. Pi-hole accepts and shows `1e+308`.
  static let longestTimerSeconds = 3_155_760_000.0

  /// The position of the switch, the end rounded to the nearest second; `now` is when the answer came.
  ///
  /// | wire | timer | setting |
  /// |---|---|---|
  /// | `enabled` | null | active |
  /// | `enabled` | t | active until now + t |
  /// | `disabled` | null | paused |
  /// | `disabled` | t | paused until now + t |
  /// | `failure`, `failed`, `unknown` | any | none: not ready |
  func switchState(at now: Instant) throws(ProviderError) -> SwitchState {
    switch state {
    case .enabled: SwitchState(.active, ends: end(after: now))
    case .disabled: SwitchState(.paused, ends: end(after: now))
    case .failure, .failed: throw .resolverFailed
    case .unknown: throw .stateUnknown
    }
  }

  /// The one live object that a Pi-hole's blocking is.
  func liveObject(at now: Instant) throws(ProviderError) -> ObservedObject {
    ObservedObject(kind: .blocking, id: nil, name: "blocking", switchState: try switchState(at: now), whenOff: nil)
  }

  /// A timer that is just running out may read as a little less than nothing.
  private func end(after now: Instant) -> Instant? {
    remainingSeconds.map { now + Int64(min(max($0, 0), Self.longestTimerSeconds) + 0.5) }
  }
}
