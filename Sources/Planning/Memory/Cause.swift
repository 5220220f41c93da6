/// Why a switch is not as wanted.
public enum Cause: String, CaseIterable, Hashable, Sendable {
  /// A window opened or closed since the last run.
  case schedule
  /// The policy was edited since the last run.
  case policy
  /// An override began or ended since the last run.
  case override
  /// Somebody or something moved the live switch.
  case outside
  /// It was moved from outside three times within an hour: somebody else wants something else.
  case contended
  /// The timer of a pause that still holds is gone, and the pause is not: a system that is restarted may forget timers.
  case timerLost = "timer-lost"
  /// Nobody has looked at it before.
  case firstRun = "first-run"
  /// No target selects it any more, and somebody asked for it to be opened.
  case released

  /// Whether the difference was to be expected: it is what a run is there to bring about, and no drift.
  public var isDue: Bool {
    switch self {
    case .schedule, .policy, .override, .timerLost, .released: true
    case .outside, .contended, .firstRun: false
    }
  }
}
