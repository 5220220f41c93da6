import CivilTime
import StateStore

extension UntakenNews {
  /// So often each run tells it again. A receiver that is away for the night needs no try a minute, and one that shows what it
  /// says that it refuses must not ring as often.
  static let eagerTries = 10

  /// After these, how long the next try is waited for, in seconds, twice as long each time.
  static let shortestWait: Int64 = 900
  static let longestWait: Int64 = 3600

  /// Whether it is not to be tried for its own sake at `now`.
  func isWaiting(at now: Instant) -> Bool {
    guard tries >= Self.eagerTries else { return false }
    let wait = tries - Self.eagerTries > 1 ? Self.longestWait : Self.shortestWait << Int64(tries - Self.eagerTries)
    // A clock that was set back is no reason to wait longer.
    return at <= now && now - at < wait
  }
}
