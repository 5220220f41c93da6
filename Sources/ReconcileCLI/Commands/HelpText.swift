import Presentation

/// What `reconcile help` prints, from the table of commands and options.
enum HelpText {
  /// What there is, as wide as `style` says and in its signs: every command, and the options that most of them have.
  static func general(_ options: OptionTable, _ style: Style = Style(isOn: false)) -> String {
    let column = style.width < 60 ? 2 : Command.all.map(\.name.count).max() ?? 0
    let groups = Command.Group.allCases.map { group in
      let commands = Command.all.filter { $0.group == group }
      return "\(group.rawValue):\n" + table(commands.map { ($0.name, $0.summary) }, style, column: column)
    }
    return """
      \(lines("reconcile keeps a home network on the schedule in a policy file.", style))

      \(lines("usage: reconcile [COMMAND] [POLICY] [OPTIONS]", style))

      \(groups.joined(separator: "\n\n"))

      \(lines("'reconcile help COMMAND' shows examples and all options of a command.", style))
      \(lines(offlineText, style))

      options of most commands:
      \(table(common(options).map { (spelling($0), $0.summary) }, style))

      \(lines(policyText, style))
      \(lines(instantText, style))

      exit status:
      \(table(statuses, style))

      """
  }

  /// Those that belong to so many commands that somebody meets them everywhere, and those of `reconcile` alone.
  private static func common(_ options: OptionTable) -> [Option] {
    options.all.filter { $0.commands.count > 9 || $0 == .dryRun || $0 == .version }
  }

  /// What has to do with systems; nothing else has.
  static let offlineText: String = {
    let names = Command.all.filter(\.needsNetwork).map(\.name)
    return "These talk to your systems: \(names.joined(separator: ", ")). All others work offline."
  }()

  private static let policyText =
    "POLICY is a file or a directory (default: --policy, $RECONCILE_POLICY, policy.yaml here, or "
    + "/etc/reconcile/policy.yaml)."
  private static let instantText =
    "INSTANT is such as now, 21:30, 'fri 21:30', '2026-11-20 21:30' (in the policy's time zone), RFC 3339 or +90m."

  /// What there is to say about one command.
  static func about(_ command: Command, _ options: OptionTable, _ style: Style = Style(isOn: false)) -> String {
    let options = options.of(command).filter { $0 != .version }
    let usages = command.usages.flatMap {
      style.wrapped("reconcile \(command.name)\($0)", indent: "       ")
    }
    return """
      \(lines("reconcile \(command.name): " + command.summary, style))

      usage: \(usages.joined(separator: "\n").trimmedStart)
      \(command.explanation.map { "\n" + lines($0, style) + "\n" } ?? "")
      examples:
      \(examples(of: command, style))

      options:
      \(table(options.map { (spelling($0), $0.summary(after: command)) }, style))

      """
  }

  private static func examples(of command: Command, _ style: Style) -> String {
    command.examples.flatMap { example in
      style.wrapped(example.line, indent: "  ", following: "    ")
        + style.wrapped(example.what, indent: "      ")
    }.joined(separator: "\n")
  }

  private static func lines(_ text: String, _ style: Style) -> String {
    style.wrapped(text, indent: "").joined(separator: "\n")
  }

  static let statuses: [(String, String)] = [
    ("0", "in sync, applied and verified, or shown"),
    ("1", "any other failure; test or fmt --check did not pass"),
    ("2", "differences: compare; drift (see there); plan --detailed-exitcode"),
    ("3", "some of it failed"),
    ("4", "refused before any write"),
    ("64", "wrong command line"),
    ("65", "the policy has errors"),
    ("69", "no system could be reached"),
    ("75", "nothing was done; try again later"),
    ("77", "a key, password or permission was refused"),
    ("130, 143", "ended by SIGINT, SIGTERM"),
  ]

  private static func spelling(_ option: Option) -> String {
    let long = "--" + option.name + (option.value.map { " " + $0 } ?? "")
    return option.letter.map { "-\($0), \(long)" } ?? long
  }

  /// Two columns, the first as wide as `column` says or its rows want; a first column that is too wide gets a line of its
  /// own, and so does every one on a narrow terminal.
  private static func table(_ rows: [(String, String)], _ style: Style, column: Int? = nil) -> String {
    let rows = rows.map { (style.spelled($0.0), $0.1) }
    let first = style.width < 60 ? 2 : column ?? min(rows.map(\.0.count).max() ?? 0, 22)
    let gap = String(repeating: " ", count: first + 4)
    return rows.flatMap { name, text in
      name.count > first
        ? style.wrapped(name, indent: "  ") + style.wrapped(text, indent: gap)
        : style.wrapped(text, indent: "  \(padded(name, to: first))  ")
    }.joined(separator: "\n")
  }
}
