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
  case days
  case unifi
  case pihole
  case apiKey = "api-key"
  case password
  case site
  case include
  case output
  case policy
  case format
  case color
  case deadline
  case verbose
  case help
  case version

  /// What its value is called; nil for an option without one.
  var value: String? {
    switch self {
    case .target, .site: "NAME"
    case .unifi, .pihole: "URL"
    case .apiKey, .password: "WHERE"
    case .include: "PATTERN"
    case .output: "PATH"
    case .maxChanges, .hours, .days: "N"
    case .at, .from, .to: "INSTANT"
    case .policy: "PATH"
    case .format: "FORMAT"
    case .color: "auto|always|never"
    case .deadline: "DURATION"
    case .dryRun, .detailedExitcode, .verbose, .help, .version: nil
    }
  }

  /// Its one-letter form.
  var letter: Character? {
    switch self {
    case .verbose: "v"
    case .help: "h"
    case .dryRun: "n"
    case .target, .maxChanges, .detailedExitcode, .at, .from, .to, .hours, .days, .unifi, .pihole, .apiKey, .password,
      .site, .include, .output, .policy, .format, .color, .deadline, .version:
      nil
    }
  }

  /// Whether it may be given more than once.
  var repeats: Bool { self == .target || self == .include }

  /// The commands that it belongs to.
  var commands: [Command] {
    switch self {
    case .dryRun: [.apply]
    case .target: [.apply, .plan, .drift, .doctor]
    case .maxChanges: [.apply, .plan, .drift]
    case .detailedExitcode: [.apply, .plan, .drift]
    case .at: [.plan, .apply, .explain]
    case .from, .to: [.timeline]
    case .hours: [.next]
    case .days: [.compare]
    case .unifi, .pihole, .apiKey, .password, .site, .include, .output: [.`init`]
    case .policy: [.apply, .plan, .drift, .validate, .test, .explain, .timeline, .next, .doctor, .trust]
    case .format: Command.allCases.filter { $0.formats.count > 1 }
    case .color: Command.allCases.filter { $0.formats.count > 1 && $0 != .trust }
    case .deadline, .verbose: [.apply, .plan, .drift, .doctor, .`init`]
    case .help: Command.allCases
    case .version: [.apply]
    }
  }

  /// One line for the help.
  var summary: String {
    switch self {
    case .dryRun: "show the plan, write nothing"
    case .target: "only this target; may be given more than once"
    case .maxChanges: "refuse to write if there are more changes than this"
    case .detailedExitcode: "exit with 2 if the plan holds a write"
    case .at: "for this instant instead of now (explain, plan, --dry-run)"
    case .from: "the first instant shown (default: today 00:00; now for json)"
    case .to: "the first instant not shown any more (default: 7 days later)"
    case .hours: "how many hours ahead to look (default: 48)"
    case .days: "how many days ahead to compare (default: 14)"
    case .unifi: "the address of a UniFi console, such as https://192.168.1.1"
    case .pihole: "the address of a Pi-hole, such as http://192.168.1.2"
    case .apiKey: "where the key is: credential:NAME, file:PATH or env:NAME"
    case .password: "where the password is: credential:NAME, file:PATH or env:NAME"
    case .site: "the console's site, where it has more than one"
    case .include: "rules of this name too; may be given more than once"
    case .output: "the file to write (default: policy.yaml); it must not exist"
    case .policy: "the policy file or directory"
    case .format: "how the result is written: text, json; some commands know more"
    case .color: "colour on a terminal, always or never"
    case .deadline: "give up after this long (default: 60s)"
    case .verbose: "tell about every request on standard error"
    case .help: "explain"
    case .version: "print the version"
    }
  }
}
