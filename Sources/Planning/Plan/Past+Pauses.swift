public import CivilTime
public import Policies
import Providers

extension Past {
  /// When somebody's own pause of what `target` pauses on `system` ends, as a run saw it last, where runs leave it alone
  /// although it is to be active; nil where there is none, or where they end it.
  public func pauseByHand(of target: Target, on system: System, at now: Instant) -> Instant? {
    guard case .whole(let pauseLimit)? = target.selector.kind?.form, let kind = target.selector.object,
      let seen = memory.objects[ObjectKey(system: system.name, kind: kind, id: nil)], seen.underWay == nil,
      seen.at <= now,
      let ends = seen.switchState.ends, ends > now
    else { return nil }
    let active = Verdict(state: .active, decidedBy: .otherwise, since: nil, until: nil, nextActive: nil)
    let decision = BlockingDecision(
      verdict: active, live: seen.switchState, now: now, enforcement: target.enforcement ?? .normal,
      pauseLimitSeconds: system.seconds(pauseLimit) ?? 0, ownTimers: ownTimers(on: system.name))
    return decision.action == .temporary ? ends : nil
  }
}
