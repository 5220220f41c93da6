public import Documents
public import HTTPTransport
public import Policies

/// How a system may be spoken to: what its policy asks for, as far as its secret allows it.
public struct SystemAccess: Sendable {
  /// Where requests go, and what must hold before one is sent.
  public var endpoint: Endpoint
  /// What is allowed and still not good (`tls.insecure`, `secret.over-http`), to be told on every run.
  public var warnings: [Message]

  /// Decides how `system` may be spoken to with `secret`, nil where the system has none.
  ///
  /// `authorities` reads the PEM file that `tls: {ca: …}` names; it is called for such a system only.
  ///
  /// A secret goes to the address that its line names, and to the kind where it names one; without a line it goes
  /// nowhere, and not to this machine either. The policy narrows what the line allows, and never widens it. Over TLS:
  ///
  /// | the secret's line | nothing in `tls` | `pin`        | `ca`                     | `insecure`       |
  /// |-------------------|------------------|--------------|--------------------------|------------------|
  /// | `for ADDRESS`     | trust store      | refused      | refused                  | refused          |
  /// | … pins            | the line's pins  | pins of both | authorities and the pins | the line's pins  |
  /// | … `insecure`      | trust store      | the pins     | the authorities          | unchecked, warns |
  ///
  /// Pins beside `insecure` are as pins alone.
  ///
  /// Over plain `http`:
  ///
  /// | the secret's line  | host is loopback | `plaintext: true`   | else, `privateAddresses` | else, `refused` |
  /// |--------------------|------------------|---------------------|--------------------------|-----------------|
  /// | `for ADDRESS`      | loopback only    | as if not written   | private addresses, warns | refused         |
  /// | … `plaintext`      | loopback only    | anywhere, warns     | private addresses, warns | refused         |
  ///
  /// Without any secret the policy alone decides.
  public init(
    to system: System, secret: BoundSecret?,
    authorities: (_ path: String) throws(SecretError) -> [UInt8]
  ) throws(SecretError) {
    let binding = try secret.map { (secret) throws(SecretError) in try secret.binding(for: system) }
    endpoint = Endpoint(
      isTLS: system.url.scheme == .https, host: system.url.host, port: system.url.port, basePath: system.url.path,
      trust: .system, plaintext: .loopbackOnly, timeoutSeconds: system.timeoutSeconds)
    warnings = []
    switch system.url.scheme {
    case .https:
      if let secret, let binding, !binding.leavesTrust(to: system.tls) {
        throw SecretMessages.policyChoosesTrust(system, secret)
      }
      endpoint.trust = try trust(system, secret, authorities)
      if endpoint.trust == .insecure { warnings.append(SecretMessages.insecureWarning(system)) }
    case .http:
      endpoint.plaintext = try plaintextRule(system, secret)
      if secret != nil && endpoint.plaintext != .loopbackOnly { warnings.append(SecretMessages.httpWarning(system)) }
    }
  }
}

extension SecretBinding {
  /// Whether a policy may say `tls` to this line: only narrowing it. A line without a key means the machine's trust
  /// store, which no pin and no authority of the policy takes the place of.
  fileprivate func leavesTrust(to tls: System.TLSTrust) -> Bool { tls == .system || !pins.isEmpty || allowsInsecure }
}

/// What the line and the policy come to, where the line lets the policy say what it says.
private func trust(
  _ system: System, _ secret: BoundSecret?, _ authorities: (String) throws(SecretError) -> [UInt8]
) throws(SecretError) -> Endpoint.Trust {
  let own = secret?.binding?.pins ?? []
  switch system.tls {
  case .system: return own.isEmpty ? .system : .pins(own)
  case .pins(let pins):
    let agreed = own.isEmpty ? pins : pins.filter(own.contains)
    guard !agreed.isEmpty else { throw SecretMessages.otherPins(system, secret) }
    return .pins(agreed)
  case .authorities(let path): return .authorities(pem: try authorities(path), pins: own)
  case .insecure: return own.isEmpty ? .insecure : .pins(own)
  }
}

private func plaintextRule(_ system: System, _ secret: BoundSecret?) throws(SecretError) -> Endpoint.PlaintextRule {
  // Nothing has to be kept from sight where there is no secret.
  guard let secret else { return .anywhere }
  if system.url.isLoopback { return .loopbackOnly }
  let allowsAll = secret.binding?.allowsPlaintext == true
  if system.plaintext && allowsAll { return .anywhere }
  switch system.kind.plaintext {
  case .privateAddresses: return .privateAddresses
  case .refused: throw SecretMessages.plaintextRefused(system, secret)
  }
}

extension BoundSecret {
  /// Its line, if it lets the secret go to the system's address and kind at all.
  fileprivate func binding(for system: System) throws(SecretError) -> SecretBinding {
    guard let binding else { throw SecretMessages.notBound(system, self) }
    guard binding.fits(system.url) else { throw SecretMessages.otherAddress(system, self, binding) }
    guard binding.fits(system.kind) else { throw SecretMessages.otherKind(system, self) }
    return binding
  }
}

extension BaseURL {
  /// Whether the host, as it is written, is this machine: `localhost`, 127.0.0.0/8 or `::1`.
  var isLoopback: Bool { host.lowercased() == "localhost" || AddressClass(address: host) == .loopback }
}
