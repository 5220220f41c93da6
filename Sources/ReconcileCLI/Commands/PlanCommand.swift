import CivilTime
import Controller
import Host
import Policies
import Presentation
import Providers
import Planning

/// `reconcile plan`, `--dry-run` and `drift`: they are only ever handed a network to read from.
enum PlanCommand {
  static func run(
    _ invocation: Invocation, _ environment: Environment, purpose: Report.Purpose
  ) throws(UsageError) -> ExitStatus {
    let output = ReportOutput(settings: try OutputSettings(invocation), environment: environment)
    var settings = try invocation.passSettings()
    settings.savesPlan = invocation.has(.output)
    let loaded = try invocation.policy(environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let remembered = StateSnapshot(looking: invocation.places(environment), environment).beside(loaded.fingerprint)
      .looking(at: policy)
    var now = environment.now()
    if invocation.has(.at) {
      let zone = ActiveOverrides.zone(of: policy, remembered, now: now)
      now = try invocation.instant(.at, as: .at, in: zone, now: now) ?? now
    }
    let clock = StateMessages.nothingIsWritten(Moments(zone: policy.zone, now: environment.now()))
    let pass = try Pass(
      policy, settings, environment, now: now, remembered, warnings: [clock].compactMap { $0 })
    let (plan, endedEarly) = environment.withNetwork(invocation.log(environment)) { network, stop in
      let plan = await pass.look(network, stop)
      return (plan, stop.reason)
    }
    let report = Report(purpose, plan: plan)
    output.show(report, of: pass)
    let status = endedEarly?.status ?? report.exitStatus(detailed: invocation.has(.detailedExitcode))
    guard let path = invocation.value(.output) else { return status }
    let file = PlanFile(plan, policy: loaded.path, policyFingerprint: loaded.fingerprint, targets: settings.targets)
    return PlanFileAccess(environment: environment).write(file, to: path, ending: status)
  }
}
