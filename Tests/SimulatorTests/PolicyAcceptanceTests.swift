import Simulator
import Testing

/// Every kind of policy that the documents know is taken, and comes back as it was sent.
struct PolicyAcceptanceTests {
  private static let id = ConsoleTests.unknown
  private static let networks =
    "\"networkFilter\":{\"networkIds\":[\"\(ConsoleTests.network)\"],\"matchOpposite\":true}"
  private static let port =
    #""portFilter":{"type":"PORTS","matchOpposite":true,"items":[{"type":"PORT_NUMBER","value":53}]}"#
  private static let list =
    "{\"type\":\"TRAFFIC_MATCHING_LIST\",\"trafficMatchingListId\":\"\(id)\",\"matchOpposite\":false}"
  private static let addresses =
    #""ipAddressFilter":{"type":"IP_ADDRESSES","matchOpposite":false,"items":["#
    + #"{"type":"SUBNET","value":"10.0.0.0/8"},{"type":"IP_ADDRESS_RANGE","start":"10.0.0.1","stop":"10.0.0.9"}]}"#
  private static let hardware = #""macAddressFilter":"02:00:00:aa:bb:01""#

  private static let both = [
    "{\"type\":\"PORT\",\"portFilter\":\(list)}", "{\"type\":\"NETWORK\",\(networks),\(port)}",
    "{\"type\":\"IP_ADDRESS\",\(addresses)}", "{\"type\":\"IP_ADDRESS\",\"ipAddressFilter\":\(list),\(port)}",
    "{\"type\":\"IPV6_IID\",\"ipv6IidFilter\":{\"ipv6Iid\":\"::1/::f\",\"matchOpposite\":false},\(port)}",
    "{\"type\":\"REGION\",\"regionFilter\":{\"regions\":[\"DE\",\"FR\"]},\(port)}",
    "{\"type\":\"VPN_SERVER\",\"vpnServerFilter\":{\"vpnServerIds\":[\"\(id)\"],\"matchOpposite\":true}}",
    "{\"type\":\"SITE_TO_SITE_VPN_TUNNEL\",\"siteToSiteVpnTunnelFilter\":{\"siteToSiteVpnTunnelId\":\"\(id)\"}}",
  ]

  private static let sources = [
    "{\"type\":\"NETWORK\",\(networks),\(hardware)}", "{\"type\":\"IP_ADDRESS\",\(addresses),\(hardware)}",
    "{\"type\":\"IPV6_IID\",\"ipv6IidFilter\":{\"ipv6Iid\":\"::1\",\"matchOpposite\":false},\(hardware)}",
    "{\"type\":\"MAC_ADDRESS\",\"macAddressFilter\":{\"macAddresses\":[\"02:00:00:aa:bb:01\"]},\(port)}",
  ]

  private static let destinations = [
    "{\"type\":\"DOMAIN\",\"domainFilter\":{\"type\":\"DOMAINS\",\"domains\":[\"example.org\"]},\(port)}",
    "{\"type\":\"APPLICATION\",\"applicationFilter\":{\"applicationIds\":[262392]},\(port)}",
    "{\"type\":\"APPLICATION_CATEGORY\",\"applicationCategoryFilter\":{\"applicationCategoryIds\":[8]},\(port)}",
  ]

  private static let protocols = [
    #"{"ipVersion":"IPV4","protocolFilter":{"type":"NAMED_PROTOCOL","protocol":{"name":"ICMP","typenameFilter":"REDIRECT"},"matchOpposite":false}}"#,
    #"{"ipVersion":"IPV6","protocolFilter":{"type":"NAMED_PROTOCOL","protocol":{"name":"ICMPV6","typenameFilter":"NO_ROUTE"},"matchOpposite":false}}"#,
    #"{"ipVersion":"IPV4","protocolFilter":{"type":"NAMED_PROTOCOL","protocol":{"name":"AX_25"},"matchOpposite":true}}"#,
    #"{"ipVersion":"IPV6","protocolFilter":{"type":"NAMED_PROTOCOL","protocol":{"name":"IPV6_FRAG"},"matchOpposite":true}}"#,
    #"{"ipVersion":"IPV4_AND_IPV6","protocolFilter":{"type":"NAMED_PROTOCOL","protocol":{"name":"UDP"},"matchOpposite":false}}"#,
    #"{"ipVersion":"IPV4_AND_IPV6","protocolFilter":{"type":"PROTOCOL_NUMBER","protocolNumber":255,"matchOpposite":false}}"#,
    #"{"ipVersion":"IPV4_AND_IPV6","protocolFilter":{"type":"PRESET","preset":{"name":"TCP_UDP"}}}"#,
  ]

  private static let time = #""timeFilter":{"startTime":"21:00","stopTime":"07:00"}"#
  private static let days = #""repeatOnDays":["MONDAY","SUNDAY"]"#
  private static let schedules = [
    "{\"mode\":\"EVERY_DAY\",\(time)}", "{\"mode\":\"EVERY_WEEK\",\(days)}",
    "{\"mode\":\"EVERY_WEEK\",\(days),\(time)}",
    "{\"mode\":\"ONE_TIME_ONLY\",\"date\":\"2026-12-24\",\(time)}",
    "{\"mode\":\"CUSTOM\",\(days),\"startDate\":\"2026-12-24\",\"stopDate\":\"2027-01-06\",\(time)}",
    "{\"mode\":\"CUSTOM\",\(days),\"startDate\":\"2026-12-24\",\"stopDate\":\"2027-01-06\"}",
  ]

  static let changes: [(String, String)] =
    (both + sources).map { ("source", PolicyRequests.end("Internal", $0)) }
    + (both + destinations).map { ("destination", PolicyRequests.end("External", $0)) }
    + protocols.map { ("ipProtocolScope", $0) } + schedules.map { ("schedule", $0) }
    + [
      ("action", #"{"type":"REJECT"}"#), ("action", #"{"type":"ALLOW","allowReturnTraffic":false}"#),
      ("connectionStateFilter", #"["NEW","INVALID","ESTABLISHED","RELATED"]"#),
      ("ipsecFilter", #""MATCH_NOT_ENCRYPTED""#), ("description", #""\u2013 ours""#),
    ]

  @Test(arguments: changes)
  func takes(_ member: String, _ value: String) throws {
    var console = Household.console()
    console.sites[0].trafficMatchingListIDs = [Self.id]
    let body = PolicyRequests.body([(member, value)])
    let sent = try #require(JSONValue.parsing(body))
    let path = "\(PolicyRequests.policies)/\(PolicyRequests.bedtime)"
    for (method, path) in [("POST", PolicyRequests.policies), ("PUT", path)] {
      let answer = PolicyRequests.ask(&console, method, path, body)
      #expect(answer.status == (method == "POST" ? 201 : 200))
      #expect(PolicyRequests.writable(answer.json ?? .null) == sent)
    }
  }
}
