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
    let isQuiet =
      !run.report.entriesWithOutcomes.contains { $1?.isNews(of: $0) ?? false }
      && !run.report.actions.contains(where: \.isNews)
    if isQuiet, run.failures.isEmpty, run.lost.isEmpty, run.back.isEmpty, stuck.isEmpty, run.problems.isEmpty,
      run.coming.isEmpty, run.contentions.isEmpty, run.gone.isEmpty, run.ends.begun.isEmpty
    {
      return nil
    }
  }

  /// One object, its keys in a fixed order.
  var json: JSON {
    .object(
      [
        .formatVersion,
        .init("at", .instant(run.report.plan.now)),
        .init("policy", .string(policy)),
        .init("changes", .array(tried.map(change))),
        .init("lost", .array(run.lost.map { .string($0.text) })),
        .init("back", .array(run.back.map { .string($0.text) })),
        .init("summary", .string(summary)),
      ] + (run.report.actions.isEmpty ? [] : [.init("actions", .array(run.report.actions.map(action)))])
        + (run.failures.refusal.map { [.init("refusal", .string($0.text))] } ?? [])
        + (stuck.isEmpty ? [] : [.init("stuck", .array(stuck.map { .string($0) }))])
        + (run.problems.begun.isEmpty ? [] : [.init("problems", .array(run.problems.begun.map(problem)))])
        + (run.problems.over.isEmpty ? [] : [.init("over", .array(run.problems.over.map(over)))])
        + (run.gone.isEmpty ? [] : [.init("gone", .array(run.gone.map(gone)))])
        + (run.ends.begun.isEmpty ? [] : [.init("ending", .array(run.ends.begun.map(ending)))])
        + (run.coming.isEmpty ? [] : [.init("coming", .array(run.coming.map(coming)))]))
  }

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
    tried.filter { entry, outcome in !outcome.isApplied || outcome.isNews(of: entry) }
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

  private func gone(_ event: Event) -> JSON {
    .object([
      .init("target", .text(event.target?.text)), .init("name", .text(event.name)),
      .init("message", .text(event.message)),
    ])
  }

  private func ending(_ ending: CredentialNews.Ending) -> JSON {
    let moments = Moments(zone: run.zone, now: run.report.plan.now)
    return .object([
      .init("system", .string(ending.system.text)), .init("message", .string(ending.end.message(moments.short).text)),
    ])
  }

  private func coming(_ change: ComingChange) -> JSON {
    .object([
      .init("target", .string(change.target.text)), .init("at", .instant(change.at)),
      .init("from", .string(change.from.rawValue)), .init("to", .string(change.to.rawValue)),
    ])
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
    let coming = run.coming.map { "\($0.target): \($0.to) at \(moments.short($0.at))" }
    let contentions = run.contentionSentences
    let troubles =
      words(acted.filter(\.isTrouble)) + [
        undone == 0 ? "" : "not done: \(undone)",
        run.failures.refusal.map { "nothing was changed: \($0.text)" } ?? "",
        run.problems.begun.map(\.sentence).joined(separator: "; "),
        run.lost.isEmpty ? "" : "cannot be read: " + run.lost.map(\.text).joined(separator: ", "),
        stuck.isEmpty ? "" : "could not move: " + stuck.joined(separator: ", "),
        contentions.begun.joined(separator: "; "),
        run.goneSentences.joined(separator: "; "),
        run.ends.sentences(moments).joined(separator: "; "),
      ]
    let done =
      [coming.joined(separator: ", "), states.joined(separator: ", ")] + words(acted.filter { !$0.isTrouble })
    let over = [
      run.problems.over.map(\.sentence).joined(separator: ", "),
      contentions.over.joined(separator: "; "),
      run.back.isEmpty ? "" : "can be read again: " + run.back.map(\.text).joined(separator: ", "),
    ]
    let parts = troubles + done + over
    return parts.filter { !$0.isEmpty }.joined(separator: "; ")
  }

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

extension Event {
  /// Of what somebody else moves again and again, or does not any more.
  fileprivate var isContention: Bool { kind == .contended || kind == .contentionOver }

  /// `kids: somebody else keeps changing it`
  fileprivate var sentence: String {
    let name = target?.text ?? "?"
    if kind == .contentionOver { return "\(name): nobody else keeps changing it any more" }
    return message.map { "\(name): \($0), and each undoes what the other did" }
      ?? "\(name): somebody else keeps changing it, and it is put right each time"
  }
}

extension RunFacts {
  /// That somebody else moves something again and again from this run on, or does not any more; of each target once.
  fileprivate var contentions: [Event] {
    var told: Set<String> = []
    return events.filter { $0.isContention && told.insert($0.sentence).inserted }
  }

  /// What a pattern had selected, and this run was the first to miss.
  fileprivate var gone: [Event] { events.filter { $0.kind == .gone } }

  /// The same in sentences; of many the first and how many more there are.
  var goneSentences: [String] {
    let others = gone.count - NotificationText.mostFailures
    return gone.prefix(NotificationText.mostFailures).map { event in
      "\(event.target?.text ?? "?"): \((event.name ?? "?").quoted) \(event.message ?? "")"
    } + (others > 0 ? ["and \(others) more that patterns selected and that are gone"] : [])
  }

  /// That systems cannot be read, each with why.
  var lostSentences: [String] {
    lost.map { name in
      let error = report.plan.systems.first { $0.name == name }?.error
      return "\(name) cannot be read" + (error.map { ": " + $0.message.text } ?? "")
    }
  }

  /// The sentences of what begins and of what is over.
  var contentionSentences: (begun: [String], over: [String]) {
    (
      contentions.filter { $0.kind == .contended }.map(\.sentence),
      contentions.filter { $0.kind == .contentionOver }.map(\.sentence)
    )
  }
}

extension Outcome {
  /// Whether it moved `entry`, and not only back once more where somebody else keeps moving it, which was in place since it is
  /// wanted so.
  fileprivate func isNews(of entry: PlanEntry) -> Bool {
    guard isApplied else { return false }
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
