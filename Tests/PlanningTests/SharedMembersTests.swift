import CivilTime
import Documents
import Planning
import Policies
import Providers
import TestSupport
import Testing

/// Whoever selects a group selects its members: they belong to one target like everything else.
@Suite struct SharedMembersTests {
  /// A lamp, or a group of some.
  private static func lamp(
    _ name: String, _ position: SwitchState.Position = .enabled, of members: [String]? = nil
  ) -> ObservedObject {
    var lamp = ObservedObject(
      kind: .pretendLamp, id: "lamp." + name, name: name, switchState: SwitchState(position), whenOff: .disabled)
    lamp.members = members?.map { "lamp." + $0 }
    return lamp
  }

  private static let lamps = [
    lamp("bed"), lamp("desk"), lamp("hall"), lamp("upstairs", of: ["bed", "desk"]), lamp("ways", of: ["desk", "hall"]),
  ]

  private static func target(_ name: String, _ names: String, precedence: Int = .max) -> Target {
    guard let kind = SystemKind.pretendHouse.selectors("lamps").first else { preconditionFailure("there are lamps") }
    let included = names.split(separator: " ").map { ObjectName.name(String($0)) }
    var target = Sample.target(
      name, .objects(system: Name("house"), kind, ObjectNames(included: included), whenOff: nil))
    target.precedence = precedence
    return target
  }

  private static func policy(_ targets: [Target]) -> Policy {
    let (policy, _) = DoorTests.household(permits: false)
    var household = policy
    household.targets = targets
    return household
  }

  /// What becomes of `lamps` where everything is to be off.
  private static func plan(
    _ targets: [Target], only: Set<Name>? = nil, past: Past? = nil, lamps: [ObservedObject] = lamps
  ) -> Plan {
    let planner = Planner(
      policy: policy(targets), verdicts: targets.map { ($0.name, Sample.verdict(.off)) }, now: Sample.now + 60,
      only: only, past: past)
    let seen = Observation(system: Name("house"), version: "1", title: "House", objects: lamps)
    return planner.plan([Name("house"): .success(seen)])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var targets: [Target]
    var outline: [String]
    var problems: [String] = []
  }

  private static let twice = "object.two-targets 'lamp.desk' is switched by 'a' and 'b'; left alone"
  private static let isOfB =
    "object.two-targets 'lamp.desk' belongs to 'b', whose guard holds edits of the policy; left alone"

  static let cases = [
    Case(
      testDescription: "a group and its member", targets: [target("a", "upstairs"), target("b", "desk hall")],
      outline: ["a upstairs problem", "b desk problem", "b hall change"], problems: [twice, twice]),
    Case(
      testDescription: "two groups with one member", targets: [target("a", "upstairs"), target("b", "ways")],
      outline: ["a upstairs problem", "b ways problem"], problems: [twice, twice]),
    Case(
      testDescription: "a group beside its members", targets: [target("a", "upstairs bed desk"), target("b", "hall")],
      outline: ["a bed change", "a desk change", "a upstairs change", "b hall change"]),
    Case(
      testDescription: "a group beside what is not in it", targets: [target("a", "ways"), target("b", "bed")],
      outline: ["a ways change", "b bed change"]),
    Case(
      testDescription: "the group itself in two targets", targets: [target("a", "ways"), target("b", "ways")],
      outline: ["a ways problem", "b ways problem"],
      problems: ["object.two-targets selected by 'a' and 'b'; left alone"]),
    Case(
      testDescription: "a member that a guard holds",
      targets: [target("a", "upstairs bed"), target("b", "desk", precedence: 1)],
      outline: ["a bed change", "a upstairs problem", "b desk change"], problems: [isOfB]),
    Case(
      testDescription: "a group that a guard holds",
      targets: [target("a", "desk"), target("b", "ways", precedence: 1)],
      outline: ["a desk problem", "b ways change"], problems: [isOfB]),
    Case(
      testDescription: "two groups, of which a guard holds one",
      targets: [target("a", "upstairs", precedence: 2), target("b", "ways", precedence: 1)],
      outline: ["a upstairs problem", "b ways change"], problems: [isOfB]),
  ]

  @Test(arguments: cases) func belongToOneTarget(_ example: Case) {
    let plan = Self.plan(example.targets)
    #expect(plan.entries.map { "\($0.target) \($0.name) \($0.action.rawValue)" } == example.outline)
    #expect(plan.problems.map { "\($0.message.code) \($0.message.text)" } == example.problems)
    // Each target for itself finds the same.
    for target in example.targets {
      let alone = Self.plan(example.targets, only: [target.name])
      #expect(alone.entries == plan.entries.filter { $0.target == target.name })
    }
  }

  @Test("also the groups of targets that a run does not manage are read") func groupsOfOthersAreNamed() throws {
    let policy = Self.policy([Self.target("a", "upstairs"), Self.target("b", "desk")])
    let planner = Planner(policy: policy, verdicts: [], now: Sample.now, only: [Name("b")])
    let named = planner.named(on: try #require(policy.systems.first)).names[.pretendLamp] ?? []
    #expect(named.flatMap(\.included) == [.name("upstairs"), .name("desk")])
  }

  /// `desk` or `upstairs` was switched off for a target that is gone, and these lamps are in the one that there is now.
  @Test(arguments: [
    ("desk", "upstairs", false), ("desk", "ways", false), ("desk", "bed", true), ("upstairs", "desk", false),
    ("upstairs", "ways", false), ("upstairs", "hall", true),
  ])
  func areNotLeftBehind(_ old: String, _ new: String, isLeft: Bool) {
    var memory = RecordedState()
    let before = Self.plan([Self.target("a", old)])
    _ = memory.remember(Report(.apply, plan: before, inOrder: [.applied([])]), policy: "p") { _ in "policy-1" }
    let off = Self.lamps.map { Self.lamp($0.name, .disabled, of: $0.members?.map { String($0.dropFirst(5)) }) }
    let after = Self.plan([Self.target("b", new)], past: Past(memory, policy: "q"), lamps: off)
    #expect(after.leftBehind.map(\.closing.name) == (isLeft ? [old] : []))
  }
}
