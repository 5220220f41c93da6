import Documents
import Text

extension String {
  /// Made safe for Markdown, a cell of a table included: a code span, in which nothing is a link, a mention, a picture
  /// or HTML. What would not be seen is shown as on a terminal. Nothing for no text.
  package var escapedForMarkdown: String {
    let text = escaped.shownPipes
    guard !text.isEmpty else { return "" }
    let fence = String(repeating: "`", count: longestRun(of: "`", in: text) + 1)
    // A tick at an end would become part of the fence, and a space at both ends would be lost.
    let needsRoom = "` ".contains { text.first == $0 || text.last == $0 }
    let room = needsRoom ? " " : ""
    return fence + room + text + room + fence
  }
}

extension String {
  /// With every `|` so that it does not end a cell. After a backslash one of the two would only escape the other, for
  /// some readers, so that such a `|` is shown by its number.
  fileprivate var shownPipes: String {
    var text = ""
    var last: Unicode.Scalar?
    for scalar in unicodeScalars {
      text += scalar == "|" ? (last == "\\" ? "\\u{7C}" : "\\|") : String(scalar)
      last = scalar
    }
    return text
  }
}

private func longestRun(of scalar: Unicode.Scalar, in text: String) -> Int {
  var longest = 0
  var run = 0
  for found in text.unicodeScalars {
    run = found == scalar ? run + 1 : 0
    longest = max(longest, run)
  }
  return longest
}

extension String {
  /// Made safe for XML 1.0, in an attribute as well as between tags.
  ///
  /// What a terminal must not be sent, and what XML has no way to say at all, is shown as `\u{…}`.
  var escapedForXML: String {
    escaped.unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      case "\u{FFFE}", "\u{FFFF}": "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: String(scalar)
      }
    }.joined()
  }
}

extension String {
  /// As text of a manual page: nothing in it is a request or an escape, and a typewriter's signs stay what they are.
  package var escapedForRoff: String {
    let escaped = unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      case "\"": "\\(dq"
      case "`": "\\(ga"
      case "^": "\\(ha"
      case "~": "\\(ti"
      case _ where !scalar.isASCII: "\\[u\(Self.digits(scalar.value))]"
      default: String(scalar)
      }
    }.joined()
    // At the start of a line a dot would begin a request.
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }

  /// At least four digits, as roff wants them.
  private static func digits(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
  }
}

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

extension String {
  /// As the value of a label in the text format of Prometheus. What a terminal must not be sent is shown as `\u{…}`, its
  /// backslash doubled as every other one.
  package var escapedForMetrics: String {
    escaped.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      default: String(scalar)
      }
    }.joined()
  }
}

extension String {
  /// As the message of a GitHub workflow command: it ends with the line.
  var escapedForWorkflow: String { replacing(["%", "\r", "\n"]) }

  /// As the value of a property of a GitHub workflow command: it ends at a comma or a colon too.
  var escapedForWorkflowProperty: String { replacing(["%", "\r", "\n", ":", ","]) }

  private func replacing(_ special: [Unicode.Scalar]) -> String {
    unicodeScalars.map { scalar in
      guard special.contains(scalar) else { return String(scalar) }
      let hex = String(scalar.value, radix: 16, uppercase: true)
      return "%" + (hex.count == 1 ? "0" : "") + hex
    }.joined()
  }
}

extension String {
  /// The text in ASCII alone: our own signs by what looks like them, every other scalar as `\u{E4}`; in a command, which
  /// somebody copies, as a shell reads it.
  package var spelledInASCII: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    guard holds(String(decoding: SuggestedCommand.start, as: UTF8.self)) else { return spelledByNumber }
    return split(separator: "\n", omittingEmptySubsequences: false).map { String($0).lineInASCII }
      .joined(separator: "\n")
  }

  private var spelledByNumber: String { unicodeScalars.map { $0.signInASCII ?? $0.number }.joined() }

  private var lineInASCII: String {
    let line = Array(utf8)
    var text = ""
    var (start, place) = (0, 0)
    func prose() -> String { String(decoding: line[start..<place], as: UTF8.self).spelledByNumber }
    while place < line.count {
      if let command = SuggestedCommand(in: line, at: place) {
        text += prose() + command.spelledInASCII
        place += command.text.count
        start = place
      } else {
        place += 1
      }
    }
    return text + prose()
  }
}

extension Unicode.Scalar {
  /// It, or one of our own signs by what looks like it; nil for any other that is not ASCII.
  var signInASCII: String? {
    switch self {
    case "→": "->"
    case "·", "–", "—", "−": "-"
    case "✓": "+"
    case "…": "..."
    case "×": "x"
    case "‘", "’": "'"
    case "“", "”": "\""
    case "█", "▓", "■": "#"
    case "░", "▒", "□": "."
    default: isASCII ? String(self) : nil
    }
  }

  fileprivate var number: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }
}
