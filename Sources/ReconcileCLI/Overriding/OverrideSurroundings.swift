import CivilTime
import Journal
import Policies

/// What `override` knows beside the command line: the policy as far as it can be read, the state's folder, the clock.
struct OverrideSurroundings {
  /// Nil where the policy has errors or is not there; overrides can be listed and ended all the same.
  let policy: Policy?
  let folder: String
  /// Makes the folders above it where it is one of the user's own, and gives it back.
  let madeFolder: () -> String
  let now: Instant
  /// The policy's, else the machine's.
  let zone: Zone
  /// Who is asking.
  let person: String

  init(policy: Policy?, _ invocation: Invocation, _ environment: Environment) {
    self.policy = policy
    folder = StatePath.folder(invocation, environment)
    madeFolder = { StatePath.made(invocation, environment) }
    now = environment.now()
    zone = policy?.zone ?? Zones(environment.files).ofMachine
    person = Self.person(environment)
  }

  /// Who sits at the terminal, also behind `sudo`.
  static func person(_ environment: Environment) -> String {
    let names = [environment.variable("SUDO_USER"), environment.userName(), environment.variable("USER")]
    return names.compactMap { $0 }.first { !$0.isEmpty } ?? "somebody"
  }

  /// The policy and its calendar with `overrides` laid over it; nil without a policy.
  func overlay(_ overrides: [Override]) -> (policy: Policy, overlay: Overlay)? {
    guard let policy = policy?.awakened(by: overrides) else { return nil }
    return (policy, Overlay(Evaluator(policy), of: policy, overrides: overrides))
  }
}
