/// A name with wildcards: `*` is any text, also none; `?` is any one character.
public struct NamePattern {
  private let parts: [Character]
  /// The same where it is ASCII, as most are.
  private let bytes: [UInt8]?

  /// The pattern as a policy or a command line has it; a text without wildcards fits itself.
  public init(_ pattern: String) {
    let text = FoldedName(pattern).text
    parts = Array(text)
    bytes = text.withASCIIBytes { Array($0) }
  }

  /// Whether `name` fits as a whole. Takes time in proportion to the product of both lengths at worst: on a mismatch
  /// only the last `*` is tried again, one character further.
  public func fits(_ name: FoldedName) -> Bool {
    let quick = bytes.flatMap { pattern in
      name.text.withASCIIBytes { Self.fit(pattern, $0, star: UInt8(ascii: "*"), any: UInt8(ascii: "?")) }
    }
    return quick ?? Self.fit(parts, Array(name.text), star: "*", any: "?")
  }

  /// Whether every name that `other` fits is fitted by this too; false where that is not plain to see.
  public func covers(_ other: NamePattern) -> Bool {
    // `other` as a name in which a wildcard is a character of its own: only a `*` here takes a `*` there.
    Self.fit(parts, other.parts, star: "*", any: "?", whole: "*")
  }

  private static func fit<Element: Equatable, Name: RandomAccessCollection>(
    _ parts: [Element], _ characters: Name, star wildcard: Element, any: Element, whole: Element? = nil
  ) -> Bool where Name.Element == Element, Name.Index == Int {
    var part = 0
    var index = 0
    var lastStar: (part: Int, index: Int)?
    while index < characters.count {
      if part < parts.count, parts[part] == wildcard {
        lastStar = (part, index)
        part += 1
      } else if part < parts.count, parts[part] == any && characters[index] != whole || parts[part] == characters[index]
      {
        part += 1
        index += 1
      } else if let star = lastStar {
        lastStar = (star.part, star.index + 1)
        part = star.part + 1
        index = star.index + 1
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == wildcard }
  }
}

extension String {
  /// What `body` makes of the bytes of a text each of whose characters is one byte; nil for others. A carriage return and
  /// a line feed are one character together.
  fileprivate func withASCIIBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    var text = self
    return text.withUTF8 { bytes in bytes.allSatisfy { $0 < 0x80 && $0 != 0x0D } ? body(bytes) : nil }
  }
}
