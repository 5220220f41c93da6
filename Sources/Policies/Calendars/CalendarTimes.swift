public import CivilTime

/// The stretches of time of a calendar. They are instants: how clocks are changed does not move them.
public struct CalendarTimes: Hashable, Sendable {
  /// In order; no two touch.
  let stretches: [Range<Instant>]
  /// The days that each touches, with a day on either side, as zones are apart.
  let days: CalendarDays

  /// The stretches of all of these.
  public init(_ times: [Range<Instant>]) {
    stretches = InstantSet(times.filter { !$0.isEmpty }).ranges
    days = CalendarDays(
      stretches.map {
        CivilDate(dayNumber: Self.day(of: $0.lowerBound) - 1)...CivilDate(dayNumber: Self.day(of: $0.upperBound) + 1)
      })
  }

  /// From the first day on which one begins through the last on which one ends, with a day on either side, as zones are
  /// apart; nil if there is none.
  var bounds: ClosedRange<Int>? {
    guard let first = stretches.first, let last = stretches.last else { return nil }
    return Self.day(of: first.lowerBound) - 1...Self.day(of: last.upperBound) + 1
  }

  /// The pieces of those that begin on the local days `days`. What goes on beyond the day behind its first is a piece of
  /// its own for each further day: a window is never longer than two days.
  func pieces(startingOn days: Range<Int>, in zone: Zone) -> [Piece] {
    // Local time is within 26 hours of UTC, and so are days.
    let from = Instant(secondsSinceEpoch: Int64(days.lowerBound - 3) * 86_400)
    let to = Instant(secondsSinceEpoch: Int64(days.upperBound + 3) * 86_400)
    var pieces: [Piece] = []
    for stretch in stretches[stretches.partitionPoint { $0.upperBound > from }...] {
      guard stretch.lowerBound < to else { break }
      pieces += Self.pieces(of: stretch, in: zone, within: days)
    }
    return pieces
  }

  private static func pieces(of stretch: Range<Instant>, in zone: Zone, within days: Range<Int>) -> [Piece] {
    let first = zone.local(stretch.lowerBound).date.dayNumber
    var pieces: [Piece] = []
    var (day, start) = (first, stretch.lowerBound)
    // A calendar that is full for years need not be walked from its beginning.
    if first < days.lowerBound - 3 {
      day = days.lowerBound - 3
      start = zone.midnight(of: CivilDate(dayNumber: day))
    }
    while start < stretch.upperBound, day < days.upperBound {
      let end = min(stretch.upperBound, zone.midnight(of: CivilDate(dayNumber: day == first ? day + 2 : day + 1)))
      if days.contains(day), start < end { pieces.append(Piece(day: day, range: start..<end)) }
      (day, start) = (day == first ? day + 2 : day + 1, end)
    }
    return pieces
  }

  private static func day(of instant: Instant) -> Int {
    let (quotient, remainder) = instant.secondsSinceEpoch.quotientAndRemainder(dividingBy: 86_400)
    return Int(remainder < 0 ? quotient - 1 : quotient)
  }
}

extension Zone {
  /// Where `date` begins.
  func midnight(of date: CivilDate) -> Instant { instant(local: LocalDateTime(date: date, secondOfDay: 0)) }
}
