import Simulator
import Testing

/// What reading and writing firewall policies does to them.
struct PolicyStateTests {
  @Test func hasMorePoliciesThanAPage() {
    var console = Household.console()
    let page = PolicyRequests.ask(&console, "GET").json
    #expect(page?["count"] == 25)
    let all = PolicyRequests.all(&console)
    #expect(page?["totalCount"] == .number(String(all.count)) && all.count > 60)
    let system = all.filter { $0["metadata"]?["origin"] == "SYSTEM_DEFINED" }
    #expect(system.count == 36 && Set(system.compactMap { $0["name"]?.text }).count == 2)
    #expect(system.allSatisfy { $0["index"] == 2_147_483_647 })
    // What tells policies apart where names repeat.
    let identities = all.map { [$0["source"]?["zoneId"], $0["destination"]?["zoneId"], $0["name"]] }
    #expect(Set(identities).count == all.count)
  }

  @Test func listsInOrderOfEvaluation() {
    var console = Household.console(furtherPolicies: 3)
    let all = PolicyRequests.all(&console)
    let indices = all.compactMap { $0["index"]?.double }
    #expect(indices == indices.sorted() && indices.count == all.count)
    let toOutside = all.filter {
      $0["source"]?["zoneId"]?.text == PolicyRequests.zone("Internal")
        && $0["destination"]?["zoneId"]?.text == PolicyRequests.zone("External")
    }
    #expect(toOutside.compactMap { $0["index"]?.double } == [10_000, 10_001, 10_002, 10_003, 10_004, 2_147_483_647])
    #expect(
      toOutside.compactMap { $0["name"]?.text } == [
        "Kids bedtime", "Kids no games", "Policy-1", "Policy-2", "Policy-3", "Allow All Traffic",
      ])
  }

  @Test func zonesHoldNetworksAndUplinks() throws {
    var console = Household.console()
    let zones = try #require(
      PolicyRequests.ask(&console, "GET", PolicyRequests.site + "/firewall/zones").json?["data"]?.elements)
    #expect(zones.compactMap { $0["name"]?.text } == ["Internal", "External", "Gateway", "Vpn", "Hotspot", "Dmz"])
    let networks = PolicyRequests.ask(&console, "GET", PolicyRequests.site + "/networks").json?["data"]?.elements ?? []
    let known = Set(networks.compactMap { $0["id"] })
    #expect(known.isSuperset(of: zones[0]["networkIds"]?.elements ?? []))
    #expect(known.isDisjoint(with: zones[1]["networkIds"]?.elements ?? []) && zones[1]["networkIds"] != [])
    #expect(networks.map { $0["zoneId"] } == [zones[0]["id"], zones[0]["id"], zones[4]["id"]])
    let path = PolicyRequests.site + "/firewall/zones/" + (zones[4]["id"]?.text ?? "")
    #expect(PolicyRequests.ask(&console, "GET", path).json == zones[4])
  }

  @Test func takesBackWhatWasReadWithoutItsOwnMembers() throws {
    var console = Household.console()
    let own = PolicyRequests.all(&console).filter { $0["metadata"]?["origin"] == "USER_DEFINED" }
    #expect(!own.isEmpty)
    for policy in own {
      let id = try #require(policy["id"]?.text)
      let answer = PolicyRequests.put(&console, id, PolicyRequests.writable(policy))
      #expect(answer.status == 200 && answer.json == policy)
    }
  }

  @Test func clearsWhatIsLeftOut() throws {
    var console = Household.console()
    let read = try #require(
      PolicyRequests.ask(&console, "GET", "\(PolicyRequests.policies)/\(PolicyRequests.bedtime)").json)
    var body = PolicyRequests.writable(read)
    body["schedule"] = nil
    body["description"] = .null
    body["source"]?["trafficFilter"] = nil
    let answer = try #require(PolicyRequests.put(&console, PolicyRequests.bedtime, body).json)
    #expect(answer["schedule"] == nil && answer["description"] == nil && answer["source"]?.fields?.count == 1)
    #expect(answer["index"] == read["index"] && answer["id"] == read["id"])
  }

  @Test func patchesNothingButLogging() throws {
    var console = Household.console()
    let path = "\(PolicyRequests.policies)/\(PolicyRequests.bedtime)"
    var wanted = try #require(PolicyRequests.ask(&console, "GET", path).json)
    wanted["loggingEnabled"] = false
    #expect(PolicyRequests.ask(&console, "PATCH", path, #"{"loggingEnabled":false}"#).json == wanted)
    #expect(PolicyRequests.ask(&console, "PATCH", path, "{}").json == wanted)
  }

  @Test func addsLastOfItsZonesAndDeletes() throws {
    var console = Household.console()
    let before = PolicyRequests.all(&console).count
    let answer = PolicyRequests.ask(&console, "POST", PolicyRequests.policies, PolicyRequests.body())
    #expect(answer.status == 201 && answer.json?["index"] == 10_002)
    #expect(answer.json?["metadata"] == ["origin": "USER_DEFINED"])
    let path = "\(PolicyRequests.policies)/\(answer.json?["id"]?.text ?? "")"
    #expect(
      PolicyRequests.ask(&console, "GET", path).json == answer.json && PolicyRequests.all(&console).count == before + 1)
    let deleted = PolicyRequests.ask(&console, "DELETE", path)
    #expect(deleted.status == 200 && deleted.body.isEmpty && PolicyRequests.all(&console).count == before)
    #expect(PolicyRequests.ask(&console, "DELETE", path).status == 404)
  }

  @Test func holdsAsManyAsAreAskedFor() {
    var console = Household.console(furtherRules: 2000, furtherPolicies: 2000)
    let few = Household.console().sites[0].zoneFirewall?.policies.count ?? 0
    #expect(PolicyRequests.ask(&console, "GET").json?["totalCount"] == .number(String(few + 2000)))
    #expect(PolicyRequests.all(&console).count == few + 2000)
  }
}
