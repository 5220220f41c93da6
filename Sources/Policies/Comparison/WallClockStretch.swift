public import CivilTime

/// When a stretch of time begins and ends by the wall clock, whatever the day: what makes two stretches a recurrence.
public struct WallClockStretch: Hashable, Sendable {
  /// When it begins.
  public var start: Reading
  /// When it ends; 24:00 rather than 00:00 of the next day.
  public var end: Reading
  /// How many days after the day it starts on it ends.
  public var days: Int
  /// The day of the week it starts on, where it is too long to be said without: it could not be told from a shorter
  /// one, or runs over whole days.
  public var weekday: Weekday?

  /// What a clock shows.
  public struct Reading: Hashable, Sendable {
    /// Seconds since 00:00, up to 86400.
    public var secondOfDay: Int
    /// The seconds that local time is ahead of UTC, where clocks show the same reading twice that day.
    public var offset: Int?
  }

  /// How the clocks of `zone` show `range`, which is not empty.
  public init(_ range: Range<Instant>, in zone: Zone) {
    let first = zone.local(range.lowerBound)
    let last = zone.local(range.upperBound)
    start = Reading(range.lowerBound, in: zone)
    end = Reading(range.upperBound, in: zone)
    days = last.date.dayNumber - first.date.dayNumber
    if days > 0, end.secondOfDay == 0 {
      end.secondOfDay = 86_400
      days -= 1
    }
    let isShort = days == 0 || (days == 1 && end.secondOfDay <= start.secondOfDay)
    weekday = isShort ? nil : first.date.weekday
  }
}

extension WallClockStretch.Reading {
  fileprivate init(_ instant: Instant, in zone: Zone) {
    let local = zone.local(instant)
    secondOfDay = local.secondOfDay
    offset = zone.instants(local: local).count > 1 ? zone.offset(at: instant) : nil
  }
}
