public import HTTPTransport
public import Policies
public import Providers

/// What one Pi-hole needs to be spoken to, beside a transport that leads to it.
public struct PiHoleSettings: Sendable {
  /// What it is called in the policy.
  public var system: Name
  /// Its password or app password; nil where the policy gives none.
  public var password: Secret?
  /// Whether an earlier run saw this very password accepted: then a refusal is not believed at once.
  public var isPasswordKnown: Bool
  /// What the policy has to do with among the domain entries; nil where each is to be read.
  public var domains: DomainInterest?

  /// What one Pi-hole needs.
  public init(
    system: Name, password: Secret?, isPasswordKnown: Bool = false, domains: DomainInterest? = nil
  ) {
    self.system = system
    self.password = password
    self.isPasswordKnown = isPasswordKnown
    self.domains = domains
  }
}
