import Simulator
import Testing

/// Requests to the household's console, told apart by what they send and what comes back.
struct ConsoleTests {
  static let site = "88f7af54-98f8-306a-a1c7-c9349722b1f6"
  static let kidsRoom = "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5a60"
  static let iPad = "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5a61"
  static let derived = "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5a63"
  static let unknown = "00000000-0000-4000-8000-000000000000"
  static let network = "5b1e6b0e-2f3c-4c3a-9a53-0c6a4a1d9f01"
  static let rules = "sites/\(site)/acl-rules"
  static let now = 1_795_208_404.25

  static func ask(
    _ console: inout UniFiConsole, _ method: String, _ path: String, _ body: String = "",
    key: String? = Household.apiKey
  ) -> SimulatedResponse {
    let headers = key.map { [(name: "x-api-key", value: $0)] } ?? []
    let target = path.hasPrefix("/") ? path : "/proxy/network/integration/v1/" + path
    return console.respond(
      to: SimulatedRequest(method: method, target: target, headers: headers, body: Array(body.utf8)), at: now)
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    var id: String
    var method: String
    var path: String
    var body: String
    var version: UniFiVersion
    var status: Int
    var code: String?
    var message: String?
    var testDescription: String { id }

    init(
      _ id: String, _ method: String, _ path: String, _ body: String, version: UniFiVersion = "10.5.66",
      _ status: Int, _ code: String? = nil, _ message: String? = nil
    ) {
      self.id = id
      self.method = method
      self.path = path
      self.body = body
      self.version = version
      self.status = status
      self.code = code
      self.message = message
    }

    init(
      _ id: String, _ method: String, _ path: String, version: UniFiVersion = "10.5.66", _ status: Int,
      _ code: String? = nil, _ message: String? = nil
    ) {
      self.init(id, method, path, "", version: version, status, code, message)
    }
  }

  private static let ipv4 = #""type":"IPV4","enabled":true,"name":"n","action":"BLOCK""#
  private static let mac = #""type":"MAC","enabled":true,"name":"n","action":"BLOCK""#
  private static let wrongProperty = "api.request.unknown-property"
  private static let invalid = "simulator.validation"
  private static let unreadable = "simulator.unreadable-body"

  static let refusals: [Refusal] = [
    .init("unknown path", "GET", "xyz", 404, "api.request.error", "No endpoint GET /integration/v1/xyz."),
    .init("wrong method", "PATCH", "\(rules)/\(kidsRoom)", "{}", 405),
    .init(
      "short site name", "GET", "sites/default/acl-rules", 400, "api.request.argument-type-mismatch",
      "'default' is not a valid 'siteId' value"),
    .init(
      "rule id undefined", "GET", "\(rules)/undefined", 400, "api.request.argument-type-mismatch",
      "'undefined' is not a valid 'aclRuleId' value"),
    .init("both ids wrong: site first", "GET", "sites/x/acl-rules/y", 400, nil, "'x' is not a valid 'siteId' value"),
    .init("unknown site", "GET", "sites/\(unknown)/acl-rules", 404, "api.resource-not-found"),
    .init("unknown rule", "GET", "\(rules)/\(unknown)", 404, "api.resource-not-found"),
    .init("limit no number", "GET", "\(rules)?limit=many", 400, "api.request.argument-type-mismatch"),
    .init("limit negative", "GET", "\(rules)?limit=-1", 400, invalid),
    .init("filter", "GET", "\(rules)?filter=name.eq('a')", 400, "api.request.invalid-filter"),
    .init("broken JSON", "POST", rules, #"{"type":"#, 400, unreadable),
    .init("body no object", "POST", rules, "[]", 400, unreadable),
    .init("empty object", "POST", rules, "{}", 400, "api.request.missing-type-id", "Missing $.type value"),
    .init("no body", "POST", rules, "", 400, "api.request.missing-type-id"),
    .init("type null", "POST", rules, #"{"type":null}"#, 400, "api.request.missing-type-id"),
    .init(
      "unknown type", "POST", rules, #"{"type":"IPV6"}"#, 400, "api.request.unknown-type-id",
      "Invalid $.type value 'IPV6' (valid values: 'IPV4', 'MAC')"),
    .init(
      "unknown type of a filter", "POST", rules, "{\(ipv4),\"sourceFilter\":{\"type\":\"REGION\"}}", 400,
      "api.request.unknown-type-id",
      "Invalid $.sourceFilter.type value 'REGION' (valid values: 'IP_ADDRESSES_OR_SUBNETS', 'NETWORKS', 'PORTS')"),
    .init(
      "ports need 10.1.80", "POST", rules, "{\(ipv4),\"sourceFilter\":{\"type\":\"PORTS\",\"portFilter\":[1]}}",
      version: "10.1.78", 400, "api.request.unknown-type-id"),
    .init(
      "discriminator before unknown property", "POST", rules,
      "{\(ipv4),\"id\":1,\"sourceFilter\":{}}", 400, "api.request.missing-type-id", "Missing $.sourceFilter.type value"),
    .init(
      "id sent back", "PUT", "\(rules)/\(kidsRoom)", "{\(ipv4),\"id\":\"\(kidsRoom)\"}", 400, wrongProperty,
      "Unknown request body property '$.id'"),
    .init(
      "metadata sent back", "PUT", "\(rules)/\(kidsRoom)", "{\(ipv4),\"metadata\":{\"origin\":\"USER_DEFINED\"}}", 400,
      wrongProperty, "Unknown request body property '$.metadata'"),
    .init(
      "network filter in IPV4", "POST", rules, "{\(ipv4),\"networkIdFilter\":\"\(network)\"}", 400, wrongProperty,
      "Unknown request body property '$.networkIdFilter'"),
    .init(
      "unknown property deep inside", "POST", rules,
      "{\(ipv4),\"sourceFilter\":{\"type\":\"NETWORKS\",\"networkIds\":[\"\(network)\"],\"matchOpposite\":true}}", 400,
      wrongProperty, "Unknown request body property '$.sourceFilter.matchOpposite'"),
    .init(
      "unknown property before wrong type", "POST", rules,
      #"{"type":"IPV4","enabled":"yes","name":"n","action":"BLOCK","x":1}"#, 400, wrongProperty),
    .init(
      "enabled a string", "POST", rules, #"{"type":"IPV4","enabled":"yes","name":"n","action":"BLOCK"}"#, 400,
      unreadable),
    .init(
      "action unknown", "POST", rules, #"{"type":"IPV4","enabled":true,"name":"n","action":"REJECT"}"#, 400, unreadable),
    .init(
      "enabled missing", "POST", rules, #"{"type":"IPV4","name":"n","action":"BLOCK"}"#, 400, invalid,
      "$.enabled must not be null"),
    .init("name empty", "POST", rules, #"{"type":"IPV4","enabled":true,"name":"","action":"BLOCK"}"#, 400, invalid),
    .init("MAC without network", "POST", rules, "{\(mac)}", 400, invalid, "$.networkIdFilter must not be null"),
    .init("protocols empty", "POST", rules, "{\(ipv4),\"protocolFilter\":[]}", 400, invalid),
    .init("protocols twice", "POST", rules, "{\(ipv4),\"protocolFilter\":[\"TCP\",\"TCP\"]}", 400, invalid),
    .init(
      "port 0", "POST", rules, "{\(ipv4),\"sourceFilter\":{\"type\":\"PORTS\",\"portFilter\":[0]}}", 400, invalid,
      "$.sourceFilter.portFilter[0] must be from 1 to 65535"),
    .init(
      "prefix 49", "POST", rules,
      "{\(mac),\"networkIdFilter\":\"\(network)\",\"sourceFilter\":{\"type\":\"MAC_ADDRESSES\",\"macAddresses\":[\"a\"],\"prefixLength\":49}}",
      400, invalid),
    .init(
      "10.0 needs the position", "POST", rules, "{\(ipv4)}", version: "10.0.162", 400, invalid,
      "$.index must not be null"),
    .init("type changed", "PUT", "\(rules)/\(iPad)", "{\(ipv4)}", 400, invalid),
    .init("body before existence", "PUT", "\(rules)/\(unknown)", "{\(ipv4),\"x\":1}", 400, wrongProperty),
    .init(
      "unknown network", "POST", rules, "{\(mac),\"networkIdFilter\":\"\(unknown)\"}", 400,
      "simulator.unknown-reference"),
    .init(
      "unknown switch", "POST", rules,
      "{\(ipv4),\"enforcingDeviceFilter\":{\"type\":\"DEVICES\",\"deviceIds\":[\"\(unknown)\"]}}", 400,
      "simulator.unknown-reference"),
    .init("derived changed", "PUT", "\(rules)/\(derived)", "{\(ipv4)}", 400, "simulator.origin-not-writable"),
    .init("derived deleted", "DELETE", "\(rules)/\(derived)", 400, "simulator.origin-not-writable"),
    .init("incomplete order", "PUT", "\(rules)/ordering", #"{"orderedAclRuleIds":[]}"#, 400, invalid),
    .init(
      "no order in 10.0", "GET", "\(rules)/ordering", version: "10.0.162", 400, "api.request.argument-type-mismatch"),
    .init("no ACL rules in 9", "GET", rules, version: "9.5.21", 404),
    .init("not offered", "GET", "sites/\(site)/dns/policies", 501, "simulator.not-offered"),
  ]

  @Test(arguments: refusals)
  func refuses(_ refusal: Refusal) {
    var console = Household.console()
    console.version = refusal.version
    let before = console.sites.map { $0.aclRules.map(\.settings) }
    let answer = Self.ask(&console, refusal.method, refusal.path, refusal.body)
    let body = answer.json
    #expect(answer.status == refusal.status)
    if let code = refusal.code { #expect(body?["code"]?.text == code) }
    if let message = refusal.message { #expect(body?["message"]?.text == message) }
    #expect(body?["requestPath"]?.text?.hasPrefix("/integration/v1/") == true)
    #expect(body?["timestamp"]?.text == "2026-11-20T21:00:04.250000Z")
    #expect((body?["code"] == nil) == (refusal.version < "10.0"))
    #expect(console.sites.map { $0.aclRules.map(\.settings) } == before)
  }

  @Test func saysWhichMethodsThereAre() {
    var console = Household.console()
    let options = Self.ask(&console, "OPTIONS", "xyz", key: nil)
    #expect(options.status == 204 && options.header("Access-Control-Allow-Origin") == "*" && options.body.isEmpty)
    #expect(Self.ask(&console, "PATCH", "\(Self.rules)/\(Self.kidsRoom)").header("Allow") == "GET, PUT, DELETE")
    #expect(Self.ask(&console, "GET", "xyz").json?["requestId"] == nil)
    #expect(Self.ask(&console, "GET", "sites/x/acl-rules").json?["requestId"] != nil)
  }

  struct Door: CustomTestStringConvertible, Sendable {
    var id: String
    var path = "info"
    var method = "GET"
    var key: String? = Household.apiKey
    var change: @Sendable (inout UniFiConsole) -> Void = { _ in }
    var status: Int
    var body: String
    var testDescription: String { id }
  }

  static let doors: [Door] = [
    Door(id: "info", status: 200, body: #"{"applicationVersion":"10.5.66"}"#),
    Door(id: "no key", key: nil, status: 401, body: #"{"error":{"code":401,"message":"Unauthorized"}}"#),
    Door(id: "wrong key", key: "x", status: 401, body: #"{"error":{"code":401,"message":"Unauthorized"}}"#),
    Door(id: "wrong key on an unknown path", path: "xyz", key: "x", status: 401, body: #"{"error""#),
    Door(
      id: "no key, other body", key: nil, change: { $0.unauthorizedBody = .application }, status: 401,
      body: #"{"statusCode":401,"statusName":"UNAUTHORIZED","code":"api.authentication.missing-credentials""#),
    Door(
      id: "wrong key, other body", key: "x", change: { $0.unauthorizedBody = .application }, status: 401,
      body: #"{"statusCode":401,"statusName":"UNAUTHORIZED","code":"api.authentication.invalid-credentials""#),
    Door(
      id: "booting, even without key", key: nil, change: { $0.isBooting = true }, status: 200, body: "<!doctype html>"),
    Door(
      id: "private interface without a key", path: "/proxy/network/v2/api/x", key: nil, status: 401, body: #"{"error""#),
    Door(id: "web app", path: "/api/system", status: 200, body: "<!doctype html>"),
    Door(id: "private interface", path: "/proxy/network/v2/api/x", status: 404, body: "<!doctype html>"),
    Door(
      id: "reading with a view-only key", key: "see", change: { $0.keys.append(UniFiKey("see", role: .viewOnly)) },
      status: 200, body: #"{"applicationVersion""#),
    Door(
      id: "writing with a view-only key", path: "\(rules)/\(kidsRoom)", method: "DELETE", key: "see",
      change: { $0.keys.append(UniFiKey("see", role: .viewOnly)) }, status: 403,
      body: #"{"statusCode":403,"statusName":"FORBIDDEN","code":"api.forbidden""#),
    Door(
      id: "old version", path: "xyz", change: { $0.version = "9.5.21" }, status: 404,
      body: #"{"statusCode":404,"statusName":"NOT_FOUND","message":"No endpoint GET /integration/v1/xyz.""#),
    Door(
      id: "sites", path: "sites", status: 200,
      body:
        #"{"offset":0,"limit":25,"count":1,"totalCount":1,"data":[{"id":"\#(site)","name":"Default","internalReference":"default"}]}"#
    ),
  ]

  @Test(arguments: doors)
  func letsInOrNot(_ door: Door) {
    var console = Household.console()
    door.change(&console)
    let answer = Self.ask(&console, door.method, door.path, key: door.key)
    #expect(answer.status == door.status)
    #expect(String(decoding: answer.body, as: UTF8.self).hasPrefix(door.body))
    let isPage = door.body.hasPrefix("<")
    #expect(answer.header("Content-Type") == (isPage ? "text/html;charset=utf-8" : "application/json"))
  }
}
