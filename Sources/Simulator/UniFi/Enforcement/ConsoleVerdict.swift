/// What a console does with what a client begins.
public enum ConsoleVerdict: Hashable, Sendable {
  /// It goes through; by the policy with this id, where one says so.
  case lets(String?)
  /// It does not; by the policy with this id, nil where the whole network has no internet.
  case blocks(String?)
}

extension UniFiConsole {
  /// Whether the console keeps the client with this MAC address from `destination` at `now`, in seconds since 1970; nil
  /// where no site has such a client. It is kept from it if neither version of IP gets it there.
  ///
  /// This is what the device sees. It asks no key and nothing of what answers show: policies in no list hold as well.
  public func blocks(_ hardware: String, from destination: ClientDestination = .internet, at now: Double) -> Bool? {
    guard let verdicts = verdicts(hardware, destination, at: now) else { return nil }
    return verdicts.allSatisfy { if case .blocks = $0 { true } else { false } }
  }

  /// What becomes of it by version 4 and by version 6 of IP, with the policy that decides.
  public func verdicts(
    _ hardware: String, _ destination: ClientDestination = .internet, at now: Double
  ) -> [ConsoleVerdict]? {
    for site in sites {
      let client = site.clients.first { $0.macAddress?.lowercased() == hardware.lowercased() }
      guard let client else { continue }
      return ["IPV4", "IPV6"].map { verdict(site, traffic(client, site, destination, $0), at: clock(now)) }
    }
    return nil
  }

  private func traffic(
    _ client: UniFiClient, _ site: UniFiSite, _ destination: ClientDestination, _ family: String
  ) -> ClientTraffic {
    let category: Int? =
      switch destination {
      case .application(let id): catalogue.applications.first { $0.id == id }?.category
      case .category(let id): id
      case .internet, .domain: nil
      }
    return ClientTraffic(
      client: client, network: site.network(of: client), destination: destination, category: category, family: family,
      meetsSubdomains: domainsMeetSubdomains)
  }

  /// The first policy in order decides. A client that is in no zone is held by none.
  private func verdict(_ site: UniFiSite, _ traffic: ClientTraffic, at now: LocalTime) -> ConsoleVerdict {
    guard traffic.network?.hasInternet != false else { return .blocks(nil) }
    guard let firewall = site.zoneFirewall, let network = traffic.network,
      let source = firewall.zone(ofNetwork: network.id)?.id, let outside = firewall.zoneID(.outside)
    else { return .lets(nil) }
    let pair = ZonePair(source: source, destination: outside)
    for policy in firewall.policies where policy.isEnabled && policy.pair == pair {
      let hours = PolicyHours(
        schedule: policy.settings["schedule"], followTheDayBefore: weeklyHoursFollowTheDayBefore)
      guard hours.hold(at: now), traffic.isMet(by: policy.settings) else { continue }
      return policy.settings["action"]?["type"] == "ALLOW" ? .lets(policy.id) : .blocks(policy.id)
    }
    return .lets(nil)
  }
}
