public import CivilTime
import Documents
public import Policies
public import Providers

/// Looks at a Pi-hole: a login where it has a password, one request for each table that is needed, one for the version.
///
/// The requests follow each other on one connection. Side by side they would be no faster, since each takes Pi-hole less
/// than a millisecond and another connection a handshake; and under parallel requests Pi-hole may give the cookie of one
/// session to somebody else.
public struct PiHoleObserver: Observer {
  private let client: PiHoleClient
  private let now: @Sendable () -> Instant

  /// An observer within `session`, which may be shared with others and is closed by one of them.
  ///
  /// `now` is asked when an answer has come: a timer's end is counted from there. Counted from the start of the run it
  /// would read early by what the login took, and a pause that is long enough would seem too short.
  public init(session: PiHoleSession, now: @escaping @Sendable () -> Instant) {
    client = PiHoleClient(session: session)
    self.now = now
  }

  /// Reads what is asked for; with domain entries come the groups, which they belong to.
  ///
  /// | asked for | requests |
  /// |---|---|
  /// | blocking | `/dns/blocking` |
  /// | group | `/groups`, `/clients` |
  /// | domain | `/groups`, `/domains`; of thousands of entries the named ones, one by one, unless a target prunes |
  /// | list | `/lists` |
  /// | anything | `/info/version` |
  ///
  /// A list that cannot be read refuses its kind and no other; throws where nothing could be read, and where the whole
  /// Pi-hole does not answer or wants to be left alone. The version is a courtesy: without it there is a warning, unless
  /// nothing else was asked for.
  public func observe(_ kinds: Set<ObjectKind>) async throws(ProviderError) -> Observation {
    let unreadable = kinds.subtracting(SystemKind.pihole.objects)
    guard unreadable.isEmpty else { throw .cannotRead(unreadable.sorted()) }
    let found = try await look(for: kinds)
    do {
      return observation(found, version: try await client.version())
    } catch {
      guard !kinds.isEmpty, error.kind != .cancelled else { throw error }
      return observation(found, version: nil, warnings: [.versionUnknown(error)])
    }
  }

  /// Logs out.
  public func close() async {
    await client.session.close()
  }

  private func look(for kinds: Set<ObjectKind>) async throws(ProviderError) -> PiHoleFindings {
    var found = PiHoleFindings()
    if kinds.contains(.blocking) {
      try await found.take(.blocking) { () async throws(ProviderError) in
        [try await client.blocking().liveObject(at: now())]
      }
    }
    if !kinds.isDisjoint(with: [.group, .domain]) { try await lookForGroups(kinds, &found) }
    if kinds.contains(.list) {
      try await found.take(.list) { () async throws(ProviderError) in
        ObservedObject.all(try await client.rows(of: .lists), groups: [], clients: nil)
      }
    }
    if let error = found.firstError, kinds.isSubset(of: found.unavailableKinds.keys) { throw error }
    return found
  }

  private func lookForGroups(_ kinds: Set<ObjectKind>, _ found: inout PiHoleFindings) async throws(ProviderError) {
    var groups: [Row] = []
    try await found.take(.group) { () async throws(ProviderError) in
      groups = try await client.rows(of: .groups)
      let clients = kinds.contains(.group) ? try await client.listedClients() : nil
      return ObservedObject.all(groups, groups: groups, clients: clients)
    }
    guard kinds.contains(.domain) else { return }
    guard found.unavailableKinds[.group] == nil else { return found.refuse(.domain, as: .group) }
    try await found.take(.domain) { () async throws(ProviderError) in
      ObservedObject.all(try await client.entries(), groups: groups, clients: nil)
    }
  }

  private func observation(_ found: PiHoleFindings, version: String?, warnings: [Message] = []) -> Observation {
    Observation(
      system: client.session.settings.system, version: version ?? "",
      title: version.map { "Pi-hole \($0)" } ?? "Pi-hole", objects: found.objects,
      unavailableKinds: found.unavailableKinds,
      warnings: warnings)
  }
}

/// What was read of a Pi-hole so far, and which kinds could not be.
struct PiHoleFindings {
  private(set) var objects: [ObservedObject] = []
  private(set) var unavailableKinds: [ObjectKind: Message] = [:]
  /// Why the first of them could not.
  private(set) var firstError: ProviderError?

  /// Takes what `read` gives as the objects of `kind`; throws what concerns more than the one list.
  mutating func take(
    _ kind: ObjectKind, _ read: () async throws(ProviderError) -> [ObservedObject]
  ) async throws(ProviderError) {
    do throws(ProviderError) {
      objects += try await read()
    } catch {
      guard error.mayConcernOneList else { throw error }
      unavailableKinds[kind] = .unread(kind, error)
      firstError = firstError ?? error
    }
  }

  /// Refuses `kind` for the same reason as `other`, which it cannot be spoken of without.
  mutating func refuse(_ kind: ObjectKind, as other: ObjectKind) { unavailableKinds[kind] = unavailableKinds[other] }
}
