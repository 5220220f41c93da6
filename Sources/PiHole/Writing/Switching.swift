import HTTPTransport
import JSONTree
import Policies
import Providers

/// Moves the switch of a group, a subscribed list or a domain entry: reads the one row, compares it with what the plan
/// saw, sends it back with another `enabled`, and reads it again.
///
/// The API has no lock and no version of a row; between the read and the write an edit of somebody else's is lost. The
/// two follow each other directly, which is all that can be done about it.
struct SwitchApplier: Sendable {
  let client: PiHoleClient
  let transport: any WriteTransport

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
    switch await client.send(through: transport, { .put(path, headers: $0 + [.json], body: body) }) {
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

/// A change in the words of a row's switch. Decides; does not act.
struct SwitchMove: Sendable {
  let place: RowAddress
  /// The object's name as the plan has it.
  let name: String
  /// Where the switch is to stand. There are two positions, so that the plan saw it in the other.
  let to: Bool
  /// The number that a group must have; nil for what is addressed otherwise.
  let number: Int?
  /// What a domain entry's comment must hold; nil for other rows.
  let mark: String?

  /// Nil where the change does not move the switch of a row.
  init?(_ change: Change) {
    guard let place = RowAddress(change), let from = change.from.position.asSwitch,
      let to = change.to.position.asSwitch,
      from != to
    else { return nil }
    switch place {
    case .group:
      guard let number = change.id.flatMap({ Int($0) }) else { return nil }
      (self.number, mark) = (number, nil)
    case .domain(let list, let isRegex, _):
      guard let entry = change.domainEntry, entry.list == list, entry.isRegex == isRegex else { return nil }
      (number, mark) = (nil, entry.mark)
    case .list: (number, mark) = (nil, nil)
    }
    (self.place, name, self.to) = (place, change.name, to)
  }

  /// What is to be done about a row.
  enum Decision {
    case stop(Outcome)
    case send(Row)
  }

  /// Decides on the row as it is now.
  ///
  /// | row | then |
  /// |---|---|
  /// | none | nothing: it was deleted or renamed |
  /// | a group of another number | nothing: another was made instead |
  /// | group 0 | nothing, ever |
  /// | a domain entry without the mark | nothing: it is not this policy's own any more |
  /// | stands as wanted | nothing: somebody moved it meanwhile |
  /// | a text in it is not UTF-8 | nothing: it could not be sent back as it is |
  /// | as planned from | write |
  func decide(on row: Row?) -> Decision {
    guard number != Row.defaultGroup else { return .stop(.failed(.defaultGroup(name))) }
    guard let row else { return .stop(.superseded(.gone(name))) }
    if let number, row.number != number { return .stop(.superseded(.becameAnother(name))) }
    if let mark, !row.carries(mark) { return .stop(.superseded(.notOwn(name, mark: mark))) }
    if row.isEnabled == to { return .stop(.superseded(.already(name, row.switchState))) }
    return row.canBeSentBack ? .send(row) : .stop(.failed(.cannotBeSentBack(name)))
  }

  /// The body of the update, with all that Pi-hole would reset if it were left out.
  ///
  /// A group is sent with its own name: without one a group that was deleted meanwhile would be made again, with one
  /// nothing happens then. (Measured.) For the other kinds there is no such form.
  func body(for row: Row) -> JSON {
    var members: [JSON.Member] = []
    if case .group(let name) = row.place { members.append(.init("name", .string(name))) }
    members.append(.init("comment", row.comment.map(JSON.string) ?? .null))
    members.append(.init("enabled", .bool(to)))
    if let groups = row.groups { members.append(.init("groups", .array(groups.map(JSON.integer)))) }
    return .object(members)
  }
}

extension SwitchMove {
  /// Decides what a row that was read back says about the update of `before`; `doubt` is nil where it was taken.
  func judge(_ after: Row?, before: Row, _ doubt: Doubt?) -> Outcome {
    guard let after else { return .unverified(.goneAfterwards(name)) }
    // Numbers are not used twice: it was deleted in the last moment, and the update has made it again.
    guard after.number == before.number else { return .unverified(.madeAnew(name)) }
    let others = after.members(differingFrom: before)
    guard others.isEmpty else { return .unverified(.othersChanged(name, others, doubt?.words)) }
    switch (doubt, isMoved: after.isEnabled == to) {
    case (nil, true): return .applied([])
    case (nil, false): return .unverified(.notShown(name, after.switchState, lost: nil))
    case (.lost(let error), true): return .applied([.answerLost(error)])
    case (.lost(let error), false): return .unverified(.notShown(name, after.switchState, lost: error))
    case (.complained(let complaint), true): return .unverified(.complainedAndShown(name, complaint.words))
    case (.complained(let complaint), false): return .failed(.notTaken(name, complaint.words))
    }
  }
}

extension Row {
  /// What of a row an update could have reset and differs from `earlier`; the switch does not count.
  func members(differingFrom earlier: Row) -> [String] {
    let differences = [
      ("comment", comment != earlier.comment),
      ("groups", groups.map(Set.init) != earlier.groups.map(Set.init)),
    ]
    return differences.filter(\.1).map(\.0)
  }
}
