import Documents
public import HTTPTransport
public import Policies
public import Providers

/// Reads a UniFi console through the Integration API v1: info, sites, and then side by side one list for each kind, in
/// pages of 200. The names of firewall zones are asked for only where two policies that somebody made have the same name, or where
/// something is made for devices; networks and applications only for that.
///
/// Of each WiFi broadcast that somebody made and a target names the detail is read after the list, to tell of a schedule
/// of its own.
///
/// The first request goes alone: consoles count keys that are refused.
public struct UniFiObserver: Observer {
  /// The kinds that it reads; of others it returns no objects.
  static let readableKinds = SystemKind.unifi.objects

  let client: UniFiClient

  /// An observer of the console at the other end of `transport`, for one run.
  public init(_ settings: UniFiSettings, read transport: any ReadTransport, sleep: @escaping Sleep) {
    client = UniFiClient(settings: settings, transport: transport, sleep: sleep)
  }

  /// Reads the version, the site and all objects of the kinds that are asked for.
  ///
  /// A kind that this version does not have, or whose list cannot be read, is in `unavailableKinds`. Throws `unsupported`
  /// below version 10.0, `notFound` where the site is not certain, and why the first list cannot be read where none can.
  public func observe(_ kinds: Set<ObjectKind>) async throws(ProviderError) -> Observation {
    let version = try await client.version()
    let site = try await client.site()
    let asked = kinds.intersection(Self.readableKinds).sorted()
    let refused = asked.compactMap { kind in UniFiKind.refusal(of: kind, by: version).map { (kind, $0) } }
    let readings = try await read(
      asked.filter { kind in !refused.contains { $0.0 == kind } }, of: site, version: version.description)
    // A console of which nothing can be read has not just refused a list or two.
    if readings.allSatisfy({ $0.value.refusal != nil }), let error = readings.compactMap(\.value.failure).first {
      throw error
    }
    let refusedLists = readings.compactMap { reading in reading.value.refusal.map { (reading.kind, $0) } }
    var observation = Observation(
      system: client.settings.system, version: version.description,
      title: "UniFi Network \(version), site \(site.name.shortened())", objects: Self.objects(readings),
      unavailableKinds: Dictionary(refused + refusedLists) { first, _ in first }, warnings: Self.warnings(readings))
    for reading in readings {
      observation.problems.merge(reading.value.problems) { $0 + $1 }
      observation.lookups = observation.lookups ?? reading.value.lookups
      observation.owners.formUnion(reading.value.owners)
    }
    return observation
  }

  /// All that was read. Most runs find objects of one kind, and thousands are not copied then.
  private static func objects(_ readings: [(kind: ObjectKind, value: UniFiReading)]) -> [ObservedObject] {
    let found = readings.filter { !$0.value.objects.isEmpty }
    return found.count == 1 ? found[0].value.objects : found.flatMap(\.value.objects)
  }

  /// What the user should know: rules of a household may be of another kind than the policy says.
  private static func warnings(_ readings: [(kind: ObjectKind, value: UniFiReading)]) -> [Message] {
    func reading(_ kind: ObjectKind) -> UniFiReading? { readings.first { $0.kind == kind }?.value }
    guard let rules = reading(.aclRule), rules.refusal == nil, rules.objects.isEmpty else { return [] }
    guard let policies = reading(.firewallPolicy), policies.refusal == nil else { return [UniFiMessages.noRules(nil)] }
    return [UniFiMessages.noRules(policies.objects.count(where: \.isUserDefined))]
  }

  /// Does nothing: a key opens no session.
  public func close() async {}

  /// Reads `kinds` at the same time; where more than one fails, the first of them says why.
  private func read(
    _ kinds: [ObjectKind], of site: UniFiSite, version: String
  ) async throws(ProviderError) -> [(kind: ObjectKind, value: UniFiReading)] {
    // Both sorts of policies come from one list.
    let policies = kinds.filter { $0 == .firewallPolicy || $0 == .devicePolicy }
    let parts = kinds.filter { !policies.contains($0) }.map { [$0] } + (policies.isEmpty ? [] : [policies])
    let results = await withTaskGroup(of: ([ObjectKind], Result<[ObjectKind: UniFiReading], ProviderError>).self) {
      group in
      for part in parts { group.addTask { (part, await result(of: part, site, version)) } }
      return await group.reduce(into: [ObjectKind: Result<UniFiReading, ProviderError>]()) { results, part in
        for kind in part.0 { results[kind] = part.1.map { $0[kind] ?? UniFiReading() } }
      }
    }
    var readings: [(kind: ObjectKind, value: UniFiReading)] = []
    for kind in kinds {
      if let result = results[kind] { readings.append((kind, try result.get())) }
    }
    return readings
  }

  private func result(
    of kinds: [ObjectKind], _ site: UniFiSite, _ version: String
  ) async -> Result<[ObjectKind: UniFiReading], ProviderError> {
    do throws(ProviderError) {
      guard let kind = kinds.first, kind != .firewallPolicy, kind != .devicePolicy else {
        return .success(try await client.policyReadings(of: kinds, site, version: version))
      }
      return .success([kind: try await client.reading(of: kind, site)])
    } catch {
      return .failure(error)
    }
  }
}
