import CivilTime
import Journal
import Policies
import Reconciliation
import Synchronization

/// `reconcile` and `reconcile apply`: read, compare, write what differs, read back, remember it, and tell of it.
enum ApplyCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let settings = try RunSettings(invocation)
    let loaded = try LoadedPolicy(invocation, environment)
    let end = try end(of: loaded, invocation, settings, environment)
    return Aftermath(end.report, events: end.events, path: loaded.path, status: end.status).tell(settings, environment)
  }

  /// What a run came to: what it ends with, its report where systems were read, and what is new.
  private struct End {
    var status: ExitStatus
    var report: Report?
    var events: [Event] = []
    /// Prints the result.
    var show: () -> Void = {}
  }

  private static func end(
    of loaded: LoadedPolicy, _ invocation: Invocation, _ asked: RunSettings, _ environment: Environment
  ) throws(UsageError) -> End {
    guard let settings = asked.approving(loaded, environment) else {
      return End(status: loaded.policy == nil ? loaded.refuse(environment) : .refused)
    }
    guard environment.now().secondsSinceEpoch >= Version.releasedAt else {
      return End(status: loaded.policy.map { refuseClock($0, environment) } ?? loaded.refuse(environment))
    }
    let state: State
    do throws(State.Refusal) {
      state = try State.opened(invocation, environment, for: loaded)
    } catch {
      return End(status: error.tell(environment, beside: loaded))
    }
    guard var followed = FollowedPolicy(loaded, invocation, state, environment) else { return End(status: .policy) }
    let outcome = Result { () throws(UsageError) in try run(followed, state, settings, invocation, environment) }
    // What is left to do is to tell, which takes as long as whoever reads it likes.
    state.release()
    followed.showErrors(environment)
    var end = try outcome.get()
    end.show()
    if followed.lastGoodSince != nil { end.status = .policy }
    return end
  }

  private static func run(
    _ followed: FollowedPolicy, _ state: State, _ settings: RunSettings, _ invocation: Invocation,
    _ environment: Environment
  ) throws(UsageError) -> End {
    if !environment.outputIsTerminal { LastRun.mark(StatePath.folder(invocation, environment), at: environment.now()) }
    let news = state.follow(followed.policy, environment)
    var remembered = state.remembered.beside(followed.fingerprint)
    // A person who looks on wants to know now, and not in a quarter of an hour.
    if environment.outputIsTerminal { remembered.retreats = [:] }
    let run = try Run(
      followed.policy, settings, environment, now: environment.now(), remembered, warnings: followed.warnings + news)
    let result = Mutex<RunResult?>(nil)
    let status = environment.withNetwork(settings.log(environment)) { network, stop in
      await run.withDeadline(network, stop) {
        let opened = run.open(network, stop)
        let report = await run.apply(to: opened, network, stop)
        result.withLock { $0 = RunResult(report, opened) }
        let status = report.exitStatus(detailed: settings.isDetailed)
        return status == .refused ? status : stop.reason?.status ?? status
      }
    }
    guard let result = result.withLock({ $0 }) else { return End(status: status) }
    let events = state.keep(result, policy: run.policy, fingerprint: followed.fingerprint, environment)
    let isNews = settings.format != .text || state.isNews(result.report, events, environment)
    return End(status: status, report: result.report, events: events) {
      if isNews { run.show(result.report) } else { run.showBriefly(result.report) }
    }
  }

  /// A machine without a battery-backed clock starts in the past, where another part of the schedule holds.
  private static func refuseClock(_ policy: Policy, _ environment: Environment) -> ExitStatus {
    environment.error("reconcile: \(Wording.clockInThePast(policy.zone.longText(environment.now())))\n")
    return .tryAgain
  }
}
