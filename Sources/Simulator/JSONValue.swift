/// JSON as the pretend systems see it: members keep their order and duplicates, numbers their spelling.
///
/// The product has a JSON tree of its own; nothing is shared, so that a mistake in one cannot hide in the other.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// As spelled.
  case number(String)
  case string(String)
  /// A string that need not be UTF-8; written with the usual escapes, never produced by reading.
  case bytes([UInt8])
  case array([JSONValue])
  case object([Field])

  /// A member of an object.
  public struct Field: Hashable, Sendable {
    /// The member's name.
    public var name: String
    /// The member's value.
    public var value: JSONValue

    /// A member from its parts.
    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The members of an object; nil for anything else.
  public var fields: [Field]? {
    if case .object(let fields) = self { fields } else { nil }
  }

  /// The elements of an array; nil for anything else.
  public var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The text of a string; nil for anything else.
  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of a boolean; nil for anything else.
  public var flag: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  /// The value of a number, infinite where it is too large; nil for anything else.
  public var double: Double? {
    if case .number(let spelling) = self { Double(spelling) } else { nil }
  }

  /// The first member called `name`. Setting replaces it in place or appends; setting nil removes every such member.
  public subscript(name: String) -> JSONValue? {
    get { fields?.first { $0.name == name }?.value }
    set {
      guard case .object(var fields) = self else { return }
      // Held once, they are changed where they are.
      self = .null
      if let newValue {
        if let place = fields.firstIndex(where: { $0.name == name }) {
          fields[place].value = newValue
        } else {
          fields.append(Field(name, newValue))
        }
      } else {
        fields.removeAll { $0.name == name }
      }
      self = .object(fields)
    }
  }

  /// The same tree with the last of repeated members only, instead of the first, as most servers read it.
  var lastOfRepeated: JSONValue {
    switch self {
    case .object(let fields):
      var kept = JSONValue.object([])
      for field in fields { kept[field.name] = field.value.lastOfRepeated }
      return kept
    case .array(let elements): return .array(elements.map(\.lastOfRepeated))
    case .null, .bool, .number, .string, .bytes: return self
    }
  }

  /// The same tree without the members that are null, which in a body say the same as being absent.
  var withoutNulls: JSONValue {
    switch self {
    case .object(let fields):
      .object(fields.filter { $0.value != .null }.map { Field($0.name, $0.value.withoutNulls) })
    case .array(let elements): .array(elements.map(\.withoutNulls))
    case .null, .bool, .number, .string, .bytes: self
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .number(String(value)) }
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object; members keep their order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Field($0.0, $0.1) })
  }
  /// Null.
  public init(nilLiteral: ()) { self = .null }

  /// A number, in its shortest spelling; integers without a fraction; null where it is not finite.
  static func spelled(_ value: Double) -> JSONValue {
    guard value.isFinite else { return .null }
    if value == value.rounded(), abs(value) < 1e15 { return .number(String(Int(value))) }
    return .number(String(value))
  }
}
