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
  /// What `lock`, which holds now, keeps shut for targets of `policy` that it does not count for, in their order. An
  /// object of which nobody knows the name belongs to every target that may have it.
  public func holds(of lock: Override, in policy: Policy) -> [LockHold] {
    guard lock.kind == .lock else { return [] }
    let held = objects.filter { $0.value.override == lock.id }
    if held.isEmpty { return [] }
    let reached = Set(policy.reached(by: lock))
    let known = policy.targets.filter { $0.enforcement != .observe }
    let (own, others) = (known.filter { reached.contains($0.name) }, known.filter { !reached.contains($0.name) })
    let foreign = held.filter { key, seen in
      guard let name = seen.knownName else { return seen.target.map { !reached.contains($0) } ?? true }
      return !own.contains { $0.names(key, called: name) }
    }
    return others.compactMap { target in
      let objects = foreign.filter { target.mayName($0.key, called: $0.value.knownName) }.map(\.key).sorted()
      return objects.isEmpty ? nil : LockHold(lock: lock, target: target.name, objects: objects)
    }
  }
}

extension RecordedObject {
  /// What its system calls it, as far as anybody remembers.
  fileprivate var knownName: String? { name ?? closing?.name }
}

extension Target {
  /// Whether it names the object at `key`, or may where nobody knows what that is called.
  fileprivate func mayName(_ key: ObjectKey, called name: String?) -> Bool {
    if let name { return names(key, called: name) }
    guard selector.system == key.system, selector.object == key.kind else { return false }
    if case .objects = selector { return true }
    // What these name is known by its id.
    return names(key, called: "")
  }
}
