public import Policies
public import Providers

/// What a lock keeps shut for a target that it is not about: an edit of the policy has given that what the lock has
/// switched.
public struct LockHold: Hashable, Sendable {
  /// The lock, which holds now.
  public var lock: Override
  /// The target that names the objects by now.
  public var target: Name
  /// What is kept shut for it, in order.
  public var objects: [ObjectKey]

  /// What `lock` keeps shut for `target`.
  public init(lock: Override, target: Name, objects: [ObjectKey]) {
    self.lock = lock
    self.target = target
    self.objects = objects
  }
}

extension RecordedState {
  /// What `locks`, which all hold, have shut, each with the newest of them.
  public func objects(heldBy locks: [Override]) -> [ObjectKey: Override] {
    if locks.isEmpty { return [:] }
    let newest = locks.sorted { Int($0.id) ?? 0 > Int($1.id) ?? 0 }
    return objects.compactMapValues { seen in newest.first { seen.position(heldBy: $0.id) != nil } }
  }

  /// What `lock`, which holds now, keeps shut for targets of `policy` that it does not count for, in their order. An
  /// object of which nobody knows the name belongs to every target that may have it.
  public func holds(of lock: Override, in policy: Policy) -> [LockHold] {
    guard lock.kind == .lock else { return [] }
    let held = objects.filter { $0.value.position(heldBy: lock.id) != nil }
    if held.isEmpty { return [] }
    let reached = Set(policy.reached(by: lock))
    let naming = NamingTargets(policy.targets.filter { $0.enforcement != .observe })
    var kept: [Name: [ObjectKey]] = [:]
    for (key, seen) in held {
      let owners = naming.names(of: key, called: seen.knownName)
      let known = seen.knownName == nil ? [seen.target].compactMap(\.self) : owners
      guard reached.isDisjoint(with: known) else { continue }
      for owner in owners where !reached.contains(owner) { kept[owner, default: []].append(key) }
    }
    return policy.targets.compactMap { target in
      kept[target.name].map { LockHold(lock: lock, target: target.name, objects: $0.sorted()) }
    }
  }
}
