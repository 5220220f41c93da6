import CivilTime
import TestSupport
import Testing

@testable import Presentation

/// Time cut into local days, around every change of the clocks of odd zones.
@Suite struct LocalStretchTests {
  static let zones = [
    "Europe/Berlin", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Gaza", "America/St_Johns", "America/Havana",
    "Africa/Monrovia", "Pacific/Kwajalein", "Antarctica/Troll",
  ]

  /// The stretches touch, cover the range and say what the clock shows at both their ends.
  @Test("stretches", arguments: zones) func stretches(_ name: String) throws {
    let zone = try TimelineStage.zone(name)
    for range in changes(of: zone) {
      let stretches = zone.stretches(of: range)
      #expect(stretches.first?.start == range.lowerBound && stretches.last?.instants.upperBound == range.upperBound)
      #expect(zip(stretches, stretches.dropFirst()).allSatisfy { $0.instants.upperBound == $1.start })
      #expect(
        stretches.allSatisfy { stretch in
          let last = zone.local(stretch.instants.upperBound + -1)
          return zone.local(stretch.start)
            == LocalDateTime(date: stretch.date, secondOfDay: stretch.clock.lowerBound)
            && last == LocalDateTime(date: stretch.date, secondOfDay: stretch.clock.upperBound - 1)
        })
    }
  }

  /// A day's length, its gaps and its repeats add up.
  @Test("days", arguments: zones) func days(_ name: String) throws {
    let zone = try TimelineStage.zone(name)
    for range in changes(of: zone) {
      let days = TimelineDay.days(of: range, in: zone)
      #expect(zip(days, days.dropFirst()).allSatisfy { $0.date.adding(days: 1) == $1.date })
      #expect(days.flatMap(\.shown).reduce(0) { $0 + $1.clock.count } == Int(range.upperBound - range.lowerBound))
      #expect(
        days.allSatisfy { day in
          let repeated = day.repeated.reduce(0) { $0 + $1.count }
          let skipped = day.skipped.reduce(0) { $0 + $1.count }
          return day.length == 86_400 + repeated - skipped && day.exists == (skipped < 86_400)
        })
    }
  }

  /// Some days around each change of the clocks since 1960.
  private func changes(of zone: Zone) -> [Range<Instant>] {
    let years = Instant(secondsSinceEpoch: -315_619_200)..<Instant(secondsSinceEpoch: 1_893_456_000)
    return zone.clockChanges(in: years).map { $0.instant + -100_000..<$0.instant + 150_000 }
  }
}
