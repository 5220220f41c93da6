public import HTTPTransport
public import Policies
public import Providers

extension ProviderKind {
  /// Pi-holes v6.
  public static let pihole = ProviderKind(
    system: .pihole, basePath: PiHoleKind.basePath(for:), connect: connected, checkup: .pihole, setup: .pihole)

  private static func connected(_ connection: Connection) -> ConnectedSystem {
    let settings = PiHoleSettings(
      system: connection.system.name, password: connection.secret, isPasswordKnown: connection.isSecretKnown,
      domains: connection.named.domains)
    let session = PiHoleSession(
      settings: settings, transport: connection.transport, sleep: connection.sleep, random: connection.random)
    return ConnectedSystem(
      observer: PiHoleObserver(session: session, now: connection.now),
      applier: { PiHoleApplier(session: session, transport: $0, now: connection.now) },
      credential: { await session.credential })
  }
}

extension PiHoleSession {
  fileprivate var credential: CredentialKind? {
    get async {
      switch try? await login() {
      case .notNeeded?: CredentialKind.none
      case .appPassword?: .appPassword
      case .mainPassword?: .mainPassword
      case .commandLinePassword?: .passingPassword
      case .unknown?, nil: nil
      }
    }
  }
}

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

/// What this kind of system is, before any particular one is spoken to.
public enum PiHoleKind {
  /// The path before that of every request: that of the policy's URL, then `/api`.
  ///
  /// A URL that was copied with its `/api` keeps the one it has.
  public static func basePath(for url: BaseURL) -> String {
    url.path.hasSuffix("/api") ? url.path : url.path + "/api"
  }
}
