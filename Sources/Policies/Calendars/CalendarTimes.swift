public import CivilTime

/// The times of a calendar's events. They are instants: how clocks are changed does not move them.
public struct CalendarTimes: Hashable, Sendable {
  /// One for each event, in the order in which they begin. They may touch and overlap: joined, they would all count for the
  /// day on which the first of them begins.
  let events: [Range<Instant>]
  /// For each event, when the last of it and those before it ends.
  private let latestEnds: [Instant]
  /// The days that each touches, with a day on either side, as zones are apart.
  let days: CalendarDays

  /// Events at these times.
  public init(_ times: [Range<Instant>]) {
    events = times.filter { !$0.isEmpty }.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    var ends: [Instant] = []
    for event in events { ends.append(max(event.upperBound, ends.last ?? event.upperBound)) }
    latestEnds = ends
    days = CalendarDays(
      events.map {
        CivilDate(dayNumber: Self.day(of: $0.lowerBound) - 1)...CivilDate(dayNumber: Self.day(of: $0.upperBound) + 1)
      })
  }

  /// From the first day on which one begins through the last on which one ends, with a day on either side, as zones are
  /// apart; nil if there is none.
  var bounds: ClosedRange<Int>? {
    guard let first = events.first, let end = latestEnds.last else { return nil }
    return Self.day(of: first.lowerBound) - 1...Self.day(of: end) + 1
  }

  /// The pieces of those that begin on the local days `days`. What goes on beyond the day behind its first has one for
  /// each of its days: a window is never longer than two days, and an exception of one day takes that day alone.
  func pieces(startingOn days: Range<Int>, in zone: Zone) -> [Piece] {
    // Local time is within 26 hours of UTC, and so are days.
    let from = Instant(secondsSinceEpoch: Int64(days.lowerBound - 3) * 86_400)
    let to = Instant(secondsSinceEpoch: Int64(days.upperBound + 3) * 86_400)
    let next = events.partitionPoint { $0.lowerBound >= from }
    var pieces: [Piece] = []
    // Of all that began so early each day counts for itself, whichever event it is of.
    if next > 0, let first = events.first, latestEnds[next - 1] > from {
      pieces += Self.pieces(of: first.lowerBound..<latestEnds[next - 1], in: zone, within: days)
    }
    for event in events[next...] {
      guard event.lowerBound < to else { break }
      pieces += Self.pieces(of: event, in: zone, within: days)
    }
    return Self.joined(pieces)
  }

  /// The same without repetitions: thousands of events may lie on the same days.
  private static func joined(_ pieces: [Piece]) -> [Piece] {
    Dictionary(grouping: pieces, by: \.day).sorted { $0.key < $1.key }.flatMap { day, pieces in
      InstantSet(pieces.map(\.range)).ranges.map { Piece(day: day, range: $0) }
    }
  }

  private static func pieces(of event: Range<Instant>, in zone: Zone, within days: Range<Int>) -> [Piece] {
    let first = zone.local(event.lowerBound).date.dayNumber
    let isLong = zone.midnight(of: CivilDate(dayNumber: first + 2)) < event.upperBound
    let length = isLong ? 1 : 2
    var pieces: [Piece] = []
    var (day, start) = (first, event.lowerBound)
    // A calendar that is full for years need not be walked from its beginning.
    if first < days.lowerBound - 3 {
      day = days.lowerBound - 3
      start = zone.midnight(of: CivilDate(dayNumber: day))
    }
    while start < event.upperBound, day < days.upperBound {
      let end = min(event.upperBound, zone.midnight(of: CivilDate(dayNumber: day + length)))
      if days.contains(day), start < end { pieces.append(Piece(day: day, range: start..<end)) }
      (day, start) = (day + length, end)
    }
    return pieces
  }

  private static func day(of instant: Instant) -> Int {
    let (quotient, remainder) = instant.secondsSinceEpoch.quotientAndRemainder(dividingBy: 86_400)
    return Int(remainder < 0 ? quotient - 1 : quotient)
  }
}
