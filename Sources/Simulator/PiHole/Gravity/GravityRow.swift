/// A group, client, domain or list.
public struct GravityRow: Hashable, Sendable {
  /// Never given twice in a table, but for 0: that is the group everything new belongs to.
  public let id: Int
  /// Where it is.
  public internal(set) var place: GravityPlace
  /// The group's name, the client, the domain or regular expression, the list's address.
  public internal(set) var name: String
  /// Nil for none.
  public internal(set) var comment: String?
  /// Always true for clients.
  public internal(set) var isEnabled: Bool
  /// The ids of the groups it belongs to, ascending; none for groups.
  public internal(set) var groups: [Int]
  /// In seconds since 1970.
  public internal(set) var dateAdded: Int
  /// In seconds since 1970.
  public internal(set) var dateModified: Int

  var key: GravityKey { GravityKey(place, name) }

  /// The row as the API shows it.
  var json: JSONValue {
    switch place {
    case .group: .object([.init("name", .string(name)), commentField, enabledField] + tail)
    case .client: .object([.init("client", .string(name)), .init("name", ""), commentField, groupsField] + tail)
    case .domain(let type, let kind):
      .object(
        [
          .init("domain", .string(name)), .init("unicode", .string(Punycode.unicode(name))),
          .init("type", .string(type.rawValue)), .init("kind", .string(kind.rawValue)), commentField, groupsField,
          enabledField,
        ] + tail)
    case .list(let type):
      .object(
        [.init("address", .string(name)), commentField, groupsField, enabledField] + tail
          + [.init("type", .string(type.rawValue))]
          + ["date_updated", "number", "invalid_domains", "abp_entries", "status"].map { .init($0, 0) })
    }
  }

  private var commentField: JSONValue.Field { .init("comment", comment.map { .string($0) } ?? .null) }
  private var enabledField: JSONValue.Field { .init("enabled", .bool(isEnabled)) }
  private var groupsField: JSONValue.Field { .init("groups", .array(groups.map { .number(String($0)) })) }
  private var tail: [JSONValue.Field] {
    [("id", id), ("date_added", dateAdded), ("date_modified", dateModified)].map { .init($0, .number(String($1))) }
  }
}
