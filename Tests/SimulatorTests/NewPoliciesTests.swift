import Simulator
import Testing

/// Consoles that do something else with a new policy than listing it.
struct NewPoliciesTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var listing = PolicyListing.whole
    var areForgotten = false
    /// How many policies of that name the list has, and how many of them with an id.
    var listed: Int
    var withID: Int
    /// What the id of the answer says afterwards.
    var found: Int
    /// What the ordering ends with; nil: without it.
    var ordered: JSONValue?
    var testDescription: String { "\(listing) \(areForgotten)" }
  }

  static let cases: [Case] = [
    Case(listed: 1, withID: 1, found: 200, ordered: "id"),
    Case(listing: .withoutID, listed: 1, withID: 0, found: 200, ordered: .null),
    Case(listing: .missing, listed: 0, withID: 0, found: 200),
    Case(areForgotten: true, listed: 0, withID: 0, found: 404),
  ]

  private static let ordering =
    "\(PolicyRequests.policies)/ordering?sourceFirewallZoneId=\(PolicyRequests.zone("Internal"))"
    + "&destinationFirewallZoneId=\(PolicyRequests.zone("External"))"

  @Test(arguments: cases)
  func showsThemAsItIsToldTo(_ wanted: Case) throws {
    var console = Household.console()
    let before = PolicyRequests.all(&console)
    console.newPolicies.listing = wanted.listing
    console.newPolicies.areForgotten = wanted.areForgotten
    let answer = PolicyRequests.ask(&console, "POST", PolicyRequests.policies, PolicyRequests.body())
    let id = try #require(answer.json?["id"]?.text)
    #expect(answer.status == 201 && answer.json?["index"] == 10_002)
    let found = PolicyRequests.all(&console).filter { $0["name"] == "n" }
    #expect(found.count == wanted.listed && found.compactMap { $0["id"] }.count == wanted.withID)
    let total = PolicyRequests.ask(&console, "GET").json?["totalCount"]
    #expect(total == .number(String(before.count + wanted.listed)))
    let order = PolicyRequests.ask(&console, "GET", Self.ordering).json?["orderedFirewallPolicyIds"]
    let last = order?["beforeSystemDefined"]?.elements?.dropFirst(2).first
    #expect(last == (wanted.ordered == "id" ? .string(id) : wanted.ordered))
    let path = "\(PolicyRequests.policies)/\(id)"
    #expect(PolicyRequests.ask(&console, "GET", path).status == wanted.found)
    #expect(PolicyRequests.ask(&console, "PUT", path, PolicyRequests.body()).status == wanted.found)
    #expect(PolicyRequests.ask(&console, "DELETE", path).status == wanted.found)
    #expect(PolicyRequests.all(&console) == before)
  }

  @Test func canComeToItsSenses() throws {
    var console = Household.console()
    console.newPolicies.listing = .missing
    _ = PolicyRequests.ask(&console, "POST", PolicyRequests.policies, PolicyRequests.body())
    let place = try #require(console.sites[0].zoneFirewall?.policies.firstIndex { $0.name == "n" })
    console.sites[0].zoneFirewall?.edit(at: place) { $0.listing = .whole }
    #expect(PolicyRequests.all(&console).count { $0["name"] == "n" } == 1)
  }
}
