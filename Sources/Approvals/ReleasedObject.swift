package import Policies

/// An object that was switched off for a guarded target, which no target names any more, and that is to be opened.
package struct ReleasedObject: Hashable, Sendable {
  /// The target for which it was switched off.
  package var target: Name
  /// Its system.
  package var system: Name
  /// The word for its kind.
  package var kind: String
  /// How its system addresses it; empty for a system's one switch.
  package var id: String
  /// Its name as the system gives it.
  package var name: String

  /// An object from its parts.
  package init(target: Name, system: Name, kind: String, id: String, name: String) {
    (self.target, self.system, self.kind, self.id, self.name) = (target, system, kind, id, name)
  }
}
