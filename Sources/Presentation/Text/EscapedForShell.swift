/// Texts as parts of the completions of shells that quote otherwise than POSIX says.
package enum EscapedForShell {
  /// One word of fish, in single quotes.
  package static func fish(_ text: String) -> String { "'" + replaced(text, ["'": #"\'"#, "\\": #"\\"#]) + "'" }

  /// A description inside a specification for zsh's `_arguments` or `_describe`, not yet quoted.
  package static func zshSpecification(_ text: String) -> String {
    replaced(text, [":": #"\:"#, "[": #"\["#, "]": #"\]"#, "\\": #"\\"#])
  }

  /// By scalars, as shells read them.
  private static func replaced(_ text: String, _ replacements: [Unicode.Scalar: String]) -> String {
    text.unicodeScalars.map { replacements[$0] ?? String($0) }.joined()
  }
}
