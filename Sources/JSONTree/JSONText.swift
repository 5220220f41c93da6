/// A JSON text, checked whole and read piece by piece: what nobody asks for is never made a tree.
///
/// A list of thousands of objects is checked in a fraction of the time that its tree takes. A value in it is a place in
/// the bytes that all its values share; its tree, where one is asked for, loses nothing.
public struct JSONText: Sendable {
  private let bytes: [UInt8]
  /// Where the value begins.
  private let start: Int

  /// The value of a text of strict RFC 8259: one value, white space around it, optionally a byte order mark before it.
  ///
  /// No comments, no trailing commas, no `NaN`, no leading zeros, at most `JSON.maximumDepth` levels; checked to the
  /// last byte.
  public init(checking bytes: [UInt8], invalidText: JSON.InvalidText = .refused) throws(JSONSyntaxError) {
    let outcome = bytes.withUnsafeBufferPointer { input in
      var checker = JSONChecker(input: input, repairs: invalidText == .repaired)
      return Result { () throws(JSONSyntaxError) in try checker.document() }
    }
    self.init(bytes, from: try outcome.get())
  }

  /// The value that begins at `start` in a text that was checked.
  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    self.start = start
  }

  /// The value with all that is in it.
  public var tree: JSON { read { $0.value() } }

  /// The text, or nil where this is no string.
  public var string: String? { bytes[start] == UInt8(ascii: "\"") ? read { $0.string() } : nil }

  /// The truth value, or nil where this is none.
  public var bool: Bool? {
    switch bytes[start] {
    case UInt8(ascii: "t"): true
    case UInt8(ascii: "f"): false
    default: nil
    }
  }

  /// The whole number, however it is spelled; nil where this is no number, not a whole one, or too large to be exact.
  public var int: Int? { isCompound ? nil : tree.int }

  /// Whether this is `null`.
  public var isNull: Bool { bytes[start] == UInt8(ascii: "n") }

  /// The elements in order, or nil where this is no array.
  public var elements: [JSONText]? {
    guard bytes[start] == UInt8(ascii: "[") else { return nil }
    return read { reader in
      var elements: [JSONText] = []
      while reader.toNext() {
        elements.append(JSONText(bytes, from: reader.position))
        reader.skipValue()
      }
      return elements
    }
  }

  /// Where the members are, or nil where this is no object.
  public var members: JSONMembers? {
    guard bytes[start] == UInt8(ascii: "{") else { return nil }
    return JSONMembers(of: bytes, places: read { $0.memberPlaces() })
  }

  /// The value of the first member called `name`; nil where there is none, or where this is no object. Looks no further
  /// than there; `members` is for several names.
  public subscript(name: String) -> JSONText? {
    guard bytes[start] == UInt8(ascii: "{") else { return nil }
    var name = name
    return name.withUTF8 { wanted in
      read { reader in reader.toValue(of: wanted) ? JSONText(bytes, from: reader.position) : nil }
    }
  }

  private var isCompound: Bool { bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[") }

  private func read<Result>(_ read: (inout JSONReader) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { input in
      var reader = JSONReader(input: input, position: start)
      return read(&reader)
    }
  }
}

extension JSONText: Hashable {
  /// Whether the trees are the same; how they are laid out does not count.
  public static func == (left: JSONText, right: JSONText) -> Bool { left.tree == right.tree }

  /// Feeds what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(tree) }
}
