import Host
import Policies
import StateStore

/// The policy that an earlier version applied last, which kept the text of one policy, and let an override count for every
/// file that has its target. What that policy has is taken to be made for it.
struct FormerPolicy {
  private let policy: Policy
  private let path: String

  /// Nil where no earlier version has left one, where it is not there any more or was moved, and where it is not valid by now.
  init?(_ store: StateStore, _ environment: Environment) throws(StateError) {
    guard let good = try store.onlyGoodPolicy(), (try? environment.files.kind(of: good.path)) != .some(nil),
      let former = LastGoodPolicy(good, of: good.path, environment)
    else { return nil }
    (policy, path) = (former.policy, good.path)
  }

  /// `override`, of which nobody has noted the policy, for this one where it has its target.
  func owning(_ override: Override) -> Override {
    var override = override
    if override.policy == nil, !OverrideReach(of: override, in: policy).isEmpty {
      override.policy = PolicyFile(path: path, owner: policy.owner)
    }
    return override
  }
}

extension StateStore {
  /// Every override that counts, for the policy file that it was made for, as far as that is known.
  func ownedOverrides(_ environment: Environment) throws(StateError) -> [Override] {
    let overrides = try overrides()
    guard overrides.contains(where: { $0.policy == nil }), let former = try FormerPolicy(self, environment) else {
      return overrides
    }
    return overrides.map(former.owning)
  }
}

extension StateSnapshot {
  /// To which file an override is bound from now on of which nobody has noted one, by its number: to `file` of `policy`, which
  /// a run begins to follow, where it has the target and no other file is known to. What neither has waits for its file.
  func bindings(to file: PolicyFile, of policy: Policy, among unbound: Set<String>) -> [String: PolicyFile] {
    var bindings: [String: PolicyFile] = [:]
    for override in overrides where unbound.contains(override.id) {
      if let owner = override.policy {
        bindings[override.id] = following?.isHere(owner.path) ?? true ? file : owner
      } else if !OverrideReach(of: override, in: policy).isEmpty {
        bindings[override.id] = file
      }
    }
    return bindings
  }
}
