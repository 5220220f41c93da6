/// `GET /api/config`: the parts that a program that changes rules may want to know.
extension PiHole {
  private static let sections = [
    "dns", "dhcp", "ntp", "resolver", "database", "webserver", "files", "misc", "debug",
  ]

  /// A path that is unknown is answered with nothing; one that exists but is not modelled is not offered.
  func config(_ call: PiHoleCall) -> PiHoleAnswer {
    let parts = call.target.path.split(separator: "/").dropFirst(2).map(String.init)
    let isKnown = parts.first.map(Self.sections.contains) ?? true
    guard isKnown else { return .ok(["config": [:]]) }
    let part = modelled.first { parts.starts(with: $0.path) }
    guard let part, call.target.parameter("detailed") == nil else { return .notOffered(call.target.path) }
    let rest = parts.dropFirst(part.path.count)
    guard let value = rest.reduce(part.value, { $0?[$1] }) else { return .ok(["config": [:]]) }
    return .ok(["config": parts.reversed().reduce(value) { .object([.init($1, $0)]) }])
  }

  private var modelled: [(path: [String], value: JSONValue?)] {
    [
      (["webserver", "session"], ["timeout": .spelled(seats.timeout), "restore": true]),
      (["webserver", "api"], webserverAPI),
      (["dns", "blocking"], ["active": .bool(blocking.isActive), "mode": "NULL", "edns": "TEXT"]),
    ]
  }

  /// Passwords are masked, hashes of passwords are not.
  private var webserverAPI: JSONValue {
    [
      "max_sessions": .number(String(seats.limit)), "prettyJSON": false, "pwhash": .string(passwordHash),
      "password": "********", "totp_secret": "********", "app_pwhash": "", "app_sudo": false, "cli_pw": true,
      "excludeClients": [], "excludeDomains": [], "maxHistory": 86400, "maxClients": 10,
      "client_history_global_max": true, "allow_destructive": .bool(allowsDestructive),
      "temp": ["limit": 60, "unit": "C"],
    ]
  }
}
