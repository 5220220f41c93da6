import Documents
import Planning
import Policies
import Providers
import StateStore
import Text

extension Report {
  /// What is to be remembered of what this run could not do, where earlier runs of `policy` left `before`. That of
  /// targets which it did not look at stays. Systems that cannot be read are remembered elsewhere.
  func problems(after before: [RecordedProblem], of policy: Policy) -> [RecordedProblem] {
    let now =
      (plan.problems + plan.notPutBack + plan.selectedTwice).map(RecordedProblem.init)
      + [refusal].compactMap(\.self).map(RecordedProblem.init)
    let read = Set(plan.systems.filter { $0.error == nil }.map(\.name))
    let asked = Set(plan.wanted.map(\.target))
    // What has no objects of its own is never looked at.
    let unseen = policy.targets.filter { target in
      guard let system = target.selector.system, !target.isAction else { return false }
      return !(asked.contains(target.name) && read.contains(system))
    }
    let seen = Set(plan.entries.map(\.target) + now.compactMap(\.target))
    let known = Set(unseen.map(\.name)).subtracting(seen)
    let kept = before.filter { problem in problem.target.map(known.contains) ?? false }
    return (kept + now).uniqued()
  }
}

extension RecordedProblem {
  fileprivate init(_ finding: Finding) {
    self.init(target: finding.target, code: finding.message.code, text: finding.words)
  }

  fileprivate init(_ refusal: Message) { self.init(target: nil, code: refusal.code, text: refusal.text) }
}
