import HTTPTransport
import Policies
public import Providers

extension ProviderKind {
  /// UniFi consoles and UniFi OS Server, through the Network Integration API.
  public static let unifi = ProviderKind(
    system: .unifi, basePath: UniFiKind.basePath(for:), connect: connected, checkup: .unifi, setup: .unifi)

  private static func connected(_ connection: Connection) -> ConnectedSystem {
    let settings = UniFiSettings(
      system: connection.system.name, apiKey: connection.secret ?? Secret(""), site: connection.system.text("site"),
      wifiNames: connection.named.names[.wifi] ?? [])
    let observer = UniFiObserver(settings, read: connection.transport, sleep: connection.sleep)
    return ConnectedSystem(observer: observer) { UniFiApplier(after: observer, write: $0) }
  }
}
