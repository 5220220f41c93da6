/// `/sites/{siteId}/networks`, `/sites/{siteId}/clients` and `/sites/{siteId}/devices`, reading only.
extension UniFiConsole {
  func networks(_ call: UniFiCall, _ site: Int, _ path: String) throws(UniFiRefusal) -> SimulatedResponse {
    guard !call.isWrite else { throw .notOffered(path) }
    return .json(200, call.page.answer(sites[site].networks) { $0.overview(manner, zone: zone(of: $0.id, site)) })
  }

  func network(_ call: UniFiCall, _ site: Int, _ path: String) throws(UniFiRefusal) -> SimulatedResponse {
    guard !call.isWrite else { throw .notOffered(path) }
    guard let network = sites[site].networks.first(where: { $0.id == call.id.lowercased() }) else {
      throw .notFound("Network", call.id)
    }
    return .json(200, network.detail(manner, zone: zone(of: network.id, site)))
  }

  private func zone(of network: String, _ site: Int) -> String? {
    hidesZoneFirewall ? nil : sites[site].zoneFirewall?.zone(ofNetwork: network)?.id
  }

  /// What the site has adopted.
  func devices(_ call: UniFiCall, _ site: Int) -> SimulatedResponse {
    .json(200, call.page.answer(sites[site].devices) { $0.overview(manner) })
  }

  /// Those that are connected; the others cannot be found.
  func clients(_ call: UniFiCall, _ site: Int) -> SimulatedResponse {
    .json(200, call.page.answer(sites[site].clients.filter(\.isConnected)) { $0.answer(manner) })
  }

  func client(_ call: UniFiCall, _ site: Int) throws(UniFiRefusal) -> SimulatedResponse {
    guard let client = sites[site].clients.first(where: { $0.id == call.id.lowercased() && $0.isConnected }) else {
      throw .notFound("Client", call.id)
    }
    return .json(200, client.answer(manner, isDetail: true))
  }
}
