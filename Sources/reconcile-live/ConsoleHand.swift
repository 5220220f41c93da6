import HTTPTransport
import JSONTree

/// Makes, looks and removes on a console as a person would; it shares no code with the provider.
struct ConsoleHand: Sendable {
  let reading: any ReadDoor
  let writing: any WriteDoor
  let key: Secret
  let site: String?

  /// The path of the site's rules.
  func rulesPath() async throws(LiveFailure) -> String {
    let sites = try await look("/sites?offset=0&limit=200")["data"]?.elements ?? []
    let fitting = sites.filter { site == nil || $0["name"]?.string == site || $0["id"]?.string == site }
    guard fitting.count == 1, let id = fitting.first?["id"]?.string else {
      throw LiveFailure("expected one site, found \(fitting.count); name one with UNIFI_SITE")
    }
    return "/sites/\(id)/acl-rules"
  }

  /// Makes a rule that is out of force, between two addresses for documentation (RFC 5737).
  func make(_ name: String, at rules: String) async throws(LiveFailure) {
    func filter(_ address: String) -> JSON {
      .object([
        .init("type", .string("IP_ADDRESSES_OR_SUBNETS")),
        .init("ipAddressesOrSubnets", .array([.string(address)])),
      ])
    }
    let rule = JSON.object([
      .init("type", .string("IPV4")), .init("enabled", .bool(false)), .init("name", .string(name)),
      .init("description", .string("made by make test-live, may be removed")), .init("action", .string("BLOCK")),
      .init("sourceFilter", filter("192.0.2.1")), .init("destinationFilter", filter("198.51.100.1")),
    ])
    try await write(.post(rules, headers: headers, body: rule.bytes))
  }

  /// Removes every rule of the suite.
  func sweep(_ rules: String) async throws(LiveFailure) {
    for rule in try await all(rules) where isOwn(rule) {
      guard let id = rule["id"]?.string else { continue }
      try await write(.delete("\(rules)/\(id)", headers: headers))
    }
  }

  /// The rules that are not the suite's, but for their places: a rule of the suite stands among them for a while.
  func foreign(_ rules: String) async throws(LiveFailure) -> [String] {
    try await all(rules).filter { !isOwn($0) }.map { $0.removing(["index"]).text }
  }

  private func isOwn(_ rule: JSON) -> Bool { rule["name"]?.string?.hasPrefix(LiveSystem.prefix) == true }

  private func all(_ rules: String) async throws(LiveFailure) -> [JSON] {
    var found: [JSON] = []
    while true {
      let page = try await look("\(rules)?offset=\(found.count)&limit=200")
      let items = page["data"]?.elements ?? []
      found += items
      if items.isEmpty || found.count >= page["totalCount"]?.int ?? 0 { return found }
    }
  }

  private var headers: [HeaderField] { [HeaderField("X-API-KEY", key)] }

  private func look(_ path: String) async throws(LiveFailure) -> JSON {
    let response: Response
    do throws(TransportError) {
      response = try await reading.read(.get(path, headers: headers))
    } catch {
      throw LiveFailure(error.message)
    }
    try demand(response.status == 200, "status 200 for '\(path)', came \(response.status)")
    do { return try JSON(parsing: response.body) } catch { throw LiveFailure("\(error)") }
  }

  private func write(_ request: WriteRequest) async throws(LiveFailure) {
    do throws(TransportError) {
      let status = try await writing.write(request).status
      if !(200..<300).contains(status) { throw TransportError(.failed, "status \(status) for \(request.method)") }
    } catch {
      throw LiveFailure(error.message)
    }
  }
}
