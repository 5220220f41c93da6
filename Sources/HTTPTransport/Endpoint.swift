/// Where requests go, and what must hold before the first byte of one is sent.
public struct Endpoint: Hashable, Sendable {
  /// `http` or `https`.
  public var isTLS: Bool
  /// The host as written, an IPv6 address without brackets.
  public var host: String
  /// The port.
  public var port: Int
  /// Put before the path of every request; without a trailing slash, may be empty.
  public var basePath: String
  /// How the certificate is judged.
  public var trust: Trust
  /// Where a request may go over plain `http`.
  public var plaintext: PlaintextRule
  /// How long one exchange may take, in seconds.
  public var timeoutSeconds: Int
  /// What the system is called where exchanges with it are told of; nil where it has no name.
  public var system: String?
  /// What stands for the path where exchanges are told of, because the path may be a token; nil where it is shown.
  public var shownPath: String?

  /// How a certificate is judged.
  public enum Trust: Hashable, Sendable {
    /// By the machine's trust store, host name included.
    case system
    /// By public-key pins alone, each `sha256//BASE64`.
    case pins([String])
    /// By these authorities alone (PEM), host name included, and by the pins too where there are any.
    case authorities(pem: [UInt8], pins: [String])
    /// Not at all.
    case insecure
  }

  /// Where a request may go over plain `http`; decided on the address actually connected to, before it is sent.
  public enum PlaintextRule: Hashable, Sendable {
    /// To loopback only.
    case loopbackOnly
    /// To loopback, RFC 1918, 100.64/10, link-local and fc00::/7.
    case privateAddresses
    /// To any address.
    case anywhere
  }

  /// Where requests go.
  public init(
    isTLS: Bool, host: String, port: Int, basePath: String, trust: Trust, plaintext: PlaintextRule,
    timeoutSeconds: Int
  ) {
    self.isTLS = isTLS
    self.host = host
    self.port = port
    self.basePath = basePath
    self.trust = trust
    self.plaintext = plaintext
    self.timeoutSeconds = timeoutSeconds
  }
}
