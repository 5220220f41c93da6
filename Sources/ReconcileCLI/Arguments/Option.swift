import Controller
import Presentation

/// What may be given besides the command: a row of the table of options.
struct Option: Hashable, Sendable {
  /// What it is called, without the dashes.
  let name: String
  /// Its one-letter form.
  let letter: Character?
  /// What its value is called; nil for an option without one.
  let value: String?
  /// Whether it may be given more than once.
  let repeats: Bool
  /// What its value can be, where a shell can propose that; of `--format` it depends on the command.
  let candidates: Candidates
  /// The commands that it belongs to.
  let commands: [Command]
  /// One line for the help.
  let summary: String

  init(
    _ name: String, letter: Character? = nil, value: String? = nil, repeats: Bool = false,
    candidates: Candidates = .unknown, _ summary: String, for commands: [Command]
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.repeats = repeats
    self.candidates = candidates
    self.commands = commands
    self.summary = summary
  }

  static func == (left: Option, right: Option) -> Bool { left.name == right.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// One line for the help of `command`: of what differs from command to command only what it knows.
  func summary(after command: Command) -> String {
    switch (self, command) {
    case (.format, _): "output format: " + command.formats.map(\.rawValue).joined(separator: ", ")
    case (.days, .compare): "how many days to compare (default: 14)"
    case (.days, _): "how many days to show (default: 7)"
    case (.from, .timeline): "when to begin, such as fri or 'fri 21:30' (default: the start of today)"
    case (.from, _): "when to begin, such as fri or 'fri 21:30' (default: now)"
    case (.output, .`init`): "where to write the policy"
    case (.output, .units): "directory to write the units into"
    case (.output, _): "where to write the plan"
    case (.as, .ask): "who asks (only for root)"
    case (.as, _): "act as this approver, with their PIN"
    default: summary
    }
  }

  /// What its value can be after `command`; nil for an option without one.
  func candidates(after command: Command) -> Candidates? {
    if value == nil { return nil }
    return self == .format ? .words(command.formats.map(\.rawValue)) : candidates
  }

  /// `--verbose`, and `-v` before it where there is one.
  var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--" + name] }

  /// Whether `word` alone is an option, or letters of several: a time or length such as `-90m` is none, nor is `-`.
  static func isNamed(by word: String) -> Bool {
    guard word.hasPrefix("-"), let next = word.dropFirst().first else { return false }
    return next == "-" || next.isLetter
  }

  /// Whether its value names a file, a folder or something of the policy. An empty one names nothing.
  var namesSomething: Bool {
    switch candidates {
    case .files, .live: value != nil
    case .words, .unknown: false
    }
  }

  /// Whether a value that looks like an option can be right for it: most files may be called so, and text may begin so.
  var mayLookLikeOption: Bool { candidates == .files && self != .notifyCommand || ["TEXT", "PATTERN"].contains(value) }
}

// MARK: - The rows

extension Option {
  static let dryRun = Option(
    "dry-run", letter: "n", "show what would be done; write nothing", for: [.apply, .plan, .drift])
  static let target = Option(
    "target", value: "NAME", repeats: true, candidates: .live(.targets, else: []),
    "only this target; may be repeated",
    for: [.apply, .plan, .drift, .timeline, .next, .doctor])
  static let maxChanges = Option(
    "max-changes", value: "N",
    "write nothing if there are more changes than this",
    for: [.apply, .plan, .drift, .watch])
  static let detailedExitcode = Option(
    "detailed-exitcode",
    "exit with 2 if there is something to change",
    for: [.apply, .plan, .drift])
  static let at = Option(
    "at", value: "INSTANT",
    "for this time instead of now, such as 'fri 21:30'",
    for: [.plan, .apply, .explain])
  static let from = Option(
    "from", value: "INSTANT",
    "when to begin, such as fri or 'fri 21:30' (default: now; for timeline the start of today)",
    for: [.timeline, .override, .lock, .ask])
  static let to = Option(
    "to", value: "INSTANT",
    "end of what is shown (default: 7 days later)",
    for: [.timeline])
  static let hours = Option("hours", value: "N", "how many hours to look ahead (default: 48)", for: [.next])
  static let scheduleOnly = Option("schedule-only", "without overrides", for: [.explain, .timeline, .next])
  static let complete = Option(
    "complete", "refuse a policy without systems, which no run can follow", for: [.validate])
  static let canonical = Option(
    "canonical", "show how each sentence is understood", for: [.explain])
  static let days = Option(
    "days", value: "N",
    "how many days to show (default: 7) or to compare (default: 14)",
    for: [.timeline, .compare])
  static let paper = Option(
    "paper", value: "a4|letter", candidates: .words(Paper.allCases.map(\.rawValue)),
    "draw all targets on one sheet of paper (with --format svg)",
    for: [.timeline])
  static let new = Option("new", "only what no target names", for: [.devices])
  static let system = Option(
    "system", value: "NAME", candidates: .live(.systems, else: []), "only this system of the policy",
    for: [.devices, .apps])
  static let include = Option(
    "include", value: "PATTERN", repeats: true,
    "also rules of this name; may be repeated",
    for: [.`init`])
  static let group = Option(
    "group", value: "NAME=DEVICE,…", repeats: true,
    "devices with a bedtime, by MAC address or name; NAME alone is every device called so; may be repeated",
    for: [.`init`])
  static let bedtime = Option(
    "bedtime", value: "HOURS", "when these groups are off, such as 'sun-thu 20:30–07:00' (default: 21:00–07:00)",
    for: [.`init`])
  static let timezone = Option(
    "timezone", value: "ZONE",
    "time zone, such as Europe/Berlin (default: this machine's)",
    for: [.`init`, .try])
  static let trust = Option(
    "trust", value: "KEY", repeats: true,
    "send the secret to the holder of this key (sha256//…), even if its certificate is not trusted; may be repeated",
    for: [.`init`])
  static let output = Option(
    "output", letter: "o", value: "PATH", candidates: .files,
    "where to write: the plan, a new policy file, or the directory for units",
    for: [.plan, .apply, .`init`, .units])
  static let forDuration = Option(
    "for", value: "DURATION",
    "how long, such as 1h30m or '1 day'",
    for: [.override, .lock, .ask])
  static let until = Option(
    "until", value: "INSTANT",
    "until when, such as 23:00, midnight or 'sat 7am'",
    for: [.override, .lock, .ask])
  static let because = Option(
    "because", value: "TEXT",
    "why; shown with it",
    for: [.override, .more, .lock, .ask])
  static let more = Option(
    "more", value: "DURATION",
    "ask for this much more time before the next 'off'", for: [.ask])
  static let expires = Option(
    "expires", value: "DURATION",
    "how long the request stays open (default: 30m)", for: [.ask])
  static let `as` = Option(
    "as", value: "NAME", candidates: .live(.people, else: []),
    "act as this approver, with their PIN; after 'ask', who asks (only for root)",
    for: [.override, .more, .ask, .approve, .deny, .release])
  static let device = Option("device", value: "TEXT", "name of the device that the link is for", for: [.people])
  static let pageURL = Option(
    "url", value: "URL", "address of the page (default: the one that 'serve' uses)", for: [.people])
  static let api = Option("api", "make a token for a program instead of a link", for: [.people])
  static let listen = Option(
    "listen", value: "ADDRESS:PORT", "IP address and port to listen on (default: 127.0.0.1:8383)", for: [.serve])
  static let host = Option(
    "host", value: "NAME", repeats: true, "host name of the page; may be repeated",
    for: [.serve])
  static let tlsCertificate = Option(
    "tls-certificate", value: "PATH", candidates: .files, "PEM file of the certificate, to serve https",
    for: [.serve])
  static let tlsKey = Option(
    "tls-key", value: "PATH", candidates: .files, "PEM file of its key", for: [.serve])
  static let behindProxy = Option(
    "behind-proxy", value: "URL", "address of the page behind a proxy on this machine", for: [.serve])
  static let wait = Option("wait", "wait until approvers were told, or could not be", for: [.ask])
  static let send = Option("send", "send a new code; three times at most", for: [.approve])
  static let applyNow = Option(
    "apply",
    "apply at once, instead of waiting for the next run",
    for: [.override, .more, .lock, .approve])
  static let since = Option(
    "since", value: "INSTANT",
    "from when on, such as 2h (ago) or yesterday (default: 7 days ago)",
    for: [.history])
  static let onlyRequests = Option("requests", "only requests and their outcomes", for: [.history])
  static let verify = Option("verify", "check the history for edited or missing entries", for: [.history])
  static let all = Option("all", "everything that is left", for: [.release])
  static let keep = Option("keep", "leave it as it is, and report it no more", for: [.release])
  static let yes = Option("yes", "do not ask first", for: [.release, .pair])
  static let replace = Option("replace", "replace a secret that is there", for: [.pair])
  static let status = Option("status", "show what the secret is good for; change nothing", for: [.pair])
  static let forget = Option("forget", "delete the secret", for: [.pair])
  static let check = Option(
    "check", "write nothing; list files that would change; exit with 1 if any", for: [.fmt])
  static let interval = Option(
    "interval", value: "DURATION",
    "how often to look for changes by others (default: 60s)",
    for: [.watch])
  static let planFile = Option(
    "plan", value: "PATH", candidates: .files,
    "do exactly this plan, or nothing if things have changed",
    for: [.apply])
  static let noLastGood = Option(
    "no-last-good",
    "do nothing if the policy has errors, instead of using the last valid one",
    for: [.apply, .watch])
  static let metrics = Option(
    "metrics", value: "PATH", candidates: .files,
    "write metrics for node_exporter to this file",
    for: [.apply, .watch])
  static let notifyCommand = Option(
    "notify-command", value: "PATH", candidates: .files,
    "program to notify, on its standard input",
    for: [.apply, .watch])
  static let notifyURL = Option(
    "notify-url", value: "URL",
    "webhook to notify, such as an ntfy topic",
    for: [.apply, .watch])
  static let notifyCredential = Option(
    "notify-url-credential", value: "NAME",
    "credential with the address of the webhook",
    for: [.apply, .watch, .units])
  static let notifyFormat = Option(
    "notify-format", value: "json|text", candidates: .words(NotificationFormat.allCases.map(\.rawValue)),
    "format of notifications: json for programs, text for phones (default: json)",
    for: [.apply, .watch, .units])
  static let notifyBefore = Option(
    "notify-before", value: "DURATION",
    "also notify this long before something is held back, such as 10m",
    for: [.apply, .watch, .units])
  static let log = Option(
    "log", value: "text|json", candidates: .words([OutputFormat.text, .json].map(\.rawValue)),
    "format of standard error",
    for: [.apply, .watch])
  static let asPage = Option("page", "the page for the phone instead", for: [.units])
  static let asDaemon = Option("watch", "a daemon instead of a timer", for: [.units])
  static let policy = Option(
    "policy", value: "PATH", candidates: .files,
    "policy file or directory",
    for: [
      .apply, .plan, .show, .drift, .status, .watch, .validate, .test, .explain, .timeline, .next, .try, .fmt,
      .override, .more, .lock, .ask, .requests, .approve, .deny, .cancel, .people, .serve, .units, .doctor, .trust,
      .pair, .release, .devices, .apps,
    ])
  static let state = Option(
    "state", value: "DIR", candidates: .files,
    "state directory",
    for: [
      .apply, .plan, .show, .drift, .status, .watch, .explain, .timeline, .next, .override, .more, .lock, .ask,
      .requests, .approve,
      .deny, .cancel, .people, .serve, .history, .release, .units, .doctor,
    ])
  static let format = Option(
    "format", value: "FORMAT",
    "output format: text, json and others",
    for: Command.all.filter { $0.formats.count > 1 })
  static let color = Option(
    "color", value: "auto|always|never", candidates: .words(OutputSettings.ColorChoice.allCases.map(\.rawValue)),
    "when to use colour (default: auto, on a terminal)",
    for: Command.all.filter { $0.formats.count > 1 && $0 != .trust && $0 != .pair })
  static let deadline = Option(
    "deadline", value: "DURATION",
    "give up after this long (default: 60s)",
    for: [.apply, .plan, .drift, .watch, .doctor, .devices, .apps, .`init`, .release])
  static let verbose = Option(
    "verbose", letter: "v",
    "log every request to standard error",
    for: [.apply, .plan, .drift, .watch, .doctor, .devices, .apps, .`init`, .pair, .release])
  static let help = Option("help", letter: "h", "show help", for: Command.all)
  static let version = Option("version", "print the version", for: [.apply])
}
