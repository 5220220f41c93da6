public import HTTPTransport

extension ProviderError {
  /// Why an exchange did not happen. `untrustedHint` says what to do about a certificate that is not accepted.
  public init(_ error: TransportError, untrustedHint: String? = nil) {
    switch error.kind {
    case .unanswered:
      self.init(.unreachable, error.message)
      isUnanswered = true
    case .unresolved, .refused, .broken, .failed: self.init(.unreachable, error.message)
    case .timedOut: self.init(.timedOut, error.message)
    case .untrusted:
      // Who is in between must not be accepted with the first hint.
      let warning =
        error.flaw == .otherKey ? "if neither the system nor its certificate is new, somebody may be in between; " : ""
      self.init(.unreachable, error.message, hint: error.flaw == nil ? nil : untrustedHint.map { warning + $0 })
      isUntrusted = error.flaw != nil
    case .plaintextRefused: self.init(.unreachable, error.message, hint: "use 'https' in the system's 'url'")
    case .tooLarge, .outOfProportion: self.init(.unexpectedReply, error.message)
    case .cancelled: self.init(.cancelled, error.message)
    }
  }
}

extension TransportError {
  /// Whether the request may have reached the system, so that a write may have taken effect.
  public var mayHaveArrived: Bool {
    switch kind {
    case .unanswered, .broken, .timedOut, .tooLarge, .outOfProportion, .cancelled, .failed: true
    case .unresolved, .refused, .untrusted, .plaintextRefused: false
    }
  }
}
