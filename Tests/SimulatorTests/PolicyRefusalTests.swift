import Simulator
import Testing

/// Requests about firewall policies that a console refuses, and why.
struct PolicyRefusalTests {
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

  private static func scope(_ filter: String, _ version: String = "IPV4") -> [(String, String?)] {
    [("ipProtocolScope", "{\"ipVersion\":\"\(version)\",\"protocolFilter\":\(filter)}")]
  }

  private static func named(_ name: String) -> String {
    "{\"type\":\"NAMED_PROTOCOL\",\"protocol\":{\"name\":\"\(name)\"},\"matchOpposite\":false}"
  }

  private static let property = "api.request.unknown-property"
  private static let typeID = "api.request.unknown-type-id"
  private static let invalid = "simulator.validation"
  private static let reference = "simulator.unknown-reference"

  struct Case: CustomTestStringConvertible, Sendable {
    var id: String
    var changes: [(String, String?)]
    var status = 400
    var code: String?
    var message: String?
    var version: UniFiVersion = "10.5.66"
    var testDescription: String { id }

    init(
      _ id: String, _ changes: [(String, String?)], _ code: String?, _ message: String? = nil,
      version: UniFiVersion = "10.5.66", status: Int = 400
    ) {
      (self.id, self.changes, self.code, self.message) = (id, changes, code, message)
      (self.version, self.status) = (version, status)
    }
  }

  static let bodies: [Case] = [
    Case("id", [("id", "\"x\"")], property, "Unknown request body property '$.id'"),
    Case("index", [("index", "1")], property, "Unknown request body property '$.index'"),
    Case("metadata", [("metadata", "{}")], property, "Unknown request body property '$.metadata'"),
    Case(
      "old zone member", [("source", "{\"firewallZoneId\":\"\(zone("Internal"))\"}")], property,
      "Unknown request body property '$.source.firewallZoneId'"),
    Case(
      "new zone member in an early build", [("source", "{\"zoneId\":\"\(zone("Internal"))\"}")], property,
      "Unknown request body property '$.source.zoneId'", version: "10.1.68"),
    Case(
      "allow without return", [("action", #"{"type":"ALLOW"}"#)], invalid,
      "$.action.allowReturnTraffic must not be null"),
    Case(
      "block with return", [("action", #"{"type":"BLOCK","allowReturnTraffic":true}"#)], property,
      "Unknown request body property '$.action.allowReturnTraffic'"),
    Case(
      "return to the outside", [("action", #"{"type":"ALLOW","allowReturnTraffic":true}"#)],
      "simulator.cant-allow-return-traffic"),
    Case("no action", [("action", "{}")], "api.request.missing-type-id", "Missing $.action.type value"),
    Case("no logging", [("loggingEnabled", nil)], invalid, "$.loggingEnabled must not be null"),
    Case("name empty", [("name", "\"\"")], invalid),
    Case(
      "preset with opposite", scope(#"{"type":"PRESET","preset":{"name":"TCP_UDP"},"matchOpposite":false}"#), property,
      "Unknown request body property '$.ipProtocolScope.protocolFilter.matchOpposite'"),
    Case(
      "preset as type", scope(#"{"type":"TCP_UDP"}"#), typeID,
      "Invalid $.ipProtocolScope.protocolFilter.type value 'TCP_UDP' (valid values: 'NAMED_PROTOCOL', "
        + "'PROTOCOL_NUMBER', 'PRESET')"),
    Case("ICMP in both families", scope(named("ICMP"), "IPV4_AND_IPV6"), typeID),
    Case("ICMP in IPv6", scope(named("ICMP"), "IPV6"), typeID),
    Case("ICMPV6 in IPv4", scope(named("ICMPV6"), "IPV4"), typeID),
    Case("protocol in small letters", scope(named("tcp")), typeID),
    Case(
      "no such protocol number", scope(#"{"type":"PROTOCOL_NUMBER","protocolNumber":256,"matchOpposite":true}"#),
      invalid),
    Case(
      "kind of another protocol",
      scope(#"{"type":"NAMED_PROTOCOL","protocol":{"name":"TCP","typenameFilter":"REDIRECT"},"matchOpposite":false}"#),
      property, "Unknown request body property '$.ipProtocolScope.protocolFilter.protocol.typenameFilter'"),
    Case(
      "always", [("schedule", #"{"mode":"ALWAYS"}"#)], typeID,
      "Invalid $.schedule.mode value 'ALWAYS' (valid values: 'EVERY_DAY', 'EVERY_WEEK', 'ONE_TIME_ONLY', 'CUSTOM')"),
    Case(
      "spoken time", [("schedule", #"{"mode":"EVERY_DAY","timeFilter":{"startTime":"9pm","stopTime":"07:00"}}"#)],
      invalid),
    Case(
      "24:00", [("schedule", #"{"mode":"EVERY_DAY","timeFilter":{"startTime":"21:00","stopTime":"24:00"}}"#)], invalid),
    Case("every day without a time", [("schedule", #"{"mode":"EVERY_DAY"}"#)], invalid),
    Case("every week without days", [("schedule", #"{"mode":"EVERY_WEEK","repeatOnDays":[]}"#)], invalid),
    Case(
      "a day twice", [("schedule", #"{"mode":"EVERY_WEEK","repeatOnDays":["MONDAY","MONDAY"]}"#)], invalid),
    Case(
      "short day", [("schedule", #"{"mode":"EVERY_WEEK","repeatOnDays":["MON"]}"#)], "simulator.unreadable-body"),
    Case(
      "days every day",
      [
        (
          "schedule",
          #"{"mode":"EVERY_DAY","repeatOnDays":["MONDAY"],"timeFilter":{"startTime":"21:00","stopTime":"07:00"}}"#
        )
      ],
      property, "Unknown request body property '$.schedule.repeatOnDays'"),
    Case(
      "no such date",
      [
        (
          "schedule",
          #"{"mode":"ONE_TIME_ONLY","date":"2026-13-01","timeFilter":{"startTime":"21:00","stopTime":"07:00"}}"#
        )
      ],
      invalid),
    Case("states empty", [("connectionStateFilter", "[]")], invalid),
    Case(
      "hardware at the far end",
      [("destination", end("External", #"{"type":"MAC_ADDRESS","macAddressFilter":{"macAddresses":["a"]}}"#))], typeID),
    Case("domain at the near end", [("source", end("Internal", #"{"type":"DOMAIN"}"#))], typeID),
    Case(
      "hardware as an object in a network filter",
      [
        (
          "source",
          end(
            "Internal",
            "{\"type\":\"NETWORK\",\"networkFilter\":{\"networkIds\":[\"\(ConsoleTests.network)\"],\"matchOpposite\":true},\"macAddressFilter\":{}}"
          )
        )
      ], "simulator.unreadable-body"),
    Case(
      "network filter without opposite",
      [
        (
          "source",
          end("Internal", "{\"type\":\"NETWORK\",\"networkFilter\":{\"networkIds\":[\"\(ConsoleTests.network)\"]}}")
        )
      ], invalid, "$.source.trafficFilter.networkFilter.matchOpposite must not be null"),
    Case(
      "unknown property at the bottom",
      [
        (
          "destination",
          end(
            "External",
            #"{"type":"PORT","portFilter":{"type":"PORTS","matchOpposite":false,"items":[{"type":"PORT_NUMBER","value":1,"stop":2}]}}"#
          )
        )
      ], property, "Unknown request body property '$.destination.trafficFilter.portFilter.items[0].stop'"),
    Case(
      "port 65536",
      [
        (
          "destination",
          end(
            "External",
            #"{"type":"PORT","portFilter":{"type":"PORTS","matchOpposite":false,"items":[{"type":"PORT_NUMBER","value":65536}]}}"#
          )
        )
      ], invalid),
    Case(
      "region in small letters",
      [("destination", end("External", #"{"type":"REGION","regionFilter":{"regions":["de"]}}"#))], invalid),
    Case(
      "address of the other family",
      [
        (
          "source",
          end(
            "Internal",
            #"{"type":"IP_ADDRESS","ipAddressFilter":{"type":"IP_ADDRESSES","matchOpposite":false,"items":[{"type":"SUBNET","value":"fd00::/8"}]}}"#
          )
        )
      ], invalid),
    Case("unknown zone", [("source", "{\"zoneId\":\"\(ConsoleTests.unknown)\"}")], reference),
    Case(
      "unknown network",
      [
        (
          "source",
          end(
            "Internal",
            "{\"type\":\"NETWORK\",\"networkFilter\":{\"networkIds\":[\"\(ConsoleTests.unknown)\"],\"matchOpposite\":false}}"
          )
        )
      ], reference),
    Case(
      "unknown list",
      [
        (
          "source",
          end(
            "Internal",
            "{\"type\":\"PORT\",\"portFilter\":{\"type\":\"TRAFFIC_MATCHING_LIST\",\"trafficMatchingListId\":\"\(ConsoleTests.unknown)\",\"matchOpposite\":false}}"
          )
        )
      ], reference),
  ]

  @Test(arguments: bodies, ["POST", "PUT"])
  func refusesABody(_ wanted: Case, _ method: String) {
    var console = Household.console()
    console.version = wanted.version
    let before = console.sites[0].zoneFirewall?.policies.map(\.settings)
    let path = method == "POST" ? Self.policies : "\(Self.policies)/\(Self.bedtime)"
    let body = Self.body(wanted.changes, version: wanted.version)
    let answer = ConsoleTests.ask(&console, method, path, body)
    #expect(answer.status == wanted.status)
    #expect(answer.json?["code"]?.text == wanted.code)
    if let message = wanted.message { #expect(answer.json?["message"]?.text == message) }
    #expect(console.sites[0].zoneFirewall?.policies.map(\.settings) == before)
    // The same body without the changes is taken, so it is they that are refused.
    #expect(ConsoleTests.ask(&console, method, path, Self.body(version: wanted.version)).status < 300)
  }

  struct Request: CustomTestStringConvertible, Sendable {
    var method = "GET"
    var path: String
    var body = ""
    var change: @Sendable (inout UniFiConsole) -> Void = { _ in }
    var status: Int
    var code: String?
    var message: String?
    var testDescription: String { "\(method) \(path) \(body)" }
  }

  private static let noFirewall = "api.firewall.zone-based-firewall-not-configured"
  private static let moved: @Sendable (inout UniFiConsole) -> Void = { $0.sites[0].zoneFirewall = nil }
  private static let old: @Sendable (inout UniFiConsole) -> Void = { $0.version = "10.0.162" }

  static let requests: [Request] = [
    Request(
      path: "\(policies)/undefined", status: 400, code: "api.request.argument-type-mismatch",
      message: "'undefined' is not a valid 'firewallPolicyId' value"),
    Request(path: "\(policies)/\(ConsoleTests.unknown)", status: 404, code: "api.resource-not-found"),
    Request(path: "\(site)/firewall/zones/\(ConsoleTests.unknown)", status: 404, code: "api.resource-not-found"),
    Request(path: "\(policies)?filter=enabled.eq(true)", status: 400, code: "api.request.invalid-filter"),
    Request(
      method: "PATCH", path: "\(policies)/\(bedtime)", body: #"{"enabled":false}"#, status: 400, code: property,
      message: "Unknown request body property '$.enabled'"),
    Request(
      path: "\(policies)/ordering", status: 400, code: "api.request.error",
      message: "Required request parameter 'sourceFirewallZoneId' for method parameter type UUID is not present"),
    Request(
      path: "\(policies)/ordering?sourceFirewallZoneId=\(zone("Internal"))&destinationFirewallZoneId=x", status: 400,
      code: "api.request.argument-type-mismatch", message: "'x' is not a valid 'destinationFirewallZoneId' value"),
    Request(
      method: "POST", path: policies, body: "{}", status: 400, code: invalid, message: "$.enabled must not be null"),
    Request(
      path: policies, change: moved, status: 400, code: noFirewall, message: "Zone Based Firewall is not configured"),
    Request(path: "\(policies)/\(bedtime)", change: moved, status: 400, code: noFirewall),
    Request(path: "\(site)/firewall/zones", change: moved, status: 400, code: noFirewall),
    Request(
      path: "\(site)/firewall/zones/\(bedtime)", change: { $0.hidesZoneFirewall = true }, status: 400, code: noFirewall),
    Request(method: "POST", path: policies, body: body(), change: moved, status: 400, code: noFirewall),
    Request(
      path: policies, change: old, status: 404, code: "api.request.error",
      message: "No endpoint GET /integration/v1/\(policies)."),
    Request(path: "\(policies)/\(bedtime)", change: old, status: 404, code: "api.request.error"),
    Request(path: "\(site)/firewall/zones", change: old, status: 200),
    Request(
      method: "DELETE", path: "\(policies)/\(bedtime)", change: { $0.keys[0].role = .viewOnly }, status: 403,
      code: "api.forbidden"),
    Request(method: "POST", path: "\(policies)/\(bedtime)", status: 405),
  ]

  @Test(arguments: requests)
  func refusesARequest(_ wanted: Request) {
    var console = Household.console()
    wanted.change(&console)
    let answer = ConsoleTests.ask(&console, wanted.method, wanted.path, wanted.body)
    #expect(answer.status == wanted.status)
    if let code = wanted.code { #expect(answer.json?["code"]?.text == code) }
    if let message = wanted.message { #expect(answer.json?["message"]?.text == message) }
  }

  @Test(arguments: ["PUT", "PATCH", "DELETE"])
  func keepsWhatTheSystemMade(_ method: String) throws {
    for origin in ["SYSTEM_DEFINED", "DERIVED"] {
      var console = Household.console()
      let id = try #require(Self.firewall?.policies.first { $0.origin == origin }?.id)
      let body = method == "PATCH" ? #"{"loggingEnabled":true}"# : Self.body()
      let answer = ConsoleTests.ask(&console, method, "\(Self.policies)/\(id)", body)
      #expect(answer.status == 400 && answer.json?["code"] == "simulator.origin-not-writable")
    }
  }
}
