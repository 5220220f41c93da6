package import Policies

/// Something that somebody is to be told of what was done in their name: they may not know of it.
package struct ApproverNews: Hashable, Sendable {
  /// Who.
  package var person: Name
  /// What, in one line without a full stop.
  package var text: String

  /// News for one person.
  package init(person: Name, text: String) { (self.person, self.text) = (person, text) }
}
