/// What no single member of a policy shows: things it names, and things that do not go together.
extension ZoneFirewall {
  /// `body` has zones as `zoneId`.
  func check(_ body: JSONValue, _ site: UniFiSite) throws(UniFiRefusal) {
    for end in ["source", "destination"] {
      if let zone = body[end]?["zoneId"]?.text, self.zone(zone) == nil {
        throw .unknownReference("Firewall zone", zone)
      }
      let filter = body[end]?["trafficFilter"]
      for id in filter?["networkFilter"]?["networkIds"]?.elements?.compactMap(\.text) ?? []
      where !site.networkIDs.contains(id.lowercased()) { throw .unknownReference("Network", id) }
      for list in ["portFilter", "ipAddressFilter"].compactMap({ filter?[$0]?["trafficMatchingListId"]?.text })
      where !site.trafficMatchingListIDs.contains(list.lowercased()) {
        throw .unknownReference("Traffic matching list", list)
      }
      try checkFamily(of: filter?["ipAddressFilter"], body["ipProtocolScope"]?["ipVersion"]?.text ?? "")
    }
    if body["action"]?["allowReturnTraffic"] == true, !allowsReturn(body) { throw .noReturnTraffic }
  }

  func zone(_ id: String) -> FirewallZone? { zones.first { $0.id == id.lowercased() } }

  /// A network is in one zone at most.
  func zone(ofNetwork id: String) -> FirewallZone? { zones.first { $0.networkIDs.contains(id) } }

  private func checkFamily(of filter: JSONValue?, _ version: String) throws(UniFiRefusal) {
    for item in filter?["items"]?.elements ?? [] {
      for address in ["value", "start", "stop"].compactMap({ item[$0]?.text }) {
        let family = address.contains(":") ? "IPV6" : "IPV4"
        if version != family, version != "IPV4_AND_IPV6" { throw .invalid("'\(address)' is no \(version) address") }
      }
    }
  }

  /// Which of the two ends counts has not been recorded, so either does.
  private func allowsReturn(_ body: JSONValue) -> Bool {
    let kinds = ["source", "destination"].compactMap { body[$0]?["zoneId"]?.text }.compactMap { zone($0)?.kind }
    let states = Set(body["connectionStateFilter"]?.elements ?? [])
    return !kinds.contains(.gateway) && !kinds.contains(.outside) && states != ["ESTABLISHED", "RELATED"]
  }
}
