import Simulator
import Testing

/// What reading and writing firewall policies does to them.
struct PolicyStateTests {
  private static let policies = PolicyRefusalTests.policies
  private static let bedtime = PolicyRefusalTests.bedtime
  private static let printer = "9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e33"
  private static func zone(_ name: String) -> String { PolicyRefusalTests.zone(name) }

  private static func ask(
    _ console: inout UniFiConsole, _ method: String, _ path: String = policies, _ body: String = ""
  )
    -> SimulatedResponse
  {
    ConsoleTests.ask(&console, method, path, body)
  }

  private static func all(_ console: inout UniFiConsole) -> [JSONValue] {
    var found: [JSONValue] = []
    while let page = ask(&console, "GET", "\(policies)?limit=200&offset=\(found.count)").json?["data"]?.elements,
      !page.isEmpty
    { found += page }
    return found
  }

  private static func writable(_ policy: JSONValue) -> JSONValue {
    var body = policy
    for name in ["id", "index", "metadata"] { body[name] = nil }
    return body
  }

  private static func put(_ console: inout UniFiConsole, _ id: String, _ body: JSONValue) -> SimulatedResponse {
    ask(&console, "PUT", "\(policies)/\(id)", String(decoding: body.encoded, as: UTF8.self))
  }

  @Test func hasMorePoliciesThanAPage() {
    var console = Household.console()
    let page = Self.ask(&console, "GET").json
    #expect(page?["count"] == 25)
    let all = Self.all(&console)
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
    let all = Self.all(&console)
    let indices = all.compactMap { $0["index"]?.double }
    #expect(indices == indices.sorted() && indices.count == all.count)
    let toOutside = all.filter {
      $0["source"]?["zoneId"]?.text == Self.zone("Internal")
        && $0["destination"]?["zoneId"]?.text == Self.zone("External")
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
      Self.ask(&console, "GET", PolicyRefusalTests.site + "/firewall/zones").json?["data"]?.elements)
    #expect(zones.compactMap { $0["name"]?.text } == ["Internal", "External", "Gateway", "Vpn", "Hotspot", "Dmz"])
    let networks = Self.ask(&console, "GET", PolicyRefusalTests.site + "/networks").json?["data"]?.elements ?? []
    let known = Set(networks.compactMap { $0["id"] })
    #expect(known.isSuperset(of: zones[0]["networkIds"]?.elements ?? []))
    #expect(known.isDisjoint(with: zones[1]["networkIds"]?.elements ?? []) && zones[1]["networkIds"] != [])
    #expect(networks.map { $0["zoneId"] } == [zones[0]["id"], zones[0]["id"], zones[4]["id"]])
    let path = PolicyRefusalTests.site + "/firewall/zones/" + (zones[4]["id"]?.text ?? "")
    #expect(Self.ask(&console, "GET", path).json == zones[4])
  }

  @Test func takesBackWhatWasReadWithoutItsOwnMembers() throws {
    var console = Household.console()
    for policy in Self.all(&console) where policy["metadata"]?["origin"] == "USER_DEFINED" {
      let id = try #require(policy["id"]?.text)
      let answer = Self.put(&console, id, Self.writable(policy))
      #expect(answer.status == 200 && answer.json == policy)
    }
  }

  @Test func clearsWhatIsLeftOut() throws {
    var console = Household.console()
    let read = try #require(Self.ask(&console, "GET", "\(Self.policies)/\(Self.bedtime)").json)
    var body = Self.writable(read)
    body["schedule"] = nil
    body["description"] = .null
    body["source"]?["trafficFilter"] = nil
    let answer = try #require(Self.put(&console, Self.bedtime, body).json)
    #expect(answer["schedule"] == nil && answer["description"] == nil && answer["source"]?.fields?.count == 1)
    #expect(answer["index"] == read["index"] && answer["id"] == read["id"])
  }

  @Test func patchesNothingButLogging() throws {
    var console = Household.console()
    let path = "\(Self.policies)/\(Self.bedtime)"
    var wanted = try #require(Self.ask(&console, "GET", path).json)
    wanted["loggingEnabled"] = false
    #expect(Self.ask(&console, "PATCH", path, #"{"loggingEnabled":false}"#).json == wanted)
    #expect(Self.ask(&console, "PATCH", path, "{}").json == wanted)
  }

  @Test func addsLastOfItsZonesAndDeletes() throws {
    var console = Household.console()
    let before = Self.all(&console).count
    let answer = Self.ask(&console, "POST", Self.policies, PolicyRefusalTests.body())
    #expect(answer.status == 201 && answer.json?["index"] == 10_002)
    #expect(answer.json?["metadata"] == ["origin": "USER_DEFINED"])
    let path = "\(Self.policies)/\(answer.json?["id"]?.text ?? "")"
    #expect(Self.ask(&console, "GET", path).json == answer.json && Self.all(&console).count == before + 1)
    let deleted = Self.ask(&console, "DELETE", path)
    #expect(deleted.status == 200 && deleted.body.isEmpty && Self.all(&console).count == before)
    #expect(Self.ask(&console, "DELETE", path).status == 404)
  }

  private static func returns(_ console: inout UniFiConsole) -> [JSONValue] {
    all(&console).filter { $0["name"]?.text?.hasSuffix(" (Return)") == true }
  }

  @Test func letsTheAnswersThrough() throws {
    var console = Household.console()
    let made = try #require(Self.returns(&console).first)
    #expect(made["name"] == "Guest printer (Return)" && made["metadata"]?["origin"] == "DERIVED")
    #expect(made["source"]?["zoneId"]?.text == Self.zone("Internal"))
    #expect(made["destination"] == ["zoneId": .string(Self.zone("Hotspot"))])
    #expect((made["index"]?.double ?? 0) >= 30_000)
    let path = "\(Self.policies)/\(Self.printer)"
    var body = Self.writable(try #require(Self.ask(&console, "GET", path).json))
    body["enabled"] = false
    #expect(Self.put(&console, Self.printer, body).status == 200)
    var wanted = made
    wanted["enabled"] = false
    #expect(Self.returns(&console) == [wanted])
    let count = Self.all(&console).count
    #expect(Self.ask(&console, "DELETE", path).status == 200)
    #expect(Self.all(&console).count == count - 2 && Self.returns(&console).isEmpty)
  }

  @Test func bringsAndTakesTheReturnWithTheAction() throws {
    var console = Household.console()
    var body = Self.writable(try #require(Self.ask(&console, "GET", "\(Self.policies)/\(Self.printer)").json))
    body["action"] = ["type": "BLOCK"]
    #expect(Self.put(&console, Self.printer, body).status == 200 && Self.returns(&console).isEmpty)
    body["action"] = ["type": "ALLOW", "allowReturnTraffic": true]
    #expect(Self.put(&console, Self.printer, body).status == 200 && Self.returns(&console).count == 1)
    body["name"] = "new"
    (body["source"], body["destination"]) = (
      ["zoneId": .string(Self.zone("Dmz"))], ["zoneId": .string(Self.zone("Hotspot"))]
    )
    #expect(Self.put(&console, Self.printer, body).json?["index"] == 10_000)
    #expect(Self.returns(&console).map { $0["source"]?["zoneId"]?.text } == [Self.zone("Hotspot")])
    #expect(Self.returns(&console).map { $0["name"] } == ["new (Return)"])
    body["connectionStateFilter"] = ["RELATED", "ESTABLISHED"]
    #expect(Self.put(&console, Self.printer, body).status == 400)
  }

  @Test func ordersThePoliciesOfUsers() {
    var console = Household.console()
    let query = "sourceFirewallZoneId=\(Self.zone("Internal"))&destinationFirewallZoneId=\(Self.zone("External"))"
    let path = "\(Self.policies)/ordering?\(query)"
    let games: JSONValue = "9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e32"
    let wanted: JSONValue = [
      "orderedFirewallPolicyIds": ["beforeSystemDefined": [.string(Self.bedtime), games], "afterSystemDefined": []]
    ]
    #expect(Self.ask(&console, "GET", path).json == wanted)
    console.sites[0].zoneFirewall?.policies.indices.forEach { place in
      if console.sites[0].zoneFirewall?.policies[place].id == Self.bedtime {
        console.sites[0].zoneFirewall?.policies[place].hasID = false
      }
    }
    let found = Self.ask(&console, "GET", path).json?["orderedFirewallPolicyIds"]?["beforeSystemDefined"]
    #expect(found == [.null, games])
  }

  @Test(arguments: [false, true])
  func canHideIDs(_ everywhere: Bool) {
    var console = Household.console()
    if everywhere {
      console.idlessPolicies = true
    } else {
      let place = console.sites[0].zoneFirewall?.policies.firstIndex { $0.id == Self.bedtime } ?? 0
      console.sites[0].zoneFirewall?.policies[place].hasID = false
    }
    let users = Self.all(&console).filter { $0["metadata"]?["origin"] == "USER_DEFINED" }
    #expect(users.filter { $0["id"] == nil }.count == (everywhere ? 4 : 1))
    #expect(Self.all(&console).filter { $0["metadata"]?["origin"] == "SYSTEM_DEFINED" }.allSatisfy { $0["id"] != nil })
    #expect(Self.ask(&console, "GET", "\(Self.policies)/\(Self.bedtime)").status == 404)
    #expect(Self.ask(&console, "GET", "\(Self.policies)/\(Self.printer)").status == (everywhere ? 404 : 200))
  }

  @Test func speaksTheDialectOfEarlyBuilds() throws {
    var console = Household.console()
    console.version = "10.1.68"
    for policy in Self.all(&console) {
      for end in ["source", "destination"] {
        #expect(policy[end]?["zoneId"] == nil && policy[end]?["firewallZoneId"] != nil)
      }
    }
    let read = try #require(Self.ask(&console, "GET", "\(Self.policies)/\(Self.bedtime)").json)
    #expect(Self.put(&console, Self.bedtime, Self.writable(read)).json == read)
    console.version = "10.1.78"
    let later = Self.ask(&console, "GET", "\(Self.policies)/\(Self.bedtime)").json
    #expect(later?["source"]?["zoneId"] == read["source"]?["firewallZoneId"])
  }

  @Test func sendsNullsAndUnknownMembersOnDemand() throws {
    var console = Household.console()
    console.sendsUnsetAsNull = true
    console.extraMembers = [.init("hits", 17)]
    let path = "\(Self.policies)/9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e30"
    var read = try #require(Self.ask(&console, "GET", path).json)
    #expect(read["schedule"] == .null && read["source"]?["trafficFilter"] == .null && read["hits"] == 17)
    #expect(read["ipProtocolScope"]?["protocolFilter"] == .null)
    read = Self.writable(read)
    #expect(Self.ask(&console, "PUT", path, String(decoding: read.encoded, as: UTF8.self)).status == 400)
    read["hits"] = nil
    #expect(Self.ask(&console, "PUT", path, String(decoding: read.encoded, as: UTF8.self)).status == 200)
  }

  /// Only what is on a page is spelled out.
  @Test func holdsAsManyAsAreAskedFor() {
    var console = Household.console(furtherRules: 2000, furtherPolicies: 2000)
    #expect(Self.all(&console).count == Self.all(&console).count)
    let few = Household.console().sites[0].zoneFirewall?.policies.count ?? 0
    #expect(Self.ask(&console, "GET").json?["totalCount"] == .number(String(few + 2000)))
    #expect(Self.all(&console).count == few + 2000)
  }
}
