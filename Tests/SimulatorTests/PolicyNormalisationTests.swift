import Simulator
import Testing

/// What a console makes of a policy that it was sent.
struct PolicyNormalisationTests {
  private static let mixed = #"["02:00:00:AA:bb:01","02:00:00:aa:BB:02"]"#
  private static let addresses = [
    (
      "source",
      PolicyRequests.end("Internal", "{\"type\":\"MAC_ADDRESS\",\"macAddressFilter\":{\"macAddresses\":\(mixed)}}")
    )
  ]
  private static let alone = [
    (
      "source",
      PolicyRequests.end(
        "Internal",
        "{\"type\":\"NETWORK\",\"networkFilter\":{\"networkIds\":[\"\(ConsoleTests.network)\"],\"matchOpposite\":false},"
          + "\"macAddressFilter\":\"02:00:00:AA:bb:01\"}")
    )
  ]
  private static let applications = [
    (
      "destination",
      PolicyRequests.end("External", #"{"type":"APPLICATION","applicationFilter":{"applicationIds":[9,10,2.62e5]}}"#)
    )
  ]
  private static let days = [("schedule", #"{"mode":"EVERY_WEEK","repeatOnDays":["MONDAY","SUNDAY"]}"#)]

  struct Case: CustomTestStringConvertible, Sendable {
    var hardware = PolicyNormalisation.Spelling.asSent
    var reorders = false
    var changes: [(String, String)]
    var kept: String
    var testDescription: String { kept }
  }

  static let cases: [Case] = [
    Case(changes: addresses, kept: mixed),
    Case(hardware: .upper, changes: addresses, kept: #"["02:00:00:AA:BB:01","02:00:00:AA:BB:02"]"#),
    Case(hardware: .lower, changes: addresses, kept: #"["02:00:00:aa:bb:01","02:00:00:aa:bb:02"]"#),
    Case(
      hardware: .lower, reorders: true, changes: addresses, kept: #"["02:00:00:aa:bb:02","02:00:00:aa:bb:01"]"#),
    Case(hardware: .upper, changes: alone, kept: #""02:00:00:AA:BB:01""#),
    Case(changes: applications, kept: "[9,10,2.62e5]"),
    Case(reorders: true, changes: applications, kept: "[2.62e5,10,9]"),
    Case(hardware: .upper, changes: days, kept: #"["MONDAY","SUNDAY"]"#),
    Case(reorders: true, changes: days, kept: #"["SUNDAY","MONDAY"]"#),
  ]

  @Test(arguments: cases, ["POST", "PUT"])
  func rewrites(_ wanted: Case, _ method: String) {
    var console = Household.console()
    console.policyNormalisation.hardware = wanted.hardware
    console.policyNormalisation.reordersLists = wanted.reorders
    let path = method == "POST" ? PolicyRequests.policies : "\(PolicyRequests.policies)/\(PolicyRequests.bedtime)"
    let answer = PolicyRequests.ask(&console, method, path, PolicyRequests.body(wanted.changes))
    #expect(answer.status < 300)
    #expect(String(decoding: answer.body, as: UTF8.self).contains(wanted.kept))
    let listed = PolicyRequests.all(&console).filter { $0["id"] == answer.json?["id"] }
    #expect(listed.count == 1 && listed[0] == answer.json)
  }

  @Test func sendsUnknownMembersInsideAndTakesThemBack() throws {
    var console = Household.console()
    console.extraMembers = [.init("hits", 17)]
    console.extraMembersReachInside = true
    let path = "\(PolicyRequests.policies)/\(PolicyRequests.bedtime)"
    let read = try #require(PolicyRequests.ask(&console, "GET", path).json)
    #expect(read["hits"] == 17 && read["action"]?["hits"] == 17 && read["schedule"]?["timeFilter"]?["hits"] == 17)
    #expect(read["source"]?["trafficFilter"]?["macAddressFilter"]?["hits"] == 17 && read["metadata"]?["hits"] == nil)
    var body = PolicyRequests.writable(read)
    body["hits"] = nil
    let refused = PolicyRequests.put(&console, PolicyRequests.bedtime, body)
    #expect(refused.json?["message"] == "Unknown request body property '$.action.hits'")
    console.takesExtraMembersBack = true
    #expect(PolicyRequests.put(&console, PolicyRequests.bedtime, body).json == read)
    console.extraMembers = []
    #expect(PolicyRequests.ask(&console, "GET", path).json?["action"] == ["type": "BLOCK"])
  }
}
