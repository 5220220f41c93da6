public import HTTPTransport
public import Policies

extension BoundSecret {
  /// Makes sure that it may go to `system` over a connection that was opened for another secret, and keeps to `endpoint`.
  ///
  /// A code of a lock is sent with the token of its system. What its own line asks for has to hold of that connection: the
  /// line of the token may name other keys, or allow more. `authorities` is as for `SystemAccess`.
  public func mayGo(
    to system: System, over endpoint: Endpoint, authorities: (_ path: String) throws(SecretError) -> [UInt8]
  ) throws(SecretError) {
    let own = try SystemAccess(to: system, secret: self, authorities: authorities).endpoint
    let takesAnyTrust = binding.map { $0.allowsInsecure && $0.pins.isEmpty } ?? false
    let isTrusted = !endpoint.isTLS || takesAnyTrust || endpoint.trust.isAsStrict(as: own.trust)
    guard isTrusted, endpoint.isTLS || endpoint.plaintext.isAsStrict(as: own.plaintext) else {
      throw SecretMessages.otherConnection(system, self)
    }
  }
}

extension Endpoint.Trust {
  /// Whether every server that is trusted so is one that `other` trusts, too.
  fileprivate func isAsStrict(as other: Endpoint.Trust) -> Bool {
    switch (self, other) {
    case (_, .insecure), (.system, .system): true
    case (.pins(let pins), .pins(let others)), (.authorities(_, let pins), .pins(let others)):
      !pins.isEmpty && others.isSuperset(of: pins)
    case (.authorities(let own, let pins), .authorities(let pem, let others)):
      own == pem && (others.isEmpty || !pins.isEmpty && others.isSuperset(of: pins))
    default: false
    }
  }
}

extension Endpoint.PlaintextRule {
  /// Whether every address that is allowed so is one that `other` allows, too.
  fileprivate func isAsStrict(as other: Endpoint.PlaintextRule) -> Bool {
    switch (self, other) {
    case (.loopbackOnly, _), (_, .anywhere), (.privateAddresses, .privateAddresses): true
    default: false
    }
  }
}

extension [String] {
  fileprivate func isSuperset(of others: [String]) -> Bool { others.allSatisfy(contains) }
}
