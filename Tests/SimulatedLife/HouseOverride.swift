/// What somebody wanted for a while.
struct HouseOverride: Equatable, Sendable {
  /// The program numbers them from 1; the greater number is the newer one.
  var id = 0
  var target: String
  var state: String
  /// By the machine's clock; `until` is out.
  var from: Int64
  var until: Int64
  /// Whether it was made as a lock.
  var isLock = false
  /// Whether it was made as more time.
  var isMore = false
  /// What was named where it was made for one member of that, beside others.
  var named: String?
  /// Whether somebody has ended it.
  var isTakenBack = false

  init(_ target: String, _ state: String, _ from: Int64, _ until: Int64) {
    (self.target, self.state, self.from, self.until) = (target, state, from, until)
  }

  /// The same; a lock holds from `now` on where the clock was set back to before it was made, and what was ended is over by now. All
  /// are made when they begin.
  func keepingShut(at now: Int64) -> HouseOverride {
    var other = self
    if isTakenBack {
      other.until = min(until, now)
    } else if isLock {
      other.from = min(from, now)
    }
    return other
  }

  func holds(at instant: Int64) -> Bool { (from..<max(from, until)).contains(instant) }
}
