/// A JSON text as a tree that loses nothing but white space and the spelling of string escapes: members keep their
/// order and their duplicates, numbers their spelling.
public indirect enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  /// As it was spelled, such as `1.10` or `-0`.
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  /// A name and its value.
  public struct Member: Hashable, Sendable {
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

  /// The value of the first member called `name`; nil where there is none, or where this is no object.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}
