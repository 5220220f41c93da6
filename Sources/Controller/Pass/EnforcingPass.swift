import CivilTime
package import Host
import Policies
import Providers
package import Reconciliation

/// A pass that enforces the policy, between what the state knows before it and what it remembers after it. An apply is one
/// of them; a program that stays makes one after the other.
package struct EnforcingPass {
  /// What reads and writes the systems.
  package let pass: Pass
  private let followed: FollowedPolicy
  private let state: State
  private let environment: Environment
  private let retreatsBefore: [Name: Retreat]

  /// Follows `followed` from now on. `asksAll`: systems too that are to be left alone, as a person looks on, who wants to
  /// know now and not in a quarter of an hour.
  package init(
    _ followed: FollowedPolicy, in state: State, _ settings: PassSettings, _ environment: Environment, asksAll: Bool
  ) throws(UsageError) {
    let news = state.follow(followed.policy, environment)
    var remembered = state.remembered.beside(followed.fingerprint)
    if asksAll { remembered.retreats = [:] }
    (self.followed, self.state, self.environment) = (followed, state, environment)
    retreatsBefore = remembered.retreats
    pass = try Pass(
      followed.policy, settings, environment, now: environment.now(), remembered, warnings: followed.warnings + news)
  }

  /// Remembers what the pass came to, and hands back what is new.
  package func remember(_ result: PassResult) -> [Event] {
    state.keep(result, policy: pass.policy, fingerprint: followed.fingerprint, environment)
  }

  /// The systems that are to be left alone from now on.
  func retreats(after result: PassResult) -> [Name: Retreat] {
    Retreating.after(result.report, result.circumstances, before: retreatsBefore, now: pass.now)
  }
}
