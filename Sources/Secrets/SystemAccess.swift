public import HTTPTransport
public import Policies

/// How a system may be spoken to: what its policy asks for, as far as its secret allows it.
public struct SystemAccess: Sendable {
  /// Where requests go, and what must hold before one is sent.
  public var endpoint: Endpoint
  /// What a person is to be told on every run.
  public var warnings: [Warning]

  /// Something that is allowed, and still not good.
  public struct Warning: Hashable, Sendable {
    /// A stable name: `tls.insecure` or `secret.over-http`.
    public var code: String
    /// What was found: lower case, no full stop, names in single quotes.
    public var message: String
    /// What to do about it.
    public var hint: String?
  }

  /// Decides how `system` may be spoken to with `secret`, nil where the system has none.
  ///
  /// `authorities` reads the PEM file that `tls: {ca: …}` names; it is called for such a system only.
  ///
  /// Over TLS, where `–` in the first column is a secret without a line:
  ///
  /// | the secret's line | nothing in `tls`     | `pin`             | `ca`              | `insecure`       |
  /// |-------------------|----------------------|-------------------|-------------------|------------------|
  /// | –                 | loopback only, and there as the policy says                                  ||||
  /// | `for ORIGIN`      | trust store          | the pins          | the authorities   | refused          |
  /// | … `insecure`      | trust store          | the pins          | the authorities   | unchecked, warns |
  /// | … pins            | trust store and pins | pins of both      | both              | the line's pins  |
  ///
  /// Over plain `http`:
  ///
  /// | the secret's line  | host is loopback | `plaintext: true`   | else, Pi-hole            | else, UniFi |
  /// |--------------------|------------------|---------------------|--------------------------|-------------|
  /// | –                  | loopback only    | refused             | refused                  | refused     |
  /// | `for ORIGIN`       | loopback only    | as if not written   | private addresses, warns | refused     |
  /// | … `plaintext`      | loopback only    | anywhere, warns     | private addresses, warns | refused     |
  ///
  /// Without any secret the policy alone decides.
  public init(
    to system: System, secret: BoundSecret?,
    authorities: (_ path: String) throws(SecretError) -> [UInt8]
  ) throws(SecretError) {
    if let secret { try secret.check(origin: system) }
    let binding = secret?.binding
    let isFree = secret == nil || binding == nil
    endpoint = Endpoint(
      isTLS: system.url.scheme == .https, host: system.url.host, port: system.url.port, basePath: system.url.path,
      trust: .system, plaintext: .loopbackOnly, timeoutSeconds: system.timeoutSeconds)
    endpoint.onlyLoopback = secret != nil && binding == nil
    warnings = []
    switch system.url.scheme {
    case .https:
      endpoint.trust = try trust(system, secret, mayBeInsecure: isFree || binding?.allowsInsecure == true, authorities)
      if endpoint.trust == .insecure { warnings.append(SecretWording.insecureWarning(system)) }
    case .http:
      endpoint.plaintext = try plaintextRule(system, secret)
      if secret != nil && endpoint.plaintext != .loopbackOnly { warnings.append(SecretWording.httpWarning(system)) }
    }
  }
}

private func trust(
  _ system: System, _ secret: BoundSecret?, mayBeInsecure: Bool,
  _ authorities: (String) throws(SecretError) -> [UInt8]
) throws(SecretError) -> Endpoint.Trust {
  let own = secret?.binding?.pins ?? []
  switch system.tls {
  case .system: return own.isEmpty ? .system : .systemAndPins(own)
  case .pins(let pins):
    let agreed = own.isEmpty ? pins : pins.filter(own.contains)
    guard !agreed.isEmpty else { throw SecretWording.otherPins(system, secret) }
    return .pins(agreed)
  case .authorities(let path): return .authorities(pem: try authorities(path), pins: own)
  case .insecure:
    if !own.isEmpty { return .pins(own) }
    guard mayBeInsecure else { throw SecretWording.insecureRefused(system, secret) }
    return .insecure
  }
}

private func plaintextRule(_ system: System, _ secret: BoundSecret?) throws(SecretError) -> Endpoint.PlaintextRule {
  // Nothing has to be kept from sight where there is no secret.
  guard let secret else { return .anywhere }
  if system.url.isLoopback { return .loopbackOnly }
  let allowsAll = secret.binding?.allowsPlaintext == true
  if system.plaintext && allowsAll { return .anywhere }
  switch system.kind {
  case .pihole: return .privateAddresses
  case .unifi: throw SecretWording.plaintextRefused(system, secret)
  }
}

extension BoundSecret {
  /// Whether the secret may go to the system's scheme, host and port at all.
  fileprivate func check(origin system: System) throws(SecretError) {
    guard let binding else {
      if system.url.isLoopback { return }
      throw SecretWording.notBound(system, self)
    }
    let url = system.url
    guard (binding.scheme, binding.host, binding.port) == (url.scheme, url.host.lowercased(), url.port) else {
      throw SecretWording.otherOrigin(system, self, binding)
    }
  }
}

extension BaseURL {
  /// Whether the host, as it is written, is this machine: `localhost`, 127.0.0.0/8 or `::1`.
  var isLoopback: Bool { host.lowercased() == "localhost" || AddressClass(address: host) == .loopback }
}
