import Documents
import Policies
import Providers

/// What was read of one kind.
struct UniFiReading: Sendable {
  /// Every object, in the console's order.
  var objects: [ObservedObject] = []
  /// Why nothing can be said of the kind: the console does not offer it as it is, or its list cannot be read; nil where
  /// it was read.
  var refusal: Message?
  /// Why the console counts as unread where it is so of every other kind as well; nil where it has said what is wrong with
  /// this one.
  var failure: ProviderError?
  /// What is wrong with what targets want made.
  var problems: [Name: [Message]] = [:]
  /// What was looked up in the console's catalogue.
  var lookups: Lookups?
  /// Whose marks are on it, where somebody asks.
  var owners: Set<String> = []
}

extension UniFiReading {
  /// The same with the owners whose marks `policies` carry.
  fileprivate func listing(_ policies: [FirewallPolicy]) -> UniFiReading {
    var reading = self
    reading.owners = Set(policies.compactMap { $0.mark?.mark.owner })
    return reading
  }
}

extension UniFiClient {
  /// Reads firewall policies, once for those that targets name and those that are made for devices: `kinds` are these two
  /// or one of them.
  func policyReadings(
    of kinds: [ObjectKind], _ site: UniFiSite, version: String
  ) async throws(ProviderError) -> [ObjectKind: UniFiReading] {
    let list: Result<[FirewallPolicy], Setback> = await outcome { () async throws(Setback) in
      try await objects(of: site)
    }
    var readings: [ObjectKind: UniFiReading] = [:]
    for kind in kinds {
      readings[kind] = try await whole(kind) { () async throws(Setback) in
        kind == .devicePolicy
          ? try await devicePolicies(among: try list.get(), of: site, version: version)
            .listing(settings.devices?.listsOwners == true ? try list.get() : [])
          : try await firewallPolicies(try list.get(), of: site)
      }
    }
    return readings
  }

  /// Reads all objects of `kind`, which are no firewall policies.
  func reading(of kind: ObjectKind, _ site: UniFiSite) async throws(ProviderError) -> UniFiReading {
    try await whole(kind) { () async throws(Setback) in
      switch kind {
      case .aclRule: try await aclRules(of: site)
      case .wifi: try await wifi(of: site)
      default: UniFiReading()
      }
    }
  }

  /// What `read` gives of `kind`; where the list of the kind cannot be read, says so. Throws where the console as a whole
  /// cannot be read.
  private func whole(
    _ kind: ObjectKind, _ read: () async throws(Setback) -> UniFiReading
  ) async throws(ProviderError) -> UniFiReading {
    do throws(Setback) {
      return try await read()
    } catch {
      guard error.mayConcernOneList else { throw error.error }
      return UniFiReading(
        refusal: UniFiMessages.listUnread(kind, error), failure: error.isDefinite ? nil : error.error)
    }
  }

  private func aclRules(of site: UniFiSite) async throws(Setback) -> UniFiReading {
    UniFiReading(objects: try await objects(of: site) { (rule: ACLRule) in rule.liveObject() })
  }

  private func firewallPolicies(_ policies: [FirewallPolicy], of site: UniFiSite) async throws(Setback) -> UniFiReading
  {
    let namesakes = DuplicateNames(policies)
    let zones = namesakes.isEmpty ? [:] : try await zoneNamesIfOffered(of: site)
    let ownership = settings.devices.map(DeviceOwnership.init)
    return UniFiReading(
      objects: policies.map { policy in
        var object = policy.liveObject(qualifier: namesakes.qualifier(of: policy, zones))
        object.madeByFile = madeByFile(policy, ownership)
        return object
      })
  }

  /// Whose it is that a policy file has made and owns; nil for every other policy.
  private func madeByFile(_ policy: FirewallPolicy, _ ownership: DeviceOwnership?) -> Message? {
    guard policy.head.origin == .userDefined else { return nil }
    return (policy.mark?.mark ?? ownership?.unmarked(policy)).map(UniFiMessages.ownedByFile)
  }

  private func wifi(of site: UniFiSite) async throws(Setback) -> UniFiReading {
    var broadcasts = try await objects(of: site) { (broadcast: WiFiBroadcast) in broadcast.liveObject() }
    for place in await placesOfScheduled(broadcasts, of: site) {
      broadcasts[place].caveats[.enabled] = [UniFiMessages.wifiSchedule(broadcasts[place].name)]
    }
    return UniFiReading(objects: broadcasts)
  }

  /// So many details are looked at. A site has no more than some dozen WiFi networks, a target names a few of them, and
  /// everything else of the console waits for it.
  static let mostDetails = 20

  /// The places of those of `broadcasts` that somebody made, that a target names, and that come and go by a schedule of
  /// their own, of which only the detail tells. It is good to know and nothing depends on it: with the first that cannot
  /// be read the rest is not asked for.
  private func placesOfScheduled(_ broadcasts: [ObservedObject], of site: UniFiSite) async -> [Int] {
    let named = broadcasts.indices.filter { broadcasts[$0].isUserDefined && isNamed(broadcasts[$0]) }
    var places: [Int] = []
    for place in named.prefix(Self.mostDetails) {
      guard let id = broadcasts[place].id else { continue }
      let detail: Found<WiFiBroadcast>? = try? await object(at: WiFiBroadcast.traits.path(id, site: site))
      switch detail {
      case .object(let broadcast)?: if broadcast.hasOwnSchedule { places.append(place) }
      case .gone?: continue
      case .refused?, nil: return places
      }
    }
    return places
  }

  private func isNamed(_ broadcast: ObservedObject) -> Bool {
    settings.wifiNames.map { names in names.contains { $0.fit(broadcast.name, id: broadcast.id) } } ?? true
  }

  /// Without their names, zones are told apart by their ids.
  private func zoneNamesIfOffered(of site: UniFiSite) async throws(Setback) -> [String: String] {
    do throws(Setback) {
      return try await zoneNames(of: site)
    } catch {
      guard error.mayConcernOneList else { throw error }
      return [:]
    }
  }
}
