import CivilTime
package import Host
import Planning
import Policies
package import Presentation
import Providers
import StateStore

/// A program that stays: does what the pacer says, and tells it what happened.
package struct Watch {
  private var pacer: Pacer
  private var watched: WatchedPolicy
  private var told = ReportDigest()
  private var status = ""
  private var overrides: [Override]?
  private var calls: Set<String> = []
  /// Whether the last run did its work: one that was kept from it is no run.
  private var isAtWork = false
  private var isReloading = false
  private var hasToldOfClock = false
  private let settings: WatchSettings
  /// Is given what is new.
  private let onNews: (RunNews, Pass) -> Void
  private let environment: Environment
  private let network: any Network
  private let stop: StopSignal
  private let wakeSignal = WakeSignal()
  private let repeated = RepeatedMessageFilter()
  private let hostEvents: any HostEvents
  private let heart: Heartbeat

  package init(
    _ watched: WatchedPolicy, _ settings: WatchSettings, _ environment: Environment, _ network: any Network,
    _ stop: StopSignal, onNews: @escaping (RunNews, Pass) -> Void
  ) {
    self.watched = watched
    self.settings = settings
    self.onNews = onNews
    self.environment = repeated.environment(environment)
    self.network = network
    self.stop = stop
    pacer = Pacer(interval: .seconds(settings.intervalSeconds))
    hostEvents = environment.listen(wakeSignal, network)
    // Twice as long as anything takes.
    heart = Heartbeat(longestStep: (.seconds(settings.pass.deadlineSeconds) + Deadline.grace + Pacer.longestSleep) * 2)
  }

  /// Runs until it is asked to stop, and says what to exit with.
  package mutating func run() async -> ExitStatus {
    let ending = whenToldToEnd()
    let beats = begin()
    let status = await goOn()
    beats?.cancel()
    await beats?.value
    // It holds the network, which holds what listens for signals, which holds it.
    stop.forget(ending)
    hostEvents.close()
    return status
  }

  private mutating func goOn() async -> ExitStatus {
    var event = Pacer.Event.started
    while true {
      heart.step(at: network.uptime)
      let moment = Pacer.Moment(clock: environment.now(), uptime: network.uptime)
      switch pacer.action(after: stop.reason == nil ? event : .stopAsked, at: moment, random: environment.random()) {
      case .run: event = .ran(await apply())
      case .read: event = .read(isNew: read())
      case .sleep(let duration):
        // It wakes every minute at least, however long it is from look to look.
        if isAtWork { LastRun.mark(settings.places.state.path, at: moment.clock) }
        event = happened(await wakeSignal.sleep(duration, network))
      case .stop:
        watched.tellErrors(environment)
        return stop.reason?.status ?? .success
      }
    }
  }

  /// Sees to the end as soon as it is asked for; the number is for `StopSignal.forget`.
  private func whenToldToEnd() -> Int {
    let (wakeSignal, environment) = (wakeSignal, environment)
    return stop.whenRequested { _ in
      environment.notify(ServiceNotice.stopping)
      wakeSignal.send(.stop)
    }
  }

  private func begin() -> Task<Void, Never>? {
    attend()
    environment.notify(ServiceNotice.ready)
    return ServiceNotice.beat(environment.variable("WATCHDOG_USEC")).map {
      heart.beat(every: $0, environment, network)
    }
  }

  private func attend() { hostEvents.attend(to: watched.files(environment) + [settings.places.state.file]) }

  private mutating func happened(_ reason: WakeSignal.Reason?) -> Pacer.Event {
    switch reason {
    case .stop: return .stopAsked
    case .reload:
      environment.notify(ServiceNotice.reloading)
      isReloading = true
      return .reloadAsked
    case .files: return .filesMoved
    case .clock, nil: return .woke
    }
  }

  /// Whether there is something new to follow.
  private mutating func read() -> Bool {
    // Every run touches the state's folder, which leads here: a run has one turn. Whoever asks for it wants to hear all.
    if isReloading { repeated.turn() }
    let isNew = watched.read(isForced: isReloading, environment)
    // A folder that was put instead of another one is a new one to listen to.
    attend()
    if isReloading { environment.notify(ServiceNotice.ready) }
    defer { isReloading = false }
    let remembered = StateSnapshot(looking: settings.places, environment)
    return isNew || isReloading || overrides != remembered.overrides || !remembered.calls.isSubset(of: calls)
  }

  // MARK: A run

  private mutating func apply() async -> Pacer.Ran {
    repeated.turn()
    let now = environment.now()
    guard Version.wasReleased(by: now) else { return refuseClock(now) }
    hasToldOfClock = false
    // Not every file system tells when a file changes.
    if watched.hasMoved(environment) { _ = watched.read(isForced: false, environment) }
    guard watched.isInForce else { return refuseLastGood() }
    let isFirst = overrides == nil
    // Somebody who starts it at a terminal wants to know now, and not in a quarter of an hour.
    let result = await run.once(
      &watched, within: pacer.deadline(settings.pass.deadlineSeconds, at: now),
      asksAll: isFirst && environment.outputIsTerminal)
    watched.tellErrors(environment)
    isAtWork = result != nil
    guard let result else { return Pacer.Ran(isUnsettled: true) }
    (overrides, calls) = (result.overrides, result.calls)
    // What was done is printed before anybody is told who may take a while.
    tell(result)
    await run.publish(result)
    return result.ran
  }

  private var run: WatchRun {
    WatchRun(settings: settings, environment: environment, network: network, stop: stop)
  }

  /// Until the policy is mended there is nothing to do; an edit of it is noticed.
  private mutating func refuseLastGood() -> Pacer.Ran {
    watched.tellErrors(environment)
    environment.refuse(StateMessages.noLastGood(watched.longSince), hint: nil)
    doNothing(PassMessages.waitingForPolicy, .policy)
    return Pacer.Ran()
  }

  /// A machine without a battery-backed clock starts in the past; it is waited until somebody sets it.
  private mutating func refuseClock(_ now: Instant) -> Pacer.Ran {
    watched.tellErrors(environment)
    if !hasToldOfClock {
      environment.error("reconcile: \(PassMessages.clockInThePast(watched.followed.policy.zone.longText(now)))\n")
    }
    hasToldOfClock = true
    doNothing(PassMessages.waitingForClock, .tryAgain)
    return Pacer.Ran(isUnsettled: true)
  }

  /// Tells the supervisor `why`, and monitoring the `status`.
  private mutating func doNothing(_ why: String, _ status: ExitStatus) {
    isAtWork = false
    show(status: why)
    run.measure(status)
  }

  private mutating func tell(_ result: WatchRun.Result) {
    // A run that was cut off saw less than there is, which is no news.
    if let news = told.news(result.report, of: result.pass.policy, asked: result.asked),
      stop.reason == nil || !result.report.outcomes.isEmpty
    {
      onNews(news, result.pass)
    }
    show(status: PassMessages.status(result.report, watched.followed.policy))
  }

  /// Tells the supervisor, unless it was told so last.
  private mutating func show(status text: String) {
    let status = ServiceNotice.status(text)
    if status != self.status { environment.notify(status) }
    self.status = status
  }
}

/// What a program that stays is to keep to.
package struct WatchSettings: Sendable {
  /// Where it finds its policy and its state.
  package var places: Places
  /// What each of its passes keeps to.
  var pass: PassSettings
  /// Who is told what a run did.
  package var publishing: PublisherSettings
  /// How often it looks for what others moved, in seconds.
  var intervalSeconds: Int64

  package init(places: Places, pass: PassSettings, publishing: PublisherSettings, intervalSeconds: Int64) {
    self.places = places
    self.pass = pass
    self.publishing = publishing
    self.intervalSeconds = intervalSeconds
  }
}
