/// `/sites/{siteId}/firewall/zones` and `/sites/{siteId}/firewall/policies`, reading only.
extension UniFiConsole {
  func firewall(
    _ family: UniFiRoute.Family, _ call: UniFiCall, _ site: Int, _ path: String
  ) throws(UniFiRefusal) -> SimulatedResponse {
    guard let firewall = sites[site].zoneFirewall else { throw .noZoneFirewall }
    guard !call.isWrite else { throw .notOffered(path) }
    return .json(200, call.page.answer(family == .firewallZones ? firewall.zones : firewall.policies))
  }
}
