package import Policies
import Text

/// Who has to agree to a loosening: what one guard says, or what is left of several.
package struct ApprovalNeed: Hashable, Sendable {
  /// The people who may, in the order of the policy.
  package var approvers: [Name]
  /// Whether each of them has to; else any one of them is enough.
  package var needsAll: Bool

  /// A need.
  package init(approvers: [Name], needsAll: Bool) {
    (self.approvers, self.needsAll) = (approvers, needsAll)
  }

  /// Whether it is met where these have agreed.
  package func isMet(by people: Set<Name>) -> Bool {
    needsAll ? people.isSuperset(of: approvers) : !people.isDisjoint(with: approvers)
  }
}

extension [ApprovalNeed] {
  /// Everybody who may agree to something of it, each once.
  package var approvers: [Name] { flatMap(\.approvers).uniqued() }

  /// Whether all of them are met where these have agreed.
  package func areMet(by people: Set<Name>) -> Bool { allSatisfy { $0.isMet(by: people) } }

  /// Those who still may, where `people` have: of a need that is met nobody.
  package func missing(after people: Set<Name>) -> [Name] {
    filter { !$0.isMet(by: people) }.approvers.filter { !people.contains($0) }
  }
}
