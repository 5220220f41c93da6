import Documents
import Planning
import Policies
import Providers

/// Why targets cannot be brought where they are wanted, each with the first reason, as far as a run has seen it.
struct Doubts: Hashable {
  private var reasons: [Name: Reason] = [:]

  /// One reason, and where it is.
  struct Reason: Hashable {
    let system: Name?
    let words: String
  }

  /// After a run that came to `report`; `lost` are the systems that cannot be read, `systems` those that targets are on.
  init(_ report: Report, lost: Set<Name>, systems: [Name: Name]) {
    if !lost.isEmpty {
      for wanted in report.plan.wanted {
        guard let system = systems[wanted.target], lost.contains(system) else { continue }
        reasons[wanted.target] = Reason(system: system, words: "\(system) cannot be read")
      }
    }
    for problem in report.targetProblems where reasons[problem.target] == nil {
      reasons[problem.target] = Reason(system: problem.system, words: problem.allWords)
    }
    for (entry, outcome) in report.entriesWithOutcomes where outcome?.isUndone == true && reasons[entry.target] == nil {
      guard let message = outcome?.messages.first else { continue }
      reasons[entry.target] = Reason(system: entry.system, words: message.text)
    }
  }

  var isEmpty: Bool { reasons.isEmpty }

  subscript(target: Name) -> Reason? { reasons[target] }
}
