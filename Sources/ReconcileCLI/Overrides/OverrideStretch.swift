import CivilTime
import Controller
import Policies
import Presentation

/// From when until when an override is to hold, as the command line says it.
struct OverrideStretch: Hashable, Sendable {
  /// When it begins, not read yet; nil for now.
  let from: String?
  let end: OverrideEnd

  /// `--from`, and `--for` or `--until`; nil where no end is given.
  init?(_ invocation: Invocation) throws(UsageError) {
    guard let end = try OverrideEnd(invocation) else { return nil }
    (self.end, from) = (end, invocation.value(.from))
  }

  /// The instants: `--until` is the first such time after the beginning. Neither is in the past, nor the end too far.
  func range(in zone: Zone, now: Instant) throws(UsageError) -> Range<Instant> {
    let start = try beginning(in: zone, now: now)
    return start..<(try end.instant(after: start, orFrom: start, in: zone, now: now))
  }

  private func beginning(in zone: Zone, now: Instant) throws(UsageError) -> Instant {
    guard let from, from != "now" else { return now }
    let start = try Instant(given: from, for: .from, as: .comingStart, in: zone, now: now)
    guard start >= now else { throw Messages.startInThePast(Moments(zone: zone, now: now).short(start)) }
    return start
  }
}

/// What a state that is wanted for a while would change.
struct Effect {
  let overlay: Overlay

  /// The first instant of `range` at which something else than `state` holds for `target`; nil where `state` holds
  /// throughout anyway. A target that is not looked after has no state.
  func firstChange(_ target: Name, _ state: TargetState, in range: Range<Instant>) -> Instant? {
    guard let verdict = overlay.verdict(on: target, at: range.lowerBound), verdict.state == state else {
      return range.lowerBound
    }
    return verdict.until.flatMap { $0 < range.upperBound ? $0 : nil }
  }
}
