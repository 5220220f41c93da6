/// What somebody would like to know of the zones and clients of a console.
extension UniFiConsole {
  func describeHome(_ site: UniFiSite, at now: Double) -> [String] {
    let here = "site '\(site.name)': "
    let zones = (site.zoneFirewall?.zones ?? []).map { zone in
      let names = site.networks.filter { zone.networkIDs.contains($0.id) }.map { "'\($0.name)'" }
      return "\(here)zone '\(zone.name)' with \(names.isEmpty ? "no network" : names.joined(separator: ", "))"
    }
    let clients = site.clients.map { client in
      let network = site.network(of: client).map { "in '\($0.name)'" } ?? "in no network"
      let words = [client.macAddress, network, client.isConnected ? nil : "away", internet(of: client, at: now)]
      return "\(here)client '\(client.name)' \(words.compactMap { $0 }.joined(separator: ", "))"
    }
    let time = clock(now)
    let digits = [time.hour, time.minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    return ["\(here)the clock shows \(digits)"] + zones + clients
  }

  private func internet(of client: UniFiClient, at now: Double) -> String? {
    guard let hardware = client.macAddress, let isBlocked = blocks(hardware, at: now) else { return nil }
    return isBlocked ? "no internet" : "internet"
  }
}
