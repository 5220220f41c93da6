import Controller
import Doctor
import Documents
import Host
import JSONTree
import Policies
import Presentation
import Text

/// `reconcile status`: how the household is, from the policy and the state; speaks to no system.
enum StatusCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let output = try OutputSettings(invocation)
    let loaded = try invocation.policy(environment)
    guard let policy = loaded.policy else { return refuse(loaded, invocation.places(environment), output, environment) }
    let status = HouseholdStatus(
      policy, fingerprint: loaded.fingerprint, at: invocation.places(environment),
      permissions: MachineFindings.ofPermissions(of: loaded, environment.files), environment)
    environment.output(
      output.format == .json ? status.json.line : StatusText(status, output.style(environment)).text)
    return status.exitStatus
  }

  /// Tells of the errors, and of what holds by the last valid version where runs follow that.
  private static func refuse(
    _ broken: LoadedPolicy, _ places: Places, _ output: OutputSettings, _ environment: Environment
  ) -> ExitStatus {
    let status = broken.refuse(environment)
    guard output.format == .text else { return status }
    guard let good = LastGoodPolicy(of: broken, at: places.state.path, environment) else {
      if let since = LastGoodPolicy.sinceOfInvalid(of: broken, at: places.state.path, environment) {
        environment.refuse(StateMessages.lastGoodHasErrors(since), hint: nil)
      }
      return status
    }
    let household = HouseholdStatus(
      good.policy, fingerprint: good.fingerprint, at: places, permissions: [], environment)
    guard household.otherPolicy == nil else { return status }
    let style = output.style(environment)
    let moments = Moments(zone: good.policy.zone, now: household.now)
    let lines = style.wrapped(StatusMessages.lastGood(moments.short(good.since)).escaped, indent: "")
    environment.output((lines + [""]).map { $0 + "\n" }.joined() + StatusText(household, style).text)
    return status
  }
}
