/// How many requests were admitted in this minute of the clock.
struct RequestCounts: Sendable {
  private var minute = 0
  private var counts: [String: Int] = [:]

  /// Counts a request under each of `names`, or refuses it where one of them has reached `limit`.
  mutating func admit(_ names: [String], limit: Int, at now: Double) throws(Refusal) {
    let second = Int(now.rounded(.down))
    if second / 60 != minute { (minute, counts) = (second / 60, [:]) }
    guard names.allSatisfy({ counts[$0, default: 0] < limit }) else {
      throw Refusal(429, "rate_limited", "Request rate limit exceeded", retryAfter: 60 - second % 60)
    }
    for name in names { counts[name, default: 0] += 1 }
  }
}
