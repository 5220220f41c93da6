import Simulator
import Testing

/// Zones and networks that change while somebody reads them.
struct ZoneChangeTests {
  private static func zones(_ console: inout UniFiConsole) -> [JSONValue] {
    PolicyRequests.ask(&console, "GET", PolicyRequests.site + "/firewall/zones").json?["data"]?.elements ?? []
  }

  private static func networks(_ console: inout UniFiConsole) -> [JSONValue] {
    PolicyRequests.ask(&console, "GET", PolicyRequests.site + "/networks").json?["data"]?.elements ?? []
  }

  private static func zone(of network: String, _ console: inout UniFiConsole) -> String? {
    let path = "\(PolicyRequests.site)/networks/\(network)"
    let detail = PolicyRequests.ask(&console, "GET", path).json?["zoneId"]
    #expect(detail == networks(&console).first { $0["id"]?.text == network }?["zoneId"])
    return detail?.text
  }

  @Test func networksMove() {
    var console = Household.console()
    #expect(Self.zone(of: ConsoleTests.network, &console) == PolicyRequests.zone("Internal"))
    console.sites[0].zoneFirewall?.move(network: ConsoleTests.network, to: PolicyRequests.zone("Dmz"))
    #expect(Self.zone(of: ConsoleTests.network, &console) == PolicyRequests.zone("Dmz"))
    #expect(Self.zones(&console).map { $0["networkIds"]?.elements?.count } == [1, 1, 0, 0, 1, 1])
    console.sites[0].zoneFirewall?.move(network: ConsoleTests.network, to: nil)
    #expect(Self.zone(of: ConsoleTests.network, &console) == nil)
  }

  @Test func aRenamedZoneIsStillTheOutside() throws {
    var console = Household.console()
    let outside = try #require(console.sites[0].zoneFirewall?.zoneID(.outside))
    console.sites[0].zoneFirewall?.rename(zone: outside, to: "Internet")
    #expect(console.sites[0].zoneFirewall?.zoneID("External") == nil)
    #expect(console.sites[0].zoneFirewall?.zoneID(.outside) == outside)
    let answer = Self.zones(&console)[1]
    #expect(answer["name"] == "Internet" && answer["metadata"] == ["origin": "SYSTEM_DEFINED", "configurable": false])
    let body = PolicyRequests.body([("action", #"{"type":"ALLOW","allowReturnTraffic":true}"#)])
    #expect(PolicyRequests.ask(&console, "POST", PolicyRequests.policies, body).status == 400)
  }

  @Test func aRemovedZoneTakesItsPoliciesAlong() {
    var console = Household.console()
    let hotspot = PolicyRequests.zone("Hotspot")
    console.sites[0].zoneFirewall?.remove(zone: hotspot)
    #expect(Self.zones(&console).compactMap { $0["name"] } == ["Internal", "External", "Gateway", "Vpn", "Dmz"])
    let ends = PolicyRequests.all(&console).flatMap { [$0["source"], $0["destination"]] }
    #expect(!ends.isEmpty && !ends.contains { $0?["zoneId"]?.text == hotspot })
    #expect(Self.networks(&console).map { $0["zoneId"] != nil } == [true, true, false])
    let body = PolicyRequests.body([("source", "{\"zoneId\":\"\(hotspot)\"}")])
    let refused = PolicyRequests.ask(&console, "POST", PolicyRequests.policies, body)
    #expect(refused.json?["code"] == "simulator.unknown-reference")
  }

  @Test func aNewZoneHasPoliciesOfTheSystem() throws {
    var console = Household.console()
    let before = PolicyRequests.all(&console).count
    let added = console.sites[0].zoneFirewall?.addZone("Kids", networks: [ConsoleTests.network])
    let made = try #require(added)
    let answer = try #require(Self.zones(&console).last)
    #expect(answer["id"]?.text == made && answer["metadata"] == ["origin": "USER_DEFINED"])
    #expect(Self.zone(of: ConsoleTests.network, &console) == made)
    let all = PolicyRequests.all(&console)
    #expect(all.count > before + 12)
    #expect(all.compactMap { $0["index"]?.double } == all.compactMap { $0["index"]?.double }.sorted())
    #expect(Set(all.compactMap { $0["id"] }).count == all.count)
    let open = all.filter {
      $0["source"]?["zoneId"]?.text == made && $0["name"] == "Allow All Traffic"
    }
    #expect(open.compactMap { $0["destination"]?["zoneId"]?.text } == [PolicyRequests.zone("External")])
    let body = PolicyRequests.body([("source", "{\"zoneId\":\"\(made)\"}")])
    #expect(PolicyRequests.ask(&console, "POST", PolicyRequests.policies, body).json?["index"] == 10_000)
  }

  @Test func aNetworkSaysMoreByItself() {
    var console = Household.console()
    console.sites[0].networks[1].hasInternet = false
    let path = "\(PolicyRequests.site)/networks/"
    let kids = PolicyRequests.ask(&console, "GET", path + ConsoleTests.network.uppercased()).json
    #expect(kids?["name"] == "Kids" && kids?["vlanId"] == 40 && kids?["internetAccessEnabled"] == false)
    #expect(kids?["ipv4Configuration"]?["hostIpAddress"] == "192.168.40.1")
    #expect(PolicyRequests.ask(&console, "GET", path + ConsoleTests.unknown).status == 404)
    #expect(PolicyRequests.ask(&console, "GET", path + "x").status == 400)
    #expect(PolicyRequests.ask(&console, "DELETE", path + ConsoleTests.network).status == 501)
    console.hidesZoneFirewall = true
    #expect(PolicyRequests.ask(&console, "GET", path + ConsoleTests.network).json?["zoneId"] == nil)
  }
}
