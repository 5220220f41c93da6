import Documents
package import Planning
import Policies
import Providers

extension Report {
  /// Problems of the plan, then each system that could not be read, each change that did not come about, and each action that
  /// was not done or of which nobody knows it.
  package var allProblems: [Finding] {
    let systems = plan.systems.compactMap { system in
      system.error.map { Finding($0.message, system: system.name) }
    }
    let outcomes = entriesWithOutcomes.flatMap { entry, outcome in
      (outcome?.failures ?? []).map {
        Finding($0, system: entry.system, target: entry.target, kind: entry.kind, name: entry.name)
      }
    }
    let actions = self.actions.filter(\.isTrouble).flatMap { action in
      action.messages.map {
        Finding($0, system: action.due.system, target: action.due.key.target, name: action.due.action.name)
      }
    }
    let refusals = self.refusal.map { [Finding($0)] } ?? []
    return plan.problems + systems + outcomes + actions + refusals
  }
}

extension Outcome {
  /// Why a change did not come about.
  fileprivate var failures: [Message] {
    if case .applied = self { return [] }
    return messages
  }
}
