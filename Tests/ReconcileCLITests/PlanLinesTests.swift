import CivilTime
import Documents
import Foundation
import PiHole
import Policies
import TestSupport
import Testing
import UniFi

@testable import Controller
@testable import Host
@testable import Presentation
@testable import Providers
@testable import Planning

/// What one line of a report says: first what it comes to for the target, then the object and its switch.
@Suite struct PlanLinesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var kind: ObjectKind = .aclRule
    var from: SwitchState
    var to: SwitchState?
    var states: (from: TargetState?, to: TargetState?)
    var action: PlanEntry.Action
    var outcome: Outcome? = nil
    var notes: [Message] = []
    /// The lead, and what follows the object's label.
    var told: String

    var testDescription: String { told }
  }

  private static let trouble = Message(code: "x", "it was locked")
  private static let hours = Message(code: "own-schedule", "own schedule 22:00–06:00")
  private static let ten = Instant(secondsSinceEpoch: 1_795_208_400)
  private static let on = SwitchState(.enabled)
  private static let no = SwitchState(.disabled)

  static let cases: [Case] = [
    Case(from: on, to: no, states: (.off, .on), action: .change, told: "off → on | enabled → disabled"),
    Case(
      from: on, to: no, states: (.off, .on), action: .change, outcome: .applied([]),
      told: "off → on | enabled → disabled, done"),
    Case(
      from: on, to: no, states: (.off, .on), action: .change,
      outcome: .applied([Message(code: Outcome.assumedCode, "was sent")]),
      told: "off → on | enabled → disabled, sent, not confirmed"),
    Case(from: on, to: on, states: (.off, .off), action: .none, told: "off | enabled, in place"),
    Case(kind: .wifi, from: no, to: no, states: (.off, .off), action: .none, told: "off | disabled, in place"),
    Case(
      from: on, to: no, states: (.off, .on), action: .observe,
      told: "off | enabled, should be disabled (observe: only reported)"),
    Case(
      from: on, to: no, states: (.off, .on), action: .yield,
      told: "off | enabled, should be disabled; left as changed by hand (yield)"),
    Case(from: on, to: nil, states: (.off, nil), action: .leave, told: "off | enabled, left alone"),
    Case(from: on, to: nil, states: (nil, nil), action: .leave, told: " | enabled, left alone"),
    Case(from: no, to: nil, states: (.on, nil), action: .problem, notes: [trouble], told: "on | disabled"),
    Case(
      from: on, to: no, states: (.off, .on), action: .change, outcome: .failed(trouble),
      told: "off | enabled, should be disabled; failed"),
    Case(
      from: on, to: no, states: (.off, .on), action: .change, outcome: .skipped(trouble),
      told: "off | enabled, should be disabled; not tried"),
    Case(
      from: on, to: no, states: (.off, .on), action: .change, outcome: .unverified(trouble),
      told: "on? | was enabled, should be disabled; sent, not confirmed"),
    Case(
      from: on, to: no, states: (.off, .on), action: .change, outcome: .superseded(trouble),
      told: "? | was enabled, should be disabled; changed meanwhile, not touched"),
    Case(
      from: no, to: on, states: (.on, .off), action: .change, notes: [hours],
      told: "on → off at times | disabled → enabled, own schedule 22:00–06:00"),
    Case(
      from: on, to: on, states: (.off, .off), action: .none, notes: [hours],
      told: "off at times | enabled, own schedule 22:00–06:00"),
    Case(
      kind: .domain, from: SwitchState(.absent), to: on, states: (.on, .off), action: .change,
      told: "on → off | absent → enabled"),
    Case(
      kind: .domain, from: SwitchState(.absent), to: SwitchState(.absent), states: (.on, .on), action: .none,
      told: "on | absent, in place"),
    Case(
      kind: .domain, from: on, to: SwitchState(.absent), states: (nil, nil), action: .change,
      told: "remove | enabled → absent"),
    Case(
      kind: .domain, from: on, to: SwitchState(.absent), states: (nil, nil), action: .change, outcome: .applied([]),
      told: "removed | enabled → absent, done"),
    Case(
      kind: .domain, from: on, to: SwitchState(.absent), states: (nil, nil), action: .observe,
      told: " | enabled, should be absent (observe: only reported)"),
    Case(
      kind: .blocking, from: SwitchState(.active), to: SwitchState(.paused, ends: ten), states: (.active, .paused),
      action: .change, told: "active → paused until 22:00 |"),
    Case(
      kind: .blocking, from: SwitchState(.paused), to: SwitchState(.paused, ends: ten), states: (.paused, .paused),
      action: .change, outcome: .applied([]), told: "paused → paused until 22:00 | done"),
    Case(
      kind: .blocking, from: SwitchState(.active), to: SwitchState(.active), states: (.active, .active), action: .none,
      told: "active | in place"),
    Case(
      kind: .blocking, from: SwitchState(.paused, ends: ten), to: SwitchState(.active), states: (.paused, .active),
      action: .temporary, told: "paused until 22:00 | paused by hand, left alone"),
    Case(
      kind: .blocking, from: SwitchState(.active), to: SwitchState(.paused, ends: ten), states: (.active, .paused),
      action: .observe, told: "active | should be paused until 22:00 (observe: only reported)"),
    Case(
      kind: .blocking, from: SwitchState(.active), to: SwitchState(.paused, ends: ten), states: (.active, .paused),
      action: .change, outcome: .failed(trouble), told: "active | should be paused until 22:00; failed"),
  ]

  @Test(arguments: cases) func tells(_ example: Case) throws {
    let words = EntryText(
      example.line, outcome: example.outcome, overrides: [],
      moments: Moments(zone: try MixedHousehold().policy.zone, now: TestWorld().now))
    let following = words.switchWords.drop { ", ".contains($0) }
    #expect(words.lead + " |" + (following.isEmpty ? "" : " " + following) == example.told)
  }

  /// An arrow says that something is, or will be, done.
  @Test(arguments: cases) func onlyWhatIsDoneHasAnArrow(_ example: Case) {
    var isDone = example.action == .change
    switch example.outcome {
    case nil, .applied?: break
    case .failed?, .stuck?, .skipped?, .superseded?, .unverified?: isDone = false
    }
    #expect(example.told.contains("→") == isDone)
  }

  /// Of what is alike, that of another target is named with it, also where it is on the same system.
  @Test func alikeOfAnotherTargetIsNamedWithIt() {
    let entries = [("kids", "A"), ("kids", "B"), ("guests", "C"), ("tv", "D")].map { target, name in
      var entry = Self.cases[0].line
      (entry.target, entry.name) = (Name(target), name)
      return entry
    }
    var line = ReportLine(entries[0], .failed(Self.trouble))
    line.alike = Array(entries.dropFirst())
    let (names, others) = line.namesOfAlike(ObjectLabels(entries))
    #expect(names == ["acl-rule 'B'", "guests acl-rule 'C'", "tv acl-rule 'D'"] && others == 0)
  }
}

extension PlanLinesTests.Case {
  var line: PlanEntry {
    var line = PlanEntry(
      target: Name("kids"), system: Name("gateway"), kind: kind, id: "1", name: "Downtime", from: from, to: to,
      said: .saying(.on), action: action, notes: notes)
    (line.fromState, line.toState) = states
    return line
  }
}

extension SharedVerdict {
  /// That `state` is wanted, for good and by no line.
  fileprivate static func saying(_ state: TargetState) -> SharedVerdict {
    SharedVerdict(Verdict(state: state, decidedBy: .otherwise, since: nil, until: nil, nextActive: nil))
  }
}

/// Lines that differ in nothing but their object share their words, and no others do.
@Suite struct LineLooksTests {
  /// In what else a line may differ.
  private static let differences: [@Sendable (inout PlanEntry) -> Void] = [
    { _ in }, { $0.target = Name("guests") }, { $0.cause = .outside }, { $0.verdict.state = .off },
    { $0.inPlaceAt = TestWorld().now }, { $0.notes.append(Message(code: "y", "another")) },
  ]

  /// A member that a line gets later is either about the object alone, or tells looks apart, and then belongs above.
  @Test func everyMemberIsThoughtOf() {
    let aboutTheObject = [
      "id", "name", "qualifier", "domainEntry", "made", "isStuck", "heading", "isOnlyObserved", "takenFrom",
    ]
    let compared = [
      "target", "system", "kind", "from", "to", "said", "action", "notes", "isSelected", "fromState", "toState",
      "cause", "inPlaceAt", "unread",
    ]
    // What is kept beside the line is behind an underscore.
    let members = Mirror(reflecting: PlanLinesTests.cases[0].line).children.compactMap(\.label).map {
      String($0.drop { $0 == "_" })
    }
    #expect(Set(members) == Set(aboutTheObject + compared))
  }

  /// Each of the members that are compared, changed alone.
  @Test func eachOfThemTells() {
    let line = PlanLinesTests.cases[0].line
    let changes: [@Sendable (inout PlanEntry) -> Void] =
      Self.differences.dropFirst() + [
        { $0.system = Name("elsewhere") }, { $0.kind = .list }, { $0.from = SwitchState(.absent) },
        { $0.to = SwitchState(.absent) }, { $0.action = .yield }, { $0.isSelected.toggle() }, { $0.fromState = .leave },
        { $0.toState = .leave }, { $0.unread = .init() },
      ]
    #expect(line.saysTheSame(as: line))
    for (number, change) in changes.enumerated() {
      var other = line
      change(&other)
      #expect(!line.saysTheSame(as: other) && !other.saysTheSame(as: line), "change \(number)")
    }
  }

  @Test func eachReadsAsAlone() throws {
    let moments = Moments(zone: try MixedHousehold().policy.zone, now: TestWorld().now)
    var looks = EntryLooks(overrides: [], moments: moments)
    for round in 1...3 {
      for example in PlanLinesTests.cases {
        for differ in Self.differences {
          var line = example.line
          differ(&line)
          (line.id, line.name, line.qualifier) = ("\(round)", "Rule \(round)", "zone \(round)")
          let place = looks.place(of: line, outcome: example.outcome)
          let words = looks.words[place]
          let alone = EntryText(line, outcome: example.outcome, overrides: [], moments: moments)
          #expect(words.mark == alone.mark && words.lead == alone.lead && words.switchWords == alone.switchWords)
          #expect(words.cause == alone.cause && words.notes == alone.notes && words.entry.target == line.target)
          #expect(words.entry.verdict == line.verdict)
        }
      }
      #expect(looks.words.count == PlanLinesTests.cases.count * Self.differences.count, "round \(round)")
    }
  }
}

/// Many failures with one reason are one entry, in which nothing is lost.
@Suite struct AlikeFailuresTests {
  private static func report(_ outcomes: [Outcome], on household: MixedHousehold) -> Report {
    var all = outcomes[...]
    return Report(
      .apply, plan: household.plan,
      inOrder: household.plan.changes.map { _ in all.popFirst() ?? .applied([]) })
  }

  private static func locked(_ household: MixedHousehold, _ count: Int) -> Report {
    var left = count
    let outcomes = household.plan.changes.map { change -> Outcome in
      guard change.system == Name("pihole"), left > 0 else { return .applied([]) }
      left -= 1
      return .failed(Message(code: "x.locked", "'\(change.name)' was not changed: the database is locked"))
    }
    return report(outcomes, on: household)
  }

  @Test(arguments: [1, 2, 3, 6]) func theyAreToldOnce(_ count: Int) throws {
    let household = try MixedHousehold()
    let report = Self.locked(household, count)
    let text = household.text(report)
    let failing = report.entriesWithOutcomes.filter { $0.entry.system == Name("pihole") && $0.outcome != .applied([]) }
      .filter { $0.outcome != nil }.map(\.entry)
    #expect(failing.count == count)
    let told = text.unwrapped.components("was not changed: the database is locked")
    #expect(told == (count >= 3 ? 1 : count))
    #expect(text.contains("more for the same reason") == (count >= 3))
    if count >= 3 { #expect(text.contains("and \(count - 1) more for the same reason: ")) }
    for line in failing {
      #expect(text.contains("'\(line.name)'"), "\(line.name)")
      #expect(household.json(report).components("\"name\": \"\(line.name.jsonEscaped)\"") >= 2, "each in JSON")
    }
    #expect(text.unwrapped.contains("\(report.outcomes.count - count) applied and verified, \(count) not."))
  }

  /// Another reason, another system or another outcome is told for itself.
  @Test func othersAreNot() throws {
    let household = try MixedHousehold()
    let outcomes: [Outcome] = household.plan.changes.enumerated().map { index, change in
      let message = Message(code: "x", index == 3 ? "something else" : "the database is locked")
      return index == 4 ? .skipped(message) : .failed(message)
    }
    let report = Self.report(outcomes, on: household)
    let lines = ReportLines(report)
    let entries = lines.places.map { lines[$0] }.filter { $0.entry.system != Name("attic") }
    #expect(entries.filter { $0.outcome == outcomes[3] }.allSatisfy { $0.alike.isEmpty })
    #expect(entries.filter { $0.outcome == outcomes[4] }.allSatisfy { $0.alike.isEmpty })
    for entry in entries { #expect(entry.alike.allSatisfy { $0.system == entry.entry.system }) }
    let inPlan = household.plan.entries.filter { $0.system != Name("attic") }.count
    #expect(entries.count + entries.map(\.alike.count).reduce(0, +) == inPlan, "each is somewhere, once")
    #expect(entries.contains { !$0.alike.isEmpty })
  }

  /// Of very many the first are named and the others counted.
  @Test func veryManyAreCounted() throws {
    var entry = ReportLine(PlanLinesTests.cases[0].line, .failed(Message(code: "x", "locked")))
    entry.alike = (1...40).map { number in
      var line = entry.entry
      line.name = "Rule \(number)"
      return line
    }
    let (names, others) = entry.namesOfAlike(ObjectLabels([]))
    #expect(names.count + others == 40 && names.first == "acl-rule 'Rule 1'" && others > 0)
  }
}

/// What `drift` concludes: what is due is no drift, and it says so.
@Suite struct DriftSummaryTests {
  @Test(
    "a pause by hand that is allowed is no drift, however somebody made it",
    arguments: [
      (1, [], "1 pause by hand is allowed, no drift."), (2, [], "2 pauses by hand are allowed, no drift."),
      (1, [.schedule], "1 change is due, 1 pause by hand is allowed, no drift."),
      (1, [.outside], "1 object has drifted, 1 pause by hand is allowed."),
    ] as [(Int, [Cause?], String)])
  func allows(_ pauses: Int, _ causes: [Cause?], _ words: String) {
    Self.check(causes, pauses: pauses, words)
  }

  @Test(
    arguments: [
      ([Cause.schedule, .policy], "2 changes are due, no drift."), ([.override], "1 change is due, no drift."),
      ([.outside], "1 object has drifted."), ([.outside, .schedule], "1 object has drifted, 1 change is due."),
      ([.contended, .firstRun, .policy, .override], "2 objects have drifted, 2 changes are due."), ([], "No drift."),
      ([nil], "1 object has drifted."),
    ] as [([Cause?], String)])
  func says(_ causes: [Cause?], _ words: String) { Self.check(causes, words) }

  private static func check(_ causes: [Cause?], pauses: Int = 0, _ words: String) {
    var plan = Plan(now: TestWorld().now, systems: [], entries: [], problems: [], warnings: [], nextChange: nil)
    plan.entries = causes.map { cause in
      var line = PlanLinesTests.cases[0].line
      line.cause = cause
      return line
    }
    plan.entries += (0..<pauses).map { number in
      var line = PlanLinesTests.cases[0].line
      (line.action, line.cause) = (.temporary, number == 0 ? .outside : nil)
      return line
    }
    let report = Report(.drift, plan: plan)
    let text = PlanSummary(report, style: Style(isOn: false)).lines.joined(separator: " ")
    #expect(text.hasSuffix((pauses == 0 ? "in place. " : "left alone. ") + words))
    #expect(report.exitStatus(detailed: false) == (words.contains("drifted") ? .differences : .success))
  }
}

extension String {
  /// How often `piece` is in it.
  fileprivate func components(_ piece: String) -> Int { components(separatedBy: piece).count - 1 }

  fileprivate var jsonEscaped: String { replacing("\\", with: "\\\\") }
}
