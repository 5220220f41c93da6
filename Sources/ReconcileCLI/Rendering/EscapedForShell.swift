/// Texts as parts of shell scripts.
enum EscapedForShell {
  /// One word of bash or zsh, in single quotes.
  static func posix(_ text: String) -> String { "'" + replaced(text, ["'": #"'\''"#]) + "'" }

  /// One word of fish, in single quotes.
  static func fish(_ text: String) -> String { "'" + replaced(text, ["'": #"\'"#, "\\": #"\\"#]) + "'" }

  /// A description inside a specification for zsh's `_arguments` or `_describe`, not yet quoted.
  static func zshSpecification(_ text: String) -> String {
    replaced(text, [":": #"\:"#, "[": #"\["#, "]": #"\]"#, "\\": #"\\"#])
  }

  private static func replaced(_ text: String, _ replacements: [Character: String]) -> String {
    text.map { replacements[$0] ?? String($0) }.joined()
  }
}
