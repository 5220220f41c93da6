/// A stretch of time that two texts on a command line name and that clocks skip: `02:30` until `02:45` in the night in which
/// 02:00 becomes 03:00. Each of them alone means the jump, so that nothing is between them.
public struct SkippedStretch: Hashable, Sendable {
  /// What calendar and clock leave out.
  public var gap: Range<LocalDateTime>

  /// Nil where `start`, which means the instant `jump` as a start yet to come, is not skipped, or where `end` names a time
  /// that is not after it, or is after the gap.
  public init?(from start: String, until end: String, at jump: Instant, in zone: Zone, now: Instant) {
    guard let gap = zone.gap(at: jump) else { return nil }
    let reader = MomentReader(role: .comingStart, zone: zone, now: now)
    guard let first = reader.shown(MomentReader.words(start), by: gap).first(where: gap.contains),
      reader.shown(MomentReader.words(end), by: gap).contains(where: { $0 > first && $0 <= gap.upperBound })
    else { return nil }
    self.gap = gap
  }

  /// `on Sun 2027-03-28 the clocks go forward from 02:00 to 03:00`.
  public var words: String {
    let (first, last) = (gap.lowerBound, gap.upperBound)
    let day = "\(first.date.weekday.shortName) \(first.date)"
    return "on \(day) the clocks go forward from \(first.clockText) to \(last.clockText)"
  }
}

extension Zone {
  /// Whether clocks skip a time at `instant`.
  public func skips(at instant: Instant) -> Bool { gap(at: instant) != nil }

  /// What calendar and clock leave out at `instant`; nil where they are not set forward then.
  func gap(at instant: Instant) -> Range<LocalDateTime>? {
    guard let change = transition(notBefore: instant), change.instant == instant,
      change.before.secondsEast < change.after.secondsEast
    else { return nil }
    let shown = [change.before, change.after].map {
      LocalDateTime(seconds: instant.secondsSinceEpoch + Int64($0.secondsEast))
    }
    return shown[0]..<shown[1]
  }
}
