/// What is known of a person's PIN, which itself nobody keeps, and of the wrong ones that were tried.
package struct PersonPIN: Hashable, Sendable {
  /// What the right one is known by.
  package var hash: String
  /// How many wrong ones were tried since the last right one, or since the last wait.
  package var wrong = 0
  /// How often there were too many since the last right one.
  package var waits = 0
  /// When there were too many; nil where there were not.
  package var blockedSince: ClockReading?

  /// A PIN that was just chosen.
  package init(hash: String) { self.hash = hash }

  /// So many wrong ones in a row make everybody wait.
  package static let mostWrong = 5
  /// What the first wait takes, in seconds: an hour. Each further one takes twice as long as the one before.
  private static let firstWait: Int64 = 3_600
  /// What a wait takes at most, in seconds: a day.
  private static let longestWait: Int64 = 86_400

  /// For how long nothing may be tried after the last wait began, in seconds.
  package var waitSeconds: Int64 {
    waits == 0 ? 0 : min(Self.longestWait, Self.firstWait << Int64(min(waits - 1, 8)))
  }

  /// Whether nothing may be tried at `now`.
  package func isBlocked(at now: ClockReading) -> Bool {
    blockedSince.map { !now.isPast(waitSeconds, since: $0) } ?? false
  }

  /// What came of trying one.
  package enum Answer: Hashable, Sendable {
    case right
    /// So many may still be tried before there is a wait.
    case wrong(left: Int)
    /// Nothing may be tried for so many seconds from the last wrong one on.
    case blocked(seconds: Int64)
    /// There is not enough memory to find out. That was no try.
    case unknown
  }

  /// What comes of trying one at `now`, and what is known then.
  package func trying(at now: ClockReading, fits: (String) -> CodeDecision.Fit) -> (answer: Answer, pin: PersonPIN) {
    if isBlocked(at: now) { return (.blocked(seconds: waitSeconds), self) }
    var pin = self
    switch fits(hash) {
    case .unknown: return (.unknown, self)
    case .right:
      (pin.wrong, pin.waits, pin.blockedSince) = (0, 0, nil)
      return (.right, pin)
    case .wrong:
      pin.wrong += 1
      guard pin.wrong >= Self.mostWrong else { return (.wrong(left: Self.mostWrong - pin.wrong), pin) }
      (pin.wrong, pin.waits, pin.blockedSince) = (0, waits + 1, now)
      return (.blocked(seconds: pin.waitSeconds), pin)
    }
  }

  // MARK: Choosing one

  /// Why a text is no PIN. It holds nothing of it.
  package enum Flaw: Error, Hashable, Sendable {
    /// Fewer than 8 digits, or fewer than 12 characters.
    case short
    /// All of it is one character, or one goes on from the one before as in `12345678`.
    case plain
    /// More than a line of 128 bytes.
    case long
  }

  /// Why `text` cannot be chosen; nil where it can: 8 digits or more, or a phrase of 12 characters or more.
  package static func flaw(of text: String) -> Flaw? {
    if text.utf8.count > 128 { return .long }
    let isOfDigits = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if text.count < (isOfDigits ? 8 : 12) { return .short }
    let steps = zip(text.unicodeScalars, text.unicodeScalars.dropFirst()).map { Int($1.value) - Int($0.value) }
    let isPlain = [-1, 0, 1].contains { step in steps.allSatisfy { $0 == step } }
    return isPlain ? .plain : nil
  }
}
