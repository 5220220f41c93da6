/// What text is read on: how many columns it has, and whether it shows more than ASCII.
struct Screen: Hashable, Sendable {
  /// The columns that a line of ours may have, from 20 to 80.
  var width = Self.widest
  /// The columns that there are; nil where that is not known, and nothing has to be cut to fit.
  var columns: Int?
  /// Whether it shows only ASCII.
  var isASCII = false

  /// No text is wider than this, however wide the terminal is.
  static let widest = 80
  private static let narrowest = 20
}

extension Screen {
  /// `$COLUMNS` counts first, then what the terminal says; where there is neither a line has 80 columns. What the locale
  /// shows is the same on a terminal and in a pipe, so that nothing changes on the way through a pager.
  init(_ environment: Environment) {
    columns = environment.variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? environment.columns()
    width = min(Self.widest, max(Self.narrowest, columns ?? Self.widest))
    isASCII = !LocaleName(environment.variable).isUTF8
  }
}

/// The locale of characters, by the rules of POSIX: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is not empty, else `C`.
struct LocaleName: Hashable, Sendable {
  private let name: String

  /// As the environment variables say.
  init(_ variable: (String) -> String?) {
    name = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(variable).first { !$0.isEmpty } ?? "C"
  }

  /// Whether its characters are written in UTF-8: `de_DE.UTF-8`, `C.utf8@x`, and not `C`, `POSIX`, `de_DE`.
  var isUTF8: Bool {
    let parts = name.split(separator: ".", maxSplits: 1)
    guard parts.count == 2 else { return false }
    let codeset = parts[1].prefix { $0 != "@" }.lowercased().filter { $0 != "-" }
    return codeset == "utf8"
  }
}
