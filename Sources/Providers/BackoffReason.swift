import Documents

/// Why a system is left alone.
public enum BackoffReason: String, CaseIterable, Hashable, Sendable {
  /// It asked to be left alone for a while, or had no free session.
  case busy
  /// It refused the credential.
  case refused
  /// It refused the credential, and every further refusal counts: nothing but another credential, another policy or somebody
  /// ends this.
  case final

  /// Why a system is left alone that failed by `error`; nil where it need not be.
  public init?(_ error: ProviderError) {
    switch error.kind {
    case .busy(0): return nil
    case .busy: self = .busy
    // A secret that was never sent has not worn out anybody's patience.
    case .refusedCredentials where error.message.code.hasPrefix("secret."): return nil
    case .refusedCredentials: self = error.isFinal ? .final : .refused
    case .unreachable, .timedOut, .notReady, .locked, .notFound, .unsupported, .unexpectedReply, .cancelled:
      return nil
    }
  }
}

extension ProviderError {
  /// What stays the same from the failure until the end of the back-off that follows it: a system that is left alone has
  /// the trouble that it had when it was last asked.
  public var lastingCode: String {
    switch leftAloneFor ?? BackoffReason(self) {
    case .busy?: "system.busy"
    case .refused?, .final?: "system.refused"
    case nil: message.code
    }
  }
}
