public import CivilTime
public import Reconciliation

/// Looks at a Pi-hole: a login where it has a password, one request for each table that is needed, one for the version.
///
/// The requests follow each other on one connection. Side by side they would be no faster, since each takes Pi-hole less
/// than a millisecond and another connection a handshake; and under parallel requests Pi-hole may give the cookie of one
/// session to somebody else.
public struct PiHoleObserver: Observer {
  private let client: PiHoleClient
  private let now: Instant

  /// An observer within `session`, which may be shared with others and is closed by one of them.
  ///
  /// A timer's end is counted from `now`, the instant of the run. The answer comes a little later, so an end reads
  /// early by what the run has taken so far; whoever compares ends allows for that.
  public init(session: PiHoleSession, now: Instant) {
    client = PiHoleClient(session: session)
    self.now = now
  }

  /// Reads what is asked for; with domain entries come the groups, which they belong to.
  ///
  /// | asked for | requests |
  /// |---|---|
  /// | blocking | `/dns/blocking` |
  /// | group | `/groups`, `/clients` |
  /// | domain | `/groups`, `/domains` |
  /// | list | `/lists` |
  /// | anything | `/info/version` |
  ///
  /// The version is a courtesy: without it there is a warning, unless nothing else was read.
  public func observe(_ kinds: Set<ResourceKind>) async throws(ProviderError) -> Observation {
    let unreadable = kinds.subtracting(PiHoleKind.readableKinds)
    guard unreadable.isEmpty else { throw .cannotRead(unreadable.sorted()) }
    let objects = try await objects(kinds)
    do {
      return observation(objects, version: try await client.version())
    } catch {
      guard !kinds.isEmpty, error.kind != .cancelled else { throw error }
      return observation(objects, version: nil, warnings: [.versionUnknown(error)])
    }
  }

  /// Logs out.
  public func close() async {
    await client.session.close()
  }

  private func objects(_ kinds: Set<ResourceKind>) async throws(ProviderError) -> [LiveObject] {
    var objects: [LiveObject] = []
    if kinds.contains(.blocking) { objects.append(try await client.blocking().liveObject(at: now)) }
    if !kinds.isDisjoint(with: [.group, .domain]) {
      let groups = try await client.rows(of: .groups)
      let clients = kinds.contains(.group) ? try await client.listedClients() : nil
      objects += LiveObject.all(groups, groups: groups, clients: clients)
      if kinds.contains(.domain) {
        objects += LiveObject.all(try await client.rows(of: .domains), groups: groups, clients: clients)
      }
    }
    if kinds.contains(.list) {
      objects += LiveObject.all(try await client.rows(of: .lists), groups: [], clients: nil)
    }
    return objects
  }

  private func observation(_ objects: [LiveObject], version: String?, warnings: [Notice] = []) -> Observation {
    Observation(
      system: client.session.settings.system, version: version ?? "",
      title: version.map { "Pi-hole \($0)" } ?? "Pi-hole", objects: objects, warnings: warnings)
  }
}
