import CivilTime
import Policies
import TestSupport
import Testing

/// What an edit changes besides times: a reviewer must see that a policy now points elsewhere.
@Suite struct DefinitionChangeTests {
  private static let file = """
    timezone: Europe/Berlin
    systems:
      gateway:
        kind: unifi
        url: https://192.168.1.1
        api-key: {credential: key}
        tls: {pin: "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}
      pihole: {kind: pihole, url: "http://192.168.1.2"}
    targets:
      kids: {acl-rules: ["Downtime-*"]}
      tv: {wifi: [TV]}
      youtube: {domains: {deny: [youtube.com], groups: [kids]}}
      devices: {targets: [kids, tv]}
    policy:
      - devices off 21:00–07:00
      - youtube off 16:00–18:00
    tests:
      - {name: bedtime, at: 2026-11-20 22:00, expect: {kids: off}}
      - {at: 2026-11-20 12:00, expect: {kids: on, tv: on}}
      - {at: 2026-11-20 12:00, expect: {kids: on, tv: on}}
      - {from: 2026-11-20 22:00, to: 2026-11-20 23:00, expect: {tv: off}}

    """

  struct Edit: Sendable, CustomTestStringConvertible {
    var old: String
    var new: String
    var outcome: [String]
    var testDescription: String { "\(old) → \(new)" }
  }

  static let edits: [Edit] = [
    Edit(old: "21:00–07:00", new: "21:00–06:00", outcome: []),
    Edit(
      old: "url: https://192.168.1.1", new: "url: https://192.168.1.1:8443/x",
      outcome: [
        "system gateway url: https://192.168.1.1 → https://192.168.1.1:8443/x"
      ]),
    Edit(
      old: "tls: {pin: \"sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\"}", new: "tls: {insecure: true}",
      outcome: [
        "system gateway tls: - → insecure",
        "system gateway tls pin: 'sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=' → -",
      ]),
    Edit(old: "credential: key", new: "env: KEY", outcome: ["system gateway api-key: credential key → env KEY"]),
    Edit(
      old: "192.168.1.2\"", new: "192.168.1.2\", pause-limit: 90m",
      outcome: [
        "system pihole pause-limit: 2h → 1h30m"
      ]),
    Edit(
      old: "[\"Downtime-*\"]", new: "[\"Downtime-*\"], not: [Downtime-TV], enforcement: strict",
      outcome: [
        "target kids not: - → 'Downtime-TV'", "target kids enforcement: normal → strict",
      ]),
    Edit(
      old: "wifi: [TV]", new: "wifi: [\"TV, upstairs\"], otherwise: leave",
      outcome: [
        "target tv wifi: 'TV' → 'TV, upstairs'", "target tv otherwise: on → leave",
      ]),
    Edit(
      old: "wifi: [TV]", new: "acl-rules: [TV]",
      outcome: [
        "target tv acl-rules: - → 'TV'", "target tv wifi: 'TV' → -",
      ]),
    Edit(
      old: "deny: [youtube.com]", new: "allow: [youtube.com]",
      outcome: [
        "target youtube domains allow: - → 'youtube.com'", "target youtube domains deny: 'youtube.com' → -",
      ]),
    Edit(
      old: "targets: [kids, tv]", new: "targets: [kids]",
      outcome: ["target devices targets: 'kids', 'tv' → 'kids'", "target tv otherwise: on → leave"]),
    Edit(
      old: "  - youtube off", new: "  - pause pihole sat\n  - youtube off",
      outcome: [
        "target pihole -: - → system: pihole, selects: its blocking, otherwise: active, enforcement: normal"
      ]),
    Edit(
      old: "  devices: {targets: [kids, tv]}",
      new: "  devices: {targets: [kids, tv]}\n  den: {wifi: [Den], otherwise: off}",
      outcome: [
        "target den -: - → system: gateway, wifi: 'Den', otherwise: off, enforcement: normal"
      ]),
    Edit(
      old: "  - {name: bedtime, at: 2026-11-20 22:00, expect: {kids: off}}\n", new: "",
      outcome: ["test - -: 'bedtime', Fri 2026-11-20 22:00: kids off → -"]),
    Edit(
      old: "2026-11-20 22:00, expect: {kids: off}", new: "[2026-11-20 12:30, 2026-11-21 12:30], expect: {kids: on}",
      outcome: [
        "test - at: 'bedtime', Fri 2026-11-20 22:00: kids off → "
          + "'bedtime', Fri 2026-11-20 12:30, Sat 2026-11-21 12:30: kids on"
      ]),
    Edit(
      old:
        "  - {at: 2026-11-20 12:00, expect: {kids: on, tv: on}}\n  - {at: 2026-11-20 12:00, expect: {kids: on, tv: on}}\n",
      new: "  - {at: 2026-11-20 12:00, expect: {kids: on, tv: on}}\n",
      outcome: ["test - -: Fri 2026-11-20 12:00: kids on, tv on → -"]),
    Edit(
      old: "expect: {tv: off}", new: "expect: {tv: leave}",
      outcome: [
        "test - expect: Fri 2026-11-20 22:00 to Fri 2026-11-20 23:00: tv off → "
          + "Fri 2026-11-20 22:00 to Fri 2026-11-20 23:00: tv leave"
      ]),
    Edit(
      old: "timezone: Europe/Berlin", new: "timezone: UTC\nowner: attic\nlimits: {max-changes: 3}",
      outcome: [
        "policy - timezone: Europe/Berlin → UTC", "policy - owner: home → attic", "policy - max-changes: - → 3",
      ]),
  ]

  @Test(arguments: edits, [true, false]) func lists(_ edit: Edit, forwards: Bool) throws {
    let sides = [Self.file, Self.file.replacing(edit.old, with: edit.new)]
    #expect(sides[0] != sides[1])
    let policies = try (forwards ? sides : sides.reversed()).map { text in
      let decoded = try DecodedPolicy(text)
      return try #require(decoded.policy, "\(decoded.lines())")
    }
    let comparison = PolicyComparison(
      old: policies[0], new: policies[1], now: .init(secondsSinceEpoch: 1_795_204_804), days: 1)
    let lines = comparison.definitions.map { change in
      let ends = forwards ? [change.before, change.after] : [change.after, change.before]
      return
        "\(change.kind) \(change.name?.text ?? "-") \(change.property ?? "-"): \(ends[0] ?? "-") → \(ends[1] ?? "-")"
    }
    #expect(lines.sorted() == edit.outcome.sorted())
  }

  /// In whichever order they are named, they are the same.
  @Test(arguments: [("anna, ben", 0), ("ben, anna", 0), ("ben, cleo", 1), ("ben", 1), ("cleo, ben, anna", 1)])
  func theOrderOfApproversChangesNothing(_ approvers: String, _ changes: Int) throws {
    func policy(_ approvers: String) throws -> Policy {
      let text = Self.file.replacing("systems:", with: "people: {anna: {}, ben: {}, cleo: {}}\nsystems:")
        .replacing("[\"Downtime-*\"]", with: "[\"Downtime-*\"], guard: {approve: [\(approvers)]}")
      let decoded = try DecodedPolicy(text)
      return try #require(decoded.policy, "\(decoded.lines())")
    }
    let comparison = PolicyComparison(
      old: try policy("anna, ben"), new: try policy(approvers), now: .init(secondsSinceEpoch: 1_795_204_804), days: 1)
    #expect(comparison.definitions.count == changes, "\(comparison.definitions)")
  }
}
