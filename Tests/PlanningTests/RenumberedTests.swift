import Documents
import PiHole
import Policies
import Providers
import TestSupport
import Testing

@testable import Planning

/// What has a number for an id is known by both: a system that was set up again gives its numbers anew.
@Suite struct RenumberedTests {
  private static func key(_ number: Int) -> ObjectKey {
    ObjectKey(system: Name("pihole"), kind: .group, id: String(number))
  }

  /// The group 1, called kids, is locked; a run sees `live` then, or cannot read the list where that is nil. What is
  /// remembered of it then?
  private static func seen(_ live: [ObservedObject]?, found: SwitchState? = nil) throws -> RecordedObject? {
    let names = ObjectNames(included: [.name("kids")])
    let target = Sample.target("teens", .groups(system: Name("pihole"), names, whenOff: .enabled))
    var memory = RecordedState()
    var seen = RecordedObject(switchState: SwitchState(.enabled), at: Sample.now, wanted: SwitchState(.enabled))
    (seen.name, seen.locks, seen.found, seen.target) = ("kids", ["3": .enabled], found, Name("kids"))
    if found != nil { seen.foundBy = "3" }
    memory.objects[key(1)] = seen
    let planner = Planner(
      policy: try Sample.policy([target]), verdicts: [(target.name, Sample.verdict(.off))], now: Sample.now,
      past: Past(memory, policy: "p"))
    let unread = live == nil ? [ObjectKind.group: Message(code: "x", "x")] : [:]
    let reading = Observation(
      system: Name("pihole"), version: "1", title: "x", objects: live ?? [], unavailableKinds: unread)
    let plan = planner.plan([Name("pihole"): .success(reading)])
    let report = Report(.apply, plan: plan, inOrder: plan.changes.map { _ in .applied([]) })
    _ = memory.remember(report, policy: "p", unended: ["3": .lock]) { _ in "policy-1" }
    return memory.objects[key(1)]
  }

  @Test func whatIsGoneIsForgotten() throws {
    let others = [Sample.defaultGroup, Sample.group("kids", number: 5)]
    #expect(try Self.seen(others) == nil)
    #expect(try Self.seen([Sample.defaultGroup, Sample.group("tv", number: 1)]) == nil, "it has another name")
    #expect(try Self.seen(others, found: SwitchState(.disabled))?.found == SwitchState(.disabled), "to be put back")
    let there = [Sample.defaultGroup, Sample.group("kids", number: 1)]
    #expect(try Self.seen(there)?.locks == ["3": .enabled])
    #expect(try Self.seen(nil)?.locks == ["3": .enabled], "the list was not read")
  }
}
