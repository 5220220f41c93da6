public import HTTPTransport
public import Policies

/// What one Pi-hole needs to be spoken to, beside a transport that leads to it.
public struct PiHoleSettings: Sendable {
  /// What it is called in the policy.
  public var system: Name
  /// Its password or app password; nil where the policy gives none.
  public var password: Secret?

  /// What one Pi-hole needs.
  public init(system: Name, password: Secret?) {
    self.system = system
    self.password = password
  }
}
