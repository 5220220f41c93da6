import Policies

/// What one pass is to keep to, beside the policy.
package struct PassSettings: Sendable {
  /// The targets that it manages; empty for all.
  package var targets: [String] = []
  /// After so many seconds it is to end.
  package var deadlineSeconds: Int64 = 60
  /// How many changes it may make at most; nil where only the policy may say.
  var maxChanges: Int?
  /// The plan that was looked at, which is carried out as it is or not at all; nil for none.
  var approvedPlan: PlanFile?
  /// Whether what it plans is saved, to be carried out later.
  package var savesPlan = false
  /// What tells the policy's text from every other, for that plan.
  var policyFingerprint = ""
  /// What named the policy and the state on the command line, for the commands that hints give.
  package var again = ""

  package init(
    targets: [String] = [], deadlineSeconds: Int64 = 60, maxChanges: Int? = nil, approvedPlan: PlanFile? = nil,
    policyFingerprint: String = "", again: String = ""
  ) {
    self.targets = targets
    self.deadlineSeconds = deadlineSeconds
    self.maxChanges = maxChanges
    self.approvedPlan = approvedPlan
    self.policyFingerprint = policyFingerprint
    self.again = again
  }
}
