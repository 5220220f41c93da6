import CivilTime
import Policies
import Reconciliation

/// `reconcile plan`, `--dry-run` and `drift`: they are only ever handed a network to read from.
enum PlanCommand {
  static func run(
    _ invocation: Invocation, _ environment: Environment, purpose: Report.Purpose
  ) throws(UsageError) -> ExitStatus {
    let settings = try RunSettings(invocation)
    let loaded = try LoadedPolicy(invocation, environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let now = try settings.instant(.at, as: .at, in: policy.zone, now: environment.now()) ?? environment.now()
    let remembered = Remembered(looking: invocation, environment).beside(loaded.fingerprint)
    let run = try Run(policy, settings, environment, now: now, remembered)
    return environment.withNetwork(settings.log(environment)) { network, stop in
      await run.withDeadline(network, stop) {
        let plan = await run.look(at: run.open(network, stop), network, stop)
        let report = Report(purpose, plan: plan)
        run.show(report)
        let status = stop.reason?.status ?? report.exitStatus(detailed: settings.isDetailed)
        guard let path = settings.outputPath else { return status }
        let file = PlanFile(
          plan, policy: loaded.path, policyFingerprint: loaded.fingerprint, targets: settings.targets)
        return PlanFileAccess(environment: environment).write(file, to: path, ending: status)
      }
    }
  }
}
