import Documents
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
    #expect(found.message == "the rules of the time zone 'Europe/Berlin' cannot be read: Input/output error")
    #expect(found.hint == "install the package tzdata")
  }

  @Test func aTargetWhoseKeyIsIgnored() throws {
    let decoded = try DecodedPolicy("timezone: UTC\ntargets: {x-kids: {}}\npolicy: [x-kids off 21:00–07:00]\n")
    let found = try #require(decoded.diagnostics.first { $0.code == "target.unknown" })
    #expect(found.message == "there is no target 'x-kids': keys that start with x- are ignored")
    #expect(found.hint == "give it another name under 'targets'")
  }
}

extension RareFindingsTests {
  /// Sentences put together at random out of parts of the language: whatever is wrong, saying so ends, and what is proposed
  /// in the place of one is accepted there.
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
