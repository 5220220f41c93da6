import CivilTime
import Documents
import PiHole
import Policies
import Providers
import Steps
import TestSupport
import Testing
import UniFi

@testable import Planning

/// What a lock keeps shut for targets that it is not about.
@Suite struct LockHoldTests {
  private static let lock = Override(
    id: "3", target: Name("kids"), state: .off, from: Sample.now, until: Sample.now + 3_600, because: nil, by: "anna",
    kind: .lock)

  /// An object of this id that `override` wants off, as it was noted.
  private static func memory(
    _ id: String, name: String?, of target: String?, by override: String = "3"
  ) -> RecordedState {
    var seen = RecordedObject(
      switchState: SwitchState(.enabled), at: Sample.now, wanted: SwitchState(.enabled), override: override)
    (seen.name, seen.target) = (name, target.map { Name($0) })
    return RecordedState(objects: [ObjectKey(system: Name("gateway"), kind: .aclRule, id: id): seen])
  }

  private static func holds(_ memory: RecordedState, _ targets: [Target], by lock: Override = lock) throws -> [String] {
    try memory.holds(of: lock, in: Sample.policy(targets)).map(\.target.text)
  }

  private static let wires = Sample.acl("wires", [.name("A")])
  private static let kids = Sample.acl("kids", [.name("B")])

  @Test func whatAnotherTargetHas() throws {
    let memory = Self.memory("1", name: "A", of: "kids")
    #expect(try Self.holds(memory, [Self.wires, Self.kids]) == ["wires"])
    #expect(try Self.holds(memory, [Self.wires]) == ["wires"])
    #expect(try Self.holds(memory, [Sample.acl("kids", [.name("A")])]) == [])
    #expect(try Self.holds(memory, [Sample.acl("wires", [.name("A")], enforcement: .observe)]) == [])
    #expect(try Self.holds(Self.memory("1", name: "A", of: "kids", by: "2"), [Self.wires]) == [])
    var override = Self.lock
    override.kind = .override
    #expect(try Self.holds(memory, [Self.wires], by: override) == [])
  }

  @Test func whatMayBeAnothersWhereNobodyKnowsItsName() throws {
    #expect(try Self.holds(Self.memory("1", name: nil, of: nil), [Self.wires]) == ["wires"])
    #expect(try Self.holds(Self.memory("1", name: nil, of: "kids"), [Self.wires, Self.kids]) == [])
    #expect(try Self.holds(Self.memory("1", name: nil, of: "kids"), [Self.wires]) == ["wires"])
  }

  // MARK: What is removed where nothing names it

  private static let old = ObjectKey(system: Name("pihole"), kind: .domain, id: "deny/exact/old.com")

  /// What becomes of `old.com`, which `lock` has denied and no target names any more, by what each state remembers of it.
  private static func removal(_ seen: RecordedObject?, holding lock: Override?) throws -> PlanEntry? {
    let target = Sample.domains("tube", ["youtube.com"], prune: true)
    let policy = try Sample.policy([target])
    var past = Past(RecordedState(), policy: "p")
    past.memory.objects[old] = seen
    past.held = lock.map { [$0.id: HeldOverride($0, called: "lock 3", in: policy)] } ?? [:]
    let planner = Planner(
      policy: policy, verdicts: [(target.name, Sample.verdict(.on))], now: Sample.now, past: past)
    let live = [Sample.defaultGroup, Sample.entry("youtube.com", at: .disabled), Sample.entry("old.com")]
    let seen = Observation(system: old.system, version: "1", title: "x", objects: live)
    return planner.plan([old.system: .success(seen)]).entries.first { $0.id == old.id }
  }

  @Test func anEntryThatALockHoldsIsNotRemoved() throws {
    var seen = RecordedObject(switchState: SwitchState(.enabled), at: Sample.now, wanted: nil)
    #expect(try Self.removal(seen, holding: Self.lock)?.action == .change, "it was denied before")
    seen.locks = ["3": .enabled]
    var aboutIt = Self.lock
    aboutIt.target = Name("tube")
    for lock in [Self.lock, aboutIt] {
      let entry = try #require(try Self.removal(seen, holding: lock))
      #expect(entry.action == .problem && entry.notes.map(\.code) == ["object.locked"], "\(entry)")
    }
    #expect(try Self.removal(seen, holding: nil)?.to == SwitchState(.absent), "once the lock is over")
    seen.locks = ["3": .disabled]
    #expect(try Self.removal(seen, holding: Self.lock)?.action == .change, "the lock wanted it elsewhere")
    // As an earlier version has noted it.
    (seen.locks, seen.override, seen.wanted) = ([:], "3", SwitchState(.enabled))
    #expect(try Self.removal(seen, holding: Self.lock)?.action == .problem)
  }

  // MARK: Twice as much

  /// What thousands of entries have left: half of them are another target's by now, and half are nobody's.
  private static func crowd(_ count: Int) throws -> (policy: Policy, memory: RecordedState) {
    let domains = (0..<2 * count).map { "host-\($0).example" }
    var memory = RecordedState()
    for (number, key) in Sample.domains("kids", domains).entryKeys.enumerated() {
      var seen = RecordedObject(
        switchState: SwitchState(.enabled), at: Sample.now, wanted: SwitchState(.enabled), override: "3")
      (seen.name, seen.target) = (domains[number], Name("kids"))
      seen.wantedState = "off"
      seen.closing = Closing(target: Name("kids"), at: Sample.now, name: domains[number], position: .enabled)
      memory.objects[key] = seen
    }
    return (try Sample.policy([Sample.domains("tube", Array(domains.prefix(count)))]), memory)
  }

  @Test func halfOfACrowdIsAnothers() throws {
    let (policy, memory) = try Self.crowd(100)
    let held = HeldOverride(Self.lock, called: "lock-1", in: policy)
    #expect(memory.holds(of: Self.lock, in: policy).map(\.objects.count) == [100])
    #expect(memory.locked(by: ["3": held], in: policy).count == 100)
    #expect(policy.leavingBehind(memory.closings).count == 100)
    #expect(policy.leavingBehind([]).isEmpty)
  }

  @Test(arguments: ["holds", "locked", "left"]) func twiceTheCrowdIsTwiceTheWork(_ what: String) throws {
    let growth = try Steps.growth(from: 300, Self.crowd) { policy, memory in
      switch what {
      case "holds": _ = memory.holds(of: Self.lock, in: policy)
      case "locked": _ = memory.locked(by: ["3": HeldOverride(Self.lock, called: "lock-1", in: policy)], in: policy)
      default: _ = policy.leavingBehind(memory.closings)
      }
    }
    #expect(growth < Steps.most, "\(growth)")
  }
}
