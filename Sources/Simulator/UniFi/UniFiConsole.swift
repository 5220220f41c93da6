/// A pretend UniFi OS console: the Network application's Integration API, version 1.
public struct UniFiConsole: PretendSystem {
  /// The version of the Network application.
  public var version: UniFiVersion
  /// The keys that are accepted.
  public var keys: [UniFiKey]
  /// What the key sees.
  public var sites: [UniFiSite]
  /// Still starting: everything is answered with status 200 and a page.
  public var isBooting = false
  /// Which of the two known bodies a missing or wrong key gets.
  public var unauthorizedBody = UnauthorizedBody.edge
  /// Send unset optional members as null instead of leaving them out.
  public var sendsUnsetAsNull = false
  /// Members that no document knows, sent with every ACL rule.
  public var extraMembers: [JSONValue.Field] = []
  /// Whether the extra members are taken back in a body; otherwise they are unknown properties there.
  public var takesExtraMembersBack = false
  var randomness: Randomness

  /// The two shapes of a 401.
  public enum UnauthorizedBody: Hashable, Sendable {
    /// From the console in front of the application.
    case edge
    /// From the application itself.
    case application
  }

  /// A console with one empty default site unless told otherwise.
  public init(
    version: UniFiVersion = "10.5.66", keys: [UniFiKey] = [UniFiKey("simulated-key")],
    sites: [UniFiSite] = [UniFiSite()], seed: UInt64 = 1
  ) {
    self.version = version
    self.keys = keys
    self.sites = sites
    randomness = Randomness(seed: seed)
  }

  /// Answers as the console and the Network application behind it do.
  public mutating func respond(to request: SimulatedRequest, at now: Double) -> SimulatedResponse {
    if isBooting { return .html(200, UniFiBodies.loadingPage) }
    let target = RequestTarget(request.target)
    guard target.path.hasPrefix("/proxy/network/") else { return .html(200, UniFiBodies.webApp) }
    // Asked by browsers before anything else, so without a key.
    if request.method == "OPTIONS" { return Self.crossOrigin }
    guard let role = role(of: request) else { return unauthorized(request, target, at: now) }
    let path = String(target.path.dropFirst("/proxy/network".count))
    guard path.hasPrefix("/integration/") else { return .html(404, UniFiBodies.tomcatNotFound) }
    do {
      return try answer(request, target, path, role)
    } catch {
      return refuse(error, path, at: now)
    }
  }

  private func role(of request: SimulatedRequest) -> UniFiKey.Role? {
    keys.first { $0.key == request.header("X-API-KEY") }?.role
  }

  private mutating func unauthorized(
    _ request: SimulatedRequest, _ target: RequestTarget, at now: Double
  ) -> SimulatedResponse {
    switch unauthorizedBody {
    case .edge: return .json(401, UniFiBodies.edgeUnauthorized)
    case .application:
      let what = request.header("X-API-KEY") == nil ? "missing" : "invalid"
      let path = String(target.path.dropFirst("/proxy/network".count))
      return refuse(UniFiRefusal(401, "api.authentication.\(what)-credentials", "Unauthorized"), path, at: now)
    }
  }

  private mutating func refuse(_ refusal: UniFiRefusal, _ path: String, at now: Double) -> SimulatedResponse {
    let body = UniFiBodies.error(refusal, path: path, at: now, requestID: randomness.uuid(), version: version)
    let allow = refusal.allow.isEmpty ? [] : [(name: "Allow", value: refusal.allow.joined(separator: ", "))]
    return .json(refusal.status, body, headers: allow)
  }

  private static let crossOrigin = SimulatedResponse(
    status: 204,
    headers: [
      ("Access-Control-Allow-Origin", "*"), ("Access-Control-Allow-Methods", "GET,POST,PUT,PATCH,DELETE,OPTIONS"),
      ("Access-Control-Allow-Headers", "*"),
    ])
}

/// One request on its way through the checks; every field has been checked when an endpoint sees it.
struct UniFiCall {
  var method: String
  var page: UniFiPage
  /// An object for POST and PUT, else null.
  var body: JSONValue
  /// The resource named by the path, where it names one.
  var id: String
  var role: UniFiKey.Role

  /// Whether the request changes something.
  var isWrite: Bool { method != "GET" }
}

extension UniFiConsole {
  /// The checks that every endpoint shares, in the order of the application, then the endpoint.
  private mutating func answer(
    _ request: SimulatedRequest, _ target: RequestTarget, _ path: String, _ role: UniFiKey.Role
  ) throws(UniFiRefusal) -> SimulatedResponse {
    guard let (route, values) = UniFiRoute.find(path, version: version) else {
      throw .unknownPath(request.method, path)
    }
    guard route.methods.contains(request.method) else { throw .wrongMethod(request.method, allow: route.methods) }
    for name in route.pattern where name.hasPrefix("{") {
      let name = String(name.dropFirst().dropLast())
      guard let value = values[name], isUUID(value) else { throw .mismatch(values[name] ?? "", name) }
    }
    let identifier = route.pattern.last { $0.hasPrefix("{") && $0 != "{siteId}" } ?? ""
    let call = UniFiCall(
      method: request.method, page: try page(target, route), body: try body(of: request, route),
      id: values[String(identifier.dropFirst().dropLast())] ?? "", role: role)
    if call.isWrite, role == .viewOnly { throw .forbidden }
    return try dispatch(route, call, site: values["siteId"] ?? "", path)
  }

  private func page(_ target: RequestTarget, _ route: UniFiRoute) throws(UniFiRefusal) -> UniFiPage {
    switch route.family {
    case .sites, .aclRules, .firewallZones, .firewallPolicies: try UniFiPage(target)
    case .info, .aclRule, .aclOrdering, .notOffered: UniFiPage()
    }
  }

  private func body(of request: SimulatedRequest, _ route: UniFiRoute) throws(UniFiRefusal) -> JSONValue {
    guard ["POST", "PUT", "PATCH"].contains(request.method), let schema = schema(of: route) else { return .null }
    let text = request.body.isEmpty ? Array("{}".utf8) : request.body
    guard let body = try? JSONReader.read(text, .strict).lastOfRepeated else {
      throw .unreadable("The request body is not readable")
    }
    guard body.fields != nil else { throw .unreadable("$ must be an object") }
    try BodyChecker(schema, tolerating: takesExtraMembersBack ? extraMembers.map(\.name) : []).check(body)
    return body
  }

  private func schema(of route: UniFiRoute) -> BodySchema? {
    switch route.family {
    case .aclRules, .aclRule: ACLRule.schema(version)
    case .aclOrdering: .object([.required("orderedAclRuleIds", .list(.uuid, minimum: 0, unique: true))])
    case .info, .sites, .firewallZones, .firewallPolicies, .notOffered: nil
    }
  }

  private mutating func dispatch(
    _ route: UniFiRoute, _ call: UniFiCall, site id: String, _ path: String
  ) throws(UniFiRefusal) -> SimulatedResponse {
    switch route.family {
    case .info: return .json(200, ["applicationVersion": .string(version.spelling)])
    case .sites: return .json(200, call.page.answer(sites.map { $0.overview(version) }))
    case .firewallZones, .firewallPolicies: return try firewall(route.family, call, try place(ofSite: id), path)
    case .aclRules: return try aclRules(call, try place(ofSite: id))
    case .aclRule: return try aclRule(call, try place(ofSite: id))
    case .aclOrdering: return try aclOrdering(call, try place(ofSite: id))
    case .notOffered:
      let site = try place(ofSite: id)
      if route.pattern.contains("firewall"), sites[site].zoneFirewall == nil { throw .noZoneFirewall }
      throw .notOffered(path)
    }
  }

  private func place(ofSite id: String) throws(UniFiRefusal) -> Int {
    guard let place = sites.firstIndex(where: { $0.id == id.lowercased() }) else { throw .notFound("Site", id) }
    return place
  }
}
