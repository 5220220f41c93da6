/// `/sites/{siteId}/wifi/broadcasts` and `/sites/{siteId}/wifi/broadcasts/{wifiBroadcastId}`.
extension UniFiConsole {
  mutating func wiFis(_ call: UniFiCall, _ site: Int) throws(UniFiRefusal) -> SimulatedResponse {
    guard call.isWrite else { return .json(200, call.page.answer(sites[site].wiFis) { $0.overview(manner) }) }
    let settings = try checked(call.body, site)
    let added = WiFiBroadcast(id: randomness.uuid(), settings: settings)
    sites[site].wiFis.append(added)
    return .json(201, added.answer(manner))
  }

  mutating func wiFi(_ call: UniFiCall, _ site: Int) throws(UniFiRefusal) -> SimulatedResponse {
    guard let place = sites[site].wiFis.firstIndex(where: { $0.id == call.id.lowercased() }) else {
      throw .notFound("WiFi broadcast", call.id)
    }
    let found = sites[site].wiFis[place]
    if call.isWrite, found.origin != "USER_DEFINED" { throw .notWritable(found.origin) }
    switch call.method {
    case "PUT":
      // What a real console does with a changed type is not known; refusing is the safe guess.
      guard call.body["type"] == found.settings["type"] else { throw .invalid("$.type must not change") }
      sites[site].wiFis[place].settings = try checked(call.body, site)
    case "DELETE":
      sites[site].wiFis.remove(at: place)
      return SimulatedResponse(status: 200)
    default: break
    }
    return .json(200, sites[site].wiFis[place].answer(manner))
  }

  /// The settings that `body` asks for. What is left out is gone, the passphrase too.
  private func checked(_ body: JSONValue, _ site: Int) throws(UniFiRefusal) -> JSONValue {
    let settings = WiFiBroadcast.withoutDialect(kept(body), version)
    let keys = settings["securityConfiguration"]?["presharedKeys"]?.elements ?? []
    for network in [settings["network"]] + keys.map({ $0["network"] }) {
      guard let id = network?["networkId"]?.text else { continue }
      guard sites[site].networkIDs.contains(id.lowercased()) else { throw .unknownReference("Network", id) }
    }
    for id in (settings["broadcastingDeviceFilter"]?["deviceIds"]?.elements ?? []).compactMap(\.text)
    where !sites[site].deviceIDs.contains(id.lowercased()) { throw .unknownReference("Device", id) }
    if let wrong = Self.contradiction(settings) { throw .invalid(wrong) }
    return settings
  }

  /// Rules between members that no document shows.
  private static func contradiction(_ settings: JSONValue) -> String? {
    guard settings["type"] == "STANDARD", let security = settings["securityConfiguration"] else { return nil }
    let roaming = ["fastRoamingEnabled", "wpa3FastRoamingEnabled"].contains { security[$0] != nil }
    if security["type"] != "OPEN", !roaming { return "$.securityConfiguration.fastRoamingEnabled must not be null" }
    let bands = settings[WiFiBroadcast.frequencies]?.elements?.count ?? 0
    return settings["bandSteeringEnabled"] == true && bands < 2 ? "$.bandSteeringEnabled needs several bands" : nil
  }
}
