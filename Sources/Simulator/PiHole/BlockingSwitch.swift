/// Whether a Pi-hole blocks, and the timer that may turn it round; a state machine that is told the time.
public struct BlockingSwitch: Hashable, Sendable {
  /// Kept over restarts.
  public private(set) var isActive: Bool
  /// Lost by a restart.
  public private(set) var timer: Timer?

  /// A running timer. It counts down in steps of a tenth of a second.
  public struct Timer: Hashable, Sendable {
    /// Seconds since 1970.
    public var startedAt: Double
    /// Seconds; may be infinite.
    public var delay: Double
    /// What blocking becomes at the end.
    public var target: Bool

    static let step = 0.1

    /// The instant of the step at which nothing is left.
    var endsAt: Double { startedAt + (delay / Self.step - 1e-6).rounded(.up) * Self.step }

    /// What is left at `now`, with the noise of subtracting steps one by one.
    func remaining(at now: Double) -> Double {
      let steps = max(0, ((now - startedAt) / Self.step + 1e-6).rounded(.down))
      // Nobody sees the noise of a very long countdown, and following it would take long.
      guard steps < 100_000 else { return delay - steps * Self.step }
      return (0..<Int(steps)).reduce(delay) { left, _ in left - Self.step }
    }
  }

  /// A switch without a timer.
  public init(isActive: Bool = true) {
    self.isActive = isActive
  }

  /// Lets a timer that is over have its effect.
  public mutating func advance(to now: Double) {
    guard let timer, now >= timer.endsAt else { return }
    isActive = timer.target
    self.timer = nil
  }

  /// What a POST does; `delay` is nil or in seconds, and above 0.
  ///
  /// | before   | asked    | at the end of the timer |
  /// |----------|----------|-------------------------|
  /// | active   | inactive | active                  |
  /// | inactive | active   | inactive                |
  /// | active   | active   | active: nothing happens |
  /// | inactive | inactive | active                  |
  ///
  /// The first three rows were measured; the last follows from the third if the server always aims at active when
  /// nothing changes.
  public mutating func set(_ asked: Bool, for delay: Double?, at now: Double) {
    let target = asked == isActive ? true : !asked
    isActive = asked
    timer = delay.map { Timer(startedAt: now, delay: $0, target: target) }
  }

  /// What a change of the configuration does: a running timer goes on.
  public mutating func configure(_ active: Bool) {
    isActive = active
  }

  /// What a restart does.
  public mutating func loseTimer() {
    timer = nil
  }

  /// The remaining seconds as they are answered.
  func remaining(at now: Double) -> JSONValue {
    timer.map { .spelled($0.remaining(at: now)) } ?? .null
  }
}
