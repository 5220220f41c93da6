package import Policies

/// An edit of the policy that waits for the approvers of some targets.
package struct PolicyEdit: Hashable, Sendable {
  /// The targets whose guards hold it.
  package var targets: [Name]
  /// What tells the version that would be followed from every other.
  package var version: String
  /// What it does to them, in words: lower case, no full stop.
  package var summary: String

  /// The same in parts; empty where an older version has noted it.
  package var notes: [EditNote]

  /// An edit from its parts.
  package init(targets: [Name], version: String, summary: String, notes: [EditNote] = []) {
    (self.targets, self.version, self.summary, self.notes) = (targets, version, summary, notes)
  }
}
