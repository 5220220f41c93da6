/// A JSON text as a tree that loses nothing but white space and the spelling of string escapes: members keep their
/// order and their duplicates, numbers their spelling.
public enum JSON: Sendable {
  case null
  case bool(Bool)
  /// As it was spelled, such as `1.10` or `-0`. Whoever makes one by hand spells it as RFC 8259 wants it.
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  /// A name and its value.
  public struct Member: Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: JSON

    /// A name and its value.
    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// The value of the first member called `name`; nil if there is none, or where this is no object.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name.isIdentical(to: name) }?.value
  }
}

extension JSON {
  /// The most arrays and objects that may be in one another.
  public static let maximumDepth = 64

  /// What to do about a string that has no Unicode reading: invalid UTF-8, or half of a surrogate pair.
  public enum InvalidText: Hashable, Sendable {
    /// The text is no JSON.
    case refused
    /// U+FFFD stands for what cannot be read. Only for texts that are shown and never sent back.
    case repaired
  }

  /// Reads a text of strict RFC 8259, as `JSONText` does, into a tree.
  public init(parsing bytes: [UInt8], invalidText: InvalidText = .refused) throws(JSONSyntaxError) {
    self = try JSONText(checking: bytes, invalidText: invalidText).tree
  }
}
