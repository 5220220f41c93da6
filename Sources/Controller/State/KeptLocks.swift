package import CivilTime
package import Policies
package import StateStore

// A lock that began when it was made goes on holding where the clock was set back to before that, as what it has shut must
// not come open. Whoever reads overrides sees it so. What somebody has ended holds no more, wherever the clock is set.

extension Override {
  /// The same; such a lock from `now` on.
  package func keepingShut(at now: Instant) -> Override {
    guard kind == .lock, !isTakenBack, from == madeAt, now < from else { return self }
    var lock = self
    lock.from = now
    return lock
  }

  /// The same where the clock says `now`: what somebody has ended at a time that is yet to come is over by now.
  package func stayingEnded(at now: Instant) -> Override {
    guard isTakenBack, now < until else { return self }
    var ended = self
    ended.until = now
    return ended
  }
}

extension StateStore {
  /// Those that count, the newest first, as they hold at `now`.
  package func overrides(at now: Instant) throws(StateError) -> [Override] {
    try overrides().map { $0.stayingEnded(at: now).keepingShut(at: now) }
  }
}

extension StateSnapshot {
  /// The same with its overrides as they hold at `now`.
  package func keepingShut(at now: Instant) -> StateSnapshot {
    var other = self
    other.overrides = overrides.map { $0.keepingShut(at: now) }
    other.strangers = strangers.map { $0.keepingShut(at: now) }
    return other
  }
}
