import Approvals
import CivilTime
import Planning
import Policies

extension EditNote {
  /// Why an edit of `target` waits, said at `now`: as `EditWords` puts it in words.
  init(_ target: Name, _ reason: EditReason, now: Instant) {
    switch reason {
    case .gone: self.init(target, .gone)
    case .freer(let loosening, let times): self.init(target, loosening, times, now: now)
    case .objects: self.init(target, .objects)
    case .entryGroups: self.init(target, .entryGroups)
    case .pruning(let prunes): self.init(target, prunes ? .pruning : .keeping)
    case .unguarded: self.init(target, .unguarded)
    case .guarding(_, let after): self.init(target, .guarding, need: [after].needs.first)
    case .editing: self.init(target, .editing)
    case .permission: self.init(target, .permission)
    case .group(let group): self.init(target, .group, other: group)
    case .system(let system): self.init(target, .system, other: system)
    case .alias(let system): self.init(target, .alias, other: system)
    case .allowing(let other): self.init(target, .allowing, other: other)
    case .switching(let other): self.init(target, .switching, other: other)
    case .acting(let other): self.init(target, .acting, other: other)
    case .owner: self.init(target, .owner)
    case .limits: self.init(target, .limits)
    case .linked(let other): self.init(target, .linked, other: other)
    }
  }

  private init(_ target: Name, _ loosening: Loosening, _ times: LooserTimes, now: Instant) {
    let (before, after) = (loosening.before, loosening.after)
    let at = now >= loosening.at ? nil : loosening.at
    if let carrier = after.carrier, before.carrier == nil {
      self.init(target, .carried, other: carrier, at: at, times: times)
    } else if before.state == after.state {
      self.init(target, .weaker, at: at, times: times)
    } else {
      self.init(target, .freer, state: after.state, before: before.state, at: at, times: times)
    }
  }
}
