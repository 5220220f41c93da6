import Approvals
import Policies
import Text

extension [Guard] {
  /// What they want, each need once.
  var needs: [ApprovalNeed] {
    map { ApprovalNeed(approvers: $0.approvers, needsAll: $0.needsAll) }.uniqued()
  }
}

extension [ApprovalNeed] {
  /// `anna or ben`, `anna and ben`, or several of them.
  package var words: String {
    map { need in need.approvers.map(\.text).listed(need.needsAll ? "and" : "or") }.joined(separator: ", and ")
  }
}
