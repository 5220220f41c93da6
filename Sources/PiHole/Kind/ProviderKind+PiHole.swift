import HTTPTransport
import Policies
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
