import Foundation

/// A page of the documentation, as somebody reads it who does what it says.
struct GuidePage {
  /// What is on it, in order.
  enum Part: Equatable {
    case heading(String)
    /// A YAML block: a whole policy, or lines to add to it.
    case policy(String)
    /// A line to type, without its remark.
    case command(String)
    /// What is shown as printed.
    case printed(String)
  }

  let text: String
  let parts: [Part]

  /// The page at `path` in the repository.
  init(_ path: String) throws {
    self.init(text: try String(contentsOf: Tool.repository.appending(path: path), encoding: .utf8))
  }

  init(text: String) {
    self.text = text
    var parts: [Part] = []
    var open: (language: String, lines: [String])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let block = open, line == "```" {
        switch block.language {
        case "sh": parts += block.lines.compactMap(Self.command).map(Part.command)
        case "yaml": parts.append(.policy(block.lines.map { $0 + "\n" }.joined()))
        default: parts.append(.printed(block.lines.joined(separator: "\n")))
        }
        open = nil
      } else if open != nil {
        open?.lines.append(line)
      } else if line.hasPrefix("```") {
        open = (String(line.dropFirst(3)), [])
      } else if line.hasPrefix("## ") {
        parts.append(.heading(String(line.dropFirst(3))))
      }
    }
    self.parts = parts
  }

  private static func command(_ line: String) -> String? {
    let command = line.replacing(/\s+#.*/, with: "").trimmingCharacters(in: .whitespaces)
    return command.isEmpty || command.hasPrefix("#") ? nil : command
  }

  /// The commands below each heading, and those above the first one below an empty text; in order.
  var commands: [(heading: String, commands: [String])] {
    var sections: [(heading: String, commands: [String])] = []
    var heading = ""
    for part in parts {
      switch part {
      case .heading(let text): heading = text
      case .command(let command):
        if sections.last?.heading == heading {
          sections[sections.count - 1].commands.append(command)
        } else {
          sections.append((heading, [command]))
        }
      case .policy, .printed: break
      }
    }
    return sections
  }

  /// What is below the heading, without what is below the next one.
  func parts(below heading: String) -> [Part] {
    Array(
      parts.drop { $0 != .heading(heading) }.dropFirst().prefix {
        if case .heading = $0 { false } else { true }
      })
  }

  /// The command lines of the program within sentences; a table of commands has their names alone.
  var mentioned: [String] {
    text.split(separator: "\n").filter { !$0.hasPrefix("| `reconcile") }
      .flatMap { $0.matches(of: /`(?:sudo )?(reconcile [^`]+)`/).map { String($0.1) } }
  }
}
