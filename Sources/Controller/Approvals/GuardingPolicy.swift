package import Host
package import Policies
import Planning
package import StateStore

/// The policy by whose guards an end of overrides is judged: the one that the state follows, whatever the command line
/// names; where that is broken or gone, its last good text. Before any is followed it is the one that they were made for.
package struct GuardingPolicy {
  /// The policy.
  package let policy: Policy
  /// What the state knows, beside it.
  package let remembered: StateSnapshot
  /// Its file as it was read now, be it good or broken; nil where it is the one of the command line.
  package let read: LoadedPolicy?

  /// Nil where no policy can be read. `named` is the one of the command line; `made` the one that what is to end was made
  /// for.
  package init?(
    _ store: StateStore, named: Policy?, made: PolicyFile?, at places: Places, _ environment: Environment
  ) throws(StateError) {
    guard let followed = try store.followedPolicy() ?? made else {
      guard let named else { return nil }
      let snapshot = try StateSnapshot(store, policy: places.policy, environment)
      (policy, remembered, read) = (snapshot.followed(named, now: environment.now()), snapshot, nil)
      return
    }
    let loaded = LoadedPolicy(path: followed.path, followedAt: places.state.path, environment)
    let good = loaded.policy == nil ? try Self.lastGood(store, followed, environment) : nil
    guard let policy = loaded.policy ?? good ?? named else { return nil }
    remembered = try StateSnapshot(store, policy: followed.path, environment)
    self.policy = remembered.followed(policy, now: environment.now())
    read = loaded
  }

  /// `wanted` as they would be made now: what is asked for the policy that is followed is asked of its guards.
  package func asked(_ wanted: [Override]) -> [Override] {
    guard remembered.following?.isFollowed(owner: policy.owner) ?? true else { return wanted }
    return wanted.map { override in
      var override = override
      if remembered.following?.counts(override, owner: policy.owner) ?? true { override.isUnasked = false }
      return override
    }
  }

  private static func lastGood(
    _ store: StateStore, _ followed: PolicyFile, _ environment: Environment
  ) throws(StateError) -> Policy? {
    guard let good = try store.lastGoodPolicy(of: followed.path) else { return nil }
    return LoadedPolicy(followed.path, PolicyText(good), environment, takesSketches: true).policy
  }
}
