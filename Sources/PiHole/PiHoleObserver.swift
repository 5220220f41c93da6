public import CivilTime
public import Reconciliation

/// Looks at a Pi-hole: a login where it has a password, one request for its blocking, one for its version.
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

  /// Reads the blocking where it is asked for. The version is a courtesy: without it there is a warning, unless
  /// nothing else was read.
  public func observe(_ kinds: Set<ResourceKind>) async throws(ProviderError) -> Observation {
    let unreadable = kinds.subtracting(PiHoleKind.readableKinds)
    guard unreadable.isEmpty else { throw .cannotRead(unreadable.sorted()) }
    let objects = kinds.contains(.blocking) ? [try await client.blocking().liveObject(at: now)] : []
    do {
      return observation(objects, version: try await client.version())
    } catch {
      guard !objects.isEmpty, error.kind != .cancelled else { throw error }
      return observation(objects, version: nil, warnings: [.versionUnknown(error)])
    }
  }

  /// Logs out.
  public func close() async {
    await client.session.close()
  }

  private func observation(_ objects: [LiveObject], version: String?, warnings: [Notice] = []) -> Observation {
    Observation(
      system: client.session.settings.system, version: version ?? "",
      title: version.map { "Pi-hole \($0)" } ?? "Pi-hole", objects: objects, warnings: warnings)
  }
}
