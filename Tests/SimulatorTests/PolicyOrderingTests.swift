import Simulator
import Testing

/// Putting the policies of users between two zones in order.
struct PolicyOrderingTests {
  private static let games = "9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e32"
  private static let path =
    "\(PolicyRequests.policies)/ordering?sourceFirewallZoneId=\(PolicyRequests.zone("Internal"))"
    + "&destinationFirewallZoneId=\(PolicyRequests.zone("External"))"

  private static func body(_ before: [String], _ after: [String]) -> String {
    func list(_ ids: [String]) -> String { "[" + ids.map { "\"\($0)\"" }.joined(separator: ",") + "]" }
    return
      "{\"orderedFirewallPolicyIds\":{\"beforeSystemDefined\":\(list(before)),\"afterSystemDefined\":\(list(after))}}"
  }

  private static func order(_ console: inout UniFiConsole) -> [JSONValue] {
    PolicyRequests.all(&console).filter {
      $0["metadata"]?["origin"] == "USER_DEFINED" && $0["source"]?["zoneId"]?.text == PolicyRequests.zone("Internal")
    }.compactMap { $0["name"] }
  }

  @Test(
    arguments: [
      ([games, PolicyRequests.bedtime.uppercased()], [], ["Kids no games", "Kids bedtime"], [10_000, 10_001]),
      ([games], [PolicyRequests.bedtime], ["Kids no games", "Kids bedtime"], [10_000, 40_000]),
      ([], [PolicyRequests.bedtime, games], ["Kids bedtime", "Kids no games"], [40_000, 40_001]),
    ] as [([String], [String], [JSONValue], [Double])])
  func putsThemInOrder(_ before: [String], _ after: [String], _ names: [JSONValue], _ indices: [Double]) {
    var console = Household.console()
    let body = Self.body(before, after)
    let answer = PolicyRequests.ask(&console, "PUT", Self.path, body)
    #expect(answer.status == 200 && answer.json == JSONValue.parsing(body.lowercasedIDs))
    #expect(PolicyRequests.ask(&console, "GET", Self.path).json == answer.json)
    #expect(Self.order(&console) == names)
    let found = PolicyRequests.all(&console).filter { names.contains($0["name"] ?? .null) }
    #expect(found.compactMap { $0["index"]?.double } == indices)
    // A new one goes behind those in front.
    let added = PolicyRequests.ask(&console, "POST", PolicyRequests.policies, PolicyRequests.body())
    #expect(added.json?["index"]?.double == Double(10_000 + before.count))
  }

  @Test(arguments: [
    (body([games], []), 400), (body([games, games], []), 400), (body([games], [games]), 400),
    (body([games, ConsoleTests.unknown], []), 400), ("{}", 400),
    (#"{"orderedFirewallPolicyIds":{"beforeSystemDefined":[null,null],"afterSystemDefined":[]}}"#, 400),
    (#"{"orderedFirewallPolicyIds":{"beforeSystemDefined":[]}}"#, 400),
  ])
  func refusesAnythingElse(_ body: String, _ status: Int) {
    var console = Household.console()
    let before = PolicyRequests.all(&console)
    #expect(PolicyRequests.ask(&console, "PUT", Self.path, body).status == status)
    #expect(PolicyRequests.all(&console) == before)
  }

  @Test func refusesAPairWithAPolicyThatHasNoID() {
    var console = Household.console()
    console.idlessPolicies = true
    let body = Self.body([Self.games, PolicyRequests.bedtime], [])
    #expect(PolicyRequests.ask(&console, "PUT", Self.path, body).status == 400)
    console.idlessPolicies = false
    #expect(PolicyRequests.ask(&console, "PUT", Self.path, body).status == 200)
    console.keys[0].role = .viewOnly
    #expect(PolicyRequests.ask(&console, "PUT", Self.path, body).json?["code"] == "api.forbidden")
  }
}

extension String {
  /// The same with ids as the console spells them; member names stay.
  fileprivate var lowercasedIDs: String {
    replacing(PolicyRequests.bedtime.uppercased(), with: PolicyRequests.bedtime)
  }
}
