import CivilTime
import Documents
import Planning
import Policies
import Presentation
import Providers

extension PlanFile {
  /// Why `plan` is not the one of this file, so that nothing must be written; nil where it is.
  func refusal(of plan: Plan, policyFingerprint now: String, in zone: Zone) -> Message? {
    let moments = Moments(zone: zone, now: plan.now)
    let found = plan.entries.compactMap { PlannedChange($0) }
    if plan.fingerprint == fingerprint, found.count == changes.count,
      zip(found, changes).allSatisfy({ $0.isSame(as: $1) })
    {
      return nil
    }
    return PlanFileMessages.stale(
      moments.words(self.now), differences(to: found, moments), isPolicyEdited: policyFingerprint != now,
      unread: plan.unreadSystems)
  }

  /// A line for each change that is new, gone or different.
  private func differences(to found: [PlannedChange], _ moments: Moments) -> [String] {
    let step = { (change: PlannedChange) in change.step(ending: moments.words) }
    let gone = changes.compactMap { planned in
      found.contains { $0.key == planned.key } ? nil : PlanFileMessages.gone(planned, step(planned))
    }
    let others: [String] = found.compactMap { change in
      guard let planned = changes.first(where: { $0.key == change.key }) else {
        return PlanFileMessages.new(change, step(change))
      }
      return planned.isSame(as: change) ? nil : PlanFileMessages.different(planned, change, step)
    }
    return gone + others
  }
}

extension Moments {
  /// An instant as a plan file has it; what is none stays as it is.
  fileprivate func words(_ text: String) -> String {
    (try? Instant(text, as: .at, in: .utc, now: now)).map(short) ?? text
  }
}

extension Plan {
  fileprivate var unreadSystems: [String] { systems.filter { $0.error != nil }.map(\.name.text) }
}
