extension EasyControl {
  /// What the administrator of the server can set.
  public struct Options: Hashable, Sendable {
    /// Only the private networks of RFC 1918 are served; not even loopback is one.
    public var localOnly = false
    /// Nobody pairs without a device key.
    public var requiresBinding = false
    /// Nobody acts without a proof.
    public var requiresProof = false
    /// Passes need approval unless they say otherwise.
    public var approves = false
    /// Pairings in a minute, by address and by code.
    public var pairLimit = 10
    /// Nonces in a minute, by address.
    public var nonceLimit = 30
    /// Actions in a minute, by address and by token.
    public var actionLimit = 30
    /// Readings of states in a minute, by address.
    public var statesLimit = 30
    /// Seconds.
    public var nonceLifetime = 45
    /// Seconds that a proof's clock may be off.
    public var allowedSkew = 30

    /// As the integration is installed.
    public init() {}
  }
}
