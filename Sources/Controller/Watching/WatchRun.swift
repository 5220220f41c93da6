import CivilTime
import Documents
import Host
import Planning
import Policies
import Providers
import StateStore

/// One run of a program that stays: the same as an apply, but for what it prints and whom it waits for.
struct WatchRun {
  let settings: WatchSettings
  let environment: Environment
  let network: any Network
  let stop: StopSignal

  /// What a run came to.
  struct Result {
    var pass: Pass
    var report: Report
    /// What the pacer wants to know.
    var ran: Pacer.Ran
    /// The overrides that were known.
    var overrides: [Override]
    /// What called for it in the state, beside them.
    var calls: Set<String>
    /// The requests that held edits wait for, by target.
    var asked: [Name: String]
    /// What is published of it.
    var facts: RunFacts
    /// What approvers are to be told.
    var codes: CodeDelivery?
    /// How much time it has left.
    var time: RunTime
    /// What an apply would exit with.
    var status: ExitStatus
  }

  /// For how long another apply is waited for, in seconds; nothing else can be heard meanwhile.
  static let patienceSeconds = 1

  /// Why a run came to nothing, which was told of.
  private struct NothingDone: Error {
    var status: ExitStatus
  }

  /// Opens the state, applies `watched` within `seconds` and remembers it; nil if nothing could be done. `asksAll` asks
  /// systems too that are to be left alone.
  func once(_ watched: inout WatchedPolicy, within seconds: Int64, asksAll: Bool) async -> Result? {
    do throws(NothingDone) {
      return try await remembered(&watched, within: seconds, asksAll: asksAll)
    } catch {
      measure(error.status)
      return nil
    }
  }

  /// Tells those of `result` who are to know. The state is free again meanwhile: whoever is told may take a while.
  func publish(_ result: Result) async {
    let isEnded = stop.reason != nil
    // What changes next does not wait for a program that hangs; the pacer has a second before it.
    let next = result.ran.nextChange.map { $0 - environment.now() - 1 }
    await Publisher(
      result.facts, isEnded ? nil : result.codes, path: settings.places.policy, state: settings.places.state,
      status: result.status,
      within: result.time.toTell(isInHaste: isEnded, next: next)
    ).tell(settings.publishing, environment, network, stop)
  }

  /// Writes the metrics of a run that did nothing and comes to `status`.
  func measure(_ status: ExitStatus) {
    _ = Publisher(nil, path: settings.places.policy, status: status).measure(for: settings.publishing, environment)
  }

  private func remembered(
    _ watched: inout WatchedPolicy, within seconds: Int64, asksAll: Bool
  ) async throws(NothingDone) -> Result {
    var state = try opened(for: &watched)
    guard !state.remembered.isHeldTo(anotherThan: watched.followed.policy) else {
      environment.warn(StateMessages.isHeldToAnother)
      throw NothingDone(status: .refused)
    }
    watched.keep(in: state, environment)
    var time = RunTime(deadline: seconds)
    var released: AgreedReleases.Done?
    if let releases = AgreedReleases(watched.followed, in: state, settings.pass, environment) {
      let result = await apply(releases.pass, within: time.half)
      released = releases.remember(result)
      time.spend(result.took)
      state.release()
      state = try opened(for: &watched)
    }
    // It takes no targets on its command line, which are all that can be wrong with one.
    guard
      let enforcement = try? EnforcingPass(
        watched.followed, in: state, settings.pass, environment, asksAll: asksAll)
    else { throw NothingDone(status: .usage) }
    let result = await apply(enforcement.pass, within: time.left)
    time.spend(result.took)
    let (own, reminder) = enforcement.remember(result, for: settings.publishing)
    let facts = own.beside(released)
    var report = result.report
    if let released { report = report.beside(released) }
    var whole = result
    whole.report = report
    var ran = Pacer.Ran(report, enforcement.backoffs(after: result))
    ran.reminder = reminder
    // A code that nobody is sent, as there is no time left for it, would be a try in vain.
    let isEnded = stop.reason != nil
    let codes = isEnded ? nil : CodeDelivery(state, enforcement.pass.policy.zone, settings.places, environment)
    return Result(
      pass: enforcement.pass, report: report, ran: ran, overrides: state.remembered.overrides,
      calls: state.remembered.calls, asked: enforcement.asked, facts: facts, codes: codes, time: time,
      status: watched.followed.exitStatus(after: whole.exitStatus(detailed: false)))
  }

  /// The state, and `watched` as its files have it then: while another run held the state somebody may have edited them, and
  /// that run have applied it.
  private func opened(for watched: inout WatchedPolicy) throws(NothingDone) -> StateSession {
    let state: StateSession
    do throws(StateSession.Refusal) {
      state = try StateSession.opened(settings.places, environment, waiting: Self.patienceSeconds)
    } catch {
      throw NothingDone(status: error.tell(environment))
    }
    if watched.hasMoved(environment) { _ = watched.read(isForced: false, environment) }
    guard watched.isInForce else { throw NothingDone(status: .policy) }
    return state
  }

  /// Reads, compares and writes with a wish to end of its own: the deadline of a run does not end the program.
  private func apply(_ pass: Pass, within seconds: Int64) async -> PassResult {
    let (ending, network, stop) = (StopSignal(), network, stop)
    let number = stop.whenRequested { ending.request($0) }
    // What it gave up was its own: whoever is told of it, and the next run, have a time of their own.
    defer {
      stop.forget(number)
      network.resume()
    }
    return await pass.apply(network, ending, within: seconds)
  }
}

extension Pacer.Ran {
  /// What a run that came to `report` means for the next one, where `backoffs` are kept since.
  init(_ report: Report, _ backoffs: [Name: Backoff]) {
    let systems = Set(report.plan.systems.map(\.name))
    let ends = backoffs.filter { systems.contains($0.key) && $0.value.until > report.plan.now }.map(\.value.until)
    self.init(nextChange: report.plan.nextChange?.at, backoffEnds: ends.min(), isUnsettled: report.isUnsettled)
  }
}

extension Report {
  /// Whether something failed that may succeed a little later without anybody doing anything.
  var isUnsettled: Bool {
    let errors = plan.systems.compactMap(\.error) + failures.values
    let isUndone = outcomes.values.contains { outcome in
      switch outcome {
      case .applied: false
      case .unverified, .superseded, .failed, .stuck, .skipped: true
      }
    }
    return errors.contains(where: \.isTransient) || plan.problems.contains(where: \.message.mayPass)
      || (isUndone || actions.contains { !$0.isSettled }) && refusal == nil
  }
}
