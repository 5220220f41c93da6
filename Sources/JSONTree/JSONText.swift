/// A JSON text, checked whole and read piece by piece: what nobody asks for is never made a tree.
///
/// A list of thousands of objects is checked in a fraction of the time that its tree takes. A value in it is a place in
/// the text that all its values share; its tree, where one is asked for, loses nothing.
public struct JSONText: Sendable {
  /// The bytes that all values of a text share, and where they are in them.
  private final class Checked: Sendable {
    let bytes: [UInt8]
    let outline: JSONOutline

    init(_ bytes: [UInt8], _ outline: JSONOutline) { (self.bytes, self.outline) = (bytes, outline) }
  }

  /// More names than this are not compared each with each.
  private static let mostPairs = 32

  private let checked: Checked
  /// Where the value is in the outline.
  private let place: Int

  /// The value of a text of strict RFC 8259: one value, white space around it, optionally a byte order mark before it.
  ///
  /// No comments, no trailing commas, no `NaN`, no leading zeros, at most `JSON.maximumDepth` levels, less than 2 GiB;
  /// checked to the last byte; not more of it than `budget` says, if given.
  public init(
    checking bytes: [UInt8], invalidText: JSON.InvalidText = .refused, within budget: JSONBudget? = nil
  ) throws(JSONSyntaxError) {
    let outcome = bytes.withUnsafeBufferPointer { input in
      var checker = JSONChecker(input: input, repairs: invalidText == .repaired, budget: budget)
      return Result { () throws(JSONSyntaxError) in
        try checker.document()
        return checker.outline
      }
    }
    self.init(Checked(bytes, try outcome.get()), at: 0)
  }

  private init(_ checked: Checked, at place: Int) {
    self.checked = checked
    self.place = place
  }

  /// The value with all that is in it.
  public var tree: JSON { read { $0.tree(of: place) } }

  /// The text, or nil where this is no string.
  public var string: String? { first == UInt8(ascii: "\"") ? read { $0.string(place) } : nil }

  /// The truth value, or nil where this is none.
  public var bool: Bool? {
    switch first {
    case UInt8(ascii: "t"): true
    case UInt8(ascii: "f"): false
    default: nil
    }
  }

  /// The whole number, however it is spelled; nil where this is no number, not a whole one, or too large to be exact.
  public var int: Int? { isObject || isArray ? nil : tree.int }

  /// Whether this is `null`.
  public var isNull: Bool { first == UInt8(ascii: "n") }

  /// Whether this is an object.
  public var isObject: Bool { first == UInt8(ascii: "{") }

  /// How many bytes there are from the beginning of the value to the end of the last one in it, without closing brackets.
  public var size: Int {
    let entries = checked.outline.entries
    guard isObject || isArray else { return Int(entries[place].end - entries[place].start) }
    let last = entries[Int(entries[place].end) - 1]
    let opens = [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(checked.bytes[Int(last.start)])
    return Int((opens ? last.start + 1 : last.end) - entries[place].start)
  }

  /// How much the whole text is that the value is in.
  public var extent: JSONBudget { JSONBudget(bytes: checked.bytes.count, values: checked.outline.entries.count) }

  /// The elements in order, or nil where this is no array.
  public var elements: [JSONText]? {
    isArray ? read { $0.elements(of: place) }.map { JSONText(checked, at: $0) } : nil
  }

  /// How many elements there are, or nil where this is no array. Nothing is made of them: there may be millions.
  public var elementCount: Int? { isArray ? read { $0.elementCount(of: place) } : nil }

  /// Whether `holds` of the name and the value of every member, up to the first of which it does not; nil where this is no
  /// object. Of thousands of objects no lists are made for it.
  public func allMembers(_ holds: (_ name: JSONText, _ value: JSONText) -> Bool) -> Bool? {
    guard isObject else { return nil }
    return read { reader in
      var next = place + 1
      let end = reader.after(place)
      while next < end {
        guard holds(JSONText(checked, at: next), JSONText(checked, at: next + 1)) else { return false }
        next = reader.after(next + 1)
      }
      return true
    }
  }

  /// Whether `holds` of every element, up to the first of which it does not; nil where this is no array. No list is made.
  public func allElements(_ holds: (JSONText) -> Bool) -> Bool? {
    guard isArray else { return nil }
    return read { reader in
      var next = place + 1
      let end = reader.after(place)
      while next < end {
        guard holds(JSONText(checked, at: next)) else { return false }
        next = reader.after(next)
      }
      return true
    }
  }

  /// Whether this is the string `text`. Of most no string is made for it.
  public func reads(_ text: String) -> Bool {
    guard first == UInt8(ascii: "\"") else { return false }
    var text = text
    return text.withUTF8 { wanted in read { $0.reads(place, wanted) } }
  }

  /// The value of the first member called `name`; nil if there is none, or where this is no object.
  public subscript(name: String) -> JSONText? {
    guard isObject else { return nil }
    var name = name
    return name.withUTF8 { wanted in read { $0.value(called: wanted, of: place) } }.map { JSONText(checked, at: $0) }
  }

  /// The first member's name that is there a second time; canonically equivalent spellings are one name. Nil where
  /// there is none, or where this is no object.
  public var repeatedName: String? {
    guard isObject else { return nil }
    return read { reader in
      let names = reader.names(of: place)
      guard names.count <= Self.mostPairs, names.allSatisfy({ reader.outline[$0].isPlain }) else {
        var seen = Set<String>(minimumCapacity: names.count)
        return names.lazy.map(reader.string).first { !seen.insert($0).inserted }
      }
      let second = names.indices.first { later in
        names[..<later].contains { reader.haveSameBytes($0, names[later]) }
      }
      return second.map { reader.string(names[$0]) }
    }
  }

  private var isArray: Bool { first == UInt8(ascii: "[") }

  /// The first byte of the value, which tells its kind.
  private var first: UInt8 { read { $0.first(of: place) } }

  private func read<Result>(_ read: (JSONReader) -> Result) -> Result {
    checked.bytes.withUnsafeBufferPointer { input in
      checked.outline.entries.withUnsafeBufferPointer { outline in
        read(JSONReader(input: input, outline: outline))
      }
    }
  }
}

extension JSONText: Hashable {
  /// Whether the trees are the same; how they are laid out does not count.
  public static func == (left: JSONText, right: JSONText) -> Bool { left.tree == right.tree }

  /// Feeds what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(tree) }
}
