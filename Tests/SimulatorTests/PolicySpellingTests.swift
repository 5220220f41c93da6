import Simulator
import Testing

/// How names and addresses in a firewall policy must be spelled. What real consoles refuse is not known.
struct PolicySpellingTests {
  private static func answer(_ end: String, _ zone: String, _ filter: String) -> SimulatedResponse {
    var console = Household.console()
    let body = PolicyRequests.body([(end, PolicyRequests.end(zone, filter))])
    return PolicyRequests.ask(&console, "POST", PolicyRequests.policies, body)
  }

  @Test(arguments: [
    ("shop.example", true), ("SHOP.example", true), ("xn--bcher-kva.example", true), ("_a.shop.example", true),
    ("localhost", true), ("*.shop.example", false), ("shop.*", false), ("*", false), ("", false),
    ("shop..example", false), ("shop.example.", false), (".example", false), ("-shop.example", false),
    ("bücher.example", false), ("https://shop.example", false), ("shop.example/x", false), ("shop example", false),
    (String(repeating: "a", count: 64) + ".example", false),
    (String(repeating: "a.", count: 126) + "b", true), (String(repeating: "a.", count: 126) + "bc", false),
  ])
  func knowsADomain(_ name: String, _ isDomain: Bool) {
    let filter = #"{"type":"DOMAIN","domainFilter":{"type":"DOMAINS","domains":["a.example","\#(name)"]}}"#
    let answer = Self.answer("destination", "External", filter)
    #expect(answer.status == (isDomain ? 201 : 400))
    let wanted = isDomain ? nil : "$.destination.trafficFilter.domainFilter.domains[1] must be a valid domain"
    #expect(answer.json?["message"]?.text == wanted)
  }

  @Test(arguments: [
    ("02:00:5e:00:53:01", true), ("02:00:5E:00:53:aF", true), ("02-00-5e-00-53-01", true), ("", false),
    ("02:00-5e:00:53:01", false), ("02:00:5e:00:53", false), ("02:00:5e:00:53:01:02", false),
    ("02:00:5e:00:53:0g", false), ("02:00:5e:00:53:１１", false), ("2:0:5e:0:53:1", false), ("02005e005301", false),
  ])
  func knowsHardware(_ address: String, _ isHardware: Bool) {
    let many = #"{"type":"MAC_ADDRESS","macAddressFilter":{"macAddresses":["\#(address)"]}}"#
    let beside =
      #"{"type":"NETWORK","macAddressFilter":"\#(address)","#
      + "\"networkFilter\":{\"networkIds\":[\"\(ConsoleTests.network)\"],\"matchOpposite\":false}}"
    for (filter, member) in [(many, "macAddressFilter.macAddresses[0]"), (beside, "macAddressFilter")] {
      let answer = Self.answer("source", "Internal", filter)
      #expect(answer.status == (isHardware ? 201 : 400))
      let wanted = isHardware ? nil : "$.source.trafficFilter.\(member) must be a MAC address"
      #expect(answer.json?["message"]?.text == wanted)
    }
  }
}
