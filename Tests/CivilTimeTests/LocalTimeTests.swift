import CivilTime
import TestSupport
import Testing

@Suite struct LocalTimeTests {
  @Test(
    "instants of a local time",
    arguments: [
      ("Europe/Berlin", "2026-11-20 12:00:00", ["2026-11-20T11:00:00Z"], "2026-11-20T11:00:00Z"),
      ("Europe/Berlin", "2026-03-29 02:30:00", [], "2026-03-29T01:00:00Z"),
      (
        "Europe/Berlin", "2026-10-25 02:30:00", ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"],
        "2026-10-25T00:30:00Z"
      ),
      ("Pacific/Apia", "2011-12-30 12:00:00", [], "2011-12-30T10:00:00Z"),
      ("Europe/Berlin", "2999-07-01 00:00:00", ["2999-06-30T22:00:00Z"], "2999-06-30T22:00:00Z"),
      ("UTC", "1969-12-31 23:59:59", ["1969-12-31T23:59:59Z"], "1969-12-31T23:59:59Z"),
    ])
  func instants(zone name: String, local text: String, instants: [String], meant: String) throws {
    let zone = try FixtureZones.zone(name)
    let local = Zone.utc.local(try Instant(text, in: .utc))
    #expect(zone.instants(local: local).map(\.description) == instants)
    #expect(zone.instant(local: local).description == meant)
  }

  @Test("there and back", arguments: FixtureZones.names)
  func thereAndBack(name: String) throws {
    let zone = try FixtureZones.zone(name)
    var random = SplitMix64(seed: 3)
    let near = zone.transitions(in: Probe.years1970To2100).flatMap { change in
      (0..<4).map { _ in change.instant + Int64.random(in: -90_000...90_000, using: &random) }
    }
    let lost = near.filter { !zone.instants(local: zone.local($0)).contains($0) }
    #expect(lost.isEmpty)
  }

  @Test func changesGoOnForEver() throws {
    let zone = try FixtureZones.zone("Europe/Berlin")
    let year2500 = try Instant("2500-01-01 00:00", in: .utc)..<Instant("2501-01-01 00:00", in: .utc)
    #expect(
      zone.transitions(in: year2500).map { "\($0.instant) \($0.after.abbreviation)" }
        == ["2500-03-28T01:00:00Z CEST", "2500-10-31T01:00:00Z CET"])
    let first = zone.transitions(in: year2500)[0].instant
    #expect(zone.transitions(in: first..<first + 1).count == 1)
    #expect(zone.transitions(in: first + 1..<first + 2).isEmpty)
    #expect(Zone.utc.transitions(in: year2500).isEmpty)
  }
}
