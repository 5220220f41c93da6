import CivilTime
import Documents
import Policies
import Providers
import Testing
import UniFi

@testable import Planning
@testable import Presentation

/// What is wrong with a run apart from its objects: each thing has one trouble, told once.
@Suite struct TroubleTests {
  private static func report(
    _ readings: [(String, ProviderError?)], failures: [String: ProviderError] = [:], refusal: Message? = nil
  ) -> Report {
    let systems = readings.map { name, error in
      SystemStatus(
        name: Name(name), kind: "unifi", reading: error.map { .failed($0) } ?? .ok(version: "1", title: "x"))
    }
    let plan = Plan(
      now: TestWorld().now, systems: systems, entries: [], problems: [], warnings: [], nextChange: nil)
    let failed = Dictionary(uniqueKeysWithValues: failures.map { (Name($0.key), $0.value) })
    return Report(.apply, plan: plan, failures: failed, refusal: refusal)
  }

  private static let away = ProviderError(.unreachable, "no answer", code: "http.timeout")
  private static let broken = ProviderError(.unreachable, "cut off", code: "http.closed")

  @Test func aSystemThatFailsIsOneTrouble() {
    let report = Self.report(
      [("a", nil), ("b", Self.away), ("c", nil)], failures: ["b": Self.broken, "c": Self.broken])
    let all = Trouble.all(in: report, .utc)
    #expect(all.map(\.key) == ["system b http.timeout", "writes c http.closed"], "reading comes first")
    #expect(all.map(\.begins) == ["cannot be read: no answer", "failed: cut off"])
    #expect(all.map(\.ends) == ["can be read again", "works again"])
    #expect(all.map(\.subject) == ["b", "c"])
    // Who cannot be read is not known to be unable to be written.
    #expect(all.map(\.system?.text) == [nil, "c"])
  }

  /// It is told when it happens; that it is over would be told of nothing.
  @Test(arguments: [
    ("policy.moved", true), ("policy.followed", true), ("system.renamed", true), ("clock.unsure", false),
  ])
  func whatHappenedOnceHasNoEnd(_ code: String, _ isOnce: Bool) {
    var report = Self.report([("a", nil)])
    report.plan.warnings = [Finding(Message(code: code, "words"))]
    let all = Trouble.all(in: report, .utc)
    #expect(all.map(\.begins) == ["warning: words"])
    #expect(all.map(\.ends) == [isOnce ? nil : "over: words"])
  }

  /// Two systems number their objects from one, and an action may be missed on two evenings: each is another trouble.
  @Test func alikeIsNotTheSame() {
    var report = Self.report([("a", nil), ("b", nil)])
    let verdict = Verdict(state: .off, decidedBy: .otherwise, since: nil, until: nil, nextActive: nil)
    let places = [("a", "1", "kids"), ("b", "1", "kids"), ("a", "2", "kids"), ("a", "1", "tv")]
    report.plan.entries = places.map { system, id, target in
      PlanEntry(
        target: Name(target), system: Name(system), kind: .aclRule, id: id, name: "Downtime",
        from: SwitchState(.disabled), to: SwitchState(.enabled), said: SharedVerdict(verdict), action: .observe,
        notes: [])
    }
    #expect(Set(Trouble.all(in: report, .utc).map(\.key)).count == places.count)
    report.plan.entries = []
    let due = [("door", -86_400), ("door", -3_600), ("gate", -3_600)] as [(String, Int64)]
    report.plan.actions = due.map { target, seconds in
      DueAction(
        key: ActionKey(target: Name(target), at: report.plan.now + seconds), system: Name("house"),
        action: SelectorKind.Action("lock"), edge: nil, until: report.plan.now + -1, standing: .missed)
    }
    #expect(Set(Trouble.all(in: report, .utc).map(\.key)).count == due.count)
  }

  @Test func aRefusalToWriteIsTroubleOfTheProgram() {
    let refusal = Message(
      code: "plan.too-many-changes", "9 changes are more than the limit of 5", hint: "check the plan")
    let all = Trouble.all(in: Self.report([("a", nil)], refusal: refusal), .utc)
    #expect(all.map(\.key) == ["refusal plan.too-many-changes"])
    #expect(all.map(\.subject) == ["reconcile"])
    #expect(all.map(\.begins) == ["wrote nothing: 9 changes are more than the limit of 5; check the plan"])
    #expect(all.map(\.ends) == ["writes again"])
    #expect(Trouble.all(in: Self.report([("a", nil)]), .utc).isEmpty)
  }
}
