public import Providers

/// What the program ends with.
public enum ExitStatus: Int32, Hashable, Sendable {
  /// In sync, or applied and verified, or shown.
  case success = 0
  /// Something failed that none of the others names.
  case failure = 1
  /// Differences, and no failure.
  case differences = 2
  /// Some of it failed.
  case partialFailure = 3
  /// Refused before any write.
  case refused = 4
  /// A bad command line.
  case usage = 64
  /// The policy has errors.
  case policy = 65
  /// No system could be reached.
  case unreachable = 69
  /// Nothing was done and it is worth trying again.
  case tryAgain = 75
  /// A key, a password or a permission was not accepted.
  case credentials = 77
  /// Ended by SIGINT.
  case interrupted = 130
  /// Ended by SIGTERM.
  case terminated = 143
}

extension Report {
  /// What the program ends with; the first of these that fits:
  ///
  /// | what happened | status |
  /// |---|---|
  /// | refused before any write | 4 |
  /// | a credential not accepted on any system | 77 |
  /// | no system could be read, all of them busy, locked or left alone | 75 |
  /// | no system could be read | 69 |
  /// | a problem, a failed, unverified or superseded write, a system that could not be read | 3 |
  /// | `drift`, and a difference | 2 |
  /// | `plan` with `detailed`, and a change | 2 |
  /// | anything else | 0 |
  public func exitStatus(detailed: Bool) -> ExitStatus {
    let readErrors = plan.systems.compactMap(\.error)
    let errors = readErrors + failures.sorted { $0.key < $1.key }.map(\.value)
    if refusal != nil { return .refused }
    if errors.contains(where: { $0.kind == .refusedCredentials }) { return .credentials }
    if !readErrors.isEmpty, readErrors.count == plan.systems.count {
      return readErrors.allSatisfy(\.isBusy) ? .tryAgain : .unreachable
    }
    if !errors.isEmpty || !plan.problems.isEmpty || summary.failed > 0 { return .partialFailure }
    switch purpose {
    case .apply: return .success
    case .drift: return plan.lines.contains(where: \.isDrift) ? .differences : .success
    case .plan: return detailed && summary.changes > 0 ? .differences : .success
    }
  }
}

extension SystemStatus {
  /// Why it could not be read; nil where it could.
  public var error: ProviderError? {
    switch reading {
    case .ok: nil
    case .failed(let error): error
    }
  }
}

extension Line {
  /// Whether it differs for another cause than being due. Without a memory of earlier runs every difference does, and
  /// what is only observed or stands does in any case; a person's pause never does.
  public var isDrift: Bool {
    switch action {
    case .change: !(cause?.isDue ?? false)
    case .observe, .yield: true
    case .none, .leave, .temporary, .problem: false
    }
  }
}

extension Line.Action {
  /// Whether the object stands otherwise than wanted.
  var differs: Bool {
    switch self {
    case .change, .observe, .yield, .temporary: true
    case .none, .leave, .problem: false
    }
  }
}
