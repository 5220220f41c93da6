import Simulator

/// Requests about the firewall policies of the household.
enum PolicyRequests {
  static let site = "sites/\(ConsoleTests.site)"
  static let policies = "\(site)/firewall/policies"
  static let bedtime = "9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e31"
  static let firewall = Household.console().sites[0].zoneFirewall
  static func zone(_ name: String) -> String { firewall?.zoneID(name) ?? "" }

  /// A body that is taken, with members replaced or added (nil: removed), and JSON for their values.
  static func body(_ changes: [(String, String?)] = [], version: UniFiVersion = "10.5.66") -> String {
    let member = version < "10.1.78" ? "firewallZoneId" : "zoneId"
    var members: [(String, String)] = [
      ("enabled", "true"), ("name", "\"n\""), ("action", #"{"type":"BLOCK"}"#),
      ("source", "{\"\(member)\":\"\(zone("Internal"))\"}"), ("destination", "{\"\(member)\":\"\(zone("External"))\"}"),
      ("ipProtocolScope", #"{"ipVersion":"IPV4"}"#), ("loggingEnabled", "false"),
    ]
    for (name, value) in changes {
      members.removeAll { $0.0 == name }
      if let value { members.append((name, value)) }
    }
    return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  static func end(_ zone: String, _ filter: String) -> String {
    "{\"zoneId\":\"\(Self.zone(zone))\",\"trafficFilter\":\(filter)}"
  }

  static func ask(
    _ console: inout UniFiConsole, _ method: String, _ path: String = policies, _ body: String = ""
  ) -> SimulatedResponse {
    ConsoleTests.ask(&console, method, path, body)
  }

  static func all(_ console: inout UniFiConsole) -> [JSONValue] {
    var found: [JSONValue] = []
    while let page = ask(&console, "GET", "\(policies)?limit=200&offset=\(found.count)").json?["data"]?.elements,
      !page.isEmpty
    { found += page }
    return found
  }

  static func writable(_ policy: JSONValue) -> JSONValue {
    var body = policy
    for name in ["id", "index", "metadata"] { body[name] = nil }
    return body
  }

  static func put(_ console: inout UniFiConsole, _ id: String, _ body: JSONValue) -> SimulatedResponse {
    ask(&console, "PUT", "\(policies)/\(id)", String(decoding: body.encoded, as: UTF8.self))
  }
}
