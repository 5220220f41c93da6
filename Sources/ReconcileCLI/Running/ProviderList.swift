import CivilTime
import HTTPTransport
import PiHole
import Policies
import Providers
import Reconciliation
import UniFi

/// The list of providers: which module looks after which kind of system.
enum ProviderList {
  /// What of a system this version reads.
  static func readableKinds(of system: System) -> Set<ResourceKind> {
    switch system.kind {
    case .unifi: UniFiObserver.readableKinds
    case .pihole: PiHoleKind.readableKinds
    }
  }

  /// The path that a system's requests begin with.
  static func basePath(of system: System) -> String {
    switch system.kind {
    case .unifi: UniFiKind.basePath(for: system.url)
    case .pihole: PiHoleKind.basePath(for: system.url)
    }
  }

  /// A system ready to be read. The clock of `environment` tells how much of a pause is left when it is sent, `named`
  /// what the policy names on it.
  static func open(
    _ system: System, at endpoint: Endpoint, secret: Secret?, isSecretKnown: Bool, network: any ReadingNetwork,
    now: Instant, _ environment: Environment, named: NamedObjects
  ) -> OpenedSystem {
    let door = network.readDoor(for: endpoint)
    switch system.kind {
    case .unifi(_, let site):
      let settings = UniFiSettings(
        system: system.name, apiKey: secret ?? Secret(""), site: site, wifiNames: named.wifi)
      let observer = UniFiObserver(settings, read: door, sleep: network.sleep)
      return OpenedSystem(system: system, endpoint: endpoint, observer: observer) { door in
        UniFiApplier(after: observer, write: door)
      }
    case .pihole:
      let settings = PiHoleSettings(
        system: system.name, password: secret, isPasswordKnown: isSecretKnown, entries: named.entries)
      let session = PiHoleSession(
        settings: settings, door: door, sleep: network.sleep, random: environment.random)
      let observer = PiHoleObserver(session: session, now: environment.now)
      var opened = OpenedSystem(system: system, endpoint: endpoint, observer: observer) { door in
        PiHoleApplier(session: session, door: door, now: environment.now)
      }
      opened.credential = { await credential(of: session) }
      return opened
    }
  }

  private static func credential(of session: PiHoleSession) async -> CredentialKind? {
    switch try? await session.login() {
    case .notNeeded?: CredentialKind.none
    case .appPassword?: .appPassword
    case .mainPassword?: .mainPassword
    case .commandLinePassword?: .passingPassword
    case .unknown?, nil: nil
    }
  }
}
