import Documents
import Planning
import Policies
import Presentation
import Providers
import StateStore
import Text

/// What is in the way of a target: something that it should be cannot be seen or brought about, and nothing was tried.
struct TargetProblem: Hashable, Sendable {
  let target: Name
  let system: Name?
  /// What is wanted of it; nil where nothing is, as of what is not there.
  let state: TargetState?
  let words: String
  /// What its object is called; nil where it is about the target itself.
  var object: String?
  /// In the way of how many more of its objects there is something.
  var others = 0

  /// `front should be locked: 'lock.front' is unavailable, so its state is unknown`
  var sentence: String { (state.map { "\(target) should be \($0): " } ?? "\(target): ") + allWords }

  /// What is in the way, and of how many more.
  var allWords: String { words + (others > 0 ? ", and \(others) more of this target" : "") }
}

extension Report {
  /// What is in the way of targets, in the order of the plan, one thing of each object. Of what was tried to move and did not
  /// people hear as of a failure, and once more when it is given up.
  var targetProblems: [TargetProblem] {
    if plan.problems.isEmpty, plan.notPutBack.isEmpty { return [] }
    let tried = Set(plan.entries.filter { $0.isTriedInVain && !$0.isGivenUp }.flatMap(\.notes))
    let verdicts = Dictionary(plan.wanted.map { ($0.target, $0.verdict) }) { first, _ in first }
    // Of what is left alone nobody waits for anything but what an override left behind.
    let found = plan.problems.filter { $0.target.flatMap { verdicts[$0]?.state } != .leave } + plan.notPutBack
    var seen: Set<[String?]> = []
    return found.compactMap { finding in
      guard let target = finding.target, !tried.contains(finding.message),
        seen.insert([target.text, finding.name?.shortened()]).inserted
      else { return nil }
      let state = verdicts[target]?.state
      return TargetProblem(
        target: target, system: finding.system, state: state == .leave ? nil : state, words: finding.words,
        object: finding.name?.shortened())
    }
  }

  /// Of each target whether this run has seen all that it selects, and found or brought it where it is wanted. What is otherwise on
  /// purpose, as somebody moved it, is not, and neither is what does not tell where it is. What is left alone is as it is wanted.
  var standings: [(target: Name, isInPlace: Bool)] {
    let wrong = Set(
      entriesWithOutcomes.filter { entry, outcome in
        outcome.map { !$0.isApplied } ?? ![.none, .leave].contains(entry.action)
      }.map(\.0.target) + allProblems.compactMap(\.target))
    let seen = Set(plan.entries.lazy.filter { $0.isSelected && $0.unread == nil }.map(\.target))
    return plan.wanted.map { wanted in
      let isSeen = wanted.verdict.state == .leave || seen.contains(wanted.target)
      return (wanted.target, isSeen && !(wanted.verdict.state != .leave && wrong.contains(wanted.target)))
    }
  }

  /// Those of `targets` that are as they should be, each with what is wanted of it: this run has seen all that they select, and
  /// had to move none of it.
  func inPlace(among targets: Set<Name>) -> [(target: Name, state: TargetState)] {
    if targets.isEmpty { return [] }
    let entries = Dictionary(
      grouping: plan.entries.filter { targets.contains($0.target) && $0.isSelected }, by: \.target)
    return plan.wanted.compactMap { wanted in
      guard wanted.verdict.state != .leave, let own = entries[wanted.target], own.allSatisfy({ $0.action == .none })
      else {
        return nil
      }
      return (wanted.target, wanted.verdict.state)
    }
  }
}

extension Finding {
  /// What was found, with the name of what it is about.
  var words: String {
    let text = message.text
    let name = name.flatMap { text.holds("'\($0)'") ? nil : "'\($0)'" }
    // Some messages go on from the name ("not found"), others are sentences of their own.
    let isSentence = ["the ", "its ", "it "].contains { text.hasPrefix($0) }
    return (name.map { $0 + (isSentence ? ": " : " ") } ?? "") + text
  }
}
