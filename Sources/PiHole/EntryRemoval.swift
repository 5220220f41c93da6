import Policies
import Providers

/// A change that removes a domain entry. Decides; does not act.
struct EntryRemoval: Sendable {
  let place: RowAddress
  /// The entry's name as the plan has it.
  let name: String
  private let from: Bool
  private let mark: String

  /// Nil where the change removes no domain entry.
  init?(_ change: Change) {
    guard change.to.position == .absent, let from = change.from.position.asSwitch, let entry = change.entry,
      let place = RowAddress(change), case .domain(entry.list, entry.isRegex, _) = place
    else { return nil }
    (self.place, name, self.from, mark) = (place, change.name, from, entry.mark)
  }

  /// Decides on the row as it is now: it is removed only where it is as planned from, and this policy's own.
  func decide(on row: Row?) -> SwitchMove.Decision {
    guard let row else { return .stop(.superseded(.gone(name))) }
    guard row.carries(mark) else { return .stop(.superseded(.notOwn(name, mark: mark))) }
    guard row.isEnabled == from else { return .stop(.superseded(.switchedMeanwhile(name, row.setting))) }
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
