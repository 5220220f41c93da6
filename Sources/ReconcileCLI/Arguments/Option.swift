/// What may be given besides the command. The second half of the table.
enum Option: String, CaseIterable, Sendable {
  case dryRun = "dry-run"
  case target
  case maxChanges = "max-changes"
  case detailedExitcode = "detailed-exitcode"
  case at
  case from
  case to
  case hours
  case scheduleOnly = "schedule-only"
  case days
  case unifi
  case pihole
  case apiKey = "api-key"
  case password
  case site
  case include
  case timezone
  case trust
  case output
  case forDuration = "for"
  case until
  case because
  case applyNow = "apply"
  case since
  case verify
  case all
  case keep
  case yes
  case interval
  case planFile = "plan"
  case noLastGood = "no-last-good"
  case metrics
  case notifyCommand = "notify-command"
  case notifyURL = "notify-url"
  case notifyCredential = "notify-url-credential"
  case log
  case asDaemon = "watch"
  case policy
  case state
  case format
  case color
  case deadline
  case verbose
  case help
  case version

  /// What its value is called; nil for an option without one.
  var value: String? {
    switch self {
    case .target, .site, .notifyCredential: "NAME"
    case .unifi, .pihole: "URL"
    case .apiKey, .password: "WHERE"
    case .include: "PATTERN"
    case .timezone: "ZONE"
    case .trust: "KEY"
    case .output: "PATH"
    case .maxChanges, .hours, .days: "N"
    case .at, .from, .to: "INSTANT"
    case .policy, .planFile, .metrics, .notifyCommand: "PATH"
    case .state: "DIR"
    case .forDuration, .interval: "DURATION"
    case .until, .since: "INSTANT"
    case .because: "TEXT"
    case .notifyURL: "URL"
    case .log: "text|json"
    case .format: "FORMAT"
    case .color: "auto|always|never"
    case .deadline: "DURATION"
    case .dryRun, .detailedExitcode, .applyNow, .scheduleOnly, .verify, .all, .keep, .yes, .noLastGood, .asDaemon,
      .verbose, .help,
      .version:
      nil
    }
  }

  /// Its one-letter form.
  var letter: Character? {
    switch self {
    case .verbose: "v"
    case .help: "h"
    case .dryRun: "n"
    case .output: "o"
    case .target, .maxChanges, .detailedExitcode, .at, .from, .to, .hours, .scheduleOnly, .days, .unifi, .pihole,
      .apiKey, .password,
      .site, .include, .timezone, .trust, .forDuration, .until, .because, .applyNow, .since, .verify, .all, .keep, .yes,
      .interval,
      .planFile,
      .noLastGood, .metrics,
      .notifyCommand, .notifyURL, .notifyCredential, .log, .asDaemon, .policy, .state, .format, .color, .deadline,
      .version:
      nil
    }
  }

  /// Whether it may be given more than once.
  var repeats: Bool { [.target, .include, .pihole, .password, .trust].contains(self) }

  /// The commands that it belongs to.
  var commands: [Command] {
    switch self {
    case .dryRun: [.apply, .plan, .drift]
    case .target: [.apply, .plan, .drift, .timeline, .next, .doctor]
    case .maxChanges: [.apply, .plan, .drift, .watch]
    case .detailedExitcode: [.apply, .plan, .drift]
    case .at: [.plan, .apply, .explain]
    case .from: [.timeline, .override, .lock]
    case .to: [.timeline]
    case .hours: [.next]
    case .scheduleOnly: [.explain, .timeline, .next]
    case .days: [.timeline, .compare]
    case .unifi, .pihole, .apiKey, .password, .site, .include, .timezone, .trust: [.`init`]
    case .output: [.plan, .apply, .`init`, .units]
    case .forDuration, .until: [.override, .lock]
    case .because, .applyNow: [.override, .more, .lock]
    case .since, .verify: [.history]
    case .all, .keep, .yes: [.release]
    case .interval: [.watch]
    case .planFile: [.apply]
    case .noLastGood, .metrics, .notifyCommand, .notifyURL: [.apply, .watch]
    case .notifyCredential: [.apply, .watch, .units]
    case .log: [.apply, .watch]
    case .asDaemon: [.units]
    case .state:
      [
        .apply, .plan, .drift, .watch, .explain, .timeline, .next, .override, .more, .lock, .history, .release, .units,
        .doctor,
      ]
    case .policy:
      [
        .apply, .plan, .drift, .watch, .validate, .test, .explain, .timeline, .next, .override, .more, .lock, .units,
        .doctor, .trust, .release,
      ]
    case .format: Command.allCases.filter { $0.formats.count > 1 }
    case .color: Command.allCases.filter { $0.formats.count > 1 && $0 != .trust }
    case .deadline, .verbose: [.apply, .plan, .drift, .watch, .doctor, .`init`, .release]
    case .help: Command.allCases
    case .version: [.apply]
    }
  }

  /// One line for the help of `command`: of what differs from command to command only what it knows.
  func summary(after command: Command) -> String {
    self == .format ? "output format: " + command.formats.map(\.rawValue).joined(separator: ", ") : summary
  }

  /// One line for the help.
  var summary: String {
    switch self {
    case .dryRun: "show the plan, write nothing"
    case .target: "only this target; may be given more than once"
    case .maxChanges: "refuse to write if there are more changes than this"
    case .detailedExitcode: "exit with 2 if the plan holds a write"
    case .at: "for this instant instead of now, such as 'fri 21:30'; only where nothing is written"
    case .from:
      "the first instant shown, such as fri or 'fri 21:30' (default: today; now for json); when an override begins "
        + "(default: now)"
    case .to: "the first instant not shown any more (default: 7 days later)"
    case .hours: "how many hours ahead to look (default: 48)"
    case .scheduleOnly: "leave people's overrides out"
    case .days: "how many days to show (default: 7) or ahead to compare (default: 14)"
    case .unifi: "the address of a UniFi console, such as https://192.168.1.1"
    case .pihole: "the address of a Pi-hole, such as http://192.168.1.2; may be given more than once"
    case .apiKey: "where the key is: credential:NAME, file:PATH or env:NAME"
    case .password:
      "where the password is: credential:NAME, file:PATH or env:NAME; one for each Pi-hole, in their order"
    case .site: "the console's site, where it has more than one"
    case .include: "rules of this name too; may be given more than once"
    case .timezone:
      "the time zone of the policy, such as Europe/Berlin (default: that of this machine, unless it is UTC)"
    case .trust:
      "a key, sha256//…, that may hear the secret although this machine does not trust its certificate; may be given "
        + "more than once"
    case .output:
      "the file to write: a plan, or a first policy, which must not exist; the folder to write units to"
    case .forDuration: "how long an override holds, such as 1h30m or '1 day'"
    case .until: "when an override ends, such as 23:00, midnight or 'sat 7am'"
    case .because: "why, for whoever sees it later"
    case .applyNow: "apply right after it, in place of waiting for the next run"
    case .since: "the first instant told of, such as 2h (ago) or yesterday (default: 7 days ago)"
    case .verify: "check that nothing of the past was edited or cut off"
    case .all: "everything that is left behind"
    case .keep: "leave it as it is and do not tell of it any more"
    case .yes: "do it without asking"
    case .interval: "how often to look for what others changed (default: 60s)"
    case .planFile: "carry out exactly this plan, or refuse because things have changed"
    case .noLastGood: "do nothing when the policy is broken, instead of following the last good one"
    case .metrics: "write node_exporter metrics to this file"
    case .notifyCommand: "a program that is told what was done, as JSON on its standard input"
    case .notifyURL: "an address that is told what was done, as JSON"
    case .notifyCredential: "the credential that holds such an address, so that a token in it is shown to nobody"
    case .log: "how standard error is written"
    case .asDaemon: "a daemon instead of a timer"
    case .state: "the folder of the state"
    case .policy: "the policy file or directory"
    case .format: "output format: text, json; 'reconcile help COMMAND' lists those of a command"
    case .color: "colour on a terminal, always or never"
    case .deadline: "give up after this long (default: 60s)"
    case .verbose: "log every request to standard error"
    case .help: "explain"
    case .version: "print the version"
    }
  }
}
