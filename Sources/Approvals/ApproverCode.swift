package import Policies

/// What is known of an approver's code, which itself nobody keeps.
package struct ApproverCode: Hashable, Sendable {
  /// How far it is.
  package enum Standing: String, CaseIterable, Hashable, Sendable {
    /// A code is to be made and sent.
    case wanted
    /// It was made, and is on its way: where the program ended meanwhile nobody knows whether it came.
    case sending
    /// It was handed over.
    case sent
    /// The approver could not be reached, as far as anybody knows: an answer may have been lost.
    case unreachable
    /// There is no way to the approver.
    case noChannel = "no-channel"
    /// It was used.
    case used
  }

  /// Whose it is.
  package var approver: Name
  /// How far it is.
  package var standing: Standing
  /// What a right code is known by; nil where none was made.
  package var hash: String?
  /// When it was made.
  package var at: ClockReading?
  /// How often sending it was tried.
  package var tries = 0
  /// How often a fresh one was asked for.
  package var asked = 0
  /// Why the approver could not be reached.
  package var trouble: String?

  /// One that is to be made.
  package init(approver: Name, standing: Standing = .wanted) {
    (self.approver, self.standing) = (approver, standing)
  }

  /// So often an approver is tried to be reached by each run. Afterwards a fresh code is sent when the one before it is not good
  /// any more, and later once an hour: what a server shows that says that it failed must not ring each minute.
  package static let eagerTries = 3
  private static let hourlyFrom = 9

  /// How long nobody tries to reach the approver after the last try, in seconds.
  package var secondsToWait: Int64 {
    if tries < Self.eagerTries { return 0 }
    return tries < Self.hourlyFrom ? Self.goodSeconds : 3600
  }

  /// For how long a code is good, in seconds.
  package static let goodSeconds: Int64 = 600

  /// Whether it is good at `now`: it was made in this boot of the machine, not long ago, and not used.
  package func isGood(at now: ClockReading) -> Bool {
    // Whoever got it may be quicker than the note that it was handed over; and that a server gave no answer in time, or a wrong
    // one, does not say that it kept the message to itself. Nobody else has the code.
    guard [.sent, .sending, .unreachable].contains(standing), hash != nil, let made = at?.boot else { return false }
    // By the machine's own clock alone: nothing tells a wall clock that was set.
    return !(made + Self.goodSeconds).isOver(at: now.boot)
  }
}
