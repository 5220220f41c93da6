import CivilTime
import Policies

/// What to do about the blocking of a Pi-hole: its wanted value is a state and an end, and a person may have paused it.
///
/// | wanted | live | action |
/// |---|---|---|
/// | paused until E | paused, timer within 90 s of E | none |
/// | paused, no end | paused without a timer | none |
/// | paused, `leave` follows | paused in any way | none |
/// | paused | anything else | change |
/// | active | active without a timer | none |
/// | active | paused on a timer of at most `pause-limit`, not `strict` | temporary |
/// | active | anything else | change |
/// | leave | anything | leave |
struct BlockingDecision {
  /// How far a timer may be from the wanted end and still count as in place, in seconds. It covers the margin that a
  /// pause is sent with, and clocks that disagree a little.
  static let toleranceSeconds: Int64 = 90

  var to: Setting?
  var action: Line.Action

  /// Decides for a Pi-hole that stands at `live`, with the verdict `verdict` at `now`.
  init(
    verdict: Verdict, live: Setting, now: Instant, enforcement: Enforcement, pauseLimitSeconds: Int
  ) {
    switch verdict.state {
    case .leave, .on, .off:
      (to, action) = (nil, .leave)
    case .paused:
      let wanted = Setting(.paused, ends: verdict.nextActive)
      to = wanted
      let isInPlace = BlockingDecision.isInPlace(live, wanted: wanted, leaveFollows: verdict.isFollowedByLeave)
      action = isInPlace ? .none : .change
      // A pause that is already there is not timed anew where nothing is wanted afterwards.
      if isInPlace, verdict.isFollowedByLeave { to = live }
    case .active:
      to = Setting(.active)
      if live == Setting(.active) {
        action = .none
      } else if BlockingDecision.isPersonsPause(live, now: now, limitSeconds: pauseLimitSeconds),
        enforcement != .strict
      {
        action = .temporary
      } else {
        action = .change
      }
    }
    if action == .change, enforcement == .observe { action = .observe }
  }

  private static func isInPlace(_ live: Setting, wanted: Setting, leaveFollows: Bool) -> Bool {
    guard live.position == .paused else { return false }
    if leaveFollows { return true }
    switch (live.ends, wanted.ends) {
    case (nil, nil): return true
    case (let live?, let wanted?): return abs(live - wanted) <= toleranceSeconds
    case (nil, _?), (_?, nil): return false
    }
  }

  /// Without a memory of the fuses that were set here, any timer that short counts as a person's.
  private static func isPersonsPause(_ live: Setting, now: Instant, limitSeconds: Int) -> Bool {
    guard live.position == .paused, let ends = live.ends else { return false }
    return ends - now <= Int64(limitSeconds)
  }
}

extension Verdict {
  /// Whether the present stretch ends in `leave` rather than in another wanted state.
  var isFollowedByLeave: Bool { until != nil && until != nextActive }
}
