import CivilTime
import Documents
import Providers

extension RecordedState {
  /// That the system of `entry` did not keep the hours that it was sent: what is there keeps none. Until hours are kept it
  /// stays known when that was last so, `before` unless it is `now`.
  mutating func rememberHours(_ entry: PlanEntry, _ outcome: Outcome?, before: Instant?, at now: Instant) {
    guard let made = entry.made else { return }
    if outcome?.messages.contains(where: { $0.code == Outcome.hoursRefusedCode }) ?? false {
      objects[entry.key]?.hoursRefusedAt = now
      objects[entry.key]?.hours = MadeObject.Hours.always.words
    } else if made.wantedHours?.daily == nil {
      objects[entry.key]?.hoursRefusedAt = before
    }
  }
}
