import Host
import Presentation

/// The manual page, from the table of commands and options. `reconcile help man` prints it.
struct ManPage {
  let table: OptionTable

  /// The whole, in roff.
  var text: String {
    ([Self.title] + sections.flatMap { [".SH " + $0.name] + $0.lines }).joined(separator: "\n") + "\n"
  }

  private static let title = #".TH RECONCILE 1 "" "reconcile \#(Version.text)" "User Commands""#

  private var sections: [(name: String, lines: [String])] {
    [
      ("NAME", ["reconcile \\- keep a home network on the schedule in a policy file"]),
      ("SYNOPSIS", [".B reconcile", "[\\fICOMMAND\\fR] [\\fIPOLICY\\fR] [\\fIOPTIONS\\fR]"]),
      ("DESCRIPTION", Self.paragraphs(ManMessages.description)),
      ("COMMANDS", Command.Group.allCases.flatMap(Self.commands) + Self.paragraphs([HelpText.offlineText])),
      ("OPTIONS", table.all.flatMap { Self.entry(Self.line(of: $0), $0.summary + Self.commands(of: $0)) }),
      ("VALUES", Self.entries(ManMessages.values)),
      ("EXIT STATUS", Self.entries(HelpText.statuses)),
      ("ENVIRONMENT", Self.entries(ManMessages.variables)),
      ("FILES", Self.entries(ManMessages.files)),
      ("EXAMPLES", Self.examples),
      ("SEE ALSO", [".BR systemd.timer (5),", ".BR systemd\\-creds (1),", ".BR journalctl (1)"]),
    ]
  }

  /// The commands of `group`, each with its examples.
  private static func commands(of group: Command.Group) -> [String] {
    [".SS " + (group.rawValue.prefix(1).uppercased() + group.rawValue.dropFirst()).escapedForRoff]
      + Command.all.filter { $0.group == group }.flatMap { command in
        entry(forms(of: command), description(of: command)) + examples(of: command)
      }
  }

  /// Below the description of its command.
  private static func examples(of command: Command) -> [String] {
    [".RS"] + command.examples.flatMap { entry(bold($0.line), $0.what) } + [".RE"]
  }

  /// Every form of its command line, each on a line of its own.
  private static func forms(of command: Command) -> String {
    let ending = " [OPTIONS]"
    let forms = command.usages.map { usage in
      bold("reconcile \(command.name)") + italic(String(usage.dropLast(usage.hasSuffix(ending) ? ending.count : 0)))
    }
    return forms.joined(separator: "\n.TQ\n")
  }

  private static func description(of command: Command) -> String {
    command.explanation.map { "\(command.summary). \($0)" } ?? command.summary
  }

  private static func line(of option: Option) -> String {
    (option.letter.map { bold("-\($0)") + ", " } ?? "") + bold("--\(option.name)")
      + italic(option.value.map { " " + $0 } ?? "")
  }

  /// Which commands an option belongs to, where it is not most of them.
  private static func commands(of option: Option) -> String {
    option == .version || option.commands.count > Command.all.count / 2
      ? "" : " (\(option.commands.map(\.name).joined(separator: ", ")))"
  }

  private static var examples: [String] {
    ManMessages.examples.flatMap { example in
      var lines = paragraphs([example.what])
      lines += [".PP", ".nf", ".RS 4"]
      lines += example.lines.map(\.escapedForRoff)
      lines += [".RE", ".fi"]
      return lines
    }
  }

  private static func entries(_ rows: [(String, String)]) -> [String] {
    rows.flatMap { entry(bold($0.0), $0.1) }
  }

  /// A tagged paragraph; `tag` is roff, `text` is not.
  private static func entry(_ tag: String, _ text: String) -> [String] { [".TP", tag, text.escapedForRoff] }

  private static func paragraphs(_ texts: [String]) -> [String] { texts.flatMap { [".PP", $0.escapedForRoff] } }

  private static func bold(_ text: String) -> String { "\\fB\(text.escapedForRoff)\\fR" }

  private static func italic(_ text: String) -> String { text.isEmpty ? "" : "\\fI\(text.escapedForRoff)\\fR" }
}
