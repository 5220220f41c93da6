/// What a shell can propose where a word is missing.
enum Candidates: Hashable, Sendable {
  /// One of these.
  case words([String])
  /// A file or a directory.
  case files
  /// Only the person knows.
  case unknown
}

extension Option {
  /// What its value can be after `command`; nil for an option without one.
  func candidates(after command: Command) -> Candidates? {
    switch self {
    case .format: .words(command.formats.map(\.rawValue))
    case .color: .words(OutputSettings.ColorChoice.allCases.map(\.rawValue))
    case .log: .words([OutputFormat.text, .json].map(\.rawValue))
    case .policy, .output, .planFile, .state, .metrics, .notifyCommand: .files
    case .target, .maxChanges, .hours, .days, .at, .from, .to, .deadline, .unifi, .pihole, .apiKey, .password, .site,
      .include, .timezone, .trust, .forDuration, .until, .because, .since, .interval, .notifyURL,
      .notifyCredential:
      .unknown
    case .dryRun, .detailedExitcode, .applyNow, .scheduleOnly, .verify, .all, .keep, .yes, .noLastGood, .asDaemon,
      .verbose, .help, .version:
      nil
    }
  }
}

extension Command {
  /// What may stand after it, one after the other.
  var operandCandidates: [(name: String, candidates: Candidates)] {
    switch self {
    case .apply, .plan, .drift, .watch, .validate, .test, .timeline, .next, .doctor, .units: [("POLICY", .files)]
    case .override: [("TARGET", .words(OverrideRequest.words)), ("STATE", .unknown)]
    case .more, .lock: [("TARGET", .unknown)]
    case .compare: [("OLD", .files), ("NEW", .files)]
    case .completions: [("SHELL", .words(Shell.allCases.map(\.rawValue)))]
    case .help: [("COMMAND", .words(Command.allCases.map(\.rawValue)))]
    case .trust: [("SYSTEM", .unknown)]
    case .history: [("HEAD", .unknown)]
    case .explain, .release, .`init`, .schema, .version: []
    }
  }

  /// The options that belong to it, in the order of the table.
  var ownOptions: [Option] { Option.allCases.filter { $0.commands.contains(self) } }
}

extension Option {
  /// `--verbose`, and `-v` before it where there is one.
  var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--" + rawValue] }
}
