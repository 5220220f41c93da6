import Documents
import Foundation
import TestSupport
import Testing

@testable import Policies

/// What few people meet, and is told them all the same.
@Suite("rare findings") struct RareFindingsTests {
  @Test func aZoneWithoutRules() throws {
    let decoded = try DecodedPolicy(
      "timezone: Europe/Berlin\npolicy: []\n", zone: { _ in .unreadable(reason: "Input/output error") })
    let found = try #require(decoded.diagnostics.first)
    #expect(decoded.policy == nil && found.code == "timezone.unknown")
    #expect(found.message == "cannot read the rules of the time zone 'Europe/Berlin': Input/output error")
    #expect(found.hint == "install the package tzdata")
  }

  @Test func aTargetWhoseKeyIsIgnored() throws {
    let decoded = try DecodedPolicy("timezone: UTC\ntargets: {x-kids: {}}\npolicy: [x-kids off 21:00–07:00]\n")
    let found = try #require(decoded.diagnostics.first { $0.code == "target.unknown" })
    #expect(found.message == "unknown target 'x-kids': keys that start with x- are ignored")
    #expect(found.hint == "give it another name under 'targets'")
  }
}

extension RareFindingsTests {
  /// Sentences put together at random out of parts of the language: whatever is wrong, saying so ends, and what is proposed
  /// instead of one is accepted there.
  @Test(arguments: 0..<8) func proposalsAreAccepted(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let parts = [
      "mon", "on fri", "weekdays", "sat, sun", "holidays", "every day", "first friday", "odd weeks", "dec 24",
      "every other fri from 2026-11-06", "2026-12-24", "during the holidays", "9pm-7am", "14:00-16:00", "from 21:00",
      "until 7am", "bedtime", "all day", "between 3pm and 5pm", "7:00-9:00", "10.12-12.12", "9-5", "at bedtime",
      "nightly", "24.12.", "friday", "tomorrow", "montags", "always", "after midnight",
    ]
    let marks = [" ", " ", ", ", " and ", " except ", " unless ", " but not ", " and except "]
    var proposed = 0
    for _ in 0..<120 {
      var sentence = "kids off \(random.pick(parts))"
      for _ in 0..<random.int(in: 1..<5) { sentence += random.pick(marks) + random.pick(parts) }
      let found = try DecodedPolicy(Self.policy(sentence))
      for error in found.diagnostics where error.severity == .error && error.hint?.hasPrefix("write '") == true {
        let quoted = (error.hint ?? "").split(separator: "'", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 1 }
        for proposal in quoted {
          proposed += 1
          let mended = try DecodedPolicy(Self.policy(String(proposal.element)))
          #expect(mended.policy != nil, "'\(sentence)' → '\(proposal.element)': \(mended.lines())")
        }
      }
    }
    #expect(proposed > 6)
  }

  private static func policy(_ sentence: String) -> String {
    """
    timezone: Europe/Berlin
    systems: {gateway: {kind: unifi, url: https://g.example, api-key: {env: KEY}}}
    targets: {kids: {wifi: [Kids]}}
    schedules: {holidays: 2026-12-23..2027-01-06, bedtime: 20:30–07:00}
    policy: ["\(sentence)", "kids off bedtime except holidays"]

    """
  }
}

extension RareFindingsTests {
  private static let long: [(text: String, words: String)] = [
    (Array(repeating: "mon", count: 60_000).joined(separator: ", ") + ", foo", "unknown schedule 'foo'"),
    (Array(repeating: "sunset", count: 60_000).joined(separator: ", "), "a policy cannot follow the sun"),
    (
      Array(repeating: "10:00–12:00 on weekends", count: 15_000).joined(separator: " and ") + " and mon 10:00–11:00",
      "there are days both before and after the times"
    ),
  ]

  /// Each is told at once, however long it is.
  @Test(arguments: long.indices) func aSentenceOfHalfAMegabyteIsToldOf(_ index: Int) throws {
    let found = try DecodedPolicy(Self.policy("kids off " + Self.long[index].text))
    #expect(found.diagnostics.contains { $0.message.contains(Self.long[index].words) })
  }

  /// A schedule of a day of quarters is beside days; one of more is not, as each statement takes its times over.
  @Test(arguments: [(96, true), (97, false)]) func timesBesideDaysAreBounded(_ count: Int, _ isAccepted: Bool) throws {
    let times = (0..<count).map { number in
      let (start, end) = (number * 10, number * 10 + 5)
      return String(format: "%02d:%02d–%02d:%02d", start / 60, start % 60, end / 60, end % 60)
    }
    let found = try DecodedPolicy(
      """
      timezone: UTC
      targets: {kids: {}}
      schedules: {slots: "\(times.joined(separator: ", "))"}
      policy: [kids off weekdays slots]

      """, takesSketches: true)
    #expect((found.policy != nil) == isAccepted, "\(found.lines())")
  }

  private static let calendar =
    "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VEVENT\nUID:1\nDTSTAMP:20260101T000000Z\n"
    + "DTSTART;VALUE=DATE:20260101\nRRULE:FREQ=DAILY;COUNT=2000\nSUMMARY:Day\nEND:VEVENT\nEND:VCALENDAR\n"

  /// Hundreds of schedules may be parts of one calendar, up to a bound of all their events together.
  @Test(arguments: [(500, true), (501, false)]) func calendarsAreBoundedTogether(_ count: Int, _ isAccepted: Bool)
    throws
  {
    let schedules = (0..<count).map { "  s\($0): {ics: c.ics}\n" }.joined()
    let found = try DecodedPolicy(
      ["p.yaml": "timezone: UTC\ntargets: {kids: {}}\nschedules:\n\(schedules)policy: [kids off s0]\n"],
      takesSketches: true, calendars: ["c.ics": Array(Self.calendar.utf8)])
    #expect((found.policy != nil) == isAccepted)
    #expect(isAccepted == !found.diagnostics.contains { $0.code == "calendar.size" })
  }

  /// Spaces around the summary of an event are not seen in any calendar.
  @Test(arguments: [" Day", "Day  ", "\\n Day"]) func spacesAroundASummary(_ summary: String) throws {
    let found = try DecodedPolicy(
      [
        "p.yaml":
          "timezone: UTC\ntargets: {kids: {}}\nschedules: {s: {ics: c.ics, summary: day}}\npolicy: [kids off s]\n"
      ], takesSketches: true,
      calendars: ["c.ics": Array(Self.calendar.replacing("SUMMARY:Day", with: "SUMMARY:\(summary)").utf8)])
    #expect(!found.diagnostics.contains { $0.code == "calendar.summary" }, "\(found.lines())")
  }

  @Test(arguments: [(100, true), (101, false)]) func patternsAreBounded(_ count: Int, _ isAccepted: Bool) throws {
    let patterns = (0..<count).map { _ in "Day" }.joined(separator: ", ")
    let found = try DecodedPolicy(
      [
        "p.yaml":
          "timezone: UTC\ntargets: {kids: {}}\nschedules: {s: {ics: c.ics, summary: [\(patterns)]}}\npolicy: [kids off s]\n"
      ], takesSketches: true, calendars: ["c.ics": Array(Self.calendar.utf8)])
    #expect((found.policy != nil) == isAccepted, "\(found.lines())")
  }
}
