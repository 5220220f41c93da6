import Documents
import PiHole
import Policies
import Providers
import TestSupport
import Testing
import UniFi

@testable import Planning

/// What a plan says about a system depends on that system alone, so that each may be written as soon as it was read.
@Suite struct PlanPartLawTests {
  @Test(arguments: 0..<200) func thePlanOfOneSystemIsItsPartOfTheWhole(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (planner, readings) = try Self.world(&random)
    let whole = planner.plan(readings)
    var parts = planner.plan([:])
    for (system, _) in planner.interests {
      let part = planner.plan([system.name: readings[system.name] ?? .failure(Self.gone)])
      #expect(part.entries.allSatisfy { $0.system == system.name })
      #expect(part.nextChange == whole.nextChange)
      #expect(part.changes == whole.changes.filter { $0.system == system.name })
      parts.systems += part.systems
      parts.entries += part.entries
      parts.problems += part.problems
      parts.warnings += part.warnings
    }
    #expect(parts == whole)
  }

  /// What each part says is in the whole, of the first system as of the last.
  @Test func theWholeHasAllOfEveryPart() throws {
    let blocking = Sample.target("pihole", .blocking(system: Name("pihole")))
    let (kids, verdict) = (Sample.acl("kids", [.name("Rule")]), Sample.verdict(.off))
    let planner = Planner(
      policy: try Sample.policy([kids, blocking]),
      verdicts: [(kids.name, verdict), (blocking.name, Sample.verdict(.active))], now: Sample.now)
    let names = planner.interests.map(\.system.name)
    try #require(names.count == 2)
    var parts: [Name: Result<Plan, ProviderError>] = [:]
    for name in names {
      let (key, said) = (ObjectKey(system: name, kind: .aclRule, id: "1"), Finding(Message(code: "x", name.text)))
      let closing = Closing(target: kids.name, at: Sample.now, name: "Rule", position: .enabled)
      var part = Plan(
        now: Sample.now, systems: [], entries: [], problems: [said], warnings: [said], nextChange: nil,
        leftBehind: [LeftBehind(object: key, closing: closing, standing: .unknown)])
      (part.unselected, part.renumbered) = ([key], [key])
      part.recognized.renamed[Name("old-\(name)")] = name
      part.lookups[name] = Lookups(version: name.text)
      parts[name] = .success(part)
    }
    let whole = planner.plan(of: parts)
    #expect([whole.problems, whole.warnings].allSatisfy { $0.map(\.message.text) == names.map(\.text) })
    #expect(whole.leftBehind.map(\.object.system) == names)
    #expect(whole.unselected.map(\.system) == names && whole.renumbered.map(\.system) == names)
    #expect(Set(whole.recognized.renamed.values) == Set(names) && Set(whole.lookups.keys) == Set(names))
  }

  private static let gone = ProviderError(.unreachable, "nothing listens")

  /// Two to six targets whose patterns overlap, up to eight rules, some of them with one name; either system may be
  /// unreadable.
  private static func world(
    _ random: inout SplitMix64
  ) throws -> (Planner, [Name: Result<Observation, ProviderError>]) {
    var targets: [(Target, Verdict)] = []
    for number in 0..<Int.random(in: 2...6, using: &random) {
      let names = (0..<Int.random(in: 1...2, using: &random)).map { _ in
        ObjectName.name("Rule-\(Int.random(in: 0...5, using: &random))")
      }
      let enforcement: Enforcement = Bool.random(using: &random) ? .normal : .observe
      let state: TargetState = [.on, .off, .leave][Int.random(in: 0...2, using: &random)]
      targets.append((Sample.acl("kids-\(number)", names, enforcement: enforcement), Sample.verdict(state)))
    }
    targets.insert(
      (
        Sample.target("pihole", .blocking(system: Name("pihole"))),
        Sample.verdict(Bool.random(using: &random) ? .paused : .active, until: 3600)
      ), at: Int.random(in: 0...targets.count, using: &random))
    let rules = (0..<Int.random(in: 0...8, using: &random)).map { number in
      Sample.rule(
        "Rule-\(Int.random(in: 0...5, using: &random))", Bool.random(using: &random) ? .enabled : .disabled,
        id: "id-\(number)", blocks: Bool.random(using: &random), userDefined: Int.random(in: 0...4, using: &random) > 0)
    }
    let planner = Planner(
      policy: try Sample.policy(targets.map(\.0)), verdicts: targets.map { ($0.0.name, $0.1) }, now: Sample.now)
    let gateway = Observation(system: Name("gateway"), version: "10.5.66", title: "UniFi", objects: rules)
    let blocking = Sample.blocking(Bool.random(using: &random) ? .active : .paused)
    let pihole = Observation(system: Name("pihole"), version: "v6.4.1", title: "Pi-hole", objects: [blocking])
    func read(_ observation: Observation) -> Result<Observation, ProviderError> {
      Int.random(in: 0...4, using: &random) > 0 ? .success(observation) : .failure(gone)
    }
    return (planner, [Name("gateway"): read(gateway), Name("pihole"): read(pihole)])
  }
}
