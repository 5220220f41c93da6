// Equality ignores nothing: two spellings of a number differ, and so do two Unicode spellings of the same letter, which
// `String` would call equal. Otherwise a change of only that would be lost on the way to a system.

extension JSON: Hashable {
  /// Whether both are the same, member order, duplicates, spelling of numbers and code points of texts included.
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.number(let one), .number(let other)), (.string(let one), .string(let other)): one.isIdentical(to: other)
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)): one == other
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
    }
  }

  /// Feeds what `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let text): text.hashBytes(into: &hasher)
    case .string(let text): text.hashBytes(into: &hasher)
    case .array(let elements): hasher.combine(elements)
    case .object(let members): hasher.combine(members)
    }
  }
}

extension JSON.Member: Hashable {
  /// Whether name and value are the same, code point by code point.
  public static func == (left: JSON.Member, right: JSON.Member) -> Bool {
    left.name.isIdentical(to: right.name) && left.value == right.value
  }

  /// Feeds what `==` compares.
  public func hash(into hasher: inout Hasher) {
    name.hashBytes(into: &hasher)
    hasher.combine(value)
  }
}

extension String {
  /// Whether both consist of the same code points; `==` would also take canonically equivalent ones.
  func isIdentical(to other: String) -> Bool {
    // Most texts are not even equal, which takes far less to find out than to go through their bytes.
    self == other && utf8.elementsEqual(other.utf8)
  }

  fileprivate func hashBytes(into hasher: inout Hasher) {
    for byte in utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }
}
