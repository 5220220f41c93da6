import Simulator
import Testing

/// Requests about firewall policies that a console refuses, and why.
struct PolicyRefusalTests {
  struct Request: CustomTestStringConvertible, Sendable {
    var method = "GET"
    var path: String
    var body = ""
    var change: @Sendable (inout UniFiConsole) -> Void = { _ in }
    var status: Int
    var code: String?
    var message: String?
    var testDescription: String { "\(method) \(path) \(body)" }
  }

  private static let site = PolicyRequests.site
  private static let policies = PolicyRequests.policies
  private static let bedtime = PolicyRequests.bedtime
  private static let property = "api.request.unknown-property"
  private static let invalid = "simulator.validation"
  private static let noFirewall = "api.firewall.zone-based-firewall-not-configured"
  private static let moved: @Sendable (inout UniFiConsole) -> Void = { $0.sites[0].zoneFirewall = nil }
  private static let old: @Sendable (inout UniFiConsole) -> Void = { $0.version = "10.0.162" }

  static let requests: [Request] = [
    Request(
      path: "\(policies)/undefined", status: 400, code: "api.request.argument-type-mismatch",
      message: "'undefined' is not a valid 'firewallPolicyId' value"),
    Request(path: "\(policies)/\(ConsoleTests.unknown)", status: 404, code: "api.resource-not-found"),
    Request(path: "\(site)/firewall/zones/\(ConsoleTests.unknown)", status: 404, code: "api.resource-not-found"),
    Request(path: "\(policies)?filter=enabled.eq(true)", status: 400, code: "api.request.invalid-filter"),
    Request(
      method: "PATCH", path: "\(policies)/\(bedtime)", body: #"{"enabled":false}"#, status: 400, code: property,
      message: "Unknown request body property '$.enabled'"),
    Request(
      path: "\(policies)/ordering", status: 400, code: "api.request.error",
      message: "Required request parameter 'sourceFirewallZoneId' for method parameter type UUID is not present"),
    Request(
      path: "\(policies)/ordering?sourceFirewallZoneId=\(PolicyRequests.zone("Internal"))&destinationFirewallZoneId=x",
      status: 400,
      code: "api.request.argument-type-mismatch", message: "'x' is not a valid 'destinationFirewallZoneId' value"),
    Request(
      method: "POST", path: policies, body: "{}", status: 400, code: invalid, message: "$.enabled must not be null"),
    Request(
      path: policies, change: moved, status: 400, code: noFirewall, message: "Zone Based Firewall is not configured"),
    Request(path: "\(policies)/\(bedtime)", change: moved, status: 400, code: noFirewall),
    Request(path: "\(site)/firewall/zones", change: moved, status: 400, code: noFirewall),
    Request(
      path: "\(site)/firewall/zones/\(bedtime)", change: { $0.hidesZoneFirewall = true }, status: 400, code: noFirewall),
    Request(method: "POST", path: policies, body: PolicyRequests.body(), change: moved, status: 400, code: noFirewall),
    Request(
      path: policies, change: old, status: 404, code: "api.request.error",
      message: "No endpoint GET /integration/v1/\(policies)."),
    Request(path: "\(policies)/\(bedtime)", change: old, status: 404, code: "api.request.error"),
    Request(path: "\(site)/firewall/zones", change: old, status: 200),
    Request(
      method: "DELETE", path: "\(policies)/\(bedtime)", change: { $0.keys[0].role = .viewOnly }, status: 403,
      code: "api.forbidden"),
    Request(method: "POST", path: "\(policies)/\(bedtime)", status: 405),
    Request(
      method: "PUT", path: "\(site)/firewall/zones/\(PolicyRequests.zone("Dmz"))",
      body: #"{"name":"Kids","networkIds":[],"description":"x"}"#, status: 400, code: property,
      message: "Unknown request body property '$.description'"),
    Request(
      method: "POST", path: "\(site)/firewall/zones", body: #"{"name":"Kids"}"#, status: 400, code: invalid,
      message: "$.networkIds must not be null"),
    Request(
      method: "POST", path: "\(site)/firewall/zones", body: #"{"name":"Kids","networkIds":[]}"#, status: 501,
      code: "simulator.not-offered"),
  ]

  @Test(arguments: requests)
  func refusesARequest(_ wanted: Request) {
    var console = Household.console()
    wanted.change(&console)
    let answer = ConsoleTests.ask(&console, wanted.method, wanted.path, wanted.body)
    #expect(answer.status == wanted.status)
    if let code = wanted.code { #expect(answer.json?["code"]?.text == code) }
    if let message = wanted.message { #expect(answer.json?["message"]?.text == message) }
  }

  @Test(arguments: ["PUT", "PATCH", "DELETE"])
  func keepsWhatTheSystemMade(_ method: String) throws {
    for origin in ["SYSTEM_DEFINED", "DERIVED"] {
      var console = Household.console()
      let id = try #require(PolicyRequests.firewall?.policies.first { $0.origin == origin }?.id)
      let body = method == "PATCH" ? #"{"loggingEnabled":true}"# : PolicyRequests.body()
      let answer = ConsoleTests.ask(&console, method, "\(PolicyRequests.policies)/\(id)", body)
      #expect(answer.status == 400 && answer.json?["code"] == "simulator.origin-not-writable")
    }
  }
}
