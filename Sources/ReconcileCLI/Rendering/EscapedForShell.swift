/// Texts as parts of shell scripts.
enum EscapedForShell {
  /// One word of any shell: as it stands where no shell reads anything into it, else quoted.
  static func posixWord(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      byte.isASCIILetterOrDigit || "_-./:,+@".utf8.contains(byte)
    }
    return isPlain && !text.isEmpty ? text : posix(text)
  }

  /// One word of bash or zsh, in single quotes.
  static func posix(_ text: String) -> String { "'" + replaced(text, ["'": #"'\''"#]) + "'" }

  /// One word of fish, in single quotes.
  static func fish(_ text: String) -> String { "'" + replaced(text, ["'": #"\'"#, "\\": #"\\"#]) + "'" }

  /// A description inside a specification for zsh's `_arguments` or `_describe`, not yet quoted.
  static func zshSpecification(_ text: String) -> String {
    replaced(text, [":": #"\:"#, "[": #"\["#, "]": #"\]"#, "\\": #"\\"#])
  }

  /// By scalars, as shells read them: a quote with an accent on it is a quote there.
  private static func replaced(_ text: String, _ replacements: [Unicode.Scalar: String]) -> String {
    text.unicodeScalars.map { replacements[$0] ?? String($0) }.joined()
  }
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
  }
}
