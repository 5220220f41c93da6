import CivilTime
import Planning
import Policies
import Steps
import TestSupport
import Testing

/// What the review of an edit costs: in proportion to the policy, and no more. Who may edit it could else keep runs from ending.
@Suite struct ManyGuardsTests {
  /// A policy with so many of something, before an edit and after it.
  struct Load: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let size: Int
    let targets: @Sendable (_ count: Int) -> String
    let lines: @Sendable (_ count: Int, _ isEdited: Bool) -> String

    func make(_ count: Int) throws -> (old: Policy, new: Policy) {
      func policy(_ isEdited: Bool) throws -> Policy {
        let decoded = try DecodedPolicy(
          """
          timezone: UTC
          people: {anna: {}}
          systems:
            g: {kind: unifi, url: https://g.example, api-key: {env: KEY}}
            house: {kind: pretend-house, url: http://192.168.1.9}
            hole: {kind: pihole, url: http://192.168.1.2}
          targets: {\(targets(count))}
          policy: [\(lines(count, isEdited))]
          """, kinds: .withPretendHouse)
        return try #require(decoded.policy, "\(decoded.lines().prefix(3))")
      }
      return (try policy(false), try policy(true))
    }
  }

  private static let guarding = "guard: {approve: anna, edits: true}"
  private static func list(_ count: Int, _ text: (Int) -> String) -> String {
    (0..<count).map(text).joined(separator: ", ")
  }
  private static func time(_ number: Int) -> String {
    [number / 60 % 20 + 1, number % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
  }
  private static func night(_ isEdited: Bool) -> String { isEdited ? "23:00–06:00" : "21:00–07:00" }

  static let loads = [
    Load(
      testDescription: "lines about one target", size: 150, targets: { _ in "kids: {wifi: [K], \(guarding)}" },
      lines: { count, isEdited in list(count) { "kids off \(time($0))–\(isEdited ? "22:30" : "22:40")" } }),
    Load(
      testDescription: "targets that nobody guards", size: 150,
      targets: { count in "kids: {wifi: [K], \(guarding)}, " + list(count) { "t\($0): {wifi: [W\($0)]}" } },
      lines: { count, isEdited in list(count) { "t\($0) off \(night(isEdited))" } + ", kids off \(night(isEdited))" }),
    Load(
      testDescription: "targets of targets", size: 150,
      targets: { count in
        "kids: {wifi: [K], \(guarding)}, tv: {wifi: [T]}, " + list(count) { "g\($0): {targets: [kids, tv]}" }
      },
      lines: { count, isEdited in list(count) { "g\($0) off \(night(isEdited))" } }),
    Load(
      testDescription: "actions of one target", size: 150,
      targets: { _ in "front: {locks: [F], \(guarding)}, gate: {action: gate.open, may-open: true}" },
      lines: { count, isEdited in
        "front locked \(night(isEdited)), " + list(count) { "gate at \(time($0)) on \(isEdited ? "tue" : "mon")" }
      }),
    Load(
      testDescription: "targets with an action", size: 150,
      targets: { count in
        "front: {locks: [F], \(guarding)}, " + list(count) { "a\($0): {action: gate.open, may-open: true}" }
      },
      lines: { count, isEdited in
        "front locked \(night(isEdited)), " + list(count) { "a\($0) at \(time($0)) on \(isEdited ? "tue" : "mon")" }
      }),
    Load(
      testDescription: "groups of entries", size: 150,
      targets: { count in
        "sites: {domains: {deny: [a.example], groups: [\(list(count) { "g\($0)" })]}, \(guarding)}, "
          + list(count) { "a\($0): {groups: [g\($0), \"hhh\($0)*\"], when-off: disabled}" }
      },
      lines: { count, isEdited in "sites off, " + list(count) { "a\($0) off \(night(isEdited))" } }),
  ]

  @Test(arguments: loads.indices) func theWorkGrowsWithTheSize(place: Int) throws {
    let load = Self.loads[place]
    let now = Instant(secondsSinceEpoch: 1_795_176_000)
    let growth = try Steps.growth(from: load.size, load.make) { input in
      let approved = input.old.editGuardedTargets.map {
        ApprovedTarget($0.name, in: input.old, version: "old", since: now)
      }
      #expect(!HeldEdits(input.new, approved: approved, overrides: [], now: now).held.isEmpty)
    }
    #expect(growth < Steps.most, "\(load)")
  }
}
