/// `/sites/{siteId}/firewall/zones` and `/sites/{siteId}/firewall/policies`.
extension UniFiConsole {
  func firewallZones(_ call: UniFiCall, _ site: Int, _ path: String) throws(UniFiRefusal) -> SimulatedResponse {
    let firewall = try firewall(of: site)
    guard !call.isWrite else { throw .notOffered(path) }
    return .json(200, call.page.answer(firewall.zones) { $0.answer(manner) })
  }

  func firewallZone(_ call: UniFiCall, _ site: Int, _ path: String) throws(UniFiRefusal) -> SimulatedResponse {
    let firewall = try firewall(of: site)
    guard !call.isWrite else { throw .notOffered(path) }
    guard let zone = firewall.zone(call.id) else { throw .notFound("Firewall zone", call.id) }
    return .json(200, zone.answer(manner))
  }

  mutating func firewallPolicies(_ call: UniFiCall, _ site: Int) throws(UniFiRefusal) -> SimulatedResponse {
    let firewall = try firewall(of: site)
    guard call.isWrite else {
      return .json(200, call.page.answer(firewall.listed) { $0.answer(manner, inList: true) })
    }
    let settings = try checked(call.body, firewall, site)
    let id = randomness.uuid()
    var policy = FirewallPolicy(id: id, settings: settings)
    policy.listing = newPolicies.listing
    sites[site].zoneFirewall?.add(policy)
    let answer = try policyAnswer(201, id, site)
    if newPolicies.areForgotten { sites[site].zoneFirewall = firewall }
    return answer
  }

  mutating func firewallPolicy(_ call: UniFiCall, _ site: Int) throws(UniFiRefusal) -> SimulatedResponse {
    let firewall = try firewall(of: site)
    let id = call.id.lowercased()
    guard let place = firewall.policies.firstIndex(where: { $0.id == id && $0.showsID(manner) }) else {
      throw .notFound("Firewall policy", call.id)
    }
    let origin = firewall.policies[place].origin
    if call.isWrite, origin != "USER_DEFINED" { throw .notWritable(origin) }
    switch call.method {
    case "PUT":
      let settings = try checked(call.body, firewall, site)
      sites[site].zoneFirewall?.replace(at: place, with: settings)
    case "PATCH":
      if let logging = call.body["loggingEnabled"], logging != .null {
        sites[site].zoneFirewall?.edit(at: place) { $0.settings["loggingEnabled"] = logging }
      }
    case "DELETE":
      sites[site].zoneFirewall?.remove(at: place)
      return SimulatedResponse(status: 200)
    default: break
    }
    return try policyAnswer(200, id, site)
  }

  /// The settings that `body` asks for, as the console keeps them.
  private func checked(
    _ body: JSONValue, _ firewall: ZoneFirewall, _ site: Int
  ) throws(UniFiRefusal) -> JSONValue {
    let settings = FirewallPolicy.withoutDialect(kept(body), version)
    try firewall.check(settings, sites[site])
    try checkApplications(in: settings)
    return policyNormalisation.applied(to: settings)
  }

  func firewall(of site: Int) throws(UniFiRefusal) -> ZoneFirewall {
    guard !hidesZoneFirewall, let firewall = sites[site].zoneFirewall else { throw .noZoneFirewall }
    return firewall
  }

  private func policyAnswer(_ status: Int, _ id: String, _ site: Int) throws(UniFiRefusal) -> SimulatedResponse {
    guard let policy = sites[site].zoneFirewall?.policies.first(where: { $0.id == id }) else {
      throw .notFound("Firewall policy", id)
    }
    return .json(status, policy.answer(manner))
  }
}
