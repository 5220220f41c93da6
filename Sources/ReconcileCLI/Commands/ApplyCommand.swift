import CivilTime
import Policies
import Reconciliation

/// `reconcile` and `reconcile apply`: read, compare, write what differs, read back.
enum ApplyCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let settings = try RunSettings(invocation)
    let loaded = try LoadedPolicy(invocation, environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let now = environment.now()
    let run = try Run(policy, settings, environment, now: now)
    guard now.secondsSinceEpoch >= Version.releasedAt else { return refuseClock(now, policy, environment) }
    return environment.withNetwork(settings.log(environment)) { network, stop in
      await run.withDeadline(network, stop) {
        let report = await run.apply(to: run.open(network, stop), network, stop)
        run.show(report)
        let status = report.exitStatus(detailed: settings.isDetailed)
        return status == .refused ? status : stop.reason?.status ?? status
      }
    }
  }

  /// A machine without a battery-backed clock starts in the past, where another part of the schedule holds.
  private static func refuseClock(_ now: Instant, _ policy: Policy, _ environment: Environment) -> ExitStatus {
    environment.error("reconcile: \(Wording.clockInThePast(policy.zone.longText(now)))\n")
    return .tryAgain
  }
}
