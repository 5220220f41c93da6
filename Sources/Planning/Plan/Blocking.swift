import CivilTime
import Policies
import Providers

/// What to do about a switch that pauses: its wanted value is a state and an end, and somebody may have paused it.
///
/// | wanted | live | action |
/// |---|---|---|
/// | paused until E | paused, timer at E or up to 90 s later | none |
/// | paused, no end | paused without a timer | none |
/// | paused, `leave` follows | paused in any way | none |
/// | paused | anything else | change |
/// | active | active without a timer | none |
/// | active | paused on a timer of at most `pause-limit` that is not ours, not `strict` | temporary |
/// | active | anything else | change |
/// | leave | anything | leave |
struct BlockingDecision {
  var to: SwitchState?
  var action: PlanEntry.Action

  /// Decides for one that is at `live`, with the verdict `verdict` at `now`. `ownTimer` is when the timer
  /// rings that was set here last: it is never taken for somebody's.
  init(
    verdict: Verdict, live: SwitchState, now: Instant, enforcement: Enforcement, pauseLimitSeconds: Int,
    ownTimer: Instant? = nil
  ) {
    switch verdict.state {
    case .paused:
      let wanted = SwitchState(.paused, ends: verdict.nextActive)
      to = wanted
      let isInPlace = BlockingDecision.isInPlace(live, wanted: wanted, leaveFollows: verdict.isFollowedByLeave)
      action = isInPlace ? .none : .change
      // A pause that is already there is not timed again where nothing is wanted afterwards.
      if isInPlace, verdict.isFollowedByLeave { to = live }
    case .active:
      to = SwitchState(.active)
      if live == SwitchState(.active) {
        action = .none
      } else if BlockingDecision.isPersonsPause(live, now: now, limitSeconds: pauseLimitSeconds),
        enforcement != .strict, !(ownTimer.map { live.isLike(SwitchState(.paused, ends: $0)) } ?? false)
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

  private static func isInPlace(_ live: SwitchState, wanted: SwitchState, leaveFollows: Bool) -> Bool {
    live.position == .paused && (leaveFollows || live.fulfils(wanted))
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
