/// One request on its way through the checks; every field has been checked when an endpoint sees it.
struct UniFiCall {
  var method: String
  var page: UniFiPage
  /// An object for POST and PUT, else null.
  var body: JSONValue
  /// The resource named by the path, where it names one.
  var id: String
  var role: UniFiKey.Role
  /// For the ordering of policies, else empty.
  var pair: ZonePair

  /// Whether the request changes something.
  var isWrite: Bool { method != "GET" }
}

extension UniFiConsole {
  /// The checks that every endpoint shares, in the order of the application, then the endpoint.
  mutating func answer(
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
      id: values[String(identifier.dropFirst().dropLast())] ?? "", role: role, pair: try pair(target, route))
    if call.isWrite, role == .viewOnly { throw .forbidden }
    return try dispatch(route, call, site: values["siteId"] ?? "", path)
  }

  private func page(_ target: RequestTarget, _ route: UniFiRoute) throws(UniFiRefusal) -> UniFiPage {
    switch route.family {
    case .sites, .aclRules, .firewallZones, .firewallPolicies, .wiFis, .networks, .clients, .devices,
      .applications, .categories:
      try UniFiPage(target)
    case .info, .aclRule, .aclOrdering, .firewallZone, .firewallPolicy, .policyOrdering, .wiFi, .network, .client,
      .notOffered:
      UniFiPage()
    }
  }

  /// The parameters kept their old names when the members of policies got new ones.
  private func pair(_ target: RequestTarget, _ route: UniFiRoute) throws(UniFiRefusal) -> ZonePair {
    guard route.family == .policyOrdering else { return ZonePair(source: "", destination: "") }
    func zone(_ name: String) throws(UniFiRefusal) -> String {
      guard let value = target.parameter(name) else { throw .missingParameter(name) }
      guard isUUID(value) else { throw .mismatch(value, name) }
      return value.lowercased()
    }
    return ZonePair(source: try zone("sourceFirewallZoneId"), destination: try zone("destinationFirewallZoneId"))
  }

  private func body(of request: SimulatedRequest, _ route: UniFiRoute) throws(UniFiRefusal) -> JSONValue {
    guard ["POST", "PUT", "PATCH"].contains(request.method), let schema = schema(of: route, request.method) else {
      return .null
    }
    let text = request.body.isEmpty ? Array("{}".utf8) : request.body
    guard let body = try? JSONReader.read(text, .strict).lastOfRepeated else {
      throw .unreadable("The request body is not readable")
    }
    guard body.fields != nil else { throw .unreadable("$ must be an object") }
    let tolerated = takesExtraMembersBack ? extraMembers.map(\.name) : []
    try BodyChecker(schema, tolerating: tolerated, inside: extraMembersReachInside).check(body)
    return body
  }

  private func schema(of route: UniFiRoute, _ method: String) -> BodySchema? {
    switch route.family {
    case .aclRules, .aclRule: ACLRule.schema(version)
    case .aclOrdering: .object([.required("orderedAclRuleIds", .list(.uuid, minimum: 0, unique: true))])
    case .firewallPolicies: FirewallPolicy.schema(version)
    case .firewallPolicy: method == "PATCH" ? FirewallPolicy.patchSchema : FirewallPolicy.schema(version)
    case .wiFis, .wiFi: WiFiBroadcast.schema(version)
    case .firewallZones, .firewallZone: FirewallZone.schema
    case .policyOrdering: FirewallPolicy.orderingSchema
    case .info, .sites, .networks, .network, .clients, .client, .devices, .applications, .categories,
      .notOffered:
      nil
    }
  }

  private mutating func dispatch(
    _ route: UniFiRoute, _ call: UniFiCall, site id: String, _ path: String
  ) throws(UniFiRefusal) -> SimulatedResponse {
    switch route.family {
    case .info: return .json(200, ["applicationVersion": .string(version.spelling)])
    case .sites: return .json(200, call.page.answer(sites) { $0.overview(version) })
    case .aclRules: return try aclRules(call, try place(ofSite: id))
    case .aclRule: return try aclRule(call, try place(ofSite: id))
    case .aclOrdering: return try aclOrdering(call, try place(ofSite: id))
    case .firewallZones: return try firewallZones(call, try place(ofSite: id), path)
    case .firewallZone: return try firewallZone(call, try place(ofSite: id), path)
    case .firewallPolicies: return try firewallPolicies(call, try place(ofSite: id))
    case .firewallPolicy: return try firewallPolicy(call, try place(ofSite: id))
    case .policyOrdering: return try policyOrdering(call, try place(ofSite: id))
    case .wiFis: return try wiFis(call, try place(ofSite: id))
    case .wiFi: return try wiFi(call, try place(ofSite: id))
    case .networks: return try networks(call, try place(ofSite: id), path)
    case .network: return try network(call, try place(ofSite: id), path)
    case .clients: return clients(call, try place(ofSite: id))
    case .client: return try client(call, try place(ofSite: id))
    case .devices: return devices(call, try place(ofSite: id))
    case .applications: return applications(call)
    case .categories: return categories(call)
    case .notOffered:
      _ = try place(ofSite: id)
      throw .notOffered(path)
    }
  }

  private func place(ofSite id: String) throws(UniFiRefusal) -> Int {
    guard let place = sites.firstIndex(where: { $0.id == id.lowercased() }) else { throw .notFound("Site", id) }
    return place
  }
}
