import Simulator
import Testing

/// Whom the pretend console keeps from what: the filters of its policies, and their order.
struct BlockingTests {
  static let emma = "02:00:5e:00:53:01"
  static let anna = "02:00:5e:00:53:10"
  static let noon = 1_795_435_200.0

  /// A console with no policies but those of the system, and the ones that `changes` say, each an enabled BLOCK of
  /// everything from Internal to External.
  static func console(_ changes: [[(String, String?)]]) -> UniFiConsole {
    var console = Household.console()
    while let place = console.sites[0].zoneFirewall?.policies.firstIndex(where: { $0.origin == "USER_DEFINED" }) {
      console.sites[0].zoneFirewall?.remove(at: place)
    }
    for change in changes {
      let body = PolicyRequests.body([("ipProtocolScope", #"{"ipVersion":"IPV4_AND_IPV6"}"#)] + change)
      #expect(PolicyRequests.ask(&console, "POST", PolicyRequests.policies, body).status == 201)
    }
    return console
  }

  static func source(_ filter: String) -> (String, String?) { ("source", PolicyRequests.end("Internal", filter)) }
  private static func far(_ filter: String) -> (String, String?) {
    ("destination", PolicyRequests.end("External", filter))
  }
  private static func scope(_ json: String) -> (String, String?) { ("ipProtocolScope", json) }

  static let mine = source(
    "{\"type\":\"MAC_ADDRESS\",\"macAddressFilter\":{\"macAddresses\":[\"\(emma.uppercased())\"]}}")
  private static let kids =
    "\"networkFilter\":{\"networkIds\":[\"\(ConsoleTests.network)\"],\"matchOpposite\":false}"
  private static let others =
    "\"networkFilter\":{\"networkIds\":[\"\(ConsoleTests.network)\"],\"matchOpposite\":true}"
  private static let allow = ("action", Optional(#"{"type":"ALLOW","allowReturnTraffic":false}"#))

  private static func ports(_ port: Int, opposite: Bool = false) -> String {
    "\"portFilter\":{\"type\":\"PORTS\",\"matchOpposite\":\(opposite),\"items\":[{\"type\":\"PORT_NUMBER_RANGE\",\"start\":\(port),\"stop\":\(port + 9)}]}"
  }

  private static func addresses(_ item: String, opposite: Bool = false) -> String {
    "{\"type\":\"IP_ADDRESS\",\"ipAddressFilter\":{\"type\":\"IP_ADDRESSES\",\"matchOpposite\":\(opposite),\"items\":[\(item)]}}"
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var id: String
    var policies: [[(String, String?)]]
    /// Whether Emma's iPad has no internet, and Anna's phone.
    var wanted: (Bool, Bool)
    var testDescription: String { id }

    init(_ id: String, _ policies: [[(String, String?)]], _ wanted: (Bool, Bool)) {
      (self.id, self.policies, self.wanted) = (id, policies, wanted)
    }
  }

  static let cases: [Case] = [
    Case("nothing", [], (false, false)), Case("all", [[]], (true, true)), Case("by address", [[mine]], (true, false)),
    Case("disabled", [[mine, ("enabled", "false")]], (false, false)),
    Case("rejected", [[mine, ("action", #"{"type":"REJECT"}"#)]], (true, false)),
    Case("allowed before", [[mine, allow], []], (false, true)),
    Case("allowed after", [[], [mine, allow]], (true, true)),
    Case("network", [[source("{\"type\":\"NETWORK\",\(kids)}")]], (true, false)),
    Case("other networks", [[source("{\"type\":\"NETWORK\",\(others)}")]], (false, true)),
    Case(
      "network and address", [[source("{\"type\":\"NETWORK\",\(kids),\"macAddressFilter\":\"\(anna)\"}")]],
      (false, false)),
    Case("subnet", [[source(addresses(#"{"type":"SUBNET","value":"192.168.40.0/24"}"#))]], (true, false)),
    Case(
      "not in the subnet", [[source(addresses(#"{"type":"SUBNET","value":"192.168.40.0/24"}"#, opposite: true))]],
      (false, true)),
    Case("one address", [[source(addresses(#"{"type":"IP_ADDRESS","value":"192.168.1.21"}"#))]], (false, true)),
    Case(
      "range", [[source(addresses(#"{"type":"IP_ADDRESS_RANGE","start":"192.168.40.20","stop":"192.168.40.30"}"#))]],
      (true, false)),
    Case("other zone", [[("source", "{\"zoneId\":\"\(PolicyRequests.zone("Hotspot"))\"}")]], (false, false)),
    Case("to another zone", [[("destination", "{\"zoneId\":\"\(PolicyRequests.zone("Dmz"))\"}")]], (false, false)),
    Case("one family", [[mine, scope(#"{"ipVersion":"IPV4"}"#)]], (false, false)),
    Case(
      "both families, apart", [[mine, scope(#"{"ipVersion":"IPV4"}"#)], [mine, scope(#"{"ipVersion":"IPV6"}"#)]],
      (true, false)),
    Case(
      "UDP only",
      [
        [
          scope(
            #"{"ipVersion":"IPV4_AND_IPV6","protocolFilter":{"type":"NAMED_PROTOCOL","protocol":{"name":"UDP"},"matchOpposite":false}}"#
          )
        ]
      ],
      (false, false)),
    Case(
      "all but UDP",
      [
        [
          scope(
            #"{"ipVersion":"IPV4_AND_IPV6","protocolFilter":{"type":"NAMED_PROTOCOL","protocol":{"name":"UDP"},"matchOpposite":true}}"#
          )
        ]
      ],
      (true, true)),
    Case(
      "TCP and UDP",
      [[scope(#"{"ipVersion":"IPV4_AND_IPV6","protocolFilter":{"type":"PRESET","preset":{"name":"TCP_UDP"}}}"#)]],
      (true, true)),
    Case(
      "TCP by number",
      [
        [
          scope(
            #"{"ipVersion":"IPV4_AND_IPV6","protocolFilter":{"type":"PROTOCOL_NUMBER","protocolNumber":6,"matchOpposite":false}}"#
          )
        ]
      ],
      (true, true)),
    Case("port 440 to 449", [[far("{\"type\":\"PORT\",\(ports(440))}")]], (true, true)),
    Case("port 53", [[far("{\"type\":\"PORT\",\(ports(53))}")]], (false, false)),
    Case("all but port 53", [[far("{\"type\":\"PORT\",\(ports(53, opposite: true))}")]], (true, true)),
    Case("answers only", [[("connectionStateFilter", #"["ESTABLISHED","RELATED"]"#)]], (false, false)),
    Case("what begins", [[("connectionStateFilter", #"["NEW"]"#)]], (true, true)),
    Case("tunnels only", [[("ipsecFilter", #""MATCH_ENCRYPTED""#)]], (false, false)),
    Case("a country", [[far(#"{"type":"REGION","regionFilter":{"regions":["DE"]}}"#)]], (false, false)),
    Case("one far address", [[far(addresses(#"{"type":"IP_ADDRESS","value":"192.0.2.1"}"#))]], (false, false)),
    Case(
      "all but one far address", [[far(addresses(#"{"type":"IP_ADDRESS","value":"192.0.2.1"}"#, opposite: true))]],
      (true, true)),
    Case(
      "an application", [[far(#"{"type":"APPLICATION","applicationFilter":{"applicationIds":[262145]}}"#)]],
      (false, false)),
  ]

  @Test(arguments: cases)
  func keepsFromTheInternet(_ one: Case) {
    let console = Self.console(one.policies)
    #expect(console.blocks(Self.emma, at: Self.noon) == one.wanted.0)
    #expect(console.blocks(Self.anna, at: Self.noon) == one.wanted.1)
  }

  static let destinations: [(String, ClientDestination, Bool)] = [
    (#"{"type":"APPLICATION","applicationFilter":{"applicationIds":[262145,7]}}"#, .application(262_145), true),
    (#"{"type":"APPLICATION","applicationFilter":{"applicationIds":[262145]}}"#, .application(262_146), false),
    (
      #"{"type":"APPLICATION_CATEGORY","applicationCategoryFilter":{"applicationCategoryIds":[4]}}"#,
      .application(262_145), true
    ),
    (
      #"{"type":"APPLICATION_CATEGORY","applicationCategoryFilter":{"applicationCategoryIds":[24]}}"#,
      .application(262_145), false
    ),
    (
      #"{"type":"APPLICATION_CATEGORY","applicationCategoryFilter":{"applicationCategoryIds":[4]}}"#, .category(4), true
    ),
    (#"{"type":"DOMAIN","domainFilter":{"type":"DOMAINS","domains":["Shop.example"]}}"#, .domain("shop.example"), true),
    (
      #"{"type":"DOMAIN","domainFilter":{"type":"DOMAINS","domains":["shop.example"]}}"#, .domain("www.shop.example"),
      true
    ),
    (
      #"{"type":"DOMAIN","domainFilter":{"type":"DOMAINS","domains":["shop.example"]}}"#, .domain("myshop.example"),
      false
    ),
    (#"{"type":"DOMAIN","domainFilter":{"type":"DOMAINS","domains":["shop.example"]}}"#, .application(262_145), false),
  ]

  @Test(arguments: destinations)
  func keepsFromSomeThingsOnly(_ filter: String, _ destination: ClientDestination, _ isBlocked: Bool) {
    let console = Self.console([[Self.mine, Self.far(filter)]])
    #expect(console.blocks(Self.emma, from: destination, at: Self.noon) == isBlocked)
    #expect(console.blocks(Self.anna, from: destination, at: Self.noon) == false)
    #expect(console.blocks(Self.emma, at: Self.noon) == false)
  }

  @Test func subdomainsCanBeLeftOut() {
    var console = Self.console([
      [Self.far(#"{"type":"DOMAIN","domainFilter":{"type":"DOMAINS","domains":["shop.example"]}}"#)]
    ])
    console.domainsMeetSubdomains = false
    #expect(console.blocks(Self.emma, from: .domain("www.shop.example"), at: Self.noon) == false)
    #expect(console.blocks(Self.emma, from: .domain("shop.example"), at: Self.noon) == true)
  }

  @Test func whereAClientIsDecides() throws {
    var console = Self.console([[Self.mine]])
    #expect(console.blocks("02:00:00:00:00:00", at: Self.noon) == nil)
    console.sites[0].zoneFirewall?.move(network: ConsoleTests.network, to: PolicyRequests.zone("Dmz"))
    #expect(console.blocks(Self.emma, at: Self.noon) == false)
    console.sites[0].zoneFirewall?.move(network: ConsoleTests.network, to: PolicyRequests.zone("Internal"))
    console.sites[0].zoneFirewall?.rename(zone: PolicyRequests.zone("External"), to: "WAN")
    #expect(console.blocks(Self.emma, at: Self.noon) == true)
    let place = try #require(console.sites[0].clients.firstIndex { $0.macAddress == Self.emma })
    console.sites[0].clients[place].network = console.sites[0].networks[2].id
    #expect(console.blocks(Self.emma, at: Self.noon) == false)
    console.sites[0].networks[2].hasInternet = false
    #expect(console.blocks(Self.emma, at: Self.noon) == true)
    #expect(console.verdicts(Self.emma, at: Self.noon) == [.blocks(nil), .blocks(nil)])
  }

  @Test func policiesInNoListHoldAsWell() {
    var console = Self.console([])
    console.newPolicies.listing = .missing
    let answer = PolicyRequests.ask(
      &console, "POST", PolicyRequests.policies,
      PolicyRequests.body([("ipProtocolScope", #"{"ipVersion":"IPV4_AND_IPV6"}"#)]))
    let id = answer.json?["id"]?.text
    #expect(console.verdicts(Self.anna, at: Self.noon) == [.blocks(id), .blocks(id)] && id != nil)
  }
}
