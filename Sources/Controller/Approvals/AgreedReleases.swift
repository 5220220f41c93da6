import Approvals
import CivilTime
package import Host
import Planning
import Policies
import Providers
import StateStore

/// What approvers agreed to open, and no run has opened yet: objects that were switched off for a guarded target, which
/// no target names any more.
package struct AgreedReleases {
  private let wanted: [(name: String, objects: [ReleasedObject])]
  /// Where they are remembered.
  private let places: [ReleasedObject: ObjectKey]
  /// Which systems have another name by now.
  private let moves: SystemMoves
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
    let now = environment.now()
    let policy = state.remembered.followed(followed.policy, now: now)
    let memory = state.remembered.memory ?? RecordedState()
    let moves = memory.moves(to: policy)
    let places = Dictionary(
      wanted.flatMap(\.objects).compactMap { object in object.place(in: memory, policy).map { (object, $0) } }
    ) { first, _ in first }
    let keys = Set(places.values.map { $0.moved(by: moves) })
    // What runs compare with the policy of the last one must not take this one for one that followed the policy.
    fingerprint = state.remembered.memory?.policy ?? followed.fingerprint
    var own = settings
    (own.targets, own.approvedPlan) = ([], nil)
    guard
      let pass = try? Pass(
        followed.policy, own, environment, now: now, state.remembered.beside(fingerprint),
        releasing: keys)
    else { return nil }
    (self.wanted, self.pass, self.state, self.environment) = (wanted, pass, state, environment)
    (self.places, self.moves) = (places, moves)
  }

  /// For how long a run tries again what earlier ones could not do, in seconds.
  private static let triedSeconds: Int64 = 86_400

  /// Remembers what the pass came to, and asks no more for what was done or failed: that is told of, and can be asked for
  /// again. What it did not get to is left to the next run, for a day. What the state knows is another afterwards.
  package func remember(_ result: PassResult) {
    _ = state.keep(result, policy: pass.policy, fingerprint: fingerprint, by: "reconcile", environment)
    do throws(StateError) {
      let requests = try state.store?.requests() ?? []
      for release in wanted {
        if release.objects.allSatisfy({ isOver($0, result) }) {
          try state.store?.forgetRelease(release.name, telling: nil)
          continue
        }
        let request = requests.first { $0.id == release.name }
        guard request?.endedAt.map({ pass.now - $0 >= Self.triedSeconds }) ?? true else { continue }
        try state.store?.forgetRelease(release.name, telling: givenUp(release.objects, request, release.name))
      }
    } catch {
      state.tellNotKept(error) { environment.warn($0) }
    }
  }

  private func givenUp(_ objects: [ReleasedObject], _ request: ApprovalRequest?, _ id: String) -> Event {
    request?.event(.releaseGivenUp, at: pass.now, by: "reconcile")
      ?? Event(
        at: pass.now, .releaseGivenUp, by: "reconcile", target: objects.first?.target, request: id, wish: objects.words)
  }

  /// Whether nothing is left to be done about `object`: it was opened, or that failed for a reason that does not pass; it is
  /// open or gone, somebody keeps it as it is, or the policy names it again.
  private func isOver(_ object: ReleasedObject, _ result: PassResult) -> Bool {
    guard let key = places[object], let closing = state.remembered.memory?.objects[key]?.closing else { return true }
    let now = key.moved(by: moves)
    switch result.report.outcomes[now] {
    case .applied, .unverified: return true
    case .failed, .stuck:
      return result.endedEarly == nil && !(result.report.failures[now.system]?.isTransient ?? false)
    case .superseded, .skipped: return false
    case nil: break
    }
    return switch result.report.plan.leftBehind.first(where: { $0.object == now })?.standing {
    case .settled: true
    case .closed, .unknown: false
    // It is not left behind, or its system was not read.
    case nil: pass.policy.leavingBehind([(now, closing)]).isEmpty
    }
  }
}

extension ReleasedObject {
  /// Where it is remembered; nil for a kind that there is no more. Where its system has got another name since that was agreed,
  /// it is the one that was closed for the same target.
  func place(in memory: RecordedState, _ policy: Policy) -> ObjectKey? {
    guard let kind = ObjectKind(stored: kind, isWhole: id.isEmpty) else { return nil }
    let key = ObjectKey(system: system, kind: kind, id: id)
    let isKnown = policy.systems.contains { $0.name == system } || memory.addresses[system] != nil
    if isKnown { return key }
    let others = memory.objects.filter { other, seen in
      other.kind == kind && other.id == id && seen.closing?.target == target && seen.closing?.name == name
    }
    return others.count == 1 ? others.first?.key : key
  }
}
