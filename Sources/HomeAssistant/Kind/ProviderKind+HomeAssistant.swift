import HTTPTransport
import Policies
public import Providers

extension ProviderKind {
  /// Home Assistants.
  public static let homeAssistant = ProviderKind(
    system: .homeAssistant, basePath: basePath(for:), connect: connected, checkup: .homeAssistant,
    setup: .homeAssistant)

  /// That of the policy's URL, then `/api`; a URL that was copied with its `/api` keeps the one it has.
  private static func basePath(for url: BaseURL) -> String {
    url.path.hasSuffix("/api") ? url.path : url.path + "/api"
  }

  private static func connected(_ connection: Connection) -> ConnectedSystem {
    let client = HomeAssistantClient(
      system: connection.system.name, secret: connection.secret ?? Secret(""), transport: connection.transport,
      now: connection.now)
    let observer = HomeAssistantObserver(
      client: client, named: connection.named, sleep: connection.sleep, now: connection.now)
    return ConnectedSystem(observer: observer) {
      HomeAssistantApplier(
        client: client, write: $0, code: connection.code, sleep: connection.sleep, now: connection.now)
    }
  }
}
