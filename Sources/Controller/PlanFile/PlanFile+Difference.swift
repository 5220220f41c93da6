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
    if found.isEmpty, !changes.isEmpty, changes.allSatisfy({ standing(of: $0, in: plan) == .inPlace }) {
      return PlanFileMessages.carriedOut(moments.words(self.now))
    }
    return PlanFileMessages.stale(
      moments.words(self.now), differences(to: plan, found, moments), isPolicyEdited: policyFingerprint != now,
      unread: plan.unreadSystems)
  }

  /// Why a planned change is none any more.
  private enum Standing { case inPlace, unwanted, gone }

  private func standing(of planned: PlannedChange, in plan: Plan) -> Standing {
    let entries = plan.entries.filter { planned.isAbout($0) }
    if entries.contains(where: { PlannedChange(inPlace: $0)?.aims(as: planned) ?? false }) { return .inPlace }
    return entries.isEmpty ? .gone : .unwanted
  }

  /// A line for each change that is new, different, or none any more.
  private func differences(to plan: Plan, _ found: [PlannedChange], _ moments: Moments) -> [String] {
    let step = { (change: PlannedChange) in change.step(ending: moments.words) }
    let gone: [String] = changes.compactMap { planned in
      if found.contains(where: { $0.key == planned.key }) { return nil }
      return switch standing(of: planned, in: plan) {
      case .inPlace: PlanFileMessages.inPlace(planned, step(planned))
      case .unwanted: PlanFileMessages.unwanted(planned, step(planned))
      case .gone: PlanFileMessages.gone(planned, step(planned))
      }
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
