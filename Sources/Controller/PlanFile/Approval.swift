import CivilTime
import Documents
package import Host
import Planning
import Policies
import Providers

/// What must be so of a whole plan before anything of it is written.
struct Approval: Sendable {
  /// How much it may do.
  var limits: PlanLimits
  /// The plan that was looked at; nil if there is none.
  var plan: PlanFile?
  /// What tells the policy of this run from every other.
  var policyFingerprint: String
  /// In which times are told.
  var zone: Zone

  /// Whether there is anything that a part of a plan cannot be asked.
  var isOfTheWhole: Bool { limits.maxChanges != nil || plan != nil }

  /// Why `found` must not be carried out; nil where it may.
  func refusal(of found: Plan) -> Message? {
    plan?.refusal(of: found, policyFingerprint: policyFingerprint, in: zone) ?? limits.refusal(of: found)
  }
}

extension PassSettings {
  /// The same with the plan at `planPath`, and for the targets that it was made for. Nil where it cannot be used; why not is
  /// then on standard error.
  package func approving(
    _ planPath: String?, of loaded: LoadedPolicy, _ environment: Environment
  ) -> PassSettings? {
    guard let planPath else { return self }
    let access = PlanFileAccess(environment: environment)
    guard let plan = access.plan(at: planPath) else { return nil }
    if let target = plan.targets.first(where: { !loaded.hasTarget($0) }) {
      access.complain(PlanFileMessages.noSuchTarget(target, planPath), hint: PlanFileMessages.newPlan)
      return nil
    }
    var settings = self
    settings.approvedPlan = plan
    settings.targets = plan.targets
    settings.policyFingerprint = loaded.fingerprint
    return settings
  }

  /// The same for `loaded`, which may have been edited since.
  package func beside(_ loaded: LoadedPolicy) -> PassSettings {
    guard approvedPlan != nil else { return self }
    var settings = self
    settings.policyFingerprint = loaded.fingerprint
    return settings
  }
}

extension LoadedPolicy {
  /// Whether it has this target; a policy that is broken may have any.
  fileprivate func hasTarget(_ name: String) -> Bool {
    policy.map { policy in policy.targets.contains { $0.name.text == name.lowercased() } } ?? true
  }
}
