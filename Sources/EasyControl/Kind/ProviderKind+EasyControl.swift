import HTTPTransport
import Policies
public import Providers

extension ProviderKind {
  /// Guest passes of Easy Control.
  public static let easyControl = ProviderKind(
    system: .easyControl, basePath: basePath(for:), connect: connected, checkup: .easyControl, setup: .easyControl,
    pairing: .easyControl)

  /// That of the policy's URL, then that of the guest API.
  private static func basePath(for url: BaseURL) -> String {
    let suffix = "/api/easy_control"
    return url.path.hasSuffix(suffix) ? url.path : url.path + suffix
  }

  private static func connected(_ connection: Connection) -> ConnectedSystem {
    let client = EasyControlClient(connection)
    var connected = ConnectedSystem(
      observer: EasyControlObserver(client: client, now: connection.now),
      applier: { EasyControlApplier(client: client, write: $0, sleep: connection.sleep, now: connection.now) },
      actions: { EasyControlActionRunner(client: client, write: $0, sleep: connection.sleep) })
    connected.actionObstacles = { actions in
      guard let grant = try? await client.grant() else { return [:] }
      let found = actions.compactMap { action in grant.obstacle(to: action, on: client.system).map { (action, $0) } }
      return Dictionary(found) { first, _ in first }
    }
    return connected
  }
}
