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
    guard held.values.contains(where: \.isLock) else { return [] }
    return objects.compactMap { key, seen -> LockedObject? in
      guard let lock = seen.override.flatMap({ held[$0] }), lock.isLock, let state = seen.wantedState,
        let name = seen.name ?? seen.closing?.name,
        let target = policy.targets.first(where: { !lock.reached.contains($0.name) && $0.names(key, called: name) }),
        !policy.targets.contains(where: { lock.reached.contains($0.name) && $0.names(key, called: name) })
      else { return nil }
      return LockedObject(key: key, name: name, target: target.name, state: state, lock: lock)
    }.sorted { $0.key < $1.key }
  }
}
