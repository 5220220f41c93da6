import Simulator
import Testing

/// Policies without an id, their order, and their older spelling.
struct PolicyIdentityTests {
  private static let printer = "9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e33"

  @Test func ordersThePoliciesOfUsers() {
    var console = Household.console()
    let query =
      "sourceFirewallZoneId=\(PolicyRequests.zone("Internal"))&destinationFirewallZoneId=\(PolicyRequests.zone("External"))"
    let path = "\(PolicyRequests.policies)/ordering?\(query)"
    let games: JSONValue = "9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e32"
    let wanted: JSONValue = [
      "orderedFirewallPolicyIds": [
        "beforeSystemDefined": [.string(PolicyRequests.bedtime), games], "afterSystemDefined": [],
      ]
    ]
    #expect(PolicyRequests.ask(&console, "GET", path).json == wanted)
    console.sites[0].zoneFirewall?.policies.indices.forEach { place in
      if console.sites[0].zoneFirewall?.policies[place].id == PolicyRequests.bedtime {
        console.sites[0].zoneFirewall?.policies[place].hasID = false
      }
    }
    let found = PolicyRequests.ask(&console, "GET", path).json?["orderedFirewallPolicyIds"]?["beforeSystemDefined"]
    #expect(found == [.null, games])
  }

  @Test(arguments: [false, true])
  func canHideIDs(_ everywhere: Bool) {
    var console = Household.console()
    if everywhere {
      console.idlessPolicies = true
    } else {
      let place = console.sites[0].zoneFirewall?.policies.firstIndex { $0.id == PolicyRequests.bedtime } ?? 0
      console.sites[0].zoneFirewall?.policies[place].hasID = false
    }
    let users = PolicyRequests.all(&console).filter { $0["metadata"]?["origin"] == "USER_DEFINED" }
    #expect(users.filter { $0["id"] == nil }.count == (everywhere ? 4 : 1))
    #expect(
      PolicyRequests.all(&console).filter { $0["metadata"]?["origin"] == "SYSTEM_DEFINED" }.allSatisfy {
        $0["id"] != nil
      })
    #expect(PolicyRequests.ask(&console, "GET", "\(PolicyRequests.policies)/\(PolicyRequests.bedtime)").status == 404)
    #expect(
      PolicyRequests.ask(&console, "GET", "\(PolicyRequests.policies)/\(Self.printer)").status
        == (everywhere ? 404 : 200))
  }

  @Test func speaksTheDialectOfEarlyBuilds() throws {
    var console = Household.console()
    console.version = "10.1.68"
    for policy in PolicyRequests.all(&console) {
      for end in ["source", "destination"] {
        #expect(policy[end]?["zoneId"] == nil && policy[end]?["firewallZoneId"] != nil)
      }
    }
    let read = try #require(
      PolicyRequests.ask(&console, "GET", "\(PolicyRequests.policies)/\(PolicyRequests.bedtime)").json)
    #expect(PolicyRequests.put(&console, PolicyRequests.bedtime, PolicyRequests.writable(read)).json == read)
    console.version = "10.1.78"
    let later = PolicyRequests.ask(&console, "GET", "\(PolicyRequests.policies)/\(PolicyRequests.bedtime)").json
    #expect(later?["source"]?["zoneId"] == read["source"]?["firewallZoneId"])
  }

  @Test func sendsNullsAndUnknownMembersOnDemand() throws {
    var console = Household.console()
    console.sendsUnsetAsNull = true
    console.extraMembers = [.init("hits", 17)]
    let path = "\(PolicyRequests.policies)/9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e30"
    var read = try #require(PolicyRequests.ask(&console, "GET", path).json)
    #expect(read["schedule"] == .null && read["source"]?["trafficFilter"] == .null && read["hits"] == 17)
    #expect(read["ipProtocolScope"]?["protocolFilter"] == .null)
    read = PolicyRequests.writable(read)
    #expect(PolicyRequests.ask(&console, "PUT", path, String(decoding: read.encoded, as: UTF8.self)).status == 400)
    read["hits"] = nil
    #expect(PolicyRequests.ask(&console, "PUT", path, String(decoding: read.encoded, as: UTF8.self)).status == 200)
  }
}
