import Documents
import Planning
import Policies
import Presentation
import Providers

/// Which changes people hear about that were not made, each once until its object is in place; the same for a run that was
/// refused as a whole. Decides; tells and remembers nothing.
///
/// A bedtime may have been announced: that it did not come about is news even where nothing else was done.
struct FailureNews: Hashable {
  /// Those of which people have yet to hear.
  var failed: Set<ObjectKey> = []
  /// Those that go on failing since people heard.
  var known: Set<ObjectKey> = []
  /// Why nothing was carried out, where people have yet to hear of it.
  var refusal: Message?
  /// Those that were made of which people have heard that they were not, or that nothing was.
  var made: Set<ObjectKey> = []
  /// The targets of which all is in place, of which people have heard that something was not, and that this run did not move.
  var over: [ProblemNews.Over] = []
  /// All of which people have heard, afterwards, by what each is marked with.
  var told: Set<String> = []
  /// The marks of those that are over.
  private(set) var goneMarks: Set<String> = []

  /// No news.
  init() {}

  /// After a run that came to `report`; `told` are the marks of those of which people have heard.
  init(_ report: Report, told: Set<String>) {
    let failing = Set(report.entriesWithOutcomes.compactMap { $1?.isUndone == true ? $0.key : nil })
    known = failing.filter { told.contains(Self.mark(of: $0)) }
    failed = failing.subtracting(known)
    refusal = report.refusal.flatMap { told.contains(Self.mark(of: $0)) ? nil : $0 }
    // Nearly always there is nothing to look up.
    let entries = told.isEmpty ? [:] : Dictionary(grouping: report.plan.entries) { Self.mark(of: $0.key) }
    goneMarks = told.filter { Self.isOver($0, entries[$0] ?? [], report) }
    self.told = told.subtracting(goneMarks).union(newMarks)
    if told.isEmpty { return }
    let wasRefused = told.contains { $0.hasPrefix(" ") }
    made = Set(
      report.entriesWithOutcomes.compactMap { entry, outcome in
        outcome?.isApplied == true && (wasRefused || told.contains(Self.mark(of: entry.key))) ? entry.key : nil
      })
    let failingTargets = Set(report.plan.entries.filter { failing.contains($0.key) }.map(\.target))
    let targets = Set(goneMarks.flatMap { entries[$0] ?? [] }.map(\.target)).subtracting(failingTargets)
    over = report.inPlace(among: targets).map { ProblemNews.Over(target: $0.target, state: $0.state) }
  }

  /// What is marked with what people have yet to hear.
  var newMarks: Set<String> { Set(failed.map(Self.mark)).union(refusal.map { [Self.mark(of: $0)] } ?? []) }

  /// Whether there is something that people have yet to hear.
  var isEmpty: Bool { failed.isEmpty && refusal == nil }

  private static func mark(of key: ObjectKey) -> String { "\(key.system) \(key.kind.rawValue) \(key.id)" }

  /// No system has an empty name.
  private static func mark(of refusal: Message) -> String { " \(refusal.code)" }

  /// Whether what is marked with `mark`, of which these are the `entries`, is in place, is no longer asked for, or is no
  /// longer there. Of what a run did not look at nothing is known.
  private static func isOver(_ mark: String, _ entries: [PlanEntry], _ report: Report) -> Bool {
    let system = Name(String(mark.prefix { $0 != " " }))
    if system.text.isEmpty { return report.plan.interests != nil && report.refusal.map(Self.mark) != mark }
    guard entries.isEmpty else { return entries.allSatisfy { $0.isSettled(report.outcome(of: $0)) } }
    guard let interests = report.plan.interests else { return false }
    return !interests.contains(system) || report.plan.systems.contains { $0.name == system && $0.error == nil }
  }
}

extension Outcome {
  /// Whether it was to be made and was not. What a run that was ended left to the next one has not failed.
  var isUndone: Bool {
    switch self {
    case .applied: false
    case .skipped(let message): message.code != PassMessages.runEnded.code
    case .unverified, .superseded, .failed, .stuck: true
    }
  }
}

extension PlanEntry {
  /// Whether it stands as it should after `outcome`, or is left alone.
  fileprivate func isSettled(_ outcome: Outcome?) -> Bool {
    switch action {
    case .none: unread == nil
    case .change: if case .applied? = outcome { true } else { false }
    case .leave, .observe, .temporary, .yield: true
    case .problem: false
    }
  }
}
