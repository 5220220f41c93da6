import CivilTime
import HTTPTransport
import Providers

/// Pauses and resumes a Pi-hole's blocking. `now` is asked at the time of each write, because a timer counts from there.
struct BlockingApplier: Sendable {
  let client: PiHoleClient
  let door: any WriteTransport
  let now: @Sendable () -> Instant

  /// Moves blocking, at most one write; a write that was begun is read back even where the run is ended meanwhile.
  func apply(_ change: Change) async throws(ProviderError) -> Outcome {
    guard Self.suits(change) else { return .failed(.unsuited(change)) }
    let live = try await liveSetting()
    switch BlockingMove(change, live: live, at: now()) {
    case .superseded(let notice): return .superseded(notice)
    case .write(let order):
      guard !Task.isCancelled else { throw .ended }
      return try await withoutCancellation { await carryOut(order) }.get()
    }
  }

  private static func suits(_ change: Change) -> Bool {
    switch change.to.position {
    case .active, .paused: true
    case .enabled, .disabled, .absent: false
    }
  }

  private func carryOut(_ order: BlockingOrder) async -> Result<Outcome, ProviderError> {
    let sent = now()
    switch await client.send(order, through: door) {
    case .refused(let error): return .failure(error)
    case .accepted: return .success(await readBack(order, sentAt: sent, lost: nil))
    case .lost(let error): return .success(await readBack(order, sentAt: sent, lost: error))
    }
  }

  /// What a read of its own says about an order whose answer came, or was `lost`.
  private func readBack(_ order: BlockingOrder, sentAt sent: Instant, lost: ProviderError?) async -> Outcome {
    do {
      let live = try await liveSetting()
      guard BlockingMove.shows(live, order, sentAt: sent) else { return .unverified(.notShown(live, lost: lost)) }
      return .applied(lost.map { [.answerLost($0)] } ?? [])
    } catch {
      return .unverified(.notReadBack(error))
    }
  }

  private func liveSetting() async throws(ProviderError) -> Setting {
    let blocking = try await client.blocking()
    return try blocking.setting(at: now())
  }
}
