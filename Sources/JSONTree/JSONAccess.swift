extension JSON {
  /// The text, or nil where this is no string.
  public var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The truth value, or nil where this is none.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The whole number, however it is spelled (`7`, `7.0`, `7e0`); nil where this is no number, not a whole one, or too
  /// large to be exact.
  public var int: Int? {
    guard case .number(let spelling) = self else { return nil }
    if let plain = Int(spelling) { return plain }
    let exact = 9_007_199_254_740_992.0  // 2^53: up to here a Double holds every whole number.
    guard let number = Double(spelling), number >= -exact, number <= exact else { return nil }
    let whole = Int(number)
    return Double(whole) == number ? whole : nil
  }

  /// The nearest floating-point number; nil where this is no number, or too large for one.
  public var double: Double? {
    guard case .number(let spelling) = self, let number = Double(spelling), number.isFinite else { return nil }
    return number
  }

  /// The elements in order, or nil where this is no array.
  public var elements: [JSON]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The members in order, duplicates included, or nil where this is no object.
  public var members: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// Whether this is `null`.
  public var isNull: Bool {
    self == .null
  }

  /// A whole number.
  public static func integer(_ value: Int) -> JSON {
    .number(String(value))
  }
}
