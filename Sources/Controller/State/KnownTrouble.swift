package import CivilTime
import Documents
package import Planning
package import Policies
import Presentation
import Providers
import StateStore

/// What earlier runs left undone, told from the state alone: no system is asked.
package struct KnownTrouble: Sendable {
  /// What a run could not read or bring about.
  package private(set) var problems: [Finding] = []
  /// What is otherwise than the policy says, and left so on purpose, and what was left behind.
  package private(set) var warnings: [Finding] = []

  /// What `snapshot` knows, at `now`, of the systems and targets of `policy`, which `overlay` says the states of.
  /// `options` are what the command line named and must be typed again, with a space before each.
  package init(
    _ policy: Policy, _ overlay: Overlay, _ snapshot: StateSnapshot, now: Instant, again options: String = ""
  ) {
    let moments = Moments(zone: policy.zone, now: now)
    let unread = Set(policy.systems.map(\.name)).filter { snapshot.lost.contains($0) }
    for system in policy.systems {
      let backoff = snapshot.backoffs[system.name].flatMap { $0.isLeftAlone(at: now, by: snapshot.policy) ? $0 : nil }
      if let backoff {
        let error = StateMessages.leftAlone(backoff, until: moments.short(backoff.until))
        problems.append(StateMessages.unread(system.name, error.message))
      } else if unread.contains(system.name) {
        problems.append(StateMessages.unread(system.name))
      }
    }
    let verdicts = Dictionary(overlay.verdicts(at: now)) { first, _ in first }
    let elsewhere = (snapshot.memory?.objects ?? [:]).filter { $1.isElsewhere && !unread.contains($0.system) }
    let objects = Dictionary(grouping: elsewhere, by: \.value.target)
    let unanswered = (snapshot.memory?.objects ?? [:]).values.filter(\.isAnswerLost)
    let noted = Dictionary(grouping: snapshot.problems, by: \.target)
    for target in policy.targets {
      problems += (noted[target.name] ?? []).map { StateMessages.problem($0, on: target.selector.system) }
      // What is wanted by now may be another thing, and the next run brings it about.
      let wanted = verdicts[target.name]?.state.rawValue
      let wrong = (objects[target.name] ?? []).filter { $0.value.wantedState == wanted }.sorted { $0.key < $1.key }
        .map(\.value)
      if let stuck = wrong.first(where: { $0.tries != nil }), let tries = stuck.tries {
        problems.append(StateMessages.stuck(target.name, tries, moments))
      } else if wrong.contains(where: \.isDoubtful) {
        problems.append(StateMessages.notChanged(target.name))
      } else if !wrong.isEmpty, target.enforcement == .observe {
        warnings.append(StateMessages.onlyObserved(target.name))
      } else if wrong.contains(where: { !target.lets($0) }) {
        // Where nothing was written there is a problem of its own, which says why.
        if noted[nil] == nil { problems.append(StateMessages.notYetChanged(target.name)) }
      } else if !wrong.isEmpty {
        warnings.append(StateMessages.leftAsChanged(target.name))
      }
      if unanswered.contains(where: { $0.target == target.name && $0.wantedState == wanted }) {
        warnings.append(StateMessages.answerLost(target.name))
      }
    }
    for target in policy.targets {
      guard case .action(_, _, let action) = target.selector,
        let ended = snapshot.ended.first(where: { $0.key.target == target.name })
      else { continue }
      // What a clock that was ahead has missed is yet to come.
      if ended.isDone || ended.action != action.name || ended.key.at > now { continue }
      warnings.append(StateMessages.notDone(ended, moments))
    }
    problems += (noted[nil] ?? []).map { StateMessages.problem($0, on: nil) }
    warnings += snapshot.leftBehind(policy).remembered(in: policy, moments, again: options)
  }
}

extension Target {
  /// Whether a run lets the difference stand, as somebody has made it since the object was in place, or has paused it for
  /// a while.
  fileprivate func lets(_ seen: RecordedObject) -> Bool {
    let isPause = seen.wanted?.position == .active && seen.switchState.ends != nil
    return isPause && enforcement != .strict || enforcement == .yield && seen.hasBeenInPlace
  }
}

extension StateSnapshot {
  /// What the last run found left behind, as far as a policy that was edited since does not name it again.
  fileprivate func leftBehind(_ policy: Policy) -> [LeftBehind] {
    guard let memory else { return [] }
    let left = memory.closings.filter { $0.closing.leftAt != nil }
    return (memory.policy == self.policy ? left : policy.leavingBehind(left)).map {
      LeftBehind(object: $0.key, closing: $0.closing, standing: .unknown)
    }
  }
}

extension Backoff {
  /// Whether a run of the `policy` of this fingerprint would leave the system alone at `now`, unless its secret is
  /// another one by then.
  fileprivate func isLeftAlone(at now: Instant, by policy: String) -> Bool {
    circumstances.hasPrefix(policy + ":") && holds(at: now, circumstances: circumstances)
  }
}
