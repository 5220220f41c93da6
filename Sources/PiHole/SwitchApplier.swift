import HTTPTransport
import JSONTree
import Providers

/// Moves the switch of a group, a subscribed list or a domain entry: reads the one row, compares it with what the plan
/// saw, sends it back with another `enabled`, and reads it again.
///
/// The API has no lock and no version of a row; between the read and the write an edit of somebody else's is lost. The
/// two follow each other directly, which is all that can be done about it.
struct SwitchApplier: Sendable {
  let client: PiHoleClient
  let door: any WriteTransport

  /// Moves the switch that `change` names.
  func apply(_ change: Change) async throws(ProviderError) -> Outcome {
    guard let move = SwitchMove(change) else { return .failed(.unsuited(change)) }
    if move.number == Row.defaultGroup { return .failed(.defaultGroup(move.name)) }
    return try await client.patiently(move.name) { () async throws(ProviderError) in
      switch move.decide(on: try await client.row(at: move.place)) {
      case .stop(let outcome): return .done(outcome)
      case .send(let row): return try await client.begin { await carryOut(move, on: row) }
      }
    }
  }

  private func carryOut(_ move: SwitchMove, on row: Row) async -> Result<Attempt, ProviderError> {
    let body = move.body(for: row).bytes
    let path: String
    do { path = try row.place.path } catch { return .failure(error) }
    switch await client.send(through: door, { .put(path, headers: $0 + [.json], body: body) }) {
    case .taken: return .success(.done(await readBack(move, row, doubt: nil)))
    case .complained(let complaint): return .success(.done(await readBack(move, row, doubt: .complained(complaint))))
    case .lost(let error): return .success(.done(await readBack(move, row, doubt: .lost(error))))
    case .locked: return .success(await lookUnderLock(move, row))
    case .unfit(let words): return .success(.done(.failed(.unfit(move.name, words))))
    case .notThere: return .failure(.noAPI)
    case .refused(let error): return .failure(error)
    }
  }

  /// A lock that comes between two of Pi-hole's own steps leaves the row half written, and that is told at once.
  private func lookUnderLock(_ move: SwitchMove, _ row: Row) async -> Attempt {
    do {
      let after = try await client.row(at: row.place)
      let isUntouched =
        after?.number == row.number && after?.isEnabled == row.isEnabled
        && after?.members(differingFrom: row).isEmpty == true
      return isUntouched ? .locked : .done(move.judge(after, before: row, .complained(.locked)))
    } catch {
      return .done(.unverified(.notReadBack(error)))
    }
  }

  private func readBack(_ move: SwitchMove, _ row: Row, doubt: Doubt?) async -> Outcome {
    do {
      return move.judge(try await client.row(at: row.place), before: row, doubt)
    } catch {
      return .unverified(.notReadBack(error))
    }
  }
}
