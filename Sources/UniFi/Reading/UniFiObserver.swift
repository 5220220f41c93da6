import Documents
public import HTTPTransport
public import Policies
public import Providers

/// Reads a UniFi console through the Integration API v1: info, sites, and then side by side one list for each kind, in
/// pages of 200. The names of firewall zones are asked for only where two policies of a person have the same name.
///
/// Of each WiFi broadcast that a person made and a target names the detail is read after the list, to tell of a schedule
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
  /// A kind that this version does not have, or whose list the console refuses, is in `unavailableKinds`. Throws `unsupported`
  /// below version 10.0 and `notFound` where the site is not certain.
  public func observe(_ kinds: Set<ObjectKind>) async throws(ProviderError) -> Observation {
    let version = try await client.version()
    let site = try await client.site()
    let asked = kinds.intersection(Self.readableKinds).sorted()
    let refused = asked.compactMap { kind in UniFiKind.refusal(of: kind, by: version).map { (kind, $0) } }
    let readings = try await read(asked.filter { kind in !refused.contains { $0.0 == kind } }, of: site)
    let refusedLists = readings.compactMap { reading in reading.value.refusal.map { (reading.kind, $0) } }
    return Observation(
      system: client.settings.system, version: version.description,
      title: "UniFi Network \(version), site \(site.name.shortened())", objects: Self.objects(readings),
      unavailableKinds: Dictionary(refused + refusedLists) { first, _ in first }, warnings: Self.warnings(readings))
  }

  /// All that was read. Most runs read one kind, and thousands of objects are not copied then.
  private static func objects(_ readings: [(kind: ObjectKind, value: UniFiReading)]) -> [ObservedObject] {
    readings.count == 1 ? readings[0].value.objects : readings.flatMap(\.value.objects)
  }

  /// What a person should know: rules of a household may be of another kind than the policy says.
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
    _ kinds: [ObjectKind], of site: UniFiSite
  ) async throws(ProviderError) -> [(kind: ObjectKind, value: UniFiReading)] {
    let results = await withTaskGroup(of: (ObjectKind, Result<UniFiReading, ProviderError>).self) { group in
      for kind in kinds { group.addTask { (kind, await result(of: kind, site)) } }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    var readings: [(kind: ObjectKind, value: UniFiReading)] = []
    for kind in kinds {
      if let result = results[kind] { readings.append((kind, try result.get())) }
    }
    return readings
  }

  private func result(of kind: ObjectKind, _ site: UniFiSite) async -> Result<UniFiReading, ProviderError> {
    do throws(ProviderError) {
      return .success(try await client.reading(of: kind, site))
    } catch {
      return .failure(error)
    }
  }
}
