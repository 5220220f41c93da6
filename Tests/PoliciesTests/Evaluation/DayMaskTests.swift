import CivilTime
import Testing

@testable import Policies

/// 64 days at once, against looking at each of them.
@Suite struct DayMaskTests {
  /// The last days of 1899 to 2002: 1900 had no leap day, 2000 did.
  private static let blocks = Array(stride(from: -25_600, to: 12_000, by: 47))

  @Test(arguments: Weekday.allCases) func ordinalWeekdays(_ weekday: Weekday) {
    var wrong: [String] = []
    for first in Self.blocks {
      var plain: [OrdinalWeekday.Ordinal: UInt64] = [:]
      for bit in 0..<64 {
        let date = CivilDate(dayNumber: first + bit)
        if date.weekday != weekday { continue }
        let (_, month, day) = date.parts
        // The fifth is the last as well.
        let place = OrdinalWeekday.Ordinal.allCases[(day - 1) / 7]
        plain[place, default: 0] |= 1 << UInt64(bit)
        if date.adding(days: 7).month != month, place != .last { plain[.last, default: 0] |= 1 << UInt64(bit) }
      }
      for ordinal in OrdinalWeekday.Ordinal.allCases {
        let found = DayMask.bits(of: OrdinalWeekday([ordinal], weekday), from: first)
        if found != plain[ordinal] ?? 0 { wrong.append("\(ordinal) from \(CivilDate(dayNumber: first))") }
      }
      let both = DayMask.bits(of: OrdinalWeekday([.first, .last], weekday), from: first)
      if both != (plain[.first] ?? 0) | (plain[.last] ?? 0) { wrong.append("two from \(CivilDate(dayNumber: first))") }
    }
    #expect(wrong.prefix(20) == [])
  }
}
