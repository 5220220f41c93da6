import CivilTime
import Controller
import Host
import Policies
import Presentation
import Providers
import Planning
import StateStore

/// `reconcile` and `reconcile apply`: read, compare, write what differs, read back, remember it, and tell of it.
struct ApplyCommand {
  private let places: Places
  private let settings: PassSettings
  private let output: ReportOutput
  private let publishing: PublisherSettings
  private let planPath: String?
  private let allowsLastGood: Bool
  private let isDetailed: Bool
  private let log: Environment.ExchangeLog?
  private let environment: Environment

  private init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    places = invocation.places(environment)
    settings = try invocation.passSettings()
    output = ReportOutput(settings: try OutputSettings(invocation), environment: environment)
    publishing = try PublisherSettings(invocation)
    planPath = invocation.value(.planFile)
    allowsLastGood = !invocation.has(.noLastGood)
    isDetailed = invocation.has(.detailedExitcode)
    log = invocation.log(environment, hiding: publishing)
    self.environment = environment
  }

  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let command = try ApplyCommand(invocation, environment)
    var time = RunTime(deadline: command.settings.deadlineSeconds)
    time.end(environment.network)
    defer { environment.network.endProcess(after: nil) }
    var loaded = try invocation.policy(environment)
    guard let end = try command.end(of: &loaded, within: &time) else {
      environment.network.endProcess(after: nil)
      let status = try FollowingRequest.make(loaded, invocation, environment)
      return Publisher(nil, path: loaded.path, status: status).tell(command.publishing, environment, log: command.log)
    }
    time.end(environment.network)
    return Publisher(
      end.facts, end.codes, path: loaded.path, state: command.places.state, status: end.status,
      within: time.toTell(isInHaste: end.isEnded)
    ).tell(command.publishing, environment, log: command.log)
  }

  /// What a run came to: what it ends with, and where systems were read what is published of it.
  private struct End {
    var status: ExitStatus
    var facts: RunFacts?
    /// What approvers are to be told; nil where there is no time left for it. A code that nobody is sent would be a try in
    /// vain, so that none is made then.
    var codes: CodeDelivery?
    /// Prints the result.
    var show: () -> Void = {}

    /// Whether somebody has ended the program.
    var isEnded: Bool { [.interrupted, .terminated].contains(status) }
  }

  /// How far a run has come before it reads any system.
  private enum Beginning {
    /// The state is held, and this is followed.
    case ready(StateSession, FollowedPolicy)
    /// It has ended; nil where guards of the policy that is followed let no other one take its place.
    case over(End?)
  }

  /// Takes the state, and follows the policy as its files have it then: while another run held the state somebody may have
  /// edited them, and that run have applied it.
  private func begin(_ loaded: inout LoadedPolicy) -> Beginning {
    let state: StateSession
    do throws(StateSession.Refusal) {
      state = try StateSession.opened(places, environment, for: loaded)
    } catch {
      return .over(End(status: error.tell(environment, beside: loaded)))
    }
    loaded = loaded.asItIsNow(environment)
    if let policy = loaded.policy, state.remembered.isHeldTo(anotherThan: policy) {
      state.release()
      return .over(nil)
    }
    guard let followed = FollowedPolicy(loaded, allowsLastGood: allowsLastGood, state, environment) else {
      return .over(End(status: .policy))
    }
    return .ready(state, followed)
  }

  /// Nil where guards of the policy that is followed let no other one take its place.
  private func end(of loaded: inout LoadedPolicy, within time: inout RunTime) throws(UsageError) -> End? {
    guard let settings = settings.approving(planPath, of: loaded, environment) else {
      return End(status: loaded.policy == nil ? loaded.refuse(environment) : .refused)
    }
    guard Version.wasReleased(by: environment.now()) else {
      return End(status: loaded.policy.map(refuseClock) ?? loaded.refuse(environment))
    }
    var (state, followed): (StateSession, FollowedPolicy)
    switch begin(&loaded) {
    case .ready(let held, let policy): (state, followed) = (held, policy)
    case .over(let end): return end
    }
    var released: AgreedReleases.Done?
    if let releases = AgreedReleases(followed, in: state, settings, environment) {
      let result = enforce(releases.pass, within: time.half, of: &time)
      released = releases.remember(result)
      state.release()
      // Who ends the program ends all of it.
      if let status = result.endedEarly?.status {
        output.showBriefly(result.report, of: releases.pass)
        return End(status: status)
      }
      switch begin(&loaded) {
      case .ready(let held, let policy): (state, followed) = (held, policy)
      case .over(let end): return end
      }
    }
    let outcome = Result { () throws(UsageError) in
      try run(followed, state, settings.beside(loaded), released, within: &time)
    }
    // What is left to do is to tell, which takes as long as whoever reads it likes.
    state.release()
    environment.network.endProcess(after: nil)
    followed.showErrors(environment)
    let end = try outcome.get()
    end.show()
    return end
  }

  private func run(
    _ followed: FollowedPolicy, _ state: StateSession, _ settings: PassSettings, _ released: AgreedReleases.Done?,
    within time: inout RunTime
  ) throws(UsageError) -> End {
    let enforcement = try EnforcingPass(
      followed, in: state, settings, environment, asksAll: environment.outputIsTerminal)
    let pass = enforcement.pass
    var result = enforce(pass, within: time.left, of: &time)
    let facts = enforcement.remember(result, for: publishing).run.beside(released)
    if let released { result.report = result.report.beside(released) }
    // Only now: of a run that was killed on the way nobody must be told that it ran.
    if !environment.outputIsTerminal { LastRun.mark(places.state.path, at: environment.now()) }
    let news =
      output.settings.format == .text
      ? state.news(result.report, facts.events, pass.policy.zone, environment) : .whole
    let status = followed.exitStatus(after: result.exitStatus(detailed: isDetailed))
    var end = End(status: status, facts: facts) {
      switch news {
      case .none: output.showBriefly(facts.report, of: pass)
      case .report(let told): output.show(facts.report.without(warnings: told), of: pass)
      }
    }
    if !end.isEnded { end.codes = CodeDelivery(state, pass.policy.zone, places, environment) }
    return end
  }

  /// Makes one pass of a run, for so many seconds at most. What is remembered of it must not take for ever, either.
  private func enforce(_ pass: Pass, within seconds: Int64, of time: inout RunTime) -> PassResult {
    let result = environment.withNetwork(log) { network, stop in await pass.apply(network, stop, within: seconds) }
    time.spend(result.took)
    time.end(environment.network)
    return result
  }

  /// A machine without a battery-backed clock starts in the past, where another part of the schedule holds.
  private func refuseClock(_ policy: Policy) -> ExitStatus {
    environment.error("reconcile: \(PassMessages.clockInThePast(policy.zone.longText(environment.now())))\n")
    return .tryAgain
  }
}
