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
    self == .format ? "output format: " + command.formats.map(\.rawValue).joined(separator: ", ") : summary
  }

  /// What its value can be after `command`; nil for an option without one.
  func candidates(after command: Command) -> Candidates? {
    if value == nil { return nil }
    return self == .format ? .words(command.formats.map(\.rawValue)) : candidates
  }

  /// `--verbose`, and `-v` before it where there is one.
  var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--" + name] }
}

// MARK: - The rows

extension Option {
  static let dryRun = Option("dry-run", letter: "n", "show the plan, write nothing", for: [.apply, .plan, .drift])
  static let target = Option(
    "target", value: "NAME", repeats: true,
    "only this target; may be given more than once",
    for: [.apply, .plan, .drift, .timeline, .next, .doctor])
  static let maxChanges = Option(
    "max-changes", value: "N",
    "refuse to write if there are more changes than this",
    for: [.apply, .plan, .drift, .watch])
  static let detailedExitcode = Option(
    "detailed-exitcode",
    "exit with 2 if the plan holds a write",
    for: [.apply, .plan, .drift])
  static let at = Option(
    "at", value: "INSTANT",
    "for this instant instead of now, such as 'fri 21:30'; only where nothing is written",
    for: [.plan, .apply, .explain])
  static let from = Option(
    "from", value: "INSTANT",
    "the first instant shown, such as fri or 'fri 21:30' (default: today; now for json); when an override begins "
      + "(default: now)",
    for: [.timeline, .override, .lock, .ask])
  static let to = Option(
    "to", value: "INSTANT",
    "the first instant not shown any more (default: 7 days later)",
    for: [.timeline])
  static let hours = Option("hours", value: "N", "how many hours ahead to look (default: 48)", for: [.next])
  static let scheduleOnly = Option("schedule-only", "leave people's overrides out", for: [.explain, .timeline, .next])
  static let canonical = Option(
    "canonical", "show how each sentence is understood, in the language's own spelling", for: [.explain])
  static let days = Option(
    "days", value: "N",
    "how many days to show (default: 7) or ahead to compare (default: 14)",
    for: [.timeline, .compare])
  static let new = Option("new", "only what has no name in the policy", for: [.devices])
  static let system = Option("system", value: "NAME", "only this system of the policy", for: [.devices, .apps])
  static let include = Option(
    "include", value: "PATTERN", repeats: true,
    "rules of this name too; may be given more than once",
    for: [.`init`])
  static let group = Option(
    "group", value: "NAME=DEVICE,…", repeats: true,
    "whose devices have a bedtime, by MAC address or name; NAME alone takes those called so; may be given more than once",
    for: [.`init`])
  static let bedtime = Option(
    "bedtime", value: "HOURS", "when the groups are off, such as 'sun-thu 20:30–07:00' (default: 21:00–07:00)",
    for: [.`init`])
  static let timezone = Option(
    "timezone", value: "ZONE",
    "the time zone of the policy, such as Europe/Berlin (default: that of this machine, unless it is UTC)",
    for: [.`init`])
  static let trust = Option(
    "trust", value: "KEY", repeats: true,
    "a key, sha256//…, that may hear the secret although this machine does not trust its certificate; may be "
      + "given more than once",
    for: [.`init`])
  static let output = Option(
    "output", letter: "o", value: "PATH", candidates: .files,
    "the file to write: a plan, or a first policy, which must not exist; the folder to write units to",
    for: [.plan, .apply, .`init`, .units])
  static let forDuration = Option(
    "for", value: "DURATION",
    "how long an override holds, such as 1h30m or '1 day'",
    for: [.override, .lock, .ask])
  static let until = Option(
    "until", value: "INSTANT",
    "when an override ends, such as 23:00, midnight or 'sat 7am'",
    for: [.override, .lock, .ask])
  static let because = Option(
    "because", value: "TEXT",
    "why, for whoever sees it later",
    for: [.override, .more, .lock, .ask])
  static let more = Option(
    "more", value: "DURATION",
    "ask for so much more time before the next 'off'", for: [.ask])
  static let expires = Option(
    "expires", value: "DURATION",
    "for how long a request stays open (default: 30m)", for: [.ask])
  static let `as` = Option(
    "as", value: "NAME",
    "the approver who acts, by a PIN; for 'ask' who asks, which only root may say",
    for: [.override, .more, .ask, .approve, .deny, .release])
  static let device = Option("device", value: "TEXT", "what the device is called that a link is for", for: [.people])
  static let pageURL = Option(
    "url", value: "URL", "where the page is, if 'serve' has noted another address", for: [.people])
  static let api = Option("api", "a token for a program in place of a link", for: [.people])
  static let listen = Option(
    "listen", value: "ADDRESS:PORT", "where the page is served, in figures (default: 127.0.0.1:8383)", for: [.serve])
  static let host = Option(
    "host", value: "NAME", repeats: true, "a name by which the page is reached; may be given more than once",
    for: [.serve])
  static let tlsCertificate = Option(
    "tls-certificate", value: "PATH", candidates: .files, "a certificate, in PEM, to serve the page by https",
    for: [.serve])
  static let tlsKey = Option(
    "tls-key", value: "PATH", candidates: .files, "its key, in PEM", for: [.serve])
  static let behindProxy = Option(
    "behind-proxy", value: "URL", "where people reach the page who come by a proxy on this machine", for: [.serve])
  static let wait = Option("wait", "stay until approvers were told, or could not be", for: [.ask])
  static let send = Option("send", "have a fresh code sent, three times at most", for: [.approve])
  static let applyNow = Option(
    "apply",
    "apply right after it, in place of waiting for the next run",
    for: [.override, .more, .lock, .approve])
  static let since = Option(
    "since", value: "INSTANT",
    "the first instant told of, such as 2h (ago) or yesterday (default: 7 days ago)",
    for: [.history])
  static let onlyRequests = Option("requests", "only what was asked for, and what came of it", for: [.history])
  static let verify = Option("verify", "check that nothing of the past was edited or cut off", for: [.history])
  static let all = Option("all", "everything that is left behind", for: [.release])
  static let keep = Option("keep", "leave it as it is and do not tell of it any more", for: [.release])
  static let yes = Option("yes", "do it without asking", for: [.release, .pair])
  static let replace = Option("replace", "put the secret in place of one that is there", for: [.pair])
  static let status = Option("status", "show what the secret is good for; changes nothing", for: [.pair])
  static let forget = Option("forget", "take the secret away", for: [.pair])
  static let interval = Option(
    "interval", value: "DURATION",
    "how often to look for what others changed (default: 60s)",
    for: [.watch])
  static let planFile = Option(
    "plan", value: "PATH", candidates: .files,
    "carry out exactly this plan, or refuse because things have changed",
    for: [.apply])
  static let noLastGood = Option(
    "no-last-good",
    "do nothing when the policy is broken, instead of following the last good one",
    for: [.apply, .watch])
  static let metrics = Option(
    "metrics", value: "PATH", candidates: .files,
    "write node_exporter metrics to this file",
    for: [.apply, .watch])
  static let notifyCommand = Option(
    "notify-command", value: "PATH", candidates: .files,
    "a program that is told what was done, as JSON on its standard input",
    for: [.apply, .watch])
  static let notifyURL = Option(
    "notify-url", value: "URL",
    "an address that is told what was done, as JSON",
    for: [.apply, .watch])
  static let notifyCredential = Option(
    "notify-url-credential", value: "NAME",
    "the credential that holds such an address, so that a token in it is shown to nobody",
    for: [.apply, .watch, .units])
  static let log = Option(
    "log", value: "text|json", candidates: .words([OutputFormat.text, .json].map(\.rawValue)),
    "how standard error is written",
    for: [.apply, .watch])
  static let asPage = Option("page", "the page for the phone and its socket, beside the others", for: [.units])
  static let asDaemon = Option("watch", "a daemon instead of a timer", for: [.units])
  static let policy = Option(
    "policy", value: "PATH", candidates: .files,
    "the policy file or directory",
    for: [
      .apply, .plan, .drift, .status, .watch, .validate, .test, .explain, .timeline, .next, .override, .more, .lock,
      .ask,
      .requests,
      .approve, .deny, .cancel, .people, .serve, .units, .doctor, .trust, .pair, .release, .devices, .apps,
    ])
  static let state = Option(
    "state", value: "DIR", candidates: .files,
    "the folder of the state",
    for: [
      .apply, .plan, .drift, .status, .watch, .explain, .timeline, .next, .override, .more, .lock, .ask, .requests,
      .approve,
      .deny, .cancel, .people, .serve, .history, .release, .units, .doctor,
    ])
  static let format = Option(
    "format", value: "FORMAT",
    "output format: text, json; 'reconcile help COMMAND' lists those of a command",
    for: Command.all.filter { $0.formats.count > 1 })
  static let color = Option(
    "color", value: "auto|always|never", candidates: .words(OutputSettings.ColorChoice.allCases.map(\.rawValue)),
    "colour on a terminal, always or never",
    for: Command.all.filter { $0.formats.count > 1 && $0 != .trust && $0 != .pair })
  static let deadline = Option(
    "deadline", value: "DURATION",
    "give up after this long (default: 60s)",
    for: [.apply, .plan, .drift, .watch, .doctor, .devices, .apps, .`init`, .release])
  static let verbose = Option(
    "verbose", letter: "v",
    "log every request to standard error",
    for: [.apply, .plan, .drift, .watch, .doctor, .devices, .apps, .`init`, .pair, .release])
  static let help = Option("help", letter: "h", "explain", for: Command.all)
  static let version = Option("version", "print the version", for: [.apply])
}
