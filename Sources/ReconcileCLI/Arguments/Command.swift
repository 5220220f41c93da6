import Policies
import Presentation

/// What the program can be asked to do. The table that the parser, the help and later the man page are made of.
enum Command: String, CaseIterable, Sendable {
  case apply
  case plan
  case drift
  case validate
  case test
  case explain
  case timeline
  case next
  case compare
  case watch
  case override
  case more
  case lock
  case history
  case release
  case units
  case doctor
  case `init`
  case trust
  case schema
  case completions
  case help
  case version

  /// One line for the list of commands.
  var summary: String {
    switch self {
    case .apply: "read, compare, apply once (this is also what no command means)"
    case .plan: "show what an apply would do, write nothing (the same as --dry-run)"
    case .drift:
      "show what differs, write nothing, exit with 2 if somebody else changed something; what is due is no drift"
    case .validate: "show every mistake in the policy; no network"
    case .test: "run the tests that stand in the policy; no network"
    case .explain: "why is it so, until when, what comes next; no network"
    case .timeline: "show what holds when; no network"
    case .next: "list the coming changes; no network"
    case .compare: "show what an edit of a policy means; no network"
    case .watch: "stay: apply at every change of the schedule, and whenever something differs"
    case .override: "let something else than the schedule hold for a while; no network"
    case .more: "give more time before the next 'off'; no network"
    case .lock: "keep something off for a while, whatever the schedule says; no network"
    case .history: "what was observed and done, by whom and why; no network"
    case .release: "open what was switched off and is in no target any more, or let it stay"
    case .units: "print systemd units that run this policy; no network"
    case .doctor: "can every system be reached, trusted and read, is every name there"
    case .`init`: "look at the live systems and write a first policy file"
    case .trust: "show the key of a system's certificate, and the pin to write"
    case .schema: "print the JSON Schema of the policy file"
    case .completions: "print a completion script for bash, zsh or fish"
    case .help: "explain a command; 'help man' prints the manual page"
    case .version: "print the version"
    }
  }

  /// What its line does not say and people ask about; nil for most.
  var explanation: String? {
    switch self {
    case .drift:
      "A difference is due, and no drift, when the schedule, an edit of the policy or an override is its cause: drift lists "
        + "it and exits with 0. It exits with 2 when somebody or something else changed an object, when a target only "
        + "observes or yields, and for every difference where no earlier run is remembered."
    case .apply, .plan, .validate, .test, .explain, .timeline, .next, .compare, .watch, .override, .more, .lock,
      .history, .release, .units, .doctor, .`init`, .trust, .schema, .completions, .help, .version:
      nil
    }
  }

  /// Whether it talks to systems; the others take a policy that names none.
  var needsNetwork: Bool {
    switch self {
    case .apply, .plan, .drift, .watch, .doctor, .`init`, .trust, .release: true
    case .validate, .test, .explain, .timeline, .next, .compare, .override, .more, .lock, .history, .units, .schema,
      .completions, .help, .version:
      false
    }
  }

  /// What may stand after the command.
  var operands: Operands {
    switch self {
    case .apply, .plan, .drift, .watch, .validate, .test, .doctor, .units: .atMost(1, "POLICY")
    case .override: .any("WORD")
    case .explain, .timeline, .next, .more, .lock: .any("TARGET")
    case .release: .any("TARGET|OBJECT")
    case .compare: .exactly(["OLD", "NEW"])
    case .trust: .exactly(["SYSTEM"])
    case .completions: .exactly(["SHELL"])
    case .help: .atMost(1, "COMMAND")
    case .history: .atMost(1, "HEAD")
    case .`init`, .schema, .version: .atMost(0, "")
    }
  }

  /// What may follow it on a command line, each form with a space before it.
  var usages: [String] {
    switch self {
    case .override:
      [
        " TARGET… STATE [--from T] --for D | --until T [OPTIONS]", " list [OPTIONS]",
        " end ID|TARGET… | all [OPTIONS]", " extend ID --for D | --until T [OPTIONS]",
      ]
    case .more: [" TARGET… DURATION [OPTIONS]"]
    case .lock: [" TARGET… [--from T] --for D | --until T [OPTIONS]"]
    case .history: [" [OPTIONS]", " --verify [HEAD] [OPTIONS]"]
    case .explain, .timeline, .next: [operands.usage + " [POLICY] [OPTIONS]"]
    case .apply, .plan, .drift, .watch, .validate, .test, .doctor, .units, .compare, .trust, .release,
      .completions, .help, .`init`, .schema, .version:
      [operands.usage + (OptionTable.hasAny(of: self) ? " [OPTIONS]" : "")]
    }
  }

  /// How many words may stand after a command, and what they are called.
  enum Operands: Hashable, Sendable {
    case atMost(Int, String)
    case any(String)
    case exactly([String])

    /// As the usage line shows them, with a space before each.
    var usage: String {
      switch self {
      case .atMost(let count, let name): count == 0 ? "" : " [\(name)]"
      case .any(let name): " [\(name)]…"
      case .exactly(let names): names.map { " " + $0 }.joined()
      }
    }
  }

  /// The output formats that it knows, the default first.
  var formats: [OutputFormat] {
    switch self {
    case .apply, .plan, .drift: [.text, .json, .markdown]
    case .explain, .next, .doctor, .trust, .override, .more, .lock, .history, .release: [.text, .json]
    case .validate: [.text, .json, .github]
    case .test: [.text, .json, .junit]
    case .timeline: [.text, .json, .svg]
    case .compare: [.text, .json, .markdown]
    case .watch, .units, .`init`, .schema, .completions, .help, .version: [.text]
    }
  }
}
