import HTTPTransport
import JSONTree
import Providers

/// Makes a domain entry of a policy's own: looks whether it is there, posts it, and reads it back.
struct EntryMaker: Sendable {
  let client: PiHoleClient
  let door: any WriteTransport

  /// Makes the entry of `change`.
  func apply(_ change: Change) async throws(ProviderError) -> Outcome {
    guard let new = NewEntry(change) else { return .failed(.unsuited(change)) }
    return try await client.patiently(new.name) { () async throws(ProviderError) in
      switch new.numbers(among: try await client.rows(of: .groups)) {
      case .failure(let unknown): return .done(.failed(.unknownGroups(new.name, unknown.names)))
      case .success(let groups):
        // A post on what is there already would change nothing; this tells so without one.
        guard try await client.row(of: new.entry) == nil else { return .done(.superseded(.madeMeanwhile(new.name))) }
        return try await client.begin { await carryOut(new, groups) }
      }
    }
  }

  private func carryOut(_ new: NewEntry, _ groups: [Int]) async -> Result<Attempt, ProviderError> {
    let path = RowAddress.path(new.entry.list, isRegex: new.entry.isRegex)
    let body = new.body(groups: groups).bytes
    switch await client.send(through: door, { .post(path, headers: $0 + [.json], body: body) }) {
    case .taken(let answer): return .success(await settle(new, groups, at: new.place(in: answer), nil))
    case .complained(.exists): return .success(.done(.superseded(.madeMeanwhile(new.name))))
    case .complained(let complaint): return .success(await settle(new, groups, .complained(complaint)))
    case .locked: return .success(await settle(new, groups, .complained(.locked)))
    case .lost(let error): return .success(await settle(new, groups, .lost(error)))
    case .unfit(let words): return .success(.done(.failed(.unfit(new.name, words))))
    case .notThere: return .failure(.noAPI)
    case .refused(let error): return .failure(error)
    }
  }

  /// Reads what came of the post, and takes back what was made in part.
  private func settle(
    _ new: NewEntry, _ groups: [Int], at place: RowAddress? = nil, _ doubt: Doubt?
  ) async -> Attempt {
    do {
      let row = if let place { try await client.row(at: place) } else { try await client.row(of: new.entry) }
      switch new.judge(row, groups: groups, doubt) {
      case .done(let outcome): return .done(outcome)
      case .locked: return .locked
      case .takeBack(let row, let notice): return .done(await takeBack(row, notice))
      }
    } catch {
      return .done(.unverified(.notReadBack(error)))
    }
  }

  /// Removes what our post made in part. It was not there before and carries our mark alone, so that it is nobody's.
  private func takeBack(_ row: Row, _ notice: Notice) async -> Outcome {
    repeat {
      switch await EntryRemover(client: client, door: door).remove(row) {
      case .gone, .notThere: return .failed(notice)
      case .locked: continue
      case .stillThere, .unknown, .unfit, .refused: return .unverified(.leftInPart(notice))
      }
    } while await client.session.waitForDatabase()
    return .unverified(.leftInPart(notice))
  }
}
