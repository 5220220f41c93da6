/// Why an exchange did not happen, or not wholly.
public struct TransportError: Error, Hashable, Sendable {
  /// The kinds of failure.
  public enum Kind: Hashable, Sendable {
    /// The host's name was not resolved.
    case unresolved
    /// Nothing listens, or the host cannot be reached.
    case refused
    /// The connection broke before the answer was whole. A write may have taken effect.
    case broken
    /// No whole answer in time. A write may have taken effect.
    case timedOut
    /// The certificate was not accepted, or TLS failed. Nothing was sent.
    case untrusted
    /// A secret would have gone over plain `http` to an address that is not private. Nothing was sent.
    case plaintextRefused
    /// The answer is over 16 MiB.
    case tooLarge
    /// The run was ended. A write may have taken effect.
    case cancelled
    /// Anything else that libcurl reports.
    case failed
  }

  /// What kind of failure.
  public var kind: Kind
  /// What was found, in words for a person: lower case, no full stop.
  public var message: String

  /// Why an exchange did not happen.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
