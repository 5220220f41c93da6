/// `/sites/{siteId}/firewall/policies/ordering`: the policies of users between two zones.
extension UniFiConsole {
  mutating func policyOrdering(_ call: UniFiCall, _ site: Int) throws(UniFiRefusal) -> SimulatedResponse {
    let firewall = try firewall(of: site)
    for id in [call.pair.source, call.pair.destination] where firewall.zone(id) == nil {
      throw .notFound("Firewall zone", id)
    }
    if call.isWrite { try reorder(call, site) }
    let policies = ordered(sites[site].zoneFirewall, call.pair)
    let behind = ZoneFirewall.firstBehindSystem
    func ids(_ policies: [FirewallPolicy]) -> JSONValue {
      .array(policies.map { $0.isListedWithID(manner) ? .string($0.id) : .null })
    }
    return .json(
      200,
      [
        "orderedFirewallPolicyIds": [
          "beforeSystemDefined": ids(policies.filter { $0.index < behind }),
          "afterSystemDefined": ids(policies.filter { $0.index >= behind }),
        ]
      ])
  }

  private func ordered(_ firewall: ZoneFirewall?, _ pair: ZonePair) -> [FirewallPolicy] {
    (firewall?.policies ?? []).filter {
      $0.origin == "USER_DEFINED" && $0.pair == pair && $0.listing != .missing
    }
  }

  /// Whether a real console takes a part of the list is not known; refusing is the safe guess. A policy without an id
  /// cannot be named, so a pair that holds one cannot be put in order.
  private mutating func reorder(_ call: UniFiCall, _ site: Int) throws(UniFiRefusal) {
    func ids(_ name: String) -> [String] {
      let found = call.body["orderedFirewallPolicyIds"]?[name]?.elements ?? []
      return found.compactMap(\.text).map { $0.lowercased() }
    }
    let (before, after) = (ids("beforeSystemDefined"), ids("afterSystemDefined"))
    let known = ordered(sites[site].zoneFirewall, call.pair)
    guard
      known.allSatisfy({ $0.isListedWithID(manner) }), (before + after).sorted() == known.map(\.id).sorted()
    else { throw .invalid("orderedFirewallPolicyIds must name every policy of the two zones once") }
    sites[site].zoneFirewall?.order(call.pair, before: before, after: after)
  }
}
