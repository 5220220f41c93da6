import Documents
import Planning
import Policies
import Providers

extension PlanFile {
  /// Why `plan` is not the one of this file, so that nothing must be written; nil where it is.
  func refusal(of plan: Plan, policyFingerprint now: String) -> Message? {
    let found = plan.changes.map { PlannedChange($0) }
    if plan.fingerprint == fingerprint, found.count == changes.count,
      zip(found, changes).allSatisfy({ $0.isSame(as: $1) })
    {
      return nil
    }
    return PlanFileMessages.stale(
      self.now, differences(to: found), isPolicyEdited: policyFingerprint != now, unread: plan.unreadSystems)
  }

  /// A line for each change that is new, gone or different.
  private func differences(to found: [PlannedChange]) -> [String] {
    let gone = changes.compactMap { planned in
      found.contains { $0.key == planned.key } ? nil : PlanFileMessages.gone(planned)
    }
    let others: [String] = found.compactMap { change in
      guard let planned = changes.first(where: { $0.key == change.key }) else { return PlanFileMessages.new(change) }
      return planned.isSame(as: change) ? nil : PlanFileMessages.different(planned, change)
    }
    return gone + others
  }
}

extension Plan {
  fileprivate var unreadSystems: [String] { systems.filter { $0.error != nil }.map(\.name.text) }
}
