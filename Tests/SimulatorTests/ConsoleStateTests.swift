import Simulator
import Testing

/// What reading and writing ACL rules does to them.
struct ConsoleStateTests {
  private func ask(_ console: inout UniFiConsole, _ method: String, _ path: String, _ body: String = "")
    -> SimulatedResponse
  {
    ConsoleTests.ask(&console, method, path, body)
  }

  private func names(_ console: inout UniFiConsole, _ query: String = "") -> [String] {
    (ask(&console, "GET", ConsoleTests.rules + query).json?["data"]?.elements ?? []).compactMap { $0["name"]?.text }
  }

  @Test(arguments: [
    ("", 0, 25, 25), ("?limit=1000", 0, 200, 200), ("?limit=200&offset=200", 200, 200, 104), ("?limit=0", 0, 0, 0),
    ("?offset=303", 303, 25, 1), ("?offset=304", 304, 25, 0), ("?offset=9999", 9999, 25, 0),
  ])
  func pages(_ query: String, _ offset: Int, _ limit: Int, _ count: Int) {
    var console = Household.console(furtherRules: 300)
    let body = ask(&console, "GET", ConsoleTests.rules + query).json
    #expect(body?.fields?.map(\.name) == ["offset", "limit", "count", "totalCount", "data"])
    #expect(body?["offset"] == .number(String(offset)))
    #expect(body?["limit"] == .number(String(limit)))
    #expect(body?["count"] == .number(String(count)))
    #expect(body?["totalCount"] == 304)
    #expect(body?["data"]?.elements?.count == count)
    let indices = (body?["data"]?.elements ?? []).compactMap { $0["index"]?.double }
    #expect(indices == (offset..<(offset + count)).map(Double.init))
  }

  @Test func replacesWhatIsPut() {
    var console = Household.console()
    let path = "\(ConsoleTests.rules)/\(ConsoleTests.kidsRoom)"
    let body = #"{"type":"IPV4","action":"BLOCK","enabled":true,"index":7,"name":"n","description":null}"#
    let answer = ask(&console, "PUT", path, body)
    #expect(answer.status == 200)
    let wanted =
      #"{"type":"IPV4","id":"\#(ConsoleTests.kidsRoom)","action":"BLOCK","enabled":true,"name":"n","index":0,"metadata":{"origin":"USER_DEFINED"}}"#
    #expect(String(decoding: answer.body, as: UTF8.self) == wanted)
    #expect(ask(&console, "GET", path).body == answer.body)
  }

  @Test func takesBackWhatWasReadWithoutIdAndMetadata() throws {
    var console = Household.console()
    let path = "\(ConsoleTests.rules)/\(ConsoleTests.kidsRoom)"
    let read = ask(&console, "GET", path)
    var body = try #require(read.json)
    body["id"] = nil
    body["metadata"] = nil
    let answer = ask(&console, "PUT", path, String(decoding: body.encoded, as: UTF8.self))
    #expect(answer.status == 200)
    #expect(answer.body == read.body)
  }

  @Test func addsLastAndDeletes() throws {
    var console = Household.console()
    let added = ask(
      &console, "POST", ConsoleTests.rules, #"{"type":"IPV4","enabled":false,"name":"new","action":"ALLOW"}"#)
    #expect(added.status == 201)
    #expect(added.json?["index"] == 4)
    #expect(added.json?["metadata"] == ["origin": "USER_DEFINED"])
    let id = try #require(added.json?["id"]?.text)
    #expect(id.count == 36 && names(&console).last == "new")
    let deleted = ask(&console, "DELETE", "\(ConsoleTests.rules)/\(id.uppercased())")
    #expect(deleted.status == 200 && deleted.body.isEmpty)
    #expect(ask(&console, "DELETE", "\(ConsoleTests.rules)/\(id)").status == 404)
    #expect(names(&console) == ["Downtime-KidsRoom", "Downtime-iPad", "Allow-Printer", "Isolated Network"])
  }

  @Test func reordersTheRulesOfUsersOnly() throws {
    var console = Household.console()
    console.sites[0].aclRules.swapAt(0, 3)
    let path = ConsoleTests.rules + "/ordering"
    let ids = try #require(ask(&console, "GET", path).json?["orderedAclRuleIds"]?.elements)
    #expect(ids.count == 3)
    let body = JSONValue.object([.init("orderedAclRuleIds", .array(ids.reversed()))])
    let answer = ask(&console, "PUT", path, String(decoding: body.encoded, as: UTF8.self))
    #expect(answer.json == body)
    #expect(names(&console) == ["Isolated Network", "Downtime-KidsRoom", "Allow-Printer", "Downtime-iPad"])
  }

  @Test func sendsUnsetMembersAsNullOnDemand() {
    var console = Household.console()
    let path = "\(ConsoleTests.rules)/\(ConsoleTests.iPad)"
    #expect(ask(&console, "GET", path).json?["description"] == nil)
    console.sendsUnsetAsNull = true
    let body = ask(&console, "GET", path).json
    #expect(body?["description"] == .null && body?["destinationFilter"] == .null && body?["protocolFilter"] == nil)
  }

  @Test(arguments: [false, true])
  func sendsUnknownMembersOnDemand(_ takenBack: Bool) {
    var console = Household.console()
    console.extraMembers = [.init("hitCount", 17)]
    console.takesExtraMembersBack = takenBack
    let path = "\(ConsoleTests.rules)/\(ConsoleTests.iPad)"
    #expect(ask(&console, "GET", path).json?["hitCount"] == 17)
    let body =
      #"{"type":"MAC","enabled":true,"name":"n","action":"BLOCK","networkIdFilter":"\#(ConsoleTests.network)","hitCount":17}"#
    let answer = ask(&console, "PUT", path, body)
    #expect(answer.status == (takenBack ? 200 : 400))
    let count = ask(&console, "GET", path).json?.fields?.count { $0.name == "hitCount" }
    #expect(count == 1)
  }

  @Test func keepsSitesApart() {
    var console = Household.console()
    let other = UniFiSite(id: ConsoleTests.unknown, internalReference: "x", name: "Cabin")
    console.sites.append(other)
    #expect(ask(&console, "GET", "sites").json?["totalCount"] == 2)
    #expect(ask(&console, "GET", "sites/\(other.id)/acl-rules").json?["totalCount"] == 0)
    #expect(ask(&console, "GET", "sites/\(other.id)/acl-rules/\(ConsoleTests.iPad)").status == 404)
  }

  @Test func acceptsThePositionIn100() {
    var console = Household.console()
    console.version = "10.0.162"
    let body = #"{"type":"IPV4","enabled":false,"name":"new","action":"ALLOW","index":0}"#
    #expect(ask(&console, "POST", ConsoleTests.rules, body).json?["index"] == 4)
  }
}
