import Testing

@testable import Policies

/// A target is found by its name in small policies and in large ones, whatever was asked for and changed before.
@Suite struct TargetPlacesTests {
  private static func policy(_ count: Int) throws -> Policy {
    let targets = (0..<count).map { "  t\($0): {system: gateway, wifi: [w\($0)]}\n" }.joined()
    let decoded = try DecodedPolicy(
      """
      timezone: Europe/Berlin
      systems:
        gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: key}}
        pihole: {kind: pihole, url: https://192.168.1.2}
      targets:
      \(targets)  both: {targets: [t0, t1]}
      policy:
        - both off 21:00–07:00
      """)
    return try #require(decoded.policy)
  }

  @Test(arguments: [2, 14, 15, 40, 1000]) func everyTargetIsFoundAlsoAfterEdits(_ count: Int) throws {
    func expectSound(_ policy: Policy) {
      for target in policy.everyTarget { #expect(policy.target(target.name)?.name == target.name) }
      #expect(policy.target(Name("none")) == nil)
      #expect(policy.members(of: [Name("both")]) == [Name("t0"), Name("t1")])
      #expect(policy.members(of: [Name("t1")]) == [Name("t1")] && policy.members(of: [Name("none")]) == [Name("none")])
    }
    let policy = try Self.policy(count)
    #expect(policy.targets.count == count + 1 && policy.implicitTargets.map(\.name) == [Name("pihole")])
    expectSound(policy)
    // A copy that is edited, and the one that it was made of.
    var edited = policy
    let first = edited.targets.removeFirst()
    edited.implicitTargets.append(first)
    expectSound(edited)
    #expect(edited.target(Name("t1"))?.name == policy.target(Name("t1"))?.name)
    edited.implicitTargets = []
    #expect(edited.target(Name("t0")) == nil && edited.target(Name("pihole")) == nil)
    edited.targets[0].selector = .targets([Name("t1")])
    #expect(edited.target(edited.targets[0].name)?.isGroup == true)
    expectSound(policy)
    #expect(policy.target(Name("t0"))?.isGroup == false && policy.target(Name("pihole")) != nil)
  }
}
