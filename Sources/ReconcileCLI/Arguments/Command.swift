/// What the program can be asked to do. The table that the parser, the help and later the man page are made of.
enum Command: String, CaseIterable, Sendable {
  case apply
  case plan
  case drift
  case validate
  case timeline
  case trust
  case help
  case version

  /// One line for the list of commands.
  var summary: String {
    switch self {
    case .apply: "read, compare, apply once (this is also what no command means)"
    case .plan: "show what an apply would do, write nothing (the same as --dry-run)"
    case .drift: "show what differs, write nothing, exit with 2 if something does"
    case .validate: "show every mistake in the policy; no network"
    case .timeline: "show what holds when; no network"
    case .trust: "show the key of a system's certificate, and the pin to write"
    case .help: "explain a command"
    case .version: "print the version"
    }
  }

  /// What may stand after the command.
  var operand: String? {
    switch self {
    case .apply, .plan, .drift, .validate, .timeline: "POLICY"
    case .trust: "SYSTEM"
    case .help: "COMMAND"
    case .version: nil
    }
  }

  /// The output formats that it knows, the default first.
  var formats: [OutputFormat] {
    switch self {
    case .apply, .plan, .drift, .validate, .timeline: [.text, .json]
    case .trust, .help, .version: [.text]
    }
  }
}

/// How a result is written.
enum OutputFormat: String, CaseIterable, Sendable {
  case text
  case json
}
