/// The time zones that a machine knows, from its `tzdata.zi`.
public struct ZoneCatalogue: Sendable {
  /// A zone, or a link to one.
  fileprivate struct Entry {
    let name: ArraySlice<UInt8>
    /// What a link stands for; nil for a zone.
    let target: ArraySlice<UInt8>?
  }

  /// As bytes: every run asks for one name, and only one that is not listed needs the others as texts.
  private let entries: [Entry]

  /// The names that a policy may use, sorted: `UTC`, and those of the form `Area/Place[/Place]`.
  public var names: [String] {
    Set(entries.map { text($0.name) }.filter(ZoneCatalogue.hasPolicyForm) + ["UTC"]).sorted()
  }

  /// The catalogue that the text of a `tzdata.zi` holds. Lines that are neither a zone nor a link are passed over.
  public init(tzdata: [UInt8]) {
    entries = Self.lines(tzdata).compactMap { Entry(line: tzdata[$0]) }
  }

  /// Where the lines of zones and links are. One in six is one, and every run reads all of them.
  private static func lines(_ tzdata: [UInt8]) -> [Range<Int>] {
    tzdata.withUnsafeBufferPointer { bytes in
      var lines: [Range<Int>] = []
      var (start, end) = (0, 0)
      while start < bytes.count {
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
        if bytes[start] == UInt8(ascii: "Z") || bytes[start] == UInt8(ascii: "L") { lines.append(start..<end) }
        (start, end) = (end + 1, end + 1)
      }
      return lines
    }
  }

  /// What a name in lower case stands for that no policy may use itself, such as `Europe/Brussels` for `cet`.
  func target(ofOther name: String) -> String? {
    let links = entries.compactMap { entry in entry.target.map { (name: text(entry.name), target: text($0)) } }
    return links.first { !accepts($0.name) && accepts($0.target) && $0.name.lowercased() == name }?.target
  }

  /// The zone that the link `name` stands for at its end; nil where it is none.
  public func target(ofLink name: String) -> String? {
    var name = name
    var target: String?
    // A link may stand for another one. Of a circle no end is looked for.
    for _ in 0..<4 {
      guard let next = entries.first(where: { $0.name.elementsEqual(name.utf8) })?.target else { break }
      name = text(next)
      target = name
    }
    return target
  }

  /// Whether the text of a `zone.tab` lists `name`: then it is that of a place in a country today, be it a link or not.
  public static func isOfACountry(_ name: String, table: [UInt8]) -> Bool {
    table.split(separator: UInt8(ascii: "\n")).contains { line in
      let fields = line.split(separator: UInt8(ascii: "\t"), maxSplits: 3)
      return line.first != UInt8(ascii: "#") && fields.count > 2 && fields[2].elementsEqual(name.utf8)
    }
  }

  /// Whether a policy may use `name`: exactly as it is listed, and `UTC` or of the form `Area/Place[/Place]`.
  public func accepts(_ name: String) -> Bool {
    guard name != "UTC" else { return true }
    return ZoneCatalogue.hasPolicyForm(name) && entries.contains { $0.name.elementsEqual(name.utf8) }
  }

  /// Whether a name has the form that a policy asks for, be it listed or not.
  public static func hasPolicyForm(_ name: String) -> Bool {
    if name == "UTC" { return true }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), !["Etc", "posix", "right"].contains(parts[0]) else { return false }
    return parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isNameCharacter) }
  }

  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

extension ZoneCatalogue.Entry {
  /// What a line such as `Z Europe/Berlin 0:53:28 - LMT 1893` or `L Europe/Berlin Europe/Oslo` lists.
  fileprivate init?(line: ArraySlice<UInt8>) {
    var rest = line
    let word = Self.field(of: &rest)
    let first = Self.field(of: &rest)
    guard word.count == 1, !first.isEmpty else { return nil }
    if word.first == UInt8(ascii: "Z") {
      self.init(name: first, target: nil)
    } else {
      let second = Self.field(of: &rest)
      if second.isEmpty { return nil }
      self.init(name: second, target: first)
    }
  }

  /// Takes the next field of a line; empty if there is none.
  private static func field(of rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let field = rest.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: " ") }
    rest = rest[field.endIndex...]
    return field
  }
}

private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
