/// What text is read on: how many columns it has, and whether it shows more than ASCII.
package struct Screen: Hashable, Sendable {
  /// The columns that a line of ours may have, from 20 to 80.
  package var width: Int
  /// The columns that there are; nil where that is not known, and nothing has to be cut to fit.
  package var columns: Int?
  /// Whether it shows only ASCII.
  package var isASCII: Bool

  /// No text is wider than this, however wide the terminal is.
  static let widest = 80
  private static let narrowest = 20

  /// A screen of so many `columns`, nil where that is not known; a line of ours has 80 then.
  package init(columns: Int? = nil, isASCII: Bool = false) {
    width = min(Self.widest, max(Self.narrowest, columns ?? Self.widest))
    self.columns = columns
    self.isASCII = isASCII
  }
}

/// A locale by the rules of POSIX: the first of `LC_ALL`, the category's own variable and `LANG` that is not empty, else `C`.
package struct LocaleName: Hashable, Sendable {
  private let name: String

  /// What a locale is asked for.
  package enum Category: String {
    case characters = "LC_CTYPE"
    case time = "LC_TIME"
  }

  /// That of characters, as the environment variables say.
  package init(_ variable: (String) -> String?) { self.init(.characters, variable) }

  /// As the environment variables say.
  package init(_ category: Category, _ variable: (String) -> String?) {
    name = ["LC_ALL", category.rawValue, "LANG"].compactMap(variable).first { !$0.isEmpty } ?? "C"
  }

  /// Whether its characters are written in UTF-8: `de_DE.UTF-8`, `C.utf8@x`, and not `C`, `POSIX`, `de_DE`.
  package var isUTF8: Bool {
    let parts = name.split(separator: ".", maxSplits: 1)
    guard parts.count == 2 else { return false }
    let codeset = parts[1].prefix { $0 != "@" }.lowercased().filter { $0 != "-" }
    return codeset == "utf8"
  }

  /// `de` of `de_DE.UTF-8`.
  var language: String { String(name.prefix { !"_.@".contains($0) }) }

  /// `DE` of `de_DE.UTF-8`; empty where it names none.
  var territory: String {
    String(name.prefix { !".@".contains($0) }.drop { $0 != "_" }.dropFirst())
  }
}
