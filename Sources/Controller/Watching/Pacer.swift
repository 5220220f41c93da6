import CivilTime
import Providers

/// Says what a program that stays does next: events in, actions out, no clock and no chance of its own.
///
/// | what makes a run due | when |
/// |---|---|
/// | the start, a policy that was read again, a clock that jumped | at once |
/// | a change of the schedule | within a second after it |
/// | the look for what others moved | every interval, a tenth more or less |
/// | a run in which something failed for now | after 5 s, 10 s, 20 s … and at most the interval |
/// | the end of the time for which a system is left alone, a reminder of a coming change | within a second after it |
///
/// Between two runs a second passes at least, whatever happens.
struct Pacer: Sendable {
  /// A moment by two clocks, so that a jump of the one shows against the other.
  struct Moment: Hashable, Sendable {
    /// What the wall clock says, rounded down to a second.
    var clock: Instant
    /// Time since some moment in the past, by a clock that nobody sets.
    var uptime: Duration

    /// A moment by two clocks.
    init(clock: Instant, uptime: Duration) {
      self.clock = clock
      self.uptime = uptime
    }
  }

  /// What of a run decides about the next one.
  struct Ran: Hashable, Sendable {
    /// When the wanted state of a target next changes, as seen at the beginning of the run; nil for never.
    var nextChange: Instant?
    /// When the first of the systems that were left alone may be asked again; nil where none was.
    var backoffEnds: Instant?
    /// When people are next to be told of a coming change; nil where they are not.
    var reminder: Instant?
    /// Whether something failed that may succeed a little later without anybody doing anything.
    var isUnsettled: Bool

    /// What of a run decides about the next one.
    init(
      nextChange: Instant? = nil, backoffEnds: Instant? = nil, reminder: Instant? = nil, isUnsettled: Bool = false
    ) {
      self.nextChange = nextChange
      self.backoffEnds = backoffEnds
      self.reminder = reminder
      self.isUnsettled = isUnsettled
    }
  }

  /// What happened.
  enum Event: Hashable, Sendable {
    /// The program has begun.
    case started
    /// A sleep is over, or something woke the program that says nothing by itself.
    case woke
    /// The files of the policy, or what else a run depends on, were touched.
    case filesMoved
    /// Somebody asked for the policy to be read again.
    case reloadAsked
    /// The policy was read again; `isNew` where a run is to follow.
    case read(isNew: Bool)
    /// A run is over.
    case ran(Ran)
    /// The program is to end.
    case stopAsked
  }

  /// What to do next.
  enum Action: Hashable, Sendable {
    /// Apply, then tell what came of it by `ran`.
    case run
    /// Read the policy again, then tell what came of it by `read`.
    case read
    /// Wait so long, or until something happens; then tell of it.
    case sleep(Duration)
    /// End.
    case stop
  }

  /// Between the end of a run and the beginning of the next.
  static let shortestGap = Duration.seconds(1)
  /// The longest single sleep: a jump of the clock is noticed within this time.
  static let longestSleep = Duration.seconds(60)
  /// Until a run is repeated in which something failed for now; twice as long every time.
  private static let firstRetry = Duration.seconds(5)
  /// A jump is at least so many seconds; the clock is read to the second, so that one is nothing.
  private static let jump: Int64 = 3
  /// An editor touches a file more than once: it is read when so long nothing more happened to it.
  private static let settling = Duration.milliseconds(250)
  /// Who never stops touching it does not keep it from being read for longer than this.
  private static let longestSettling = Duration.seconds(2)
  /// A look for what others moved that would begin less than so many seconds before a change waits for it.
  private static let calmBeforeChange: Int64 = 5

  private let interval: Duration
  private var last: Moment?
  private var isOwed = false
  private var isStopped = false
  private var notBefore = Duration.zero
  private var nextLook: Duration?
  private var nextChange: Instant?
  private var backoffEnds: Instant?
  private var reminder: Instant?
  private var unsettledRuns = 0
  private var touched: (first: Duration, last: Duration)?

  /// A pacer that looks every `interval` for what others moved; at least a second.
  init(interval: Duration) {
    self.interval = max(interval, .seconds(1))
  }

  /// What to do now that `event` has happened at `moment`. `random` is a number in `0..<1`.
  mutating func action(after event: Event, at moment: Moment, random: Double) -> Action {
    notice(moment)
    switch event {
    case .started: isOwed = true
    case .woke: break
    case .filesMoved: touched = (touched?.first ?? moment.uptime, moment.uptime)
    case .reloadAsked: touched = (.zero, .zero)
    case .read(let isNew): isOwed = isOwed || isNew
    case .ran(let ran): plan(after: ran, at: moment, random)
    case .stopAsked: isStopped = true
    }
    return decide(at: moment)
  }

  /// How many seconds a run may take that begins at `now`, where `wished` are allowed: no longer than until the next
  /// change, so that a system that hangs delays the change of no other one. At least a few in any case.
  func deadline(_ wished: Int64, at now: Instant) -> Int64 {
    guard let nextChange, nextChange > now else { return wished }
    return min(wished, max(Self.calmBeforeChange, nextChange - now))
  }
}

extension Pacer {
  /// A wall clock that went otherwise than the other one was set, or the machine slept: all that was planned is void.
  private mutating func notice(_ moment: Moment) {
    if let last {
      let passed = (moment.uptime - last.uptime).components.seconds
      if abs(moment.clock - last.clock - passed) >= Self.jump { isOwed = true }
    }
    last = moment
  }

  private mutating func plan(after ran: Ran, at moment: Moment, _ random: Double) {
    notBefore = moment.uptime + Self.shortestGap
    nextChange = ran.nextChange
    reminder = ran.reminder
    // One that is over already was for another policy or secret.
    backoffEnds = ran.backoffEnds.flatMap { $0 > moment.clock ? $0 : nil }
    unsettledRuns = ran.isUnsettled ? unsettledRuns + 1 : 0
    nextLook = moment.uptime + .milliseconds(Int64(pause / .milliseconds(1) * (0.9 + 0.2 * random)))
  }

  private var pause: Duration {
    guard unsettledRuns > 0 else { return interval }
    // Twelve times twice as long is beyond every interval that makes sense, and no overflow.
    let retry = Self.firstRetry * (1 << min(unsettledRuns - 1, 12))
    return min(retry, max(interval, Self.firstRetry))
  }

  private mutating func decide(at moment: Moment) -> Action {
    if isStopped { return .stop }
    if let settled, moment.uptime >= settled {
      touched = nil
      return .read
    }
    let due = max(nextRun(from: moment), notBefore)
    guard due <= moment.uptime else {
      return .sleep(min(min(due, settled ?? due) - moment.uptime, Self.longestSleep))
    }
    isOwed = false
    return .run
  }

  /// When the files have been left in peace for long enough; nil where nobody touched them.
  private var settled: Duration? {
    touched.map { min($0.last + Self.settling, $0.first + Self.longestSettling) }
  }

  /// When the next run is due, by the uptime.
  private func nextRun(from moment: Moment) -> Duration {
    if isOwed { return moment.uptime }
    let change = nextChange.map { uptime(of: $0, from: moment) }
    let ends = backoffEnds.map { uptime(of: $0, from: moment) }
    let reminder = reminder.map { uptime(of: $0, from: moment) }
    let look = nextLook.map { look in
      guard let change, look < change, change - look < .seconds(Self.calmBeforeChange) else { return look }
      return change
    }
    return [look, change, ends, reminder].compactMap { $0 }.min() ?? moment.uptime + Self.longestSleep
  }

  /// When the clock will show `instant`. As it is read rounded down, this is up to a second after the instant itself.
  private func uptime(of instant: Instant, from moment: Moment) -> Duration {
    moment.uptime + .seconds(instant - moment.clock)
  }
}
