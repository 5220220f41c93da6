/// The endpoints that exist. The first with the right method whose path the request's path begins with answers it, so
/// what follows the path is often ignored.
struct PiHoleRoute {
  var method: String
  var path: String
  var endpoint: Endpoint
  var needsSession = true

  enum Endpoint {
    case authSessions, authSession, authStatus, login, logout
    case blocking, setBlocking
    case infoLogin, infoClient, infoVersion, infoFTL, infoMessages, infoMessagesCount
    case restart, config, clientSuggestions
    /// Reading, making, replacing and deleting.
    case gravity(GravityTable.Name)
    case batchDelete(GravityTable.Name)
    /// Exists in Pi-hole, not here; with `needsBody` a body that is missing or no JSON is noticed all the same.
    case notOffered(needsBody: Bool)
  }

  /// The route of a request; `/` at the end and further parts of the path do not matter.
  static func find(_ method: String, _ path: String) -> PiHoleRoute? {
    table.first { $0.method == method && (path == $0.path || path.hasPrefix($0.path + "/")) }
  }

  /// What `Allow` lists for `path`; empty where nothing is there.
  static func methods(_ path: String) -> [String] {
    let order = ["GET", "POST", "PUT", "PATCH", "DELETE"]
    return order.filter { find($0, path) != nil }
  }

  private init(
    _ method: String, _ path: String, _ endpoint: Endpoint = .notOffered(needsBody: false), open: Bool = false
  ) {
    self.method = method
    self.path = "/api/" + path
    self.endpoint = endpoint
    needsSession = !open
  }

  private static let table: [PiHoleRoute] =
    [
      PiHoleRoute("GET", "auth/sessions", .authSessions),
      PiHoleRoute("DELETE", "auth/session", .authSession),
      PiHoleRoute("GET", "auth/app"),
      PiHoleRoute("GET", "auth/totp"),
      PiHoleRoute("GET", "auth", .authStatus, open: true),
      PiHoleRoute("POST", "auth", .login, open: true),
      PiHoleRoute("DELETE", "auth", .logout, open: true),
      PiHoleRoute("GET", "dns/blocking", .blocking),
      PiHoleRoute("POST", "dns/blocking", .setBlocking),
      PiHoleRoute("GET", "info/login", .infoLogin, open: true),
      PiHoleRoute("GET", "info/client", .infoClient, open: true),
      PiHoleRoute("GET", "info/version", .infoVersion),
      PiHoleRoute("GET", "info/ftl", .infoFTL),
      PiHoleRoute("GET", "info/messages/count", .infoMessagesCount),
      PiHoleRoute("GET", "info/messages", .infoMessages),
      PiHoleRoute("POST", "action/restartdns", .restart),
      PiHoleRoute("GET", "config", .config),
      PiHoleRoute("GET", "clients/_suggestions", .clientSuggestions),
    ] + gravity + others

  private static let gravity: [PiHoleRoute] = [GravityTable.Name.groups, .clients, .domains, .lists].flatMap { table in
    ["GET", "POST", "PUT", "DELETE"].map { PiHoleRoute($0, table.word, .gravity(table)) }
      + [PiHoleRoute("POST", table.word + ":batchDelete", .batchDelete(table))]
  }

  private static let others: [PiHoleRoute] =
    [
      "info/host", "info/system", "info/database", "info/sensors", "info/metrics", "endpoints", "padd", "history",
      "queries", "network/devices", "dhcp/leases",
    ].map { PiHoleRoute("GET", $0) }
    + [PiHoleRoute("PATCH", "config", .notOffered(needsBody: true))]
    + [PiHoleRoute("PUT", "config"), PiHoleRoute("DELETE", "config")]
    + ["gravity", "flush/logs", "flush/arp", "flush/network"].map { PiHoleRoute("POST", "action/" + $0) }
}
