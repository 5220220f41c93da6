public import CivilTime
public import HTTPTransport
public import Providers

/// Moves what can be moved on a Pi-hole: its blocking, the switches of groups, subscribed lists and domain entries, and
/// the entries of a policy's own, which come and go.
public struct PiHoleApplier: Applier {
  private let client: PiHoleClient
  private let transport: any WriteTransport
  private let now: @Sendable () -> Instant

  /// An applier within `session`. `now` is asked at the time of each write, because a timer counts from there.
  public init(session: PiHoleSession, transport: any WriteTransport, now: @escaping @Sendable () -> Instant) {
    client = PiHoleClient(session: session)
    self.transport = transport
    self.now = now
  }

  /// Carries out `change`; a write that was begun is read back even where the run is ended meanwhile.
  public func apply(_ change: Change) async throws(ProviderError) -> Outcome {
    if change.hasUnsafeName { return .failed(.unsafeName(change.name)) }
    return switch change.kind {
    case .blocking: try await BlockingApplier(client: client, transport: transport, now: now).apply(change)
    case .domain where change.to.position == .absent:
      try await EntryRemover(client: client, transport: transport).apply(change)
    case .domain where change.from.position == .absent:
      try await EntryMaker(client: client, transport: transport).apply(change)
    case .group, .list, .domain: try await SwitchApplier(client: client, transport: transport).apply(change)
    default: .failed(.unsuited(change))
    }
  }
}

extension Change {
  /// Whether something that goes into a path or a body holds a control character.
  fileprivate var hasUnsafeName: Bool {
    let texts = [name, id ?? "", domainEntry?.text ?? "", domainEntry?.mark ?? ""] + (domainEntry?.groups ?? [])
    return texts.contains { $0.hasControlCharacters }
  }
}

/// What came of one try while other programs may have locked the database.
enum Attempt: Sendable {
  case done(Outcome)
  /// Nothing was done, because the database is locked.
  case locked
}

extension PiHoleClient {
  /// Tries again as long as the database is locked and the run has patience. Each attempt looks afresh first.
  func patiently(
    _ name: String, _ attempt: () async throws(ProviderError) -> Attempt
  ) async throws(ProviderError) -> Outcome {
    while true {
      do throws(ProviderError) {
        switch try await attempt() {
        case .done(let outcome): return outcome
        case .locked: guard await session.waitForDatabase() else { return .failed(.databaseLocked(name)) }
        }
      } catch {
        // What is not in the database can be changed all the same.
        guard error.isAboutDatabase else { throw error }
        return .failed(error.kind == .locked ? .databaseLocked(name) : error.message)
      }
    }
  }

  /// Runs `write`, which leaves nothing half done, to its end; a run that was ended does not begin it.
  func begin(_ write: @escaping @Sendable () async -> Result<Attempt, ProviderError>) async throws(ProviderError)
    -> Attempt
  {
    guard !Task.isCancelled else { throw .ended }
    return try await withoutCancellation(write).get()
  }
}
