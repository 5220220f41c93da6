import Documents
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
