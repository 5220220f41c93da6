internal import JSONTree

/// An ACL rule as the console gave it: a view over the whole tree, so that nothing it holds can be lost on the way back.
///
/// The API knows no partial update. A body that leaves a filter out clears it, and a rule that blocks without filters
/// blocks everything; hence no model of the rule that is decoded and encoded again.
struct ACLRule: Hashable, Sendable {
  /// Everything, as it came.
  let tree: JSON
  /// A UUID.
  let id: String
  /// Not unique, and not trusted by a terminal.
  let name: String
  /// Where the switch stands.
  let isEnabled: Bool
  /// What it does with traffic that it matches.
  let action: Action
  /// Who made it.
  let origin: Origin

  /// What a rule does with traffic that it matches.
  enum Action: Hashable, Sendable {
    case block
    case allow
    /// One that this program does not know, in the console's spelling.
    case other(String)
  }

  /// Who made a rule.
  enum Origin: Hashable, Sendable {
    /// An administrator, in the user interface or through the API.
    case userDefined
    /// The controller, from something else, or nobody known. Never written.
    case other(String?)
  }

  /// A view over `tree`; throws the words for what is missing or contradicts itself.
  init(_ tree: JSON) throws(Malformed) {
    guard let members = tree.members else { throw Malformed("is no object") }
    if let twice = firstRepeated(members.map(\.name)) { throw Malformed("has the member '\(twice)' twice") }
    guard let id = tree["id"]?.string, isUUID(id) else { throw Malformed("has no UUID as 'id'") }
    guard let name = tree["name"]?.string else { throw Malformed("has no text as 'name'") }
    guard let isEnabled = tree["enabled"]?.bool else { throw Malformed("has no truth value as 'enabled'") }
    guard let action = tree["action"]?.string else { throw Malformed("has no text as 'action'") }
    self.tree = tree
    self.id = id
    self.name = name
    self.isEnabled = isEnabled
    self.action = Action(action)
    origin = Origin(tree["metadata"]?["origin"]?.string)
  }

  /// What is wrong with a tree that should be a rule; follows the words "an ACL rule".
  struct Malformed: Error, Hashable {
    var words: String
    init(_ words: String) { self.words = words }
  }
}

extension ACLRule {
  /// Whether the rule may be written: a person made it, and what it does is understood.
  var isWritable: Bool {
    switch (origin, action) {
    case (.userDefined, .block), (.userDefined, .allow): true
    case (.userDefined, .other), (.other, _): false
    }
  }

  /// Whether it would match all traffic. A filter that is null, absent or without members is none.
  var matchesEverything: Bool {
    ["sourceFilter", "destinationFilter"].allSatisfy { tree[$0]?.withoutNulls.isNothing ?? true }
  }

  /// The body of the update that moves the switch: the tree as it came, in its order and spelling, with another
  /// `enabled`.
  ///
  /// Without `id` and `metadata`, which an update refuses. `index` stays: 10.0 requires it, later versions ignore it.
  /// Members that are null are left out at every level: an update reads both alike, but a null could stand for a member
  /// that this type of rule does not have, and would be refused as unknown.
  func body(enabled: Bool) -> JSON {
    tree.removing(["id", "metadata"]).setting("enabled", to: .bool(enabled)).withoutNulls
  }
}

extension ACLRule.Action {
  fileprivate init(_ spelling: String) {
    self =
      switch spelling {
      case "BLOCK": .block
      case "ALLOW": .allow
      default: .other(spelling)
      }
  }
}

extension ACLRule.Origin {
  fileprivate init(_ spelling: String?) {
    self = spelling == "USER_DEFINED" ? .userDefined : .other(spelling)
  }
}

extension JSON {
  /// The same tree without members that are null; elements of arrays stay.
  var withoutNulls: JSON {
    switch self {
    case .object(let members):
      .object(members.filter { !$0.value.isNull }.map { Member($0.name, $0.value.withoutNulls) })
    case .array(let elements): .array(elements.map(\.withoutNulls))
    case .null, .bool, .number, .string: self
    }
  }

  fileprivate var isNothing: Bool {
    switch self {
    case .null: true
    case .object(let members): members.isEmpty
    case .bool, .number, .string, .array: false
    }
  }
}

/// Whether `text` has the form of a UUID, so that it can stand in a path as it is.
func isUUID(_ text: String) -> Bool {
  let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
  return parts.map(\.count) == [8, 4, 4, 4, 12]
    && parts.joined().allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
}

private func firstRepeated(_ names: [String]) -> String? {
  var seen: Set<String> = []
  return names.first { !seen.insert($0).inserted }
}
