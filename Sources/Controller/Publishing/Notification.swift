import CivilTime
import Documents
import JSONTree
import Planning
import Policies
import Presentation
import Providers
import Text

/// What is told of a run that did something, could not do something, found a device stuck, or lost a system or got one
/// back, and of what is to come. There is no secret in it.
struct Notification: Sendable {
  let run: RunFacts
  private let policy: String
  /// The names of devices that failed to move, told once.
  var stuck: [String] { run.stuck }

  /// Nil where there is nothing to tell: a change that failed is tried again by every run, and is told when it begins to
  /// fail and when it was made. `policy` is its path as it was named.
  init?(_ run: RunFacts, policy: String) {
    self.run = run
    self.policy = policy
    if !Self.hasNews(run.report, run.failures), run.failures.isEmpty, run.lost.isEmpty, run.back.isEmpty, stuck.isEmpty,
      run.problems.isEmpty, run.doubts.isEmpty, run.coming.isEmpty, run.contention.begun.isEmpty,
      run.contention.over.isEmpty, run.gone.objects.isEmpty, run.ends.begun.isEmpty
    {
      return nil
    }
  }

  /// Whether a run that came to `report` moved or did something of which people hear, whatever else is news.
  static func hasNews(_ report: Report, _ failures: FailureNews) -> Bool {
    report.entriesWithOutcomes.contains { $1?.isNews(of: $0, failures) ?? false }
      || report.actions.contains(where: \.isNews)
  }

  /// One object, its keys in a fixed order.
  var json: JSON {
    .object(
      [
        .formatVersion,
        .init("at", .instant(run.report.plan.now)),
        .init("policy", .string(policy)),
        .init("timezone", .string(run.zone.name)),
        .init("changes", .array(tried.map(change))),
        .init("lost", .array(run.lost.map { .string($0.text) })),
        .init("back", .array(run.back.map { .string($0.text) })),
        .init("summary", .string(summary)),
        .init("trouble", .bool(text.isTrouble)),
      ] + (run.report.actions.isEmpty ? [] : [.init("actions", .array(run.report.actions.map(action)))])
        + (run.failures.refusal.map { [.init("refusal", .string($0.text))] } ?? [])
        + (stuck.isEmpty ? [] : [.init("stuck", .array(stuck.map { .string($0) }))])
        + (problems.isEmpty ? [] : [.init("problems", .array(problems.map(problem)))])
        + (allOver.isEmpty ? [] : [.init("over", .array(allOver.map(over)))])
        + (run.contention.begun.isEmpty ? [] : [.init("contended", .array(run.contention.begun.map(fight)))])
        + (run.contention.over.isEmpty
          ? [] : [.init("settled", .array(run.contention.over.map { .string($0.text) }))])
        + (run.gone.objects.isEmpty ? [] : [.init("gone", .array(run.gone.objects.map(gone)))])
        + (run.ends.begun.isEmpty ? [] : [.init("ending", .array(run.ends.begun.map(ending)))])
        + (run.coming.isEmpty ? [] : [.init("coming", .array(run.coming.map(coming)))]))
  }

  /// The targets that something is in the way of since this run, or that are to be held back since it and cannot be.
  var problems: [TargetProblem] { run.problems.begun + run.doubts }

  /// The targets that are as they should be again, and were not moved there by this run.
  var allOver: [ProblemNews.Over] { (run.problems.over + run.failures.over).uniqued() }

  /// As lines for people.
  var text: NotificationText { NotificationText(self) }

  /// Every change with what became of it, but for those that go on failing since people heard.
  var tried: [(entry: PlanEntry, outcome: Outcome)] {
    run.report.entriesWithOutcomes.compactMap { entry, outcome in
      run.failures.known.contains(entry.key) ? nil : outcome.map { (entry, $0) }
    }
  }

  /// The same without what was put right once more of what somebody else keeps changing, of which people have heard.
  var toldChanges: [(entry: PlanEntry, outcome: Outcome)] {
    tried.filter { entry, outcome in !outcome.isApplied || outcome.isNews(of: entry, run.failures) }
  }

  private func change(_ entry: PlanEntry, _ outcome: Outcome) -> JSON {
    .object(
      entry.switchMembers + [
        .init("toEnds", .instant(entry.to?.ends)),
        .init("state", .string(entry.verdict.state.rawValue)),
        .init("until", .instant(entry.verdict.until)),
        .init("cause", .text(entry.cause?.rawValue)),
        .init("outcome", .string(outcome.word)),
      ])
  }

  private func action(_ entry: ActionEntry) -> JSON {
    .object([
      .init("target", .string(entry.due.key.target.text)), .init("action", .string(entry.due.action.name)),
      .init("due", .instant(entry.due.key.at)), .init("outcome", .string(entry.word)),
    ])
  }

  private func problem(_ problem: TargetProblem) -> JSON {
    .object([
      .init("target", .string(problem.target.text)), .init("state", .text(problem.state?.rawValue)),
      .init("message", .string(problem.allWords)),
    ])
  }

  private func over(_ over: ProblemNews.Over) -> JSON {
    .object([.init("target", .string(over.target.text)), .init("state", .string(over.state.rawValue))])
  }

  private func fight(_ fight: ContentionNews.Fight) -> JSON {
    .object([.init("target", .string(fight.target.text)), .init("message", .string(fight.words))])
  }

  private func gone(_ object: GoneObject) -> JSON {
    .object([
      .init("target", .string(object.target.text)), .init("name", .string(object.name)),
      .init("message", .string(object.becoming.text)),
    ])
  }

  private func ending(_ ending: CredentialNews.Ending) -> JSON {
    let moments = Moments(zone: run.zone, now: run.report.plan.now)
    return .object([
      .init("system", .string(ending.system.text)), .init("message", .string(ending.end.message(moments.short).text)),
    ])
  }

  private func coming(_ change: ComingChange) -> JSON {
    .object(
      [
        .init("target", .string(change.target.text)), .init("at", .instant(change.at)),
        .init("from", .string(change.from.rawValue)), .init("to", .string(change.to.rawValue)),
      ] + (change.doubt.map { [.init("doubt", .string($0))] } ?? []))
  }

  /// One line for people: `not done: 1; cannot be read: pihole; kids: off, guests: on; can be read again: gateway`.
  var summary: String {
    let all = run.report.entriesWithOutcomes.count { $1 != nil }
    let undone = run.report.summary.failed - (all - tried.count)
    let moments = Moments(zone: run.zone, now: run.report.plan.now)
    func words(_ actions: [ActionEntry]) -> [String] {
      actions.map { "\($0.due.key.target): \(NotificationText.word($0))" + NotificationText.due($0, moments) }
    }
    let acted = run.report.actions.filter(\.isNews)
    func coming(_ isDoubtful: Bool) -> String {
      let changes = run.coming.filter { ($0.doubt != nil) == isDoubtful }.map { change in
        "\(change.target): \(change.to) at \(moments.short(change.at))" + (change.doubt.map { ", but \($0)" } ?? "")
      }
      return changes.joined(separator: ", ")
    }
    let troubles =
      [coming(true)] + words(acted.filter(\.isTrouble)) + [
        undone == 0 ? "" : "not done: \(undone)",
        run.failures.refusal.map { "nothing was changed: \($0.text)" } ?? "",
        problems.map(\.sentence).joined(separator: "; "),
        run.lost.isEmpty ? "" : "cannot be read: " + run.lost.map(\.text).joined(separator: ", "),
        stuck.isEmpty ? "" : "could not move: " + stuck.joined(separator: ", "),
        run.contention.begun.map(\.sentence).joined(separator: "; "),
        run.gone.sentences.joined(separator: "; "), run.ends.sentences(moments).joined(separator: "; "),
      ]
    let done =
      [coming(false), states.joined(separator: ", ")] + words(acted.filter { !$0.isTrouble })
    let over = [
      allOver.map(\.sentence).joined(separator: ", "),
      run.contention.over.map(Self.contentionOver).joined(separator: "; "),
      run.back.isEmpty ? "" : "can be read again: " + run.back.map(\.text).joined(separator: ", "),
    ]
    let parts = troubles + done + over
    return parts.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// `kids: nobody else keeps changing it any more`
  static func contentionOver(_ target: Name) -> String { "\(target): nobody else keeps changing it any more" }

  /// The targets for which something was moved, each once, with its state and whether somebody else had moved it.
  private var states: [String] {
    let states = toldChanges.compactMap { entry, outcome -> String? in
      guard case .applied = outcome else { return nil }
      let word = (entry.stateAfterOverride ?? entry.verdict.state).rawValue
      return "\(entry.target.text): \(word)" + (entry.isPutRight ? " again" : "")
    }
    return states.uniqued()
  }
}

extension RunFacts {
  /// That systems cannot be read, each with why.
  var lostSentences: [String] {
    lost.map { name in
      let error = report.plan.systems.first { $0.name == name }?.error
      return "\(name) cannot be read" + (error.map { ": " + $0.message.text } ?? "")
    }
  }
}

extension Outcome {
  /// Whether it moved `entry`, and not only back once more where somebody else keeps moving it, which was in place since it is
  /// wanted so. What people heard of as a failure is news in any case: that is over.
  fileprivate func isNews(of entry: PlanEntry, _ failures: FailureNews) -> Bool {
    guard isApplied else { return false }
    if failures.made.contains(entry.key) { return true }
    guard entry.cause == .contended, let inPlaceAt = entry.inPlaceAt else { return true }
    return entry.verdict.since.map { $0 > inPlaceAt } ?? false
  }
}

extension PlanEntry {
  /// The state that it is put back to after an override. That its target is left alone says nothing to people.
  var stateAfterOverride: TargetState? { isPutBack ? toState : nil }

  /// Whether somebody else had moved it.
  var isPutRight: Bool { cause == .outside || cause == .contended }
}
