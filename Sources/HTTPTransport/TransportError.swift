/// Why an exchange did not happen, or not wholly.
public struct TransportError: Error, Hashable, Sendable {
  /// The kinds of failure.
  public enum Kind: Hashable, Sendable {
    /// The host's name was not resolved.
    case unresolved
    /// Nothing listens, or the host cannot be reached.
    case refused
    /// The connection was closed before the answer began. A write may have taken effect.
    case unanswered
    /// The connection broke before the answer was whole. A write may have taken effect.
    case broken
    /// No whole answer in time. A write may have taken effect.
    case timedOut
    /// The certificate was not accepted, or TLS failed. Nothing was sent.
    case untrusted
    /// A secret would have gone over plain `http` to an address that is not private. Nothing was sent.
    case plaintextRefused
    /// The body of the answer is over its limit, 16 MiB unless the request has one of its own.
    case tooLarge
    /// The header is over its limit, or the body comes in more pieces than anybody honest makes.
    case outOfProportion
    /// The run was ended. A write may have taken effect.
    case cancelled
    /// Anything else that libcurl reports.
    case failed
  }

  /// What kind of failure.
  public var kind: Kind
  /// What was found, in words for the user: lower case, no full stop.
  public var message: String
  /// What is wrong with the certificate, where `kind` is `untrusted` and that is why.
  public var flaw: CertificateFlaw?

  /// Why an exchange did not happen.
  public init(_ kind: Kind, _ message: String, flaw: CertificateFlaw? = nil) {
    self.kind = kind
    self.message = message
    self.flaw = flaw
  }
}

/// Why a certificate is not accepted.
public enum CertificateFlaw: Hashable, Sendable {
  /// Its key is none of the pinned ones.
  case otherKey
  /// It becomes valid only later.
  case notYetValid
  /// It was valid until some time ago.
  case expired
  /// It vouches for itself, or an authority of its own does.
  case selfSigned
  /// Nobody who is trusted has signed it.
  case unknownAuthority
  /// It is made out to another name.
  case otherName
  /// Anything else that OpenSSL has against it.
  case other
}
