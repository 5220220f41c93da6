public import Policies
public import Providers

/// An object that a lock has switched, and that belongs to a target by now for which the lock does not count.
public struct LockedObject: Hashable, Sendable {
  /// Which one.
  public var key: ObjectKey
  /// What its system calls it.
  public var name: String
  /// The target that it belongs to.
  public var target: Name
  /// The state that the lock wanted, as a word.
  public var state: String
  /// The lock.
  public var lock: HeldOverride
}

extension RecordedState {
  /// Those that locks among the overrides that are `held` have switched and that targets of `policy` have by now for
  /// which they do not count, in order. Of what has no remembered name nobody knows whose it is.
  public func locked(by held: [String: HeldOverride], in policy: Policy) -> [LockedObject] {
    let switched = objects.compactMap { key, seen -> (key: ObjectKey, name: String, locks: [HeldOverride])? in
      let locks = seen.locks(among: held).map(\.lock)
      guard !locks.isEmpty, seen.target != nil, let name = seen.knownName else { return nil }
      return (key, name, locks)
    }
    if switched.isEmpty { return [] }
    let naming = NamingTargets(policy.targets)
    return switched.compactMap { key, name, locks -> LockedObject? in
      let owners = naming.names(of: key, called: name)
      guard let owner = owners.first, let lock = locks.first(where: { $0.reached.isDisjoint(with: owners) }) else {
        return nil
      }
      return LockedObject(key: key, name: name, target: owner, state: lock.state, lock: lock)
    }.sorted { $0.key < $1.key }
  }
}
