public import Documents

/// A system that the policy names.
public struct System: Sendable {
  /// What it is called in the file.
  public var name: Name
  /// Which kind of system.
  public var kind: SystemKind
  /// Where it answers.
  public var url: BaseURL
  /// How its certificate is judged.
  public var tls: TLSTrust
  /// How long one exchange may take, in seconds.
  public var timeoutSeconds: Int
  /// Whether `plaintext: true` is written: a secret may go over `http`.
  public var plaintext: Bool
  /// Where its secret is found; nil where it needs none.
  public var secret: SecretReference?
  /// What only its kind has, by the key of the file; without what is left out and has no usual value.
  public var settings: [String: SettingValue]
  /// Where it is defined.
  public var span: SourceSpan
  /// What its own clock's zone was found to be, where the file calls it otherwise than the policy's.
  public var clock: OwnClock?

  /// What comes after a key that only one kind of system has.
  public enum SettingValue: Hashable, Sendable {
    case text(String)
    case texts([String])
    case flag(Bool)
    case seconds(Int)
  }

  /// How a certificate is judged; exactly one of these.
  public enum TLSTrust: Hashable, Sendable {
    /// By the machine's trust store.
    case system
    /// By public-key pins alone, each `sha256//BASE64`.
    case pins([String])
    /// By the authorities in this PEM file.
    case authorities(path: String)
    /// Not at all; a warning on every run.
    case insecure
  }

  /// A system from its parts.
  public init(
    name: Name, kind: SystemKind, url: BaseURL, tls: TLSTrust, timeoutSeconds: Int, plaintext: Bool,
    secret: SecretReference?, settings: [String: SettingValue], span: SourceSpan
  ) {
    self.name = name
    self.kind = kind
    self.url = url
    self.tls = tls
    self.timeoutSeconds = timeoutSeconds
    self.plaintext = plaintext
    self.secret = secret
    self.settings = settings
    self.span = span
  }

  /// The text behind `key`; nil if there is none.
  public func text(_ key: String) -> String? { if case .text(let text)? = settings[key] { text } else { nil } }

  /// The texts behind `key`; empty if there are none.
  public func texts(_ key: String) -> [String] { if case .texts(let texts)? = settings[key] { texts } else { [] } }

  /// Whether `key` is given as true.
  public func flag(_ key: String) -> Bool { settings[key] == .flag(true) }

  /// The duration behind `key`; nil if there is none.
  public func seconds(_ key: String) -> Int? { if case .seconds(let seconds)? = settings[key] { seconds } else { nil } }
}

/// An address without user info, query or fragment.
public struct BaseURL: Hashable, Sendable {
  /// The two protocols that are spoken.
  public enum Scheme: String, Hashable, Sendable {
    case http
    case https
  }

  /// The protocol.
  public var scheme: Scheme
  /// The host in lower case, an IPv6 address without its brackets.
  public var host: String
  /// The port; the scheme's own where the file gives none.
  public var port: Int
  /// The path without a trailing slash; empty if there is none.
  public var path: String

  /// An address from its parts.
  public init(scheme: Scheme, host: String, port: Int, path: String) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.path = path
  }

  /// `https://192.168.1.1` or `http://pi.hole:8080`: the port only where it is not the scheme's own.
  public var origin: String {
    let shown = host.contains(":") ? "[\(host)]" : host
    let usual = scheme == .http ? 80 : 443
    return "\(scheme.rawValue)://\(shown)" + (port == usual ? "" : ":\(port)")
  }

  /// Whether both have the same host, in whatever way that is written.
  public func hasHost(of other: BaseURL) -> Bool { plainHost == other.plainHost }

  /// One text for every way to write the host.
  var plainHost: String { HostAddress.plain(host) }

  /// The origin and the path: `https://home.example/console`.
  public var text: String { origin + path }
}

/// Where a secret is found; never the secret itself.
public enum SecretReference: Hashable, Sendable {
  /// A file of this name in one of the credential directories.
  case credential(name: String)
  /// An absolute path.
  case file(path: String)
  /// An environment variable.
  case environment(name: String)
}
