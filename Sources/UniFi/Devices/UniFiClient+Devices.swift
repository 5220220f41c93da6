import Documents
import JSONTree
import Policies
import Providers

/// Reading what a file makes for devices.
extension UniFiClient {
  /// What there is and what there should be, where `policies` are all that the console has. The zones and networks are
  /// read only where something is wanted, and the lists of applications only where a name has to be looked up.
  func devicePolicies(
    among policies: [FirewallPolicy], of site: UniFiSite, version: String
  ) async throws(Setback) -> UniFiReading {
    guard let interest = settings.devices else { return UniFiReading() }
    guard !interest.wanted.isEmpty else {
      return UniFiReading(
        objects: DevicePolicies(interest, [], DeviceTerms(devices: interest.names), incomplete: [], live: policies)
          .objects)
    }
    let zones: FirewallZones
    switch try await zonesOfHome(of: site) {
    case .success(let told): zones = told
    case .failure(let untold): return unplaced(interest, policies, because: untold.reason)
    }
    let selections = interest.wanted.map(\.selection)
    var catalogue = TrafficCatalogue(interest.lookups, version: version)
    for list in TrafficCatalogue.List.allCases where catalogue.missing(for: selections).contains(list) {
      try await read(list, into: &catalogue, for: selections)
    }
    let terms = DeviceTerms(devices: interest.names, traffic: catalogue.names(for: selections))
    catalogue.forget(allBut: selections)
    return reading(interest, zones, catalogue, policies, terms)
  }

  /// Why nobody can say which zones policies are to be made for.
  private struct UntoldZones: Error {
    let reason: Message
  }

  /// The zones of the home and that of the internet, or why they cannot be told: neither can they where just one of their
  /// lists cannot be read.
  private func zonesOfHome(of site: UniFiSite) async throws(Setback) -> Result<FirewallZones, UntoldZones> {
    var what = "firewall zones"
    do throws(Setback) {
      // One after the other: a second connection takes longer than a second answer.
      let listed = try await zones(of: site)
      what = "networks"
      let known = try await networkIDs(of: site)
      do throws(FirewallZones.Untold) {
        return .success(try FirewallZones(listed, networks: known, named: settings.zones))
      } catch {
        return .failure(UntoldZones(reason: UniFiMessages.zones(error)))
      }
    } catch {
      guard error.mayConcernOneList else { throw error }
      return .failure(UntoldZones(reason: UniFiMessages.zonesUnread(what, error)))
    }
  }

  /// What there is, where nobody can say what there should be, for one `reason` in all targets. It is switched as it is: a
  /// block must be lifted in time, whatever its zone is called by then.
  private func unplaced(
    _ interest: DeviceInterest, _ policies: [FirewallPolicy], because reason: Message
  ) -> UniFiReading {
    let targets = interest.wanted.map(\.target)
    let found = DevicePolicies(
      interest, [], DeviceTerms(devices: interest.names), incomplete: Set(targets), live: policies)
    return UniFiReading(
      objects: found.objects, problems: Dictionary(targets.map { ($0, [reason]) }) { first, _ in first })
  }

  private func reading(
    _ interest: DeviceInterest, _ zones: FirewallZones, _ catalogue: TrafficCatalogue, _ policies: [FirewallPolicy],
    _ terms: DeviceTerms
  ) -> UniFiReading {
    var bodies: [DevicePolicyBody] = []
    var reading = UniFiReading()
    for wanted in interest.wanted {
      let (applications, unknownApps) = catalogue.numbers(of: wanted.selection, .applications)
      let (categories, unknownKinds) = catalogue.numbers(of: wanted.selection, .categories)
      let problems = unknownApps + unknownKinds
      if !problems.isEmpty { reading.problems[wanted.target] = problems }
      let parts = DeviceTraffic.parts(
        applications: applications, categories: categories, sites: wanted.selection.sites,
        isOfAll: wanted.selection.isOfAllTraffic)
      let count = bodies.count + parts.count * zones.home.count
      guard count <= Self.mostItems else {
        return unplaced(interest, policies, because: UniFiMessages.tooManyToMake(most: Self.mostItems))
      }
      for zone in zones.home {
        bodies += parts.enumerated().map { place, traffic in
          DevicePolicyBody(
            DevicePolicySlot(target: wanted.target, zone: zone.id, number: place + 1), of: parts.count,
            owner: interest.owner, devices: wanted.selection.devices.map(\.mac), traffic: traffic, zone: zone,
            several: zones.home.count > 1, internet: zones.internet)
        }
      }
    }
    reading.objects =
      DevicePolicies(interest, bodies, terms, incomplete: Set(reading.problems.keys), live: policies).objects
    reading.lookups = catalogue.lookups
    return reading
  }

  private func read(
    _ list: TrafficCatalogue.List, into catalogue: inout TrafficCatalogue, for selections: [DeviceSelection]
  ) async throws(Setback) {
    do throws(Setback) {
      catalogue.learn(list, try await lines(of: list), for: selections)
    } catch {
      // That just this list cannot be read, or is longer than is read, keeps nothing else from being read.
      guard error.mayConcernOneList else { throw error }
      catalogue.fail(list, error.errorOfOneList.message.text)
    }
  }

  /// The ids of all networks of the site, in lower case; none where the policy names the zones.
  private func networkIDs(of site: UniFiSite) async throws(Setback) -> Set<String> {
    guard settings.zones.needsNetworks else { return [] }
    let ids = try await items("/sites/\(site.id)/networks", of: "networks") { $0.uuid?.lowercased() }
    return Set(ids.compactMap(\.self))
  }

  /// All lines of one of the console's lists of what it can tell apart.
  func lines(of list: TrafficCatalogue.List) async throws(Setback) -> [TrafficCatalogue.Line] {
    do throws(Setback) {
      return try await items(list.path, of: "\(list.noun) names", mayLackIDs: true) { TrafficCatalogue.Line($0) }
        .compactMap(\.self)
    } catch {
      guard case .failed(let failure) = error, UniFiMessages.disproportion(failure) != nil else { throw error }
      throw .failed(UniFiMessages.catalogueTooLong(failure))
    }
  }
}
