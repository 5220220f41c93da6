public import Policies

/// Which live object is meant, from one run to the next.
public struct ObjectKey: Hashable, Comparable, Sendable {
  /// The system's name in the policy.
  public var system: Name
  /// What kind of object.
  public var kind: ObjectKind
  /// How the system addresses it; empty for a system's one switch.
  public var id: String

  /// Which live object is meant.
  public init(system: Name, kind: ObjectKind, id: String?) {
    self.system = system
    self.kind = kind
    self.id = id ?? ""
  }

  /// By system, kind and id.
  public static func < (left: ObjectKey, right: ObjectKey) -> Bool {
    (left.system, left.kind, left.id) < (right.system, right.kind, right.id)
  }
}

extension ObservedObject {
  /// What it is called among all objects of all systems, where it is on `system`.
  public func key(on system: Name) -> ObjectKey { ObjectKey(system: system, kind: kind, id: id) }
}

extension Change {
  /// The object whose switch is to be moved.
  public var key: ObjectKey { ObjectKey(system: system, kind: kind, id: id) }
}
