import Presentation

/// What `reconcile help` prints, from the table of commands and options.
enum HelpText {
  /// The whole of it, in lines of at most `width` columns.
  static func general(_ options: OptionTable, width: Int = Screen.widest) -> String {
    """
    \(lines("reconcile makes a home network follow a schedule that is written in a file.", width))

    \(lines("usage: reconcile [COMMAND] [POLICY] [OPTIONS]", width))

    commands:
    \(table(Command.all.map { ($0.name, $0.summary) }, width))

    options:
    \(table(options.all.map { (spelling($0), $0.summary) }, width))

    \(lines(policyText, width))
    \(lines(instantText, width))

    exit status:
    \(table(statuses, width))

    """
  }

  private static let policyText =
    "POLICY is a file or a directory; left out it is --policy, $RECONCILE_POLICY, policy.yaml in this directory, or "
    + "/etc/reconcile/policy.yaml."
  private static let instantText =
    "INSTANT: now, 21:30, \"2026-11-20 21:30\" (in the policy's zone), RFC 3339, +90m."

  /// What there is to say about one command.
  static func about(_ command: Command, _ options: OptionTable, width: Int = Screen.widest) -> String {
    let options = options.of(command).filter { $0 != .version }
    let usages = command.usages.flatMap {
      wrapped("reconcile \(command.name)\($0)", indent: "       ", width: width)
    }
    return """
      \(lines("reconcile \(command.name): " + command.summary, width))

      usage: \(usages.joined(separator: "\n").trimmedStart)

      options:
      \(table(options.map { (spelling($0), $0.summary(after: command)) }, width))
      \(command.explanation.map { "\n" + lines($0, width) + "\n" } ?? "")
      """
  }

  private static func lines(_ text: String, _ width: Int) -> String {
    wrapped(text, indent: "", width: width).joined(separator: "\n")
  }

  static let statuses: [(String, String)] = [
    ("0", "in sync, applied and verified, or shown"),
    ("1", "something failed that none of the below names"),
    ("2", "differences: compare; drift, but for what is due; plan with --detailed-exitcode"),
    ("3", "some of it failed"),
    ("4", "refused before any write"),
    ("64", "bad command line"),
    ("65", "the policy has errors"),
    ("69", "no system could be reached"),
    ("75", "nothing was done and it is worth trying again"),
    ("77", "a key, a password or a permission was not accepted"),
    ("130, 143", "ended by SIGINT, SIGTERM"),
  ]

  private static func spelling(_ option: Option) -> String {
    let long = "--" + option.name + (option.value.map { " " + $0 } ?? "")
    return option.letter.map { "-\($0), \(long)" } ?? long
  }

  /// Two columns; a first column that is too wide gets a line of its own, and so does every one on a narrow terminal.
  private static func table(_ rows: [(String, String)], _ width: Int) -> String {
    let first = width < 60 ? 2 : min(rows.map(\.0.count).max() ?? 0, 22)
    let gap = String(repeating: " ", count: first + 4)
    return rows.flatMap { name, text in
      name.count > first
        ? wrapped(name, indent: "  ", width: width) + wrapped(text, indent: gap, width: width)
        : wrapped(text, indent: "  \(padded(name, to: first))  ", width: width)
    }.joined(separator: "\n")
  }
}
