import CivilTime
import TestSupport
import Testing

@testable import Policies

/// Which day each event of a calendar counts for.
@Suite struct CalendarTimesTests {
  /// An hour of the days from Saturday, 2026-11-28, in Berlin.
  private static func hour(_ hour: Int) -> Instant {
    Instant(secondsSinceEpoch: 1_795_820_400 + Int64(hour) * 3600)
  }

  private static func event(_ hours: Range<Int>) -> Range<Instant> { hour(hours.lowerBound)..<hour(hours.upperBound) }

  /// The hours of the pieces that start on Saturday, and of those that start on Sunday.
  private static func hours(_ events: [Range<Int>]) throws -> [[Range<Int>]] {
    let zone = try MadePolicy.zone("Europe/Berlin")
    let saturday = try #require(CivilDate(year: 2026, month: 11, day: 28)).dayNumber
    return [saturday, saturday + 1].map { day in
      CalendarTimes(events.map(event)).pieces(startingOn: day..<day + 1, in: zone).map { piece in
        let start = hour(0).secondsSinceEpoch
        return Int(piece.range.lowerBound.secondsSinceEpoch - start) / 3600..<Int(
          piece.range.upperBound.secondsSinceEpoch - start) / 3600
      }
    }
  }

  /// One that begins when another ends, or before that, counts for the day on which it begins itself.
  @Test(
    arguments: [
      ([22..<30, 30..<38], [22..<30], [30..<38]), ([30..<38, 22..<30], [22..<30], [30..<38]),
      ([22..<30, 28..<38], [22..<30], [28..<38]), ([0..<24, 24..<48], [0..<24], [24..<48]),
      ([0..<24, 24..<48, 30..<32], [0..<24], [24..<48]), ([8..<12, 12..<14], [8..<14], []),
      ([-100..<40, 22..<30], [0..<30], [24..<40]), ([-100..<40, -90..<10, 36..<50], [0..<24], [24..<50]),
      ([-200..<(-150), -140..<20], [0..<20], []), ([-200..<(-150), -10..<20], [], []),
      ([-30..<30], [0..<24], [24..<30]), ([10..<48], [10..<48], []), ([10..<60], [10..<24], [24..<48]),
    ] as [([Range<Int>], [Range<Int>], [Range<Int>])])
  func anEventCountsForTheDayOnWhichItBegins(
    _ events: [Range<Int>], _ saturday: [Range<Int>], _ sunday: [Range<Int>]
  ) throws {
    let hours = try Self.hours(events)
    #expect(hours == [saturday, sunday])
  }

  /// However many begin on a day or last beyond it, a day has few pieces.
  @Test func whatThousandsCoverIsOnePiece() throws {
    let events = (0..<5000).map { -5000 + $0..<5000 + $0 } + (0..<5000).map { _ in 20..<30 }
    let hours = try Self.hours(events)
    #expect(hours == [[0..<30], [24..<48]])
  }
}
