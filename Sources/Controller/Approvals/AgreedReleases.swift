import Approvals
package import Host
import Planning
import Policies
import Providers
import StateStore

/// What approvers agreed to open, and no run has opened yet: objects that were switched off for a guarded target, which
/// no target names any more.
package struct AgreedReleases {
  private let names: [String]
  /// What opens them.
  package let pass: Pass
  private let fingerprint: String
  private let state: StateSession
  private let environment: Environment

  /// Those that `state` knows; nil if there are none.
  package init?(
    _ followed: FollowedPolicy, in state: StateSession, _ settings: PassSettings, _ environment: Environment
  ) {
    guard let wanted = try? state.store?.releases(), !wanted.isEmpty else { return nil }
    let keys = Set(wanted.flatMap(\.objects).compactMap(\.key))
    // What runs compare with the policy of the last one must not take this one for one that followed the policy.
    fingerprint = state.remembered.memory?.policy ?? followed.fingerprint
    var own = settings
    (own.targets, own.approvedPlan) = ([], nil)
    guard
      let pass = try? Pass(
        followed.policy, own, environment, now: environment.now(), state.remembered.beside(fingerprint),
        releasing: keys)
    else { return nil }
    (names, self.pass, self.state, self.environment) = (wanted.map(\.name), pass, state, environment)
  }

  /// Remembers what the pass came to, and asks for it no more, whatever that was: a release that failed is told of, and
  /// can be asked for again. What the state knows is another afterwards.
  package func remember(_ result: PassResult) {
    _ = state.keep(result, policy: pass.policy, fingerprint: fingerprint, by: "reconcile", environment)
    do throws(StateError) {
      for name in names { try state.store?.forgetRelease(name) }
    } catch {
      environment.warn(StateMessages.notKept(error.message))
    }
  }
}

extension ReleasedObject {
  /// Nil for a kind that there is no more.
  fileprivate var key: ObjectKey? {
    ObjectKind(stored: kind, isWhole: id.isEmpty).map { ObjectKey(system: system, kind: $0, id: id) }
  }
}
