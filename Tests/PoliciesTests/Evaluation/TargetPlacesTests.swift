import Steps
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
    // Names that come and go, after each was asked for and not found.
    var renamed = edited
    for place in renamed.targets.indices.prefix(20) {
      let name = renamed.targets[place].name
      renamed.targets[place].name = Name("new-\(place)")
      #expect(renamed.target(name) == nil && renamed.target(Name("new-\(place)")) != nil && edited.target(name) != nil)
    }
    renamed.targets.reverse()
    for target in renamed.targets { #expect(renamed.target(target.name)?.name == target.name) }
    renamed.targets = policy.targets
    expectSound(policy)
    #expect(renamed.target(Name("new-0")) == nil && renamed.target(Name("t0")) != nil)
    #expect(policy.target(Name("t0"))?.isGroup == false && policy.target(Name("pihole")) != nil)
  }

  /// Overrides remember targets that an edit has renamed, and each of them is asked for.
  @Test(arguments: ["t", "none-", "pihole"]) func twiceTheNamesAreTwiceTheWork(_ name: String) throws {
    let growth = try Steps.growth(from: 500, Self.policy) { policy in
      var count = 0
      for place in policy.targets.indices where policy.target(Name("\(name)\(place)")) != nil { count += 1 }
      #expect(count == (name == "t" ? policy.targets.count - 1 : 0))
    }
    #expect(growth < Steps.most)
  }

  @Test func editsInPlaceCopyNothing() throws {
    let growth = try Steps.growth(from: 500, Self.policy) { policy in
      var policy = policy
      for place in policy.targets.indices { policy.targets[place].otherwise = .leave }
      #expect(policy.target(Name("t0"))?.otherwise == .leave)
    }
    #expect(growth < Steps.most)
  }
}
