import Controller
import Doctor
import Host
import JSONTree
import Policies
import Presentation

/// `reconcile status`: how the household is, from the policy and the state; speaks to no system.
enum StatusCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let output = try OutputSettings(invocation)
    let loaded = try invocation.policy(environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let status = HouseholdStatus(
      policy, fingerprint: loaded.fingerprint, at: invocation.places(environment),
      permissions: MachineFindings.ofPermissions(of: loaded, environment.files), environment)
    environment.output(
      output.format == .json ? status.json.line : StatusText(status, output.style(environment)).text)
    return status.exitStatus
  }
}
