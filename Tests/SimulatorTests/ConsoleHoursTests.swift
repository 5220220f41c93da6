import Simulator
import Testing

/// The hours that a pretend console keeps by its own clock.
struct ConsoleHoursTests {
  /// Friday 2026-11-20 00:00 in Greenwich.
  private static let friday = 1_795_132_800.0
  private static let night = #""timeFilter":{"startTime":"21:00","stopTime":"07:00"}"#

  struct Case: CustomTestStringConvertible, Sendable {
    var schedule: String
    /// Hours and minutes after Friday's midnight in Greenwich at which it blocks, and at which it does not.
    var blocks: [(Int, Int)]
    var lets: [(Int, Int)]
    var followsTheDayBefore = true
    var testDescription: String { schedule }
  }

  static let cases: [Case] = [
    Case(
      schedule: "{\"mode\":\"EVERY_DAY\",\(night)}",
      blocks: [(0, 0), (6, 59), (21, 0), (23, 59), (24, 0), (30, 59), (45, 0)], lets: [(7, 0), (20, 59), (31, 0)]),
    Case(
      schedule: #"{"mode":"EVERY_DAY","timeFilter":{"startTime":"14:00","stopTime":"18:30"}}"#,
      blocks: [(14, 0), (18, 29), (38, 0)], lets: [(0, 0), (13, 59), (18, 30)]),
    Case(
      schedule: #"{"mode":"EVERY_DAY","timeFilter":{"startTime":"14:00","stopTime":"14:00"}}"#,
      blocks: [(0, 0), (13, 59), (14, 0), (23, 59)], lets: []),
    Case(
      schedule: "{\"mode\":\"EVERY_WEEK\",\"repeatOnDays\":[\"FRIDAY\"],\(night)}",
      blocks: [(21, 0), (24, 0), (30, 59), (7 * 24 + 21, 0)], lets: [(0, 0), (6, 59), (31, 0), (45, 0)]),
    Case(
      schedule: "{\"mode\":\"EVERY_WEEK\",\"repeatOnDays\":[\"FRIDAY\"],\(night)}",
      blocks: [(21, 0), (0, 0), (6, 59)], lets: [(24, 0), (30, 59), (45, 0)], followsTheDayBefore: false),
    Case(
      schedule: #"{"mode":"EVERY_WEEK","repeatOnDays":["SATURDAY","SUNDAY"]}"#,
      blocks: [(24, 0), (71, 59)], lets: [(23, 59), (72, 0)]),
    Case(
      schedule: "{\"mode\":\"ONE_TIME_ONLY\",\"date\":\"2026-11-20\",\(night)}", blocks: [(21, 0), (24, 0)],
      lets: [(0, 0), (45, 0)]),
    Case(
      schedule:
        #"{"mode":"CUSTOM","repeatOnDays":["FRIDAY","SATURDAY"],"startDate":"2026-11-21","stopDate":"2026-11-27"}"#,
      blocks: [(24, 0), (7 * 24, 0)], lets: [(12, 0), (48, 0), (8 * 24, 0)]),
  ]

  @Test(arguments: cases)
  func areKept(_ one: Case) {
    var console = BlockingTests.console([[BlockingTests.mine, ("schedule", one.schedule)]])
    console.weeklyHoursFollowTheDayBefore = one.followsTheDayBefore
    for (times, isBlocked) in [(one.blocks, true), (one.lets, false)] {
      for (hour, minute) in times {
        let now = Self.friday + Double(hour * 3600 + minute * 60)
        #expect(console.blocks(BlockingTests.emma, at: now) == isBlocked, "\(hour):\(minute)")
        #expect(console.blocks(BlockingTests.anna, at: now) == false)
      }
    }
  }

  /// To the minute, by whatever the wall shows.
  @Test func followTheConsolesOwnClock() {
    var console = BlockingTests.console([[BlockingTests.mine, ("schedule", "{\"mode\":\"EVERY_DAY\",\(Self.night)}")]])
    console.clock = { LocalTime.greenwich($0, minutesEast: 60) }
    let evening = Self.friday + 20 * 3600
    #expect(console.blocks(BlockingTests.emma, at: evening - 1) == false)
    #expect(console.blocks(BlockingTests.emma, at: evening) == true)
    // An hour that the wall shows twice is blocked twice.
    console.clock = { LocalTime.greenwich($0, minutesEast: $0 < evening + 1800 ? 60 : 0) }
    #expect(console.blocks(BlockingTests.emma, at: evening + 60) == true)
    #expect(console.blocks(BlockingTests.emma, at: evening + 1860) == false)
    #expect(console.blocks(BlockingTests.emma, at: evening + 3600) == true)
  }

  @Test(arguments: [
    (0, LocalTime(1970, 1, 1, 0, 0)), (-60, LocalTime(1969, 12, 31, 23, 59)),
    (951_782_399, LocalTime(2000, 2, 28, 23, 59)), (951_825_600, LocalTime(2000, 2, 29, 12, 0)),
    (1_795_132_800, LocalTime(2026, 11, 20, 0, 0)),
  ])
  func readTheWall(_ now: Double, _ wanted: LocalTime) {
    #expect(LocalTime.greenwich(now) == wanted)
    #expect(LocalTime.greenwich(now + 330 * 60, minutesEast: -330) == wanted)
  }
}
