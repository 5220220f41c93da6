import CivilTime
import TestSupport
import Testing

/// Hours of every day against what the clock shows each minute.
@Suite struct DailyHoursTests {
  @Test(arguments: 0..<40) func everyMinuteIsInThemAsTheClockShows(_ seed: UInt64) throws {
    var numbers = SplitMix64(seed: seed)
    let zone = try FixtureZones.zone(FixtureZones.names.randomElement(using: &numbers) ?? "UTC")
    let years = Instant(secondsSinceEpoch: 0)..<Instant(secondsSinceEpoch: 3_000_000_000)
    for _ in 0..<6 {
      let around = zone.transitions(in: years).randomElement(using: &numbers)?.instant ?? years.lowerBound
      let start = Instant(
        secondsSinceEpoch: (around.secondsSinceEpoch / 60 - Int64.random(in: 0...2880, using: &numbers)) * 60)
      let range = start..<start + Int64.random(in: 1...4000, using: &numbers) * 60
      let times = (0..<2).map { _ in TimeOfDay(minutes: Int.random(in: 0..<1440, using: &numbers)) ?? .midnight }
      if times[0] == times[1] { continue }
      let hours = TimeRange(start: times[0], end: times[1])
      let found = zone.stretches(of: hours, in: range)
      for (left, right) in zip(found, found.dropFirst()) { #expect(left.upperBound < right.lowerBound) }
      #expect(
        found.allSatisfy { !$0.isEmpty && range.lowerBound <= $0.lowerBound && $0.upperBound <= range.upperBound })
      for instant in stride(from: range.lowerBound.secondsSinceEpoch, to: range.upperBound.secondsSinceEpoch, by: 60) {
        let instant = Instant(secondsSinceEpoch: instant)
        let minute = zone.local(instant).secondOfDay / 60
        let (from, to) = (times[0].minutes, times[1].minutes)
        let isShown = from < to ? (from..<to).contains(minute) : minute >= from || minute < to
        #expect(hours.contains(zone.local(instant)) == isShown)
        #expect(found.contains { $0.contains(instant) } == isShown, "\(zone.name) \(hours) at \(instant)")
      }
    }
  }

  @Test func theEndOfADayIsItsOwn() throws {
    let zone = try FixtureZones.zone("Europe/Berlin")
    let noon = Instant(secondsSinceEpoch: 1_795_604_400)
    let evening = TimeRange(start: try #require(TimeOfDay(minutes: 1260)), end: .midnight)
    #expect(zone.stretches(of: evening, in: noon..<noon + 86_400).map { $0.upperBound - $0.lowerBound } == [10_800])
    #expect(evening.description == "21:00–00:00")
  }

  @Test func wholeMinutesOfLessThanADayAreHours() throws {
    let zone = try FixtureZones.zone("Europe/Berlin")
    let nine = Instant(secondsSinceEpoch: 1_795_636_800)
    #expect(zone.wallHours(of: nine..<nine + 36_000)?.description == "21:00–07:00")
    #expect(zone.wallHours(of: nine + 1..<nine + 36_000) == nil)
    #expect(zone.wallHours(of: nine..<nine + 36_030) == nil)
    #expect(zone.wallHours(of: nine..<nine + 86_340)?.description == "21:00–20:59")
    #expect(zone.wallHours(of: nine..<nine + 86_400) == nil)
    #expect(zone.wallHours(of: nine..<nine) == nil)
  }
}
