import Simulator
import Testing

/// Faults, modes and changes behind the client's back, asked for over HTTP as with the built program.
struct BackstageTests {
  private static let site = "/proxy/network/integration/v1/sites/\(ConsoleTests.site)"
  private static let games = "\(site)/firewall/policies/9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e32"
  private static let kids = "\(site)/wifi/broadcasts/6b8a9a52-0c3e-4d5b-8a54-7b2d9e1f4c02"

  private static func door() -> Backstage<UniFiConsole> { Backstage(Staged(Household.console())) }

  private static func ask(
    _ door: inout Backstage<UniFiConsole>, _ method: String, _ target: String, _ body: JSONValue? = nil,
    key: String = Household.apiKey
  ) -> SimulatedResponse {
    door.respond(
      to: SimulatedRequest(
        method: method, target: target, headers: [("X-API-KEY", key)], body: body?.encoded ?? []), at: 0)
  }

  private static func order(_ door: inout Backstage<UniFiConsole>, _ order: String) -> String {
    String(decoding: ask(&door, "POST", "/simulator/" + order).body, as: UTF8.self)
  }

  private static func writable(_ read: JSONValue?) throws -> JSONValue {
    var body = try #require(read)
    for name in ["id", "index", "metadata"] { body[name] = nil }
    return body
  }

  struct Ordered: CustomTestStringConvertible, Sendable {
    var order: String
    var status = 200
    var delivery = SimulatedResponse.Delivery.whole
    var type: String? = "application/json"
    var retryAfter: String?
    var body: String?
    var testDescription: String { order }
  }

  private static let page = "text/html;charset=utf-8"

  static let orders: [Ordered] = [
    Ordered(order: "lost", status: 503, delivery: .lost, type: nil, body: ""),
    Ordered(order: "lost-answer", delivery: .lost),
    Ordered(order: "twice", body: "{"),
    Ordered(order: "truncated", delivery: .truncated(afterBytes: 20)),
    Ordered(order: "slow?seconds=2", delivery: .delayed(milliseconds: 2000)),
    Ordered(order: "html", type: page, body: "<!doctype"), Ordered(order: "502", status: 502, type: page, body: "<!"),
    Ordered(order: "503", status: 503, type: page, body: "<!doctype"),
    Ordered(order: "429?seconds=7", status: 429, retryAfter: "7", body: #"{"statusCode":429"#),
    Ordered(order: "429-bare", status: 429, body: #"{"statusCode":429"#),
    Ordered(order: "500", status: 500, type: nil, body: ""),
    Ordered(
      order: "unexpected-error", status: 500,
      body: #"{"statusCode":500,"statusName":"INTERNAL_SERVER_ERROR","code":"api.unexpected-error""#),
    Ordered(order: "not-json", body: "{\"data\": [nonsense"), Ordered(order: "wrong-type", body: "[42]"),
  ]

  @Test(arguments: orders)
  func faultsStrikeOnce(_ wanted: Ordered) {
    var door = Self.door()
    _ = Self.order(&door, "fault/" + wanted.order)
    let struck = Self.ask(&door, "GET", Self.games)
    let delivery = wanted.order == "twice" ? .followed(by: struck.body) : wanted.delivery
    #expect(struck.status == wanted.status && struck.delivery == delivery)
    #expect(struck.header("Content-Type") == wanted.type && struck.header("Retry-After") == wanted.retryAfter)
    if let body = wanted.body {
      let text = String(decoding: struck.body, as: UTF8.self)
      #expect(body.isEmpty ? text.isEmpty : text.hasPrefix(body))
    }
    let next = Self.ask(&door, "GET", Self.games)
    #expect(next.status == 200 && next.delivery == .whole && next.json?["name"] == "Kids no games")
    #expect(door.stage.log.map(\.wasFault) == [true, false])
  }

  @Test(
    arguments: [
      ("503?times=2", [503, 503, 200, 200], "the next 2 requests: 503\n"),
      ("503?method=PUT", [200, 503, 200, 200], "the next PUT request: 503\n"),
      ("503?path=wifi", [200, 200, 503, 200], "the next request with 'wifi': 503\n"),
      ("503?times=9&path=policies&method=GET", [503, 200, 200, 503], "the next GET 9 requests with 'policies': 503\n"),
      ("503?times=0", [200, 200, 200, 200], nil), ("503?times=x", [200, 200, 200, 200], nil),
      ("fire", [200, 200, 200, 200], nil),
    ] as [(String, [Int], String?)])
  func faultsChooseTheirRequests(_ order: String, _ wanted: [Int], _ said: String?) throws {
    var door = Self.door()
    let body = try Self.writable(Self.ask(&door, "GET", Self.games).json)
    let answer = Self.order(&door, "fault/" + order)
    if let said { #expect(answer == said) } else { #expect(answer.hasPrefix("GET  /simulator ")) }
    let requests = [("GET", Self.games), ("PUT", Self.games), ("GET", Self.kids), ("GET", Self.games)]
    let found = requests.map { Self.ask(&door, $0.0, $0.1, $0.0 == "PUT" ? body : nil).status }
    #expect(found == wanted)
  }

  @Test func faultsCanBeTakenBack() {
    var door = Self.door()
    _ = Self.order(&door, "fault/502?times=5")
    #expect(Self.ask(&door, "GET", Self.games).status == 502)
    #expect(Self.order(&door, "fault/none") == "no faults\n")
    #expect(Self.ask(&door, "GET", Self.games).status == 200)
  }

  @Test func aWriteHoldsThoughItsAnswerIsLost() throws {
    var door = Self.door()
    var body = try Self.writable(Self.ask(&door, "GET", Self.games).json)
    body["enabled"] = false
    _ = Self.order(&door, "fault/lost-answer?method=PUT")
    #expect(Self.ask(&door, "PUT", Self.games, body).delivery == .lost)
    #expect(Self.ask(&door, "GET", Self.games).json?["enabled"] == false)
    _ = Self.order(&door, "fault/lost-answer?method=POST")
    #expect(Self.ask(&door, "POST", "\(Self.site)/firewall/policies", body).delivery == .lost)
    #expect(door.stage.system.sites[0].zoneFirewall?.policies.count { $0.name == "Kids no games" } == 2)
  }

  @Test func thingsDriftBetweenReadingAndWriting() throws {
    var door = Self.door()
    let body = try Self.writable(Self.ask(&door, "GET", Self.games).json)
    let said = Self.order(&door, "policies/Kids%20no%20games/delete?before=PUT")
    #expect(said == "before the next PUT: 'Kids no games' deleted\n")
    #expect(Self.ask(&door, "GET", Self.games).status == 200)
    #expect(Self.ask(&door, "PUT", Self.games, body).status == 404)
    _ = Self.order(&door, "wifi/Kids/disable?before=GET")
    #expect(Self.ask(&door, "GET", Self.kids).json?["enabled"] == false)
    _ = Self.order(&door, "wifi/Kids/enable")
    #expect(Self.ask(&door, "GET", Self.kids).json?["enabled"] == true)
    #expect(Self.ask(&door, "POST", "/simulator/wifi/None/enable?before=PUT").status == 404)
  }

  @Test func aPolicyCanLoseItsID() {
    var door = Self.door()
    #expect(Self.order(&door, "policies/Kids%20no%20games/hide-id") == "'Kids no games' without its id\n")
    #expect(Self.ask(&door, "GET", Self.games).status == 404)
    #expect(Self.order(&door, "policies/Kids%20no%20games/show-id") == "'Kids no games' with its id\n")
    #expect(Self.ask(&door, "GET", Self.games).status == 200)
  }

  @Test func theAnswersOfAnEditedPolicyFollow() {
    var door = Self.door()
    _ = Self.order(&door, "policies/Guest%20printer/disable")
    let policies = door.stage.system.sites[0].zoneFirewall?.policies ?? []
    #expect(policies.first { $0.name == "Guest printer (Return)" }?.isEnabled == false)
    _ = Self.order(&door, "policies/Guest%20printer/delete")
    #expect(door.stage.system.sites[0].zoneFirewall?.policies.count == policies.count - 2)
  }

  struct Mode: CustomTestStringConvertible, Sendable {
    var name: String
    var method = "GET"
    var path = games
    var key = Household.apiKey
    var on: String
    var off: String
    var testDescription: String { name }
  }

  static let modes: [Mode] = [
    Mode(name: "no-firewall", on: "Zone Based Firewall is not configured", off: "Kids no games"),
    Mode(name: "idless-policies", on: "was not found", off: "Kids no games"),
    Mode(name: "view-only", method: "DELETE", path: kids, on: "api.forbidden", off: ""),
    Mode(name: "nulls", on: #""schedule":null"#, off: "Kids no games"),
    Mode(name: "extra-members", path: kids, on: #""simulatedExtra":{"hits":17}"#, off: "Kids"),
    Mode(name: "extra-members", path: "\(site)/firewall/zones", on: "simulatedExtra", off: "Internal"),
    Mode(name: "extra-members", path: "\(site)/acl-rules", on: "simulatedExtra", off: "Downtime-iPad"),
    Mode(name: "application-401", key: "x", on: "api.authentication.invalid-credentials", off: #"{"error":"#),
  ]

  @Test(arguments: modes)
  func modesCanBeTurnedOnAndOff(_ mode: Mode) {
    var door = Self.door()
    #expect(Self.order(&door, "mode/\(mode.name)/on") == "\(mode.name) on\n")
    let on = String(decoding: Self.ask(&door, mode.method, mode.path, key: mode.key).body, as: UTF8.self)
    #expect(on.contains(mode.on))
    #expect(Self.order(&door, "mode/\(mode.name)/off") == "\(mode.name) off\n")
    let off = String(decoding: Self.ask(&door, mode.method, mode.path, key: mode.key).body, as: UTF8.self)
    #expect(mode.off.isEmpty ? off.isEmpty : off.contains(mode.off) && !off.contains(mode.on))
  }

  @Test func extraMembersCanBeTakenBack() throws {
    var door = Self.door()
    _ = Self.order(&door, "mode/extra-members/on")
    let body = try Self.writable(Self.ask(&door, "GET", Self.games).json)
    #expect(Self.ask(&door, "PUT", Self.games, body).status == 400)
    _ = Self.order(&door, "mode/extra-members-back/on")
    #expect(Self.ask(&door, "PUT", Self.games, body).status == 200)
    let count = Self.ask(&door, "GET", Self.games).json?.fields?.count { $0.name == "simulatedExtra" }
    #expect(count == 1)
  }
}
