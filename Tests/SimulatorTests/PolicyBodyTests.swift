import Simulator
import Testing

/// Bodies of firewall policies that a console refuses, and why.
struct PolicyBodyTests {
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
      "old zone member", [("source", "{\"firewallZoneId\":\"\(PolicyRequests.zone("Internal"))\"}")], property,
      "Unknown request body property '$.source.firewallZoneId'"),
    Case(
      "new zone member in an early build", [("source", "{\"zoneId\":\"\(PolicyRequests.zone("Internal"))\"}")],
      property,
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
      [
        (
          "destination",
          PolicyRequests.end("External", #"{"type":"MAC_ADDRESS","macAddressFilter":{"macAddresses":["a"]}}"#)
        )
      ], typeID),
    Case("domain at the near end", [("source", PolicyRequests.end("Internal", #"{"type":"DOMAIN"}"#))], typeID),
    Case(
      "hardware as an object in a network filter",
      [
        (
          "source",
          PolicyRequests.end(
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
          PolicyRequests.end(
            "Internal", "{\"type\":\"NETWORK\",\"networkFilter\":{\"networkIds\":[\"\(ConsoleTests.network)\"]}}")
        )
      ], invalid, "$.source.trafficFilter.networkFilter.matchOpposite must not be null"),
    Case(
      "unknown property at the bottom",
      [
        (
          "destination",
          PolicyRequests.end(
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
          PolicyRequests.end(
            "External",
            #"{"type":"PORT","portFilter":{"type":"PORTS","matchOpposite":false,"items":[{"type":"PORT_NUMBER","value":65536}]}}"#
          )
        )
      ], invalid),
    Case(
      "region in small letters",
      [("destination", PolicyRequests.end("External", #"{"type":"REGION","regionFilter":{"regions":["de"]}}"#))],
      invalid),
    Case(
      "address of the other family",
      [
        (
          "source",
          PolicyRequests.end(
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
          PolicyRequests.end(
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
          PolicyRequests.end(
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
    let path = method == "POST" ? PolicyRequests.policies : "\(PolicyRequests.policies)/\(PolicyRequests.bedtime)"
    let body = PolicyRequests.body(wanted.changes, version: wanted.version)
    let answer = ConsoleTests.ask(&console, method, path, body)
    #expect(answer.status == wanted.status)
    #expect(answer.json?["code"]?.text == wanted.code)
    if let message = wanted.message { #expect(answer.json?["message"]?.text == message) }
    #expect(console.sites[0].zoneFirewall?.policies.map(\.settings) == before)
    // The same body without the changes is taken, so it is they that are refused.
    #expect(ConsoleTests.ask(&console, method, path, PolicyRequests.body(version: wanted.version)).status < 300)
  }
}
