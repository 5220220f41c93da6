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
    guard call.isWrite else { return .json(200, call.page.answer(firewall.policies) { $0.answer(manner) }) }
    let settings = FirewallPolicy.withoutDialect(kept(call.body), version)
    try firewall.check(settings, sites[site])
    let id = randomness.uuid()
    sites[site].zoneFirewall?.add(FirewallPolicy(id: id, settings: settings))
    return try policyAnswer(201, id, site)
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
      let settings = FirewallPolicy.withoutDialect(kept(call.body), version)
      try firewall.check(settings, sites[site])
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

  /// `/sites/{siteId}/firewall/policies/ordering`: the policies of users between two zones.
  func policyOrdering(_ call: UniFiCall, _ site: Int, _ path: String) throws(UniFiRefusal) -> SimulatedResponse {
    let firewall = try firewall(of: site)
    guard !call.isWrite else { throw .notOffered(path) }
    for id in [call.pair.source, call.pair.destination] where firewall.zone(id) == nil {
      throw .notFound("Firewall zone", id)
    }
    let policies = firewall.policies.filter { $0.origin == "USER_DEFINED" && $0.pair == call.pair }
    let (before, after) = (policies.filter { $0.index < 30_000 }, policies.filter { $0.index >= 30_000 })
    func ids(_ policies: [FirewallPolicy]) -> JSONValue {
      .array(policies.map { $0.showsID(manner) ? .string($0.id) : .null })
    }
    return .json(
      200, ["orderedFirewallPolicyIds": ["beforeSystemDefined": ids(before), "afterSystemDefined": ids(after)]])
  }

  private func firewall(of site: Int) throws(UniFiRefusal) -> ZoneFirewall {
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
