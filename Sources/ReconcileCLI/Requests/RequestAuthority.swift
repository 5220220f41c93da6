import Controller
import Host
import Policies
import StateStore
import Secrets
import Overrides

/// Where the state and the policy of a request are.
///
/// Who runs the program by sudo has what root allowed by name, such as `ask`. What such a command works on must not be
/// of their choice: it is the state of the machine, and the policy that it follows. Nor do they apply it: the programs that
/// tell approvers are started by whoever enforces the policy.
struct RequestAuthority {
  /// Those commands: by sudo none of them takes a policy or a state.
  static let commands: Set = ["ask", "lock", "requests", "approve", "deny", "cancel", "people"]

  let places: Places
  /// The policy as far as it can be read.
  let loaded: LoadedPolicy

  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    guard environment.isForSomebodyElse else {
      places = invocation.places(environment)
      loaded = try invocation.followedPolicy(environment)
      return
    }
    for option in [Option.policy, .state] where invocation.has(option) {
      throw RequestMessages.notBehindSudo(option.name)
    }
    if invocation.has(.applyNow) { throw RequestMessages.noApplyBehindSudo }
    let state = StateDirectory.ofMachine(at: environment.machineState)
    let followed = try? StateStore(reading: state.path)?.followedPolicy()
    // Neither the folder in which it is run nor a variable has a say.
    places = Places(policy: followed?.path ?? PolicyPath.installed, state: state, again: "")
    loaded = LoadedPolicy(path: places.policy, followedAt: state.path, environment)
      .asFollowed(at: places, environment)
  }
}
