/// How many passwords may be checked within a second of the clock, whoever sends them.
struct LoginThrottle: Sendable {
  var limit: Int
  private var second = 0
  private var checks = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Counts a check; false where it is one too many.
  mutating func allows(at now: Double) -> Bool {
    let current = Int(now.rounded(.down))
    if current != second {
      second = current
      checks = 0
    }
    checks += 1
    return checks <= limit
  }

  /// Takes a check back: the password was right.
  mutating func forgive() { checks -= 1 }
}
