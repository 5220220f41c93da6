import Policies
import Reconciliation

/// One run of a program that stays: the same as an apply, but for what it prints and whom it waits for.
struct WatchRun {
  let invocation: Invocation
  let settings: RunSettings
  let environment: Environment
  let network: any Network
  let stop: Stop

  /// What a run came to.
  struct Result {
    var run: Run
    var report: Report
    /// What the pacer wants to know.
    var ran: Pacer.Ran
    /// The overrides that were known.
    var overrides: [Override]
    /// What is new.
    var events: [Event]
  }

  /// For how long another apply is waited for, in seconds; nothing else can be heard meanwhile.
  static let patienceSeconds = 1

  /// Opens the state, applies `watched` within `seconds`, remembers it and tells of it; nil where the state is not to
  /// be had. `asksAll` asks systems too that are to be left alone.
  func once(_ watched: inout WatchedPolicy, within seconds: Int64, asksAll: Bool) async -> Result? {
    guard let result = await remembered(&watched, within: seconds, asksAll: asksAll) else { return nil }
    // The state is free again meanwhile: whoever is told may take a while.
    let path = PolicyPath(invocation, environment).path
    let status = result.report.exitStatus(detailed: false)
    _ = await Aftermath(result.report, events: result.events, path: path, status: status)
      .tell(settings, environment, network)
    return result
  }

  private func remembered(_ watched: inout WatchedPolicy, within seconds: Int64, asksAll: Bool) async -> Result? {
    let state: State
    do throws(State.Refusal) {
      state = try State.opened(invocation, environment, waiting: Self.patienceSeconds)
    } catch {
      _ = error.tell(environment)
      return nil
    }
    watched.keep(in: state, environment)
    let followed = watched.followed
    let news = state.follow(followed.policy, environment)
    var remembered = state.remembered.beside(followed.fingerprint)
    if asksAll { remembered.retreats = [:] }
    let now = environment.now()
    guard
      let run = try? Run(
        followed.policy, settings, environment, now: now, remembered, warnings: followed.warnings + news)
    else { return nil }
    let result = await apply(run, within: seconds)
    let events = state.keep(result, policy: run.policy, fingerprint: followed.fingerprint, environment)
    let retreats = Retreating.after(result.report, result.circumstances, before: remembered.retreats, now: now)
    return Result(
      run: run, report: result.report, ran: Pacer.Ran(result.report, retreats), overrides: state.remembered.overrides,
      events: events)
  }

  /// Reads, compares and writes with a wish to end of its own: the deadline of a run does not end the program.
  private func apply(_ run: Run, within seconds: Int64) async -> RunResult {
    let (ending, network, stop) = (Stop(), network, stop)
    let number = stop.whenRequested { if let reason = stop.reason { ending.request(reason) } }
    defer { stop.forget(number) }
    if stop.reason == nil { network.takeUp() }
    return await Deadline(seconds).limit(network, ending) {
      let opened = run.open(network, ending)
      let report = await run.apply(to: opened, network, ending)
      return RunResult(report, opened)
    }
  }
}

extension Pacer.Ran {
  /// What a run that came to `report` means for the next one, where `retreats` are kept since.
  init(_ report: Report, _ retreats: [Name: Retreat]) {
    let systems = Set(report.plan.systems.map(\.name))
    let ends = retreats.filter { systems.contains($0.key) && $0.value.until > report.plan.now }.map(\.value.until)
    self.init(nextChange: report.plan.nextChange?.at, retreatEnds: ends.min(), isUnsettled: report.isUnsettled)
  }
}

extension Report {
  /// Whether something failed that may succeed a little later without anybody doing anything.
  var isUnsettled: Bool {
    let errors = plan.systems.compactMap(\.error) + failures.values
    let isUndone = outcomes.contains { outcome in
      switch outcome {
      case .applied: false
      case .unverified, .superseded, .failed, .skipped: true
      }
    }
    return errors.contains(where: \.isTransient) || plan.problems.contains(where: \.notice.mayPass)
      || isUndone && refusal == nil
  }
}
