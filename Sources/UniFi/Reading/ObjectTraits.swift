import Policies
import Providers

/// What is particular to one kind of object of a console, beside how it is read.
struct ObjectTraits: Sendable {
  /// The kind.
  var kind: ObjectKind
  /// Below the site: its list, and with an id behind it one object.
  var path: String
  /// Members that a read gives and an update refuses.
  var refusedMembers: [String]
  /// Members that decide what the object does; where one of them changes with the switch, something is wrong.
  var decisiveMembers: Set<String>
  /// What the API's description of an update has.
  var documentedMembers: Set<String>
  /// Whether some of the list may come without an id.
  var mayLackID = false

  /// The path of one object of the site with this id, both UUIDs.
  func path(_ id: String, site: UniFiSite) -> String { "\(path(site))/\(id)" }

  /// The path of the list of the site.
  func path(_ site: UniFiSite) -> String { "/sites/\(site.id)/\(path)" }
}
