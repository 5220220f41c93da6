import CivilTime
import Policies
import Providers

/// What to do about a switch that pauses: its wanted value is a state and an end, and somebody may have paused it.
///
/// | wanted | live | action |
/// |---|---|---|
/// | paused until E | paused, timer at E or up to 90 s later | none |
/// | paused, no end | paused without a timer | none |
/// | paused, `leave` follows | paused in any way but on a timer of ours for another end, or without ours | none |
/// | paused | anything else | change |
/// | active | active without a timer | none |
/// | active | paused on a timer of at most `pause-limit` that is not ours, not `strict` | temporary |
/// | active | anything else | change |
/// | leave | anything | leave |
struct BlockingDecision {
  var to: SwitchState?
  var action: PlanEntry.Action

  /// Decides for one that is at `live`, with the verdict `verdict` at `now`. `ownTimers` say when the timer rings that was
  /// set here last, by each clock that knows: it is never taken for somebody's.
  init(
    verdict: Verdict, live: SwitchState, now: Instant, enforcement: Enforcement, pauseLimitSeconds: Int,
    ownTimers: [Instant] = []
  ) {
    let isOwn = ownTimers.contains { live.isLike(SwitchState(.paused, ends: $0)) }
    switch verdict.state {
    case .paused:
      let wanted = SwitchState(.paused, ends: verdict.pauseEnds)
      to = wanted
      // A restart forgets timers, and not that it is paused.
      let hasLostOwn = live.ends == nil && ownTimers.contains { now < $0 }
      // Somebody's pause that is already there is not timed again where nothing is wanted afterwards.
      let isGiven = verdict.isFollowedByLeave && live.position == .paused && !isOwn && !hasLostOwn
      let isInPlace = isGiven || live.fulfils(wanted)
      action = isInPlace ? .none : .change
      if isInPlace, verdict.isFollowedByLeave { to = live }
    case .active:
      to = SwitchState(.active)
      if live == SwitchState(.active) {
        action = .none
      } else if BlockingDecision.isPersonsPause(live, now: now, limitSeconds: pauseLimitSeconds),
        enforcement != .strict, !isOwn
      {
        action = .temporary
      } else {
        action = .change
      }
    default:
      (to, action) = (nil, .leave)
    }
    if action == .change, enforcement == .observe { action = .observe }
  }

  /// A timer that short counts as somebody's.
  private static func isPersonsPause(_ live: SwitchState, now: Instant, limitSeconds: Int) -> Bool {
    guard live.position == .paused, let ends = live.ends else { return false }
    return ends - now <= Int64(limitSeconds)
  }
}

extension Verdict {
  /// Whether the present stretch ends in `leave` rather than in another wanted state.
  var isFollowedByLeave: Bool { until != nil && until != nextActive }
}
