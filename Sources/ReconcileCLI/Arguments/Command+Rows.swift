import Controller
import Host
import Planning
import Policies
import Presentation

extension Command {
  /// All of them, in the order in which they are listed.
  static let all: [Command] = [
    .apply, .plan, .drift, .status, .validate, .test, .explain, .timeline, .next, .compare, .watch, .override, .more,
    .lock,
    .ask, .requests, .approve, .deny, .cancel, .people, .serve, .history, .release, .units, .doctor, .devices,
    .apps, .`init`, .trust, .pair,
    .schema, .completions, .help, .version,
  ]

  // MARK: - What is wanted and what is live

  static let apply = Command(
    "apply", "read, compare, apply once (this is also what no command means)",
    needsNetwork: true, operands: .policy, formats: [.text, .json, .markdown], for: .viewer
  ) { (invocation, environment) throws(UsageError) in
    try environment.logging(invocation) { (environment) throws(UsageError) in
      try ApplyCommand.run(invocation, environment)
    }
  }
  static let plan = Command(
    "plan", "show what an apply would do, write nothing (the same as --dry-run)",
    needsNetwork: true, operands: .policy, formats: [.text, .json, .markdown], for: .viewer
  ) { (invocation, environment) throws(UsageError) in try PlanCommand.run(invocation, environment, purpose: .plan) }
  static let drift = Command(
    "drift",
    "show what differs, write nothing, exit with 2 if somebody else changed something; what is due is no drift",
    explanation:
      "A difference is due, and no drift, when the schedule, an edit of the policy or an override is its cause: drift lists "
      + "it and exits with 0. It exits with 2 when somebody or something else changed an object, when a target only "
      + "observes or yields, and for every difference where no earlier run is remembered.",
    needsNetwork: true, operands: .policy, formats: [.text, .json, .markdown], for: .viewer
  ) { (invocation, environment) throws(UsageError) in try PlanCommand.run(invocation, environment, purpose: .drift) }
  static let status = Command(
    "status", "show whether something runs it, what holds now, what is wrong, what comes next; no network",
    explanation:
      "It exits with 1 if nothing has run for five minutes or runs follow another policy, with 3 if the last run could not "
      + "read or change something, and with 77 if the state cannot be read; else with 0.",
    operands: .policy, formats: [.text, .json], for: .viewer, run: StatusCommand.run)
  static let watch = Command(
    "watch", "stay: apply at every change of the schedule, and whenever something differs",
    needsNetwork: true, operands: .policy, for: .viewer
  ) { (invocation, environment) throws(UsageError) in
    try environment.logging(invocation) { (environment) throws(UsageError) in
      try WatchCommand.run(invocation, environment)
    }
  }
  static let release = Command(
    "release", "open what was switched off and is in no target any more, or let it stay",
    needsNetwork: true, operands: .any("TARGET|OBJECT"), formats: [.text, .json], run: ReleaseCommand.run)

  // MARK: - What the policy says

  static let validate = Command(
    "validate", "show every mistake in the policy; no network",
    operands: .policy, formats: [.text, .json, .github], for: .viewer, run: ValidateCommand.run)
  static let test = Command(
    "test", "run the tests that stand in the policy; no network",
    operands: .policy, formats: [.text, .json, .junit], for: .viewer, run: TestCommand.run)
  static let explain = Command(
    "explain", "why is it so, until when, what comes next; no network",
    operands: .any("TARGET"), forms: [" [TARGET]… [POLICY] [OPTIONS]"], formats: [.text, .json],
    run: ExplainCommand.run)
  static let timeline = Command(
    "timeline", "show what holds when; no network",
    operands: .any("TARGET"), forms: [" [TARGET]… [POLICY] [OPTIONS]"], proposals: [("POLICY", .files)],
    formats: [.text, .json, .svg], for: .viewer, run: TimelineCommand.run)
  static let next = Command(
    "next", "list the coming changes; no network",
    operands: .any("TARGET"), forms: [" [TARGET]… [POLICY] [OPTIONS]"], proposals: [("POLICY", .files)],
    formats: [.text, .json], run: NextCommand.run)
  static let compare = Command(
    "compare", "show what an edit of a policy means; no network",
    operands: .exactly(["OLD", "NEW"]), proposals: [("OLD", .files), ("NEW", .files)],
    formats: [.text, .json, .markdown], for: .viewer, run: CompareCommand.run)

  // MARK: - What holds beside it, and what was done

  static let override = Command(
    "override", "let something else than the schedule hold for a while; no network",
    operands: .any("WORD"),
    forms: [
      " TARGET… STATE [--from T] --for D | --until T [OPTIONS]", " list [OPTIONS]",
      " end ID|TARGET… | all [OPTIONS]", " extend ID --for D | --until T [OPTIONS]",
    ],
    proposals: [("TARGET", .words(OverrideRequest.words)), ("STATE", .words(OverrideRequest.states))],
    formats: [.text, .json],
    run: OverrideCommand.run)
  static let more = Command(
    "more", "give more time before the next 'off'; no network",
    operands: .any("TARGET"), forms: [" TARGET… DURATION [OPTIONS]"], proposals: [("TARGET", .unknown)],
    formats: [.text, .json], run: MoreCommand.run)
  static let lock = Command(
    "lock", "keep something off for a while, whatever the schedule says; no network",
    operands: .any("TARGET"), forms: [" TARGET… [--from T] --for D | --until T [OPTIONS]"],
    proposals: [("TARGET", .unknown)], formats: [.text, .json], run: LockCommand.run)
  static let ask = Command(
    "ask", "ask for what a guard allows only with an approval; no network",
    explanation:
      "A request changes nothing by itself. Whoever enforces the policy tells every approver and sends each a code of their "
      + "own; 'reconcile approve' and 'reconcile deny' ask for it.",
    operands: .any("WORD"),
    forms: [
      " TARGET… STATE [--from T] --for D | --until T [OPTIONS]", " TARGET… --more D [OPTIONS]",
    ],
    proposals: [("TARGET", .unknown), ("STATE", .words(OverrideRequest.states))], formats: [.text, .json],
    run: AskCommand.run)
  static let requests = Command(
    "requests", "what is asked for, who was told, and what came of it; no network", formats: [.text, .json],
    run: RequestsCommand.run)
  static let approve = Command(
    "approve", "agree to a request with the code that you were sent; no network",
    explanation: "The code is asked for, or read from standard input; it is never an argument.",
    operands: .atMost(1, "ID"), forms: [" ID [OPTIONS]", " ID --send [OPTIONS]"], proposals: [("ID", .unknown)],
    formats: [.text, .json], run: ApproveCommand.approve)
  static let deny = Command(
    "deny", "say no to a request with the code that you were sent; no network",
    explanation: "The code is asked for, or read from standard input; it is never an argument.",
    operands: .atMost(1, "ID"), proposals: [("ID", .unknown)], formats: [.text, .json], run: ApproveCommand.deny)
  static let cancel = Command(
    "cancel", "take a request back; no network",
    operands: .atMost(1, "ID"), proposals: [("ID", .unknown)], formats: [.text, .json], run: CancelCommand.run)
  static let people = Command(
    "people", "who guards and sees what, their PINs, and links to the page; no network",
    explanation:
      "A PIN is typed at a terminal, twice, and never an argument. A new one over an old one needs the old one. A link is "
      + "good once and for 15 minutes; what uses it acts for the person from then on, until it is unlinked.",
    operands: .any("WORD"),
    forms: [
      " [list] [OPTIONS]", " pin NAME [OPTIONS]", " reset NAME [OPTIONS]",
      " link NAME [--device TEXT] [--url URL] [--api] [OPTIONS]", " unlink NAME [DEVICE] [OPTIONS]",
    ],
    proposals: [("WORD", .words(["list", "pin", "reset", "link", "unlink"]))], formats: [.text, .json],
    run: PeopleCommand.run)
  static let serve = Command(
    "serve", "serve a page for the phone: look, more time, off, ask and approve",
    explanation:
      "It reads the policy and the state, writes what people want to the state, and has no secret of any system. Who is "
      + "who is said by 'people' in the policy and by links, which 'reconcile people link' makes.",
    operands: .policy, for: .viewer, run: ServeCommand.run)
  static let history = Command(
    "history", "what was observed and done, by whom and why; no network",
    operands: .atMost(1, "HEAD"), forms: [" [OPTIONS]", " --verify [HEAD] [OPTIONS]"],
    proposals: [("HEAD", .unknown)], formats: [.text, .json], run: HistoryCommand.run)

  // MARK: - Setting it up

  static let units = Command(
    "units", "print systemd units that run this policy; no network",
    operands: .policy, for: .program, run: UnitsCommand.run)
  static let doctor = Command(
    "doctor", "can every system be reached, trusted and read, is every name there",
    needsNetwork: true, operands: .policy, formats: [.text, .json], for: .viewer, run: DoctorCommand.run)
  static let devices = Command(
    "devices", "what is connected now, and what the policy calls it",
    needsNetwork: true, operands: .policy, formats: [.text, .json], for: .viewer, run: DevicesCommand.run)
  static let apps = Command(
    "apps", "list the applications and kinds of application that a target can name",
    needsNetwork: true, operands: .any("TEXT"), forms: [" [TEXT] [OPTIONS]"], proposals: [("TEXT", .unknown)],
    formats: [.text, .json], for: .viewer, run: AppsCommand.run)
  static let `init` = Command(
    "init", "look at the live systems and write a first policy file",
    needsNetwork: true, for: .viewer, run: InitCommand.run)
  static let trust = Command(
    "trust", "show the key of a system's certificate, and the pin to write",
    needsNetwork: true, operands: .exactly(["SYSTEM"]), proposals: [("SYSTEM", .unknown)], formats: [.text, .json],
    for: .viewer, run: TrustCommand.run)
  static let pair = Command(
    "pair", "exchange a pairing code for the secret of a system, and keep it; or show it, or forget it",
    explanation:
      "The code is asked for, or read from standard input; it is never an argument. The secret is written to where the "
      + "policy finds it, readable by its owner alone, and bound to the system's address.",
    needsNetwork: true, operands: .exactly(["SYSTEM"]),
    forms: [" SYSTEM [--replace] [OPTIONS]", " SYSTEM --status [OPTIONS]", " SYSTEM --forget [OPTIONS]"],
    proposals: [("SYSTEM", .unknown)], formats: [.text, .json], for: .viewer, run: PairCommand.run)
  static let schema = Command(
    "schema", "print the JSON Schema of the policy file", for: .program, run: SchemaCommand.run)
  static let completions = Command(
    "completions", "print a completion script for bash, zsh or fish",
    operands: .exactly(["SHELL"]), proposals: [("SHELL", .words(Shell.allCases.map(\.rawValue)))], for: .program,
    run: CompletionsCommand.run)
  static let help = Command(
    "help", "explain a command; 'help man' prints the manual page",
    operands: .atMost(1, "COMMAND"), proposals: [("COMMAND", .words(Command.all.map(\.name)))], for: .viewer,
    run: HelpCommand.run)
  static let version = Command("version", "print the version") { (_, environment) throws(UsageError) in
    environment.output("reconcile \(Version.text)\n")
    return .success
  }
}
