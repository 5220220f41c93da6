import HTTPTransport
import Policies
public import Providers

extension ProviderKind {
  /// BuilderOS hosts.
  public static let builderOS = ProviderKind(
    system: .builderOS, basePath: basePath(for:), connect: connected, checkup: .builderOS, setup: .builderOS)

  /// That of the policy's URL, then `/api`; a URL that was copied with its `/api` keeps the one it has.
  private static func basePath(for url: BaseURL) -> String {
    url.path.hasSuffix("/api") ? url.path : url.path + "/api"
  }

  private static func connected(_ connection: Connection) -> ConnectedSystem {
    let client = BuilderOSClient(
      system: connection.system.name, secret: connection.secret ?? Secret(""), transport: connection.transport)
    return ConnectedSystem(observer: BuilderOSObserver(client: client)) { BuilderOSApplier(client: client, write: $0) }
  }
}
