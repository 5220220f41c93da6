import HTTPTransport
import Policies
import Providers

/// Removes a domain entry of a policy's own: reads it, compares it with what the plan saw, and looks that it is gone.
struct EntryRemover: Sendable {
  let client: PiHoleClient
  let transport: any WriteTransport

  /// Removes the entry of `change`.
  func apply(_ change: Change) async throws(ProviderError) -> Outcome {
    guard let removal = EntryRemoval(change) else { return .failed(.unsuited(change)) }
    return try await client.patiently(removal.name) { () async throws(ProviderError) in
      switch removal.decide(on: try await client.row(at: removal.place)) {
      case .stop(let outcome): return .done(outcome)
      case .send(let row): return try await client.begin { removal.attempt(await remove(row)) }
      }
    }
  }

  /// What became of a row that was to be removed.
  enum Effect: Sendable {
    /// A read shows that it is gone; the error of the answer to the removal, where that was lost.
    case gone(lost: ProviderError?)
    /// It was gone before.
    case notThere
    /// A read shows it all the same.
    case stillThere(lost: ProviderError?)
    /// Nothing was done, because the database is locked.
    case locked
    /// Nobody knows.
    case unknown(ProviderError)
    /// It was not done, for what it is.
    case unfit(String?)
    /// It was not done, and nothing else would be.
    case refused(ProviderError)
  }

  /// Removes `row` and reads whether it is gone.
  func remove(_ row: Row) async -> Effect {
    let path: String
    do { path = try row.place.path } catch { return .refused(error) }
    return switch await client.send(through: transport, { .delete(path, headers: $0) }) {
    case .taken, .complained: await look(row, gone: .gone(lost: nil), there: .stillThere(lost: nil))
    case .notThere: await look(row, gone: .notThere, there: .stillThere(lost: nil))
    case .lost(let error): await look(row, gone: .gone(lost: error), there: .stillThere(lost: error))
    case .locked: .locked
    case .unfit(let words): .unfit(words)
    case .refused(let error): .refused(error)
    }
  }

  /// Another row of the same name has another number: somebody has made it since.
  private func look(_ row: Row, gone: Effect, there: Effect) async -> Effect {
    do {
      return try await client.row(at: row.place)?.number == row.number ? there : gone
    } catch {
      return .unknown(error)
    }
  }
}

/// A change that removes a domain entry. Decides; does not act.
struct EntryRemoval: Sendable {
  let place: RowAddress
  /// The entry's name as the plan has it.
  let name: String
  private let from: Bool
  private let mark: String

  /// Nil where the change removes no domain entry.
  init?(_ change: Change) {
    guard change.to.position == .absent, let from = change.from.position.asSwitch, let entry = change.domainEntry,
      let place = RowAddress(change), case .domain(entry.list, entry.isRegex, _) = place
    else { return nil }
    (self.place, name, self.from, mark) = (place, change.name, from, entry.mark)
  }

  /// Decides on the row as it is now: it is removed only where it is as planned from, and this policy's own.
  func decide(on row: Row?) -> SwitchMove.Decision {
    guard let row else { return .stop(.superseded(.gone(name))) }
    guard row.carries(mark) else { return .stop(.superseded(.notOwn(name, mark: mark))) }
    guard row.isEnabled == from else { return .stop(.superseded(.switchedMeanwhile(name, row.switchState))) }
    return .send(row)
  }

  /// What `effect` comes to.
  func attempt(_ effect: EntryRemover.Effect) -> Result<Attempt, ProviderError> {
    switch effect {
    case .gone(let lost): .success(.done(.applied(lost.map { [.answerLost($0)] } ?? [])))
    case .notThere: .success(.done(.superseded(.gone(name))))
    case .stillThere(let lost): .success(.done(.unverified(.notRemoved(name, lost: lost))))
    case .locked: .success(.locked)
    case .unknown(let error): .success(.done(.unverified(.notReadBack(error))))
    case .unfit(let words): .success(.done(.failed(.unfit(name, words))))
    case .refused(let error): .failure(error)
    }
  }
}
