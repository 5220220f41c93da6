import Documents
import PiHole
import Planning
import Policies
import Providers
import TestSupport
import Testing

/// What is off on a Pi-hole that is paused holds nothing back, and a plan says so.
@Suite struct LettingGoTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var live: ObservedObject?
    var wanted: Verdict? = Sample.verdict(.active)
    var enforcement: Enforcement = .normal
    var isTold: Bool
    /// Whether it is paused already, where it is told.
    var isSoNow = true
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "it blocks", live: Sample.blocking(.active), isTold: false),
    Case(name: "somebody's own pause", live: Sample.blocking(.paused, endsIn: 3600), isTold: true),
    Case(name: "somebody's own pause that this run ends", live: Sample.blocking(.paused), isTold: false),
    Case(
      name: "a pause that a run of strict ends", live: Sample.blocking(.paused, endsIn: 60), enforcement: .strict,
      isTold: false),
    Case(
      name: "a pause that is only observed", live: Sample.blocking(.paused), enforcement: .observe, isTold: true),
    Case(
      name: "a pause that this run begins", live: Sample.blocking(.active),
      wanted: Sample.verdict(.paused, until: 3600),
      isTold: true, isSoNow: false),
    Case(
      name: "a pause that this run prolongs", live: Sample.blocking(.paused, endsIn: 60),
      wanted: Sample.verdict(.paused, until: 3600), enforcement: .strict, isTold: true),
    Case(
      name: "a pause of a Pi-hole that no line is about, and that was seen", live: Sample.blocking(.paused),
      wanted: nil, isTold: true),
    Case(name: "nobody knows", live: nil, wanted: nil, isTold: false),
  ]

  static let list = Sample.list("https://lists.example/ads.txt")
  static let deny = Sample.domains("sites", ["example.com"], groups: ["kids"])

  private static func lists(_ name: String, whenOff: SwitchPosition, _ address: String) -> Target {
    Sample.target(
      name, .lists(system: Name("pihole"), Sample.names([.name(address)]), whenOff: whenOff))
  }

  private static func plan(_ sample: Case, _ target: Target, _ state: TargetState) async throws -> Plan {
    let own = Sample.target("pihole", .blocking(system: Name("pihole")), enforcement: sample.enforcement)
    var policy = try Sample.policy([target] + (sample.wanted == nil ? [] : [own]))
    if sample.wanted == nil { policy.implicitTargets = [own] }
    let verdicts = [(target.name, Sample.verdict(state))] + (sample.wanted.map { [(own.name, $0)] } ?? [])
    let planner = Planner(policy: policy, verdicts: verdicts, now: Sample.now)
    let system = try #require(policy.systems.first { $0.name == Name("pihole") })
    let live =
      [list, Sample.list("https://lists.example/off.txt", .disabled), Sample.entry("example.com", groups: ["kids"])]
      + [Sample.kidsGroup] + [sample.live].compactMap(\.self)
    return try await planner.part(
      about: system, Observation(system: system.name, version: "1", title: "pihole", objects: live))
  }

  private static func told(_ plan: Plan, _ target: Target) -> [String?] {
    plan.entries.filter { $0.target == target.name }.map { entry in
      entry.notes.first { $0.code == "target.let-go" }?.text
    }
  }

  private static func words(_ sample: Case) -> [String?] {
    let isSoNow = "'pihole' is paused: while it is, this holds nothing back"
    return [sample.isTold ? sample.isSoNow ? isSoNow : "once 'pihole' is paused, this holds nothing back" : nil]
  }

  @Test(arguments: cases) func whatIsOffIsTold(_ sample: Case) async throws {
    let blocking = Self.lists("ads", whenOff: .enabled, "https://lists.example/ads.txt")
    #expect(Self.told(try await Self.plan(sample, blocking, .off), blocking) == Self.words(sample))
    let missing = Self.lists("ads", whenOff: .enabled, "https://lists.example/off.txt")
    #expect(Self.told(try await Self.plan(sample, missing, .off), missing) == Self.words(sample))
    #expect(Self.told(try await Self.plan(sample, Self.deny, .off), Self.deny) == Self.words(sample))
  }

  /// Nothing is said of what is on, and of a list that is disabled while it is off.
  @Test(arguments: cases) func whatIsOnIsNot(_ sample: Case) async throws {
    for (target, state) in [
      (Self.deny, TargetState.on), (Self.deny, .leave),
      (Self.lists("ads", whenOff: .enabled, "https://lists.example/ads.txt"), .on),
      (Self.lists("ads", whenOff: .disabled, "https://lists.example/ads.txt"), .off),
    ] {
      #expect(Self.told(try await Self.plan(sample, target, state), target) == [nil])
    }
  }
}
