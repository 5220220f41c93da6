/// `/sites/{siteId}/networks` and `/sites/{siteId}/clients`, reading only.
extension UniFiConsole {
  func networks(_ call: UniFiCall, _ site: Int, _ path: String) throws(UniFiRefusal) -> SimulatedResponse {
    guard !call.isWrite else { throw .notOffered(path) }
    let zones = hidesZoneFirewall ? [] : sites[site].zoneFirewall?.zones ?? []
    return .json(
      200,
      call.page.answer(sites[site].networks) { network in
        network.overview(manner, zone: zones.first { $0.networkIDs.contains(network.id) }?.id)
      })
  }

  /// Those that are connected; the others cannot be found.
  func clients(_ call: UniFiCall, _ site: Int) -> SimulatedResponse {
    .json(200, call.page.answer(sites[site].clients.filter(\.isConnected)) { $0.answer(manner) })
  }

  func client(_ call: UniFiCall, _ site: Int) throws(UniFiRefusal) -> SimulatedResponse {
    guard let client = sites[site].clients.first(where: { $0.id == call.id.lowercased() && $0.isConnected }) else {
      throw .notFound("Client", call.id)
    }
    return .json(200, client.answer(manner))
  }
}
