/// What a shell can propose where a word is missing.
enum Candidates: Hashable, Sendable {
  /// One of these.
  case words([String])
  /// A file or a directory.
  case files
  /// Only the person knows.
  case unknown
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
}
