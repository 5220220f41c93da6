/// Whose turn it is to call: a few at a time, doors first.
///
/// Until an answer has shown that the token may do this, calls begin one after another, as each refusal counts towards a
/// ban: the next one when the one before was answered, or was not within a second. The token is looked at before the
/// device, so that a refusal comes at once, and whoever is still waiting then waits for a device.
actor CallTurns {
  /// One less than the requests that are sent to one host at once: there is always one left to look with.
  static let atOnce = 3
  /// How long a call that proves nothing yet keeps the next one from beginning.
  static let untilPassedOn = Duration.seconds(1)

  /// Whether a call was accepted.
  private(set) var isProven = false
  private var underWay = 0
  private var turn = 0
  /// The turn of which it is not known yet whether it is refused.
  private var trying: Int?
  private var waiting: [(isDoor: Bool, begin: CheckedContinuation<Int, Never>)] = []

  /// How many wait for a turn.
  var waits: Int { waiting.count }

  /// Waits for a turn, and gives its number.
  func take(isDoor: Bool) async -> Int {
    await withCheckedContinuation { continuation in
      let place = isDoor ? waiting.firstIndex { !$0.isDoor } : nil
      waiting.insert((isDoor, continuation), at: place ?? waiting.endIndex)
      beginNext()
    }
  }

  /// A turn for what can be left out; nil where all are taken, or somebody waits for one.
  func takeIfFree() -> Int? {
    guard underWay < Self.atOnce, waiting.isEmpty else { return nil }
    underWay += 1
    turn += 1
    return turn
  }

  /// Lets the next one begin although nothing is known of `turn` yet.
  func passOn(_ turn: Int) {
    if trying == turn { trying = nil }
    beginNext()
  }

  /// The token may do this.
  func prove() { isProven = true }

  /// Whoever had `turn` is done.
  func end(_ turn: Int) {
    underWay -= 1
    passOn(turn)
  }

  private func beginNext() {
    while underWay < Self.atOnce, isProven || trying == nil, !waiting.isEmpty {
      underWay += 1
      turn += 1
      if !isProven { trying = turn }
      waiting.removeFirst().begin.resume(returning: turn)
    }
  }
}
