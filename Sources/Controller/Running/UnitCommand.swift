/// A command that a service starts, in the words that the program gets: see "Command lines" in systemd.service(5).
package struct UnitCommand: Hashable, Sendable {
  /// The program, with what is before its path, and its arguments.
  let words: [String]

  /// `text` is the value of an `ExecStart=`. By scalars, as systemd reads it: a quote with an accent on it is a quote there.
  package init(_ text: String) {
    var words: [String.UnicodeScalarView] = []
    // Nil between two words: one in quotes may be empty.
    var word: String.UnicodeScalarView?
    var quote: Unicode.Scalar?
    var rest = text.unicodeScalars[...]
    while let next = rest.popFirst() {
      if next == "\\", let escaped = rest.popFirst() {
        word = word ?? .init()
        word?.append(contentsOf: Self.unescaped(escaped))
      } else if next == quote {
        quote = nil
      } else if quote == nil, next == "\"" || next == "'" {
        (quote, word) = (next, word ?? .init())
      } else if quote == nil, next.properties.isWhitespace {
        words += word.map { [$0] } ?? []
        word = nil
      } else {
        word = word ?? .init()
        word?.append(next)
      }
    }
    words += word.map { [$0] } ?? []
    self.words = words.map { String(Self.halving("$", in: Self.halving("%", in: $0))) }
  }

  /// What a backslash and `scalar` mean; what no path of ours is written with stays as it is.
  private static func unescaped(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    switch scalar {
    case "s": [" "]
    case "\\", "\"", "'": [scalar]
    default: ["\\", scalar]
    }
  }

  /// With one `mark` instead of two.
  private static func halving(_ mark: Unicode.Scalar, in text: String.UnicodeScalarView) -> String.UnicodeScalarView {
    text.reduce(into: (halved: String.UnicodeScalarView(), isOpen: false)) { result, scalar in
      result.isOpen = scalar == mark && !result.isOpen
      if scalar != mark || result.isOpen { result.halved.append(scalar) }
    }.halved
  }

  /// The names of its options, in their order.
  package var options: [String] {
    // A value may be behind `=`.
    words.filter { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" }) }
  }

  /// The policy that it names; nil where that is no path from the root on.
  package var policy: String? {
    var rest = words.dropFirst()
    var (named, operand) = (String?.none, String?.none)
    while let word = rest.popFirst() {
      if word == "--policy" {
        named = rest.popFirst()
      } else if word.hasPrefix("--policy=") {
        named = String(word.dropFirst("--policy=".count))
      } else if Self.takesValue(word) {
        rest = rest.dropFirst()
      } else if !word.hasPrefix("-") {
        operand = word
      }
    }
    return (named ?? operand).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// Whether the word behind the option `word` is its value, and so no policy.
  private static func takesValue(_ word: String) -> Bool { word == "-o" || valued.contains(word) }

  /// What a service may be started with that takes a value.
  private static let valued: Set = [
    "--target", "--max-changes", "--at", "--output", "--plan", "--interval", "--metrics", "--notify-command",
    "--notify-url",
    "--notify-url-credential", "--notify-format", "--notify-before", "--log", "--state", "--format", "--color",
    "--deadline",
    "--listen", "--host", "--tls-certificate", "--tls-key", "--behind-proxy",
  ]

  /// Whether it does all that `other` does, whichever program each of them starts.
  func covers(_ other: UnitCommand) -> Bool {
    Set(words.dropFirst()).isSuperset(of: other.words.dropFirst())
  }
}
