package import CivilTime
package import Host
package import Policies
import StateStore

/// The last valid version of a policy that has errors by now: runs go on with it.
package struct LastGoodPolicy {
  /// As it is understood now.
  package let policy: Policy
  /// What tells it from another one.
  package let fingerprint: String
  /// When it was first seen.
  package let since: Instant
  /// What it is read from.
  let text: PolicyText

  /// `good`, which the state has kept of the policy at `path`; nil where it is not valid by now.
  init?(_ good: GoodPolicy, of path: String, _ environment: Environment) {
    text = PolicyText(good)
    let again = LoadedPolicy(path, text, environment, takesSketches: false)
    guard let policy = again.policy else { return nil }
    (self.policy, fingerprint, since) = (policy, again.fingerprint, good.at)
  }

  /// That of `broken` in the state at `path`; nil where none is known, or none that is valid by now.
  package init?(of broken: LoadedPolicy, at path: String, _ environment: Environment) {
    guard let (_, good) = Self.kept(of: broken, at: path, environment) else { return nil }
    self.init(good, of: broken.path, environment)
  }

  /// When that of `broken` was first seen, for people, where the state at `path` follows it and keeps one that is not valid by
  /// now, so that nothing is enforced; nil where that is not so.
  package static func sinceOfInvalid(
    of broken: LoadedPolicy, at path: String, _ environment: Environment
  ) -> String? {
    guard let (store, good) = kept(of: broken, at: path, environment),
      LastGoodPolicy(good, of: broken.path, environment) == nil
    else { return nil }
    let followed = try? store.followedPolicy()
    if let followed, followed.path != Following.place(of: broken.path, environment) { return nil }
    return Zones(environment.files).followed(by: store).longText(good.at)
  }

  private static func kept(
    of broken: LoadedPolicy, at path: String, _ environment: Environment
  ) -> (store: StateStore, good: GoodPolicy)? {
    let place = Following.place(of: broken.path, environment)
    guard let store = try? StateStore(reading: path), let good = try? store.lastGoodPolicy(of: place) else {
      return nil
    }
    return (store, good)
  }
}

extension PolicyText {
  /// As the state has kept it.
  init(_ good: GoodPolicy) { self.init(files: good.files.map { ($0.name, $0.bytes) }) }
}
