import Documents
import HTTPTransport
import JSONTree
import Policies
import Providers

/// Makes a domain entry of a policy's own: looks whether it is there, posts it, and reads it back.
struct EntryMaker: Sendable {
  let client: PiHoleClient
  let transport: any WriteTransport

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
    switch await client.send(through: transport, { .post(path, headers: $0 + [.json], body: body) }) {
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
      case .takeBack(let row, let message): return .done(await takeBack(row, message))
      }
    } catch {
      return .done(.unverified(.notReadBack(error)))
    }
  }

  /// Removes what our post made in part. It was not there before and carries our mark alone, so that it is nobody's.
  private func takeBack(_ row: Row, _ message: Message) async -> Outcome {
    repeat {
      switch await EntryRemover(client: client, transport: transport).remove(row) {
      case .gone, .notThere: return .failed(message)
      case .locked: continue
      case .stillThere, .unknown, .unfit, .refused: return .unverified(.leftInPart(message))
      }
    } while await client.session.waitForDatabase()
    return .unverified(.leftInPart(message))
  }
}

/// A domain entry that is to be made. Decides; does not act.
struct NewEntry: Sendable {
  let entry: DomainEntry
  /// The entry's name as the plan has it.
  let name: String
  /// Where its switch is to stand.
  let isEnabled: Bool

  /// Nil where the change makes no domain entry.
  init?(_ change: Change) {
    guard change.from.position == .absent, let isEnabled = change.to.position.asSwitch, let entry = change.domainEntry,
      !entry.text.isEmpty, !entry.mark.isEmpty, !entry.groups.isEmpty
    else { return nil }
    (self.entry, name, self.isEnabled) = (entry, change.name, isEnabled)
  }

  /// The numbers of the groups that it is to belong to, each once, among all that there are; or the names that none has.
  ///
  /// An entry without groups has no effect, and one number that is unknown leaves it with those before: hence all or
  /// none.
  func numbers(among groups: [Row]) -> Result<[Int], UnknownGroups> {
    let known = Dictionary(groups.map { ($0.place.text, $0.number) }) { first, _ in first }
    let unknown = entry.groups.filter { known[$0] == nil }
    guard unknown.isEmpty else { return .failure(UnknownGroups(names: unknown)) }
    return .success(Set(entry.groups.compactMap { known[$0] }).sorted())
  }

  /// Names of groups that are not there.
  struct UnknownGroups: Error, Hashable {
    var names: [String]
  }

  /// What is posted.
  func body(groups: [Int]) -> JSON {
    .object([
      .init("domain", .string(entry.text)), .init("comment", .string(entry.mark)),
      .init("groups", .array(groups.map(JSON.integer))), .init("enabled", .bool(isEnabled)),
    ])
  }

  /// Where Pi-hole says that it has put it: the stored form, which may be another than the one that was sent.
  func place(in answer: JSON) -> RowAddress? {
    let rows = (try? Row.all(in: answer, of: .domains)) ?? []
    return rows.map(\.place).first { place in
      if case .domain(entry.list, entry.isRegex, _) = place { true } else { false }
    }
  }
}

extension NewEntry {
  /// What is to be done about what a read shows after the post.
  enum Verdict: Sendable {
    case done(Outcome)
    /// Nothing was written, because the database is locked.
    case locked
    /// It was made in part, by us: it must not stay.
    case takeBack(Row, Message)
  }

  /// Decides what a read after the post says; before the post there was no such entry.
  ///
  /// | answer | row | then |
  /// |---|---|---|
  /// | taken | as wanted | applied |
  /// | taken | otherwise, or none | unverified |
  /// | lost | as wanted | applied |
  /// | lost | none | unverified |
  /// | locked | none | once more |
  /// | complained | none | failed |
  /// | complained | as wanted | unverified |
  /// | lost, locked, complained | our mark and other groups | made in part, to be taken back |
  /// | lost, locked, complained | anything else | unverified, or somebody else's |
  func judge(_ row: Row?, groups: [Int], _ doubt: Doubt?) -> Verdict {
    guard let row else { return judgeAbsent(doubt) }
    let others = members(of: row, differingFor: groups)
    let isOurs = row.comment == entry.mark && others.contains("groups")
    switch doubt {
    case nil where others.isEmpty: return .done(.applied([]))
    case nil: return .done(.unverified(.othersChanged(name, others, nil)))
    case .lost(let error) where others.isEmpty: return .done(.applied([.answerLost(error)]))
    case .lost(let error) where isOurs: return .takeBack(row, .madeInPart(name, error.message.text))
    case .lost(let error): return .done(.unverified(.othersChanged(name, others, error.message.text)))
    case .complained(let complaint) where others.isEmpty:
      return .done(.unverified(.complainedAndShown(name, complaint.words)))
    case .complained(let complaint) where isOurs: return .takeBack(row, .madeInPart(name, complaint.words))
    case .complained: return .done(.superseded(.madeMeanwhile(name)))
    }
  }

  private func judgeAbsent(_ doubt: Doubt?) -> Verdict {
    switch doubt {
    case nil: .done(.unverified(.entryNotShown(name, lost: nil)))
    case .lost(let error): .done(.unverified(.entryNotShown(name, lost: error)))
    case .complained(.locked): .locked
    case .complained(let complaint): .done(.failed(.notTaken(name, complaint.words)))
    }
  }

  private func members(of row: Row, differingFor groups: [Int]) -> [String] {
    let differences = [
      ("comment", row.comment != entry.mark), ("enabled", row.isEnabled != isEnabled),
      ("groups", Set(row.groups ?? []) != Set(groups)),
    ]
    return differences.filter(\.1).map(\.0)
  }
}
