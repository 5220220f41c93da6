/// A point on the world's time line, to the second.
public struct Instant: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  public var secondsSinceEpoch: Int64

  /// The instant so many seconds after 1970-01-01T00:00:00Z.
  public init(secondsSinceEpoch: Int64) {
    self.secondsSinceEpoch = secondsSinceEpoch
  }

  /// Earlier before later.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.secondsSinceEpoch < right.secondsSinceEpoch
  }

  /// The instant `seconds` later. Beyond the ends of what can be counted it stays at the end: moments come from servers
  /// as well, and none of them may end the program.
  public static func + (instant: Instant, seconds: Int64) -> Instant {
    let (sum, isBeyond) = instant.secondsSinceEpoch.addingReportingOverflow(seconds)
    return Instant(secondsSinceEpoch: isBeyond ? (seconds < 0 ? .min : .max) : sum)
  }

  /// Seconds from `right` to `left`, no more than can be counted.
  public static func - (left: Instant, right: Instant) -> Int64 {
    let (difference, isBeyond) = left.secondsSinceEpoch.subtractingReportingOverflow(right.secondsSinceEpoch)
    return isBeyond ? (left < right ? .min : .max) : difference
  }

  /// Whether it is so much later than `now` that whoever noted it did so by a clock that was ahead: by more than clocks are
  /// moved that are kept right.
  package func isYetToCome(at now: Instant) -> Bool { self - now > 120 }
}

extension Instant: CustomStringConvertible {
  /// RFC 3339 in UTC, such as `2026-11-20T20:00:04Z`.
  public var description: String {
    let local = LocalDateTime(seconds: secondsSinceEpoch)
    return "\(local.date)T\(padded(local.hour, to: 2)):\(padded(local.minute, to: 2)):\(padded(local.second, to: 2))Z"
  }
}

extension Instant {
  /// The minute in UTC, such as `2026-11-24 11:31 UTC`, for what is said where no zone is known. A day alone would be another
  /// one elsewhere.
  public var utcMinute: String {
    let local = LocalDateTime(seconds: secondsSinceEpoch)
    return "\(local.date) \(local.clockText.prefix(5)) UTC"
  }
}

extension Zone {
  /// Everything about an instant, such as `Fri 2026-11-20 21:00:04 +01:00`.
  public func longText(_ instant: Instant) -> String {
    let local = local(instant)
    return "\(local.date.weekday.shortName) \(local) \(offsetText(at: instant))"
  }

  /// Everything about an instant, such as `Fri 2026-11-27 21:30 +01:00`; seconds only where they are not zero. A command
  /// line takes it for the same instant.
  public func fullText(_ instant: Instant) -> String {
    let local = local(instant)
    return "\(local.date.weekday.shortName) \(local.date) \(local.clockText) \(offsetText(at: instant))"
  }

  /// As much about an instant as somebody needs who knows that it is `now`: `07:00` on the same day, `Sat 07:00` within
  /// six days either way, else `Sat 2026-12-05 07:00`. Seconds are written only where they are not zero.
  public func shortText(_ instant: Instant, now: Instant) -> String {
    let local = local(instant)
    let days = local.date.dayNumber - self.local(now).date.dayNumber
    switch days.magnitude {
    case 0: return local.clockText
    case 1...6: return "\(local.date.weekday.shortName) \(local.clockText)"
    default: return datedText(instant)
    }
  }

  /// An instant with its date, such as `Sat 2026-12-05 07:00`; seconds only where they are not zero.
  public func datedText(_ instant: Instant) -> String {
    let local = local(instant)
    return "\(local.date.weekday.shortName) \(local.date) \(local.clockText)"
  }

  /// How far local time is ahead of UTC at `instant`: `+01:00`, with seconds only where there are some.
  public func offsetText(at instant: Instant) -> String {
    let offset = offset(at: instant)
    let ahead = LocalDateTime(seconds: Int64(offset.magnitude))
    let days = ahead.date.dayNumber
    let seconds = ahead.second == 0 ? "" : ":" + padded(ahead.second, to: 2)
    return (offset < 0 ? "-" : "+") + padded(days * 24 + ahead.hour, to: 2) + ":" + padded(ahead.minute, to: 2)
      + seconds
  }
}
