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
  init?(_ invocation: Invocation) throws(UsageError) { try self.init(invocation.value) }

  /// The same, where `value` is what an option has.
  init?(_ value: (Option) -> String?) throws(UsageError) {
    guard let end = try OverrideEnd(value) else { return nil }
    (self.end, from) = (end, value(.from))
  }

  /// The instants: `--until` is the first such time after the beginning. Neither is in the past, nor the end too far.
  func range(in zone: Zone, now: Instant) throws(UsageError) -> Range<Instant> {
    let start = try beginning(in: zone, now: now)
    // Both would be the jump, and the first such time after it is days away.
    if let from, case .until(let text) = end,
      let skipped = SkippedStretch(from: from, until: text, at: start, in: zone, now: now)
    {
      throw Messages.skipped(skipped, from: from, until: text)
    }
    return start..<(try end.instant(after: start, orFrom: start, in: zone, now: now))
  }

  private func beginning(in zone: Zone, now: Instant) throws(UsageError) -> Instant {
    guard let from, from != "now" else { return now }
    let start = try Instant(given: from, for: .from, as: .comingStart, in: zone, now: now)
    guard start < now else { return start }
    let moments = Moments(zone: zone, now: now)
    // What is over is not meant to begin now.
    if let end = end.unchecked(after: start, in: zone, now: now), end <= now {
      throw Messages.stretchInThePast(moments.short(start), moments.short(end))
    }
    throw Messages.startInThePast(moments.short(start))
  }
}
