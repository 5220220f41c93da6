package import Approvals
package import CivilTime
import Planning
import Policies

extension PolicyEdit {
  /// Whether it frees one of `bundle` earlier than its approvers were told, or for much longer: an override of a target that it
  /// joins may have been made since. Of what an older version noted nobody knows.
  func freesMoreThanTold(_ bundle: [HeldEdits.Held], at now: Instant) -> Bool {
    !notes.isEmpty
      && bundle.contains { held in
        let told = notes.filter { $0.target == held.target.name && [.freer, .weaker, .carried].contains($0.reason) }
        return held.reasons.contains { reason in
          guard case .freer(let loosening, let times) = reason else { return false }
          return told.allSatisfy { note in
            let isEarlier = note.at.map { max(now, loosening.at) < $0 } ?? false
            return isEarlier || note.times.map { times.isMuchMore(than: $0) } ?? false
          }
        }
      }
  }
}

extension GuardingPolicy {
  /// The same of `edit` as it would be followed at `now`, with the overrides of then: no run may have come since one was made.
  package func freesMoreThanTold(by edit: PolicyEdit, at now: Instant) -> Bool {
    guard let version = remembered.approved.policy(edit.version) else { return false }
    let made = remembered.overrides.map { $0.keepingShut(at: now) }
    let held = HeldEdits(
      version, approved: remembered.approved.targets, overrides: remembered.counting(made, for: policy, at: now),
      now: now)
    return edit.freesMoreThanTold(held.held.filter { edit.targets.contains($0.target.name) }, at: now)
  }
}
