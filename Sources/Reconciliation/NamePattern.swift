/// Names compared the way people compare them: by Unicode canonical equivalence, without case.
public struct FoldedName: Hashable, Sendable {
  let text: String

  /// The form of `name` that is equal for all spellings of it. Upper case first, so that `ß` meets `SS` and a final
  /// sigma meets a plain one.
  public init(_ name: String) { text = name.uppercased().lowercased() }
}

/// A name with wildcards: `*` is any text, also none; `?` is any one character.
public struct NamePattern {
  private let parts: [Character]

  /// The pattern as a policy or a command line has it; a text without wildcards fits itself.
  public init(_ pattern: String) { parts = Array(FoldedName(pattern).text) }

  /// Whether `name` fits as a whole. Takes time in proportion to the product of both lengths at worst: on a mismatch
  /// only the last `*` is tried again, one character further.
  public func fits(_ name: FoldedName) -> Bool {
    let characters = Array(name.text)
    var part = 0
    var index = 0
    var lastStar: (part: Int, index: Int)?
    while index < characters.count {
      if part < parts.count, parts[part] == "*" {
        lastStar = (part, index)
        part += 1
      } else if part < parts.count, parts[part] == "?" || parts[part] == characters[index] {
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
    return parts[part...].allSatisfy { $0 == "*" }
  }
}
