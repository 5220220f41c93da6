import Controller
import Host
import Planning
import Policies
import Presentation

extension Command {
  /// All of them, in the order in which they are listed: by what people want.
  static let all: [Command] = [
    .status, .plan, .show, .drift, .explain, .next, .timeline, .history, .doctor, .devices, .apps,
    .apply, .override, .more, .lock, .release,
    .ask, .requests, .approve, .deny, .cancel, .people,
    .watch, .serve, .units,
    .`init`, .trust, .pair, .validate, .test, .compare, .try, .fmt, .schema, .completions, .help, .version,
  ]

  // MARK: - Look and check

  static let status = Command(
    "status", "is it running, what holds now, what is wrong", .looking,
    explanation:
      "It exits with 1 if nothing has run for five minutes or runs follow another policy, with 3 if the last run could not "
      + "read or change something, with 65 if the policy has errors, and with 77 if the state cannot be read; else with 0.",
    examples: [
      ("reconcile status", "in ten lines"),
      ("reconcile status --format json", "the same for a program"),
    ],
    operands: .policy, formats: [.text, .json], for: .viewer, run: StatusCommand.run)
  static let plan = Command(
    "plan", "show what apply would do; write nothing", .looking,
    examples: [
      ("reconcile plan", "what would be done now"),
      ("reconcile plan --at 'fri 21:30'", "what would be done then"),
      ("reconcile plan -o plan.json", "keep the plan, for 'apply --plan plan.json'"),
    ],
    needsNetwork: true, operands: .policy, formats: [.text, .json, .markdown], for: .viewer
  ) { (invocation, environment) throws(UsageError) in try PlanCommand.run(invocation, environment, purpose: .plan) }
  static let show = Command(
    "show", "print a plan file, and whether it can still be applied", .looking,
    explanation:
      "Whether the systems have changed since is not known offline: 'apply --plan' finds out, and refuses if so.",
    examples: [
      ("reconcile show plan.json", "what is in it, and how old it is"),
      ("reconcile show plan.json --format markdown", "the same for a pull request"),
    ],
    operands: .exactly(["PLAN"]), proposals: [("PLAN", .files)], formats: [.text, .json, .markdown], for: .viewer,
    run: ShowCommand.run)
  static let drift = Command(
    "drift", "show what somebody else changed; write nothing", .looking,
    explanation:
      "A difference is due, not drift, if the schedule, an edit of the policy or an override is its cause: drift lists "
      + "it and exits with 0, as with a pause by hand that 'pause-limit' allows. It exits with 2 if somebody or "
      + "something else changed an object, if a target only observes or yields, and for every difference if no "
      + "earlier run is remembered.",
    examples: [
      ("reconcile drift", "what differs now, and why"),
      ("reconcile drift --target kids", "of these objects alone"),
    ],
    needsNetwork: true, operands: .policy, formats: [.text, .json, .markdown], for: .viewer
  ) { (invocation, environment) throws(UsageError) in try PlanCommand.run(invocation, environment, purpose: .drift) }
  static let explain = Command(
    "explain", "say why a target is on or off, until when, and what comes next", .looking,
    examples: [
      ("reconcile explain kids", "why it is as it is now"),
      ("reconcile explain kids --at 'sat 22:00'", "how it will be then"),
      ("reconcile explain --canonical", "how every sentence is understood"),
    ],
    operands: .any("TARGET"), forms: [" [TARGET]… [POLICY] [OPTIONS]"],
    proposals: [("TARGET", .live(.targets, else: [], orFiles: true))], formats: [.text, .json],
    run: ExplainCommand.run)
  static let next = Command(
    "next", "list the coming changes", .looking,
    examples: [
      ("reconcile next", "of the next 48 hours"),
      ("reconcile next kids --hours 12", "of one target, until tomorrow morning"),
    ],
    operands: .any("TARGET"), forms: [" [TARGET]… [POLICY] [OPTIONS]"],
    proposals: [("TARGET", .live(.targets, else: [], orFiles: true))], formats: [.text, .json], run: NextCommand.run)
  static let timeline = Command(
    "timeline", "draw what holds when, for a week", .looking,
    examples: [
      ("reconcile timeline kids", "a strip for each day"),
      ("reconcile timeline --from mon --days 14", "two weeks from Monday on"),
      ("reconcile timeline --format svg --paper a4 > week.svg", "all targets on one sheet, for the fridge"),
    ],
    operands: .any("TARGET"), forms: [" [TARGET]… [POLICY] [OPTIONS]"],
    proposals: [("TARGET", .live(.targets, else: [], orFiles: true))],
    formats: [.text, .json, .svg, .html], for: .viewer, run: TimelineCommand.run)
  static let history = Command(
    "history", "list what was seen and done, who did it, and why", .looking,
    examples: [
      ("reconcile history", "of the last seven days"),
      ("reconcile history --since yesterday", "since then"),
      ("reconcile history --verify", "whether an entry was edited or is missing"),
    ],
    operands: .atMost(1, "HEAD"), forms: [" [OPTIONS]", " --verify [HEAD] [OPTIONS]"],
    proposals: [("HEAD", .unknown)], formats: [.text, .json], run: HistoryCommand.run)
  static let doctor = Command(
    "doctor", "check that every system can be reached, trusted and read", .looking,
    examples: [
      ("reconcile doctor", "all systems of the policy"),
      ("reconcile doctor --target kids", "what this target needs"),
    ],
    needsNetwork: true, operands: .policy, formats: [.text, .json], for: .viewer, run: DoctorCommand.run)
  static let devices = Command(
    "devices", "list what is connected now, and its name in the policy", .looking,
    examples: [
      ("reconcile devices", "everything that is connected"),
      ("reconcile devices --new", "what no target names yet"),
    ],
    needsNetwork: true, operands: .policy, formats: [.text, .json], for: .viewer, run: DevicesCommand.run)
  static let apps = Command(
    "apps", "list the applications that a target can name", .looking,
    examples: [
      ("reconcile apps", "all of them, and their kinds"),
      ("reconcile apps tube", "those with these letters"),
    ],
    needsNetwork: true, operands: .any("TEXT"), forms: [" [TEXT] [OPTIONS]"], proposals: [("TEXT", .unknown)],
    formats: [.text, .json], for: .viewer, run: AppsCommand.run)

  // MARK: - Change something now

  static let apply = Command(
    "apply", "do what the policy wants now (also without a command)", .changing,
    examples: [
      ("reconcile apply", "look, change what differs, read it back"),
      ("reconcile apply --max-changes 3", "nothing at all if there is more to change"),
      ("reconcile apply --plan plan.json", "exactly this plan, or nothing"),
    ],
    needsNetwork: true, operands: .policy, formats: [.text, .json, .markdown], for: .viewer
  ) { (invocation, environment) throws(UsageError) in
    try environment.logging(invocation) { (environment) throws(UsageError) in
      try ApplyCommand.run(invocation, environment)
    }
  }
  static let override = Command(
    "override", "override the schedule for a while", .changing,
    examples: [
      ("reconcile override kids off --until 'sat 7am'", "off until then, whatever the schedule says"),
      ("reconcile override list", "those that hold or are to come"),
      ("reconcile override end kids", "back to the schedule"),
    ],
    operands: .any("WORD"),
    forms: [
      " TARGET… STATE [--from T] --for D | --until T [OPTIONS]", " list [OPTIONS]",
      " end ID|TARGET… | all [OPTIONS]", " extend ID --for D | --until T [OPTIONS]",
    ],
    proposals: [
      ("TARGET", .live(.override, else: OverrideRequest.words)),
      ("STATE", .live(.override, else: OverrideRequest.states)),
    ],
    formats: [.text, .json],
    run: OverrideCommand.run)
  static let more = Command(
    "more", "give more time before the next 'off'", .changing,
    examples: [
      ("reconcile more kids 30m", "half an hour more tonight"),
      ("reconcile more kids tv 1h --because 'film night'", "of two targets, and why"),
    ],
    operands: .any("TARGET"), forms: [" TARGET… DURATION [OPTIONS]"],
    proposals: [("TARGET", .live(.targets, else: []))], formats: [.text, .json], run: MoreCommand.run)
  static let lock = Command(
    "lock", "keep something off for a while", .changing,
    explanation: "More time does not lift a lock; 'reconcile override end' does.",
    examples: [
      ("reconcile lock kids --for 2h", "off now"),
      ("reconcile lock kids --from 18:00 --until 20:00", "off later"),
    ],
    operands: .any("TARGET"), forms: [" TARGET… [--from T] --for D | --until T [OPTIONS]"],
    proposals: [("TARGET", .live(.targets, else: []))], formats: [.text, .json], run: LockCommand.run)
  static let release = Command(
    "release", "open again, or forget, what no target names any more", .changing,
    examples: [
      ("reconcile release", "what is left switched off, and ask"),
      ("reconcile release --all --yes", "switch all of it on again"),
      ("reconcile release tablet --keep", "leave this one as it is"),
    ],
    needsNetwork: true, operands: .any("TARGET|OBJECT"), formats: [.text, .json], run: ReleaseCommand.run)

  // MARK: - Ask and approve

  static let ask = Command(
    "ask", "ask for what a guard allows only with an approval", .asking,
    explanation:
      "A request changes nothing by itself. Whoever enforces the policy tells every approver and sends each a code of their "
      + "own; 'reconcile approve' and 'reconcile deny' ask for it.",
    examples: [
      ("reconcile ask kids on --for 1h", "an hour, if somebody agrees"),
      ("reconcile ask kids --more 30m --because homework", "half an hour more, and why"),
    ],
    operands: .any("WORD"),
    forms: [
      " TARGET… STATE [--from T] --for D | --until T [OPTIONS]", " TARGET… --more D [OPTIONS]",
    ],
    proposals: [("TARGET", .live(.ask, else: [])), ("STATE", .live(.ask, else: OverrideRequest.states))],
    formats: [.text, .json],
    run: AskCommand.run)
  static let requests = Command(
    "requests", "list what was asked for, who was told, and the outcome", .asking,
    examples: [
      ("reconcile requests", "open ones, and those of the last day"),
      ("reconcile requests --format json", "the same for a program"),
    ],
    formats: [.text, .json], run: RequestsCommand.run)
  static let approve = Command(
    "approve", "agree to a request, with the code that you were sent", .asking,
    explanation: "The code is asked for, or read from standard input; it is never an argument.", typed: "code",
    examples: [
      ("reconcile approve 7", "with the code"),
      ("reconcile approve 7 --as anna", "with Anna's PIN"),
      ("reconcile approve 7 --send", "send a new code"),
    ],
    operands: .atMost(1, "ID"), forms: [" ID [OPTIONS]", " ID --send [OPTIONS]"],
    proposals: [("ID", .live(.requests, else: []))], formats: [.text, .json], run: ApproveCommand.approve)
  static let deny = Command(
    "deny", "refuse a request, with the code that you were sent", .asking,
    explanation: "The code is asked for, or read from standard input; it is never an argument.", typed: "code",
    examples: [
      ("reconcile deny 7", "with the code"),
      ("reconcile deny 7 --as anna", "with Anna's PIN"),
    ],
    operands: .atMost(1, "ID"), forms: [" ID [OPTIONS]"], proposals: [("ID", .live(.requests, else: []))],
    formats: [.text, .json], run: ApproveCommand.deny)
  static let cancel = Command(
    "cancel", "take back a request of your own", .asking,
    examples: [
      ("reconcile cancel 7", "this one"),
      ("reconcile cancel 7 --format json", "the same for a program"),
    ],
    operands: .atMost(1, "ID"), forms: [" ID [OPTIONS]"], proposals: [("ID", .live(.requests, else: []))],
    formats: [.text, .json], run: CancelCommand.run)
  static let people = Command(
    "people", "list who guards what; set PINs; make links to the page", .asking,
    explanation:
      "A PIN is typed at a terminal, twice, and never an argument. A new PIN needs the old one. A link is good once and for "
      + "15 minutes; the browser that opens it acts for that person until it is unlinked.",
    typed: "PIN",
    examples: [
      ("reconcile people", "everybody, and how they are told"),
      ("reconcile people pin anna", "set a PIN"),
      ("reconcile people link ben --device 'his phone'", "a one-time link to the page"),
    ],
    operands: .any("WORD"),
    forms: [
      " [list] [OPTIONS]", " pin NAME [OPTIONS]", " reset NAME [OPTIONS]",
      " link NAME [--device TEXT] [--url URL] [--api] [OPTIONS]", " unlink NAME [DEVICE] [OPTIONS]",
    ],
    proposals: [("WORD", .words(["list", "pin", "reset", "link", "unlink"])), ("NAME", .live(.people, else: []))],
    formats: [.text, .json],
    run: PeopleCommand.run)

  // MARK: - Run it

  static let watch = Command(
    "watch", "stay, and apply whenever something changes", .running,
    examples: [
      ("reconcile watch", "until it is ended"),
      ("reconcile watch --interval 5m", "look for changes by others less often"),
    ],
    needsNetwork: true, operands: .policy, for: .viewer
  ) { (invocation, environment) throws(UsageError) in
    try environment.logging(invocation) { (environment) throws(UsageError) in
      try WatchCommand.run(invocation, environment)
    }
  }
  static let serve = Command(
    "serve", "serve the page for the phone", .running,
    explanation:
      "The page shows the schedule, gives more time, switches off, asks and approves. It reads the policy and the state, "
      + "writes what people want to the state, and has no secret of any system. 'people' in the policy and links, made by "
      + "'reconcile people link', say who is who.",
    examples: [
      ("reconcile serve", "on this machine alone, port 8383"),
      ("reconcile serve --listen 192.168.1.10:8383 --host home.lan", "in the home's network"),
    ],
    operands: .policy, for: .viewer, run: ServeCommand.run)
  static let units = Command(
    "units", "print systemd units that run this policy", .running,
    examples: [
      ("reconcile units /etc/reconcile/policy.yaml", "a service and its timer"),
      ("reconcile units --watch --output .", "a daemon instead, into files here"),
      (
        "reconcile units --notify-url-credential hook --notify-before 10m",
        "a service that also notifies 10 minutes before bedtime"
      ),
    ],
    operands: .policy, for: .program, run: UnitsCommand.run)

  // MARK: - Set it up

  static let `init` = Command(
    "init", "look at your systems and write a first policy", .settingUp,
    examples: [
      ("reconcile init", "it asks for what it needs"),
      ("reconcile init --unifi https://192.168.1.1 -o policy.yaml", "for this console, into this file"),
    ],
    needsNetwork: true, for: .viewer, run: InitCommand.run)
  static let trust = Command(
    "trust", "show the key of a system's certificate, to pin it", .settingUp,
    examples: [
      ("reconcile trust gateway", "the line for the policy"),
      ("reconcile trust gateway --format json", "the same for a program"),
    ],
    needsNetwork: true, operands: .exactly(["SYSTEM"]), proposals: [("SYSTEM", .live(.systems, else: []))],
    formats: [.text, .json],
    for: .viewer, run: TrustCommand.run)
  static let pair = Command(
    "pair", "exchange a pairing code for the secret of a system", .settingUp,
    explanation:
      "The code is asked for, or read from standard input; it is never an argument. The secret is written to where the "
      + "policy finds it, readable by its owner alone, and bound to the system's address.",
    typed: "code",
    examples: [
      ("reconcile pair door", "with the code of its owner"),
      ("reconcile pair door --status", "what the secret is good for"),
      ("reconcile pair door --forget", "delete it"),
    ],
    needsNetwork: true, operands: .exactly(["SYSTEM"]),
    forms: [" SYSTEM [--replace] [OPTIONS]", " SYSTEM --status [OPTIONS]", " SYSTEM --forget [OPTIONS]"],
    proposals: [("SYSTEM", .live(.systems, else: []))], formats: [.text, .json], for: .viewer, run: PairCommand.run)
  static let validate = Command(
    "validate", "show every mistake in the policy", .settingUp,
    examples: [
      ("reconcile validate household.yaml", "before it is used"),
      ("reconcile validate --format github", "as annotations of a pull request"),
      ("reconcile validate --complete", "also that runs can follow it"),
    ],
    operands: .policy, formats: [.text, .json, .github], for: .viewer, run: ValidateCommand.run)
  static let test = Command(
    "test", "run the tests in the policy", .settingUp,
    examples: [
      ("reconcile test household.yaml", "those under 'tests'"),
      ("reconcile test --format junit", "for a pipeline"),
    ],
    operands: .policy, formats: [.text, .json, .junit], for: .viewer, run: TestCommand.run)
  static let compare = Command(
    "compare", "show what an edit of a policy changes", .settingUp,
    examples: [
      ("reconcile compare old.yaml new.yaml", "in the next 14 days"),
      ("reconcile compare old.yaml new.yaml --days 30", "in a month"),
    ],
    operands: .exactly(["OLD", "NEW"]), proposals: [("OLD", .files), ("NEW", .files)],
    formats: [.text, .json, .markdown], for: .viewer, run: CompareCommand.run)
  static let `try` = Command(
    "try", "show what a sentence means, before it is in a policy", .settingUp,
    explanation:
      "It uses the targets, schedules and time zone of the policy, but not its sentences. Without a policy, or with "
      + "--timezone, it makes up the targets.",
    examples: [
      ("reconcile try 'kids off weekdays 9pm-7am'", "in the usual policy"),
      ("reconcile try 'kids off 21:00-07:00' --timezone Europe/Berlin", "without any policy"),
      ("reconcile try 'kids off sat' 'kids on sat 10:00-12:00'", "two sentences; the later one wins"),
    ],
    operands: .any("SENTENCE"), forms: [" SENTENCE… [POLICY | --timezone ZONE] [OPTIONS]"],
    proposals: [("SENTENCE", .live(.sentence, else: []))], formats: [.text, .json], for: .viewer, run: TryCommand.run)
  static let fmt = Command(
    "fmt", "tidy the layout of a policy; change nothing else", .settingUp,
    explanation:
      "It names each file that it has written. Indentation is two spaces; one space follows a colon or a dash, no space ends a "
      + "line, and there is at most one empty line in a row. Texts, comments and the order of keys stay as they are. The "
      + "result is read again before it is written. With '-' it prints what it reads from standard input.",
    examples: [
      ("reconcile fmt household.yaml", "in place"),
      ("reconcile fmt --check", "exit with 1 if a file would change"),
      ("reconcile fmt - < household.yaml", "to standard output"),
    ],
    operands: .policy, for: .program, run: FmtCommand.run)
  static let schema = Command(
    "schema", "print the JSON Schema of the policy file", .settingUp,
    examples: [
      ("reconcile schema > policy.schema.json", "for an editor"),
      ("reconcile schema | jq .properties", "the keys of a policy"),
    ],
    for: .program, run: SchemaCommand.run)
  static let completions = Command(
    "completions", "print the completion script of a shell", .settingUp,
    examples: [
      ("reconcile completions bash", "for bash; also zsh, fish"),
      ("reconcile completions fish | source", "try it in this session of fish"),
    ],
    operands: .exactly(["SHELL"]), proposals: [("SHELL", .words(Shell.allCases.map(\.rawValue)))], for: .program,
    run: CompletionsCommand.run)
  static let help = Command(
    "help", "explain a command; 'help man' prints the manual page", .settingUp,
    examples: [
      ("reconcile help more", "one command, with examples"),
      ("reconcile help man | man -l -", "everything"),
    ],
    operands: .atMost(1, "COMMAND"), proposals: [("COMMAND", .words(Command.all.map(\.name) + [HelpCommand.manual]))],
    for: .viewer, run: HelpCommand.run)
  static let version = Command(
    "version", "print the version", .settingUp,
    examples: [("reconcile version", "of this program"), ("reconcile --version", "the same")]
  ) { (_, environment) throws(UsageError) in
    environment.output("reconcile \(Version.text)\n")
    return .success
  }
}
