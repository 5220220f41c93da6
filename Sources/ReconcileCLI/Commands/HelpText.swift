/// What `reconcile help` prints, from the table of commands and options.
enum HelpText {
  static let general = """
    reconcile makes a home network follow a schedule that stands in a file.

    usage: reconcile [COMMAND] [POLICY] [OPTIONS]

    commands:
    \(table(Command.allCases.map { ($0.rawValue, $0.summary) }))

    options:
    \(table(Option.allCases.map { (spelling($0), $0.summary) }))

    POLICY is a file or a directory; left out it is --policy, $RECONCILE_POLICY,
    policy.yaml in this directory, or /etc/reconcile/policy.yaml.
    INSTANT: now, 21:30, "2026-11-20 21:30" (in the policy's zone), RFC 3339, +90m.

    exit status:
    \(table(statuses))

    """

  static func about(_ command: Command) -> String {
    let options = Option.allCases.filter { $0.commands.contains(command) && $0 != .version }
    return """
      \(wrapped("reconcile \(command.rawValue): " + command.summary, indent: "").joined(separator: "\n"))

      usage: \(command.usages.map { "reconcile \(command.rawValue)\($0)" }.joined(separator: "\n       "))

      options:
      \(table(options.map { (spelling($0), $0.summary) }))

      """
  }

  static let statuses: [(String, String)] = [
    ("0", "in sync, applied and verified, or shown"),
    ("1", "something failed that none of the below names"),
    ("2", "differences: drift, compare; plan with --detailed-exitcode"),
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
    let long = "--" + option.rawValue + (option.value.map { " " + $0 } ?? "")
    return option.letter.map { "-\($0), \(long)" } ?? long
  }

  /// Two columns that fit into 80; a first column that is too wide gets a line of its own.
  private static func table(_ rows: [(String, String)]) -> String {
    let width = min(rows.map(\.0.count).max() ?? 0, 22)
    let gap = String(repeating: " ", count: width + 4)
    return rows.flatMap { name, text in
      name.count > width
        ? ["  " + name] + wrapped(text, indent: gap) : wrapped(text, indent: "  \(padded(name, to: width))  ")
    }.joined(separator: "\n")
  }
}
