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
  /// What is not known to be as it is wanted because its system does not tell that, by target, with why in a few words; they
  /// are empty where a problem or a warning says it.
  package private(set) var unsure: [Name: String] = [:]
  /// The targets of which somebody has moved something that is left so.
  package private(set) var leftAsChanged: Set<Name> = []

  /// What `snapshot` knows, at `now`, of the systems and targets of `policy`, which `overlay` says the states of.
  /// `options` are what the command line named and must be typed again, with a space before each.
  package init(
    _ policy: Policy, _ overlay: Overlay, _ snapshot: StateSnapshot, now: Instant, again options: String = ""
  ) {
    let moments = Moments(zone: policy.zone, now: now)
    let lost = Set(policy.systems.map(\.name)).filter { snapshot.lost.contains($0) }
    problems = Self.unread(policy, snapshot, moments)
    let verdicts = Dictionary(overlay.verdicts(at: now)) { first, _ in first }
    // A door that could not move goes on being open while nobody can look at it.
    let elsewhere = (snapshot.memory?.objects ?? [:]).filter {
      $1.isElsewhere && ($1.tries != nil || !lost.contains($0.system))
    }
    let objects = Dictionary(grouping: elsewhere, by: \.value.target)
    let doors = Dictionary(
      grouping: (snapshot.memory?.objects ?? [:]).filter { $1.shutAfter != nil && !lost.contains($0.system) }.values,
      by: \.target)
    let unread = Dictionary(
      grouping: (snapshot.memory?.objects ?? [:]).values.filter { $0.asking != nil }, by: \.target)
    let timed = Dictionary(
      grouping: (snapshot.memory?.objects ?? [:]).values.filter {
        $0.ownSchedule != nil && $0.wanted?.position == .enabled
      }, by: \.target)
    let noted = Dictionary(grouping: snapshot.problems, by: \.target)
    for target in policy.targets {
      problems += (noted[target.name] ?? []).map { StateMessages.problem($0, on: target.selector.system) }
      // What is wanted by now may be another thing, and the next run brings it about.
      let wanted = verdicts[target.name]?.state.rawValue
      let wrong = (objects[target.name] ?? []).filter { $0.value.wantedState == wanted }.sorted { $0.key < $1.key }
        .map(\.value)
      let atTimes = (timed[target.name] ?? []).filter { $0.wantedState == wanted }
      warnings += StateMessages.atTimes(target.name, atTimes).map { [$0] } ?? []
      let isLocked = verdicts[target.name]?.isLocked ?? false
      let staysShut = verdicts[target.name].map { target.staysShut(by: $0, doors[target.name] ?? []) } ?? false
      note(wrong, of: target, isLocked: isLocked, staysShut: staysShut, isExplained: noted[nil] != nil, moments)
      let asked = unread[target.name] ?? []
      if asked.contains(where: { $0.isAnswerLost && $0.wantedState == wanted }) {
        warnings.append(StateMessages.answerLost(target.name))
      }
      unsure[target.name] = Self.unsure(target, verdicts[target.name]?.state, asked)
    }
    let letGo = policy.letGo(verdicts, snapshot.memory, at: now)
    warnings += policy.targets.compactMap { target in
      letGo[target.name].map { StateMessages.letGo(target.name, $0, moments) }
    }
    problems += Self.notYetDone(policy, overlay, snapshot, moments)
    warnings += Self.notDone(policy, snapshot, moments)
    let targets = Set(policy.targets.map(\.name))
    warnings += (snapshot.memory?.gone(at: now) ?? []).filter { targets.contains($0.target) }.findings
      .map(StateMessages.gone)
    warnings += Self.ending(policy, snapshot, moments)
    problems += (noted[nil] ?? []).map { StateMessages.problem($0, on: nil) }
    warnings += snapshot.leftBehind(policy).remembered(in: policy, moments, again: options)
  }

  /// Why nobody knows that `target` is in the state that is `wanted`, as what was `seen` of it does not tell: empty where more
  /// is said of that, nil where it can be told, or its system has said that it did so.
  private static func unsure(_ target: Target, _ wanted: TargetState?, _ seen: [RecordedObject]) -> String? {
    guard let wanted, wanted != .leave, target.selector.kind?.isUnreadable ?? false else { return nil }
    if target.enforcement == .observe { return "only observed" }
    if seen.isEmpty { return "never asked" }
    let open = seen.filter { !target.isKnown($0, in: wanted) }
    if open.isEmpty { return nil }
    // What was wanted before may be another thing: the next run asks for what is wanted by now.
    let asked = open.filter { $0.wantedState == wanted.rawValue }
    if asked.contains(where: { $0.tries != nil || $0.isAnswerLost }) { return "" }
    if asked.contains(where: { $0.asking?.refused?.position == $0.wanted?.position }) { return "refused" }
    return open.contains { $0.asking?.last != nil } ? "not asked for this" : "never asked"
  }

  /// That nobody knows of targets whether they are as they are wanted, as far as nothing else says it.
  package var unsureFindings: [Finding] {
    unsure.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { StateMessages.unsure($0.key, $0.value) }
  }

  /// The systems that could not be read, or are left alone.
  private static func unread(_ policy: Policy, _ snapshot: StateSnapshot, _ moments: Moments) -> [Finding] {
    policy.systems.compactMap { system in
      if let backoff = snapshot.backoffs[system.name], backoff.isLeftAlone(at: moments.now, by: snapshot.policy) {
        let error = StateMessages.leftAlone(backoff, moments)
        return StateMessages.unread(system.name, error.message)
      }
      return snapshot.lost.contains(system.name) ? StateMessages.unread(system.name) : nil
    }
  }

  /// The credentials that will soon be good for nothing; of one that has ended its system tells by then.
  private static func ending(_ policy: Policy, _ snapshot: StateSnapshot, _ moments: Moments) -> [Finding] {
    if snapshot.credentialEnds.isEmpty { return [] }
    return policy.systems.filter { !snapshot.lost.contains($0.name) }.flatMap { system in
      (snapshot.credentialEnds[system.name] ?? []).map { StateMessages.endsSoon($0, of: system.name, moments) }
    }
  }

  /// What of `target` is not where it is wanted; one that `staysShut` need not have been looked at since it is wanted open. If
  /// that `isExplained`, a problem of its own says why nothing was written.
  private mutating func note(
    _ wrong: [RecordedObject], of target: Target, isLocked: Bool, staysShut: Bool, isExplained: Bool,
    _ moments: Moments
  ) {
    if let tries = wrong.lazy.compactMap(\.tries).first {
      problems.append(StateMessages.stuck(target.name, tries, moments))
    } else if wrong.contains(where: \.isDoubtful) {
      problems.append(StateMessages.notChanged(target.name))
    } else if !wrong.isEmpty, target.enforcement == .observe {
      warnings.append(StateMessages.onlyObserved(target.name))
    } else if wrong.contains(where: { isLocked || !staysShut && !target.lets($0) }) {
      if !isExplained { problems.append(StateMessages.notYetChanged(target.name)) }
    } else if !wrong.isEmpty || staysShut {
      leftAsChanged.insert(target.name)
      // Until when somebody's own pause lasts is said wherever this is.
      let isPaused =
        !staysShut
        && wrong.allSatisfy {
          $0.wanted?.position == .active && $0.switchState.ends.map { $0 > moments.now } ?? false
        }
      if !isPaused { warnings.append(StateMessages.leftAsChanged(target.name)) }
    }
  }

  /// The actions that were tried in vain and are still to be done.
  static func notYetDone(
    _ policy: Policy, _ overlay: Overlay, _ snapshot: StateSnapshot, _ moments: Moments
  ) -> [Finding] {
    if snapshot.actions.isEmpty { return [] }
    var doors = DoorKeepers(overlay)
    return policy.targets.flatMap { target -> [Finding] in
      guard case .action(let system, _, let action) = target.selector else { return [] }
      return snapshot.actions.filter { open in
        open.key.target == target.name && open.system == system && open.action == action.name
          && open.key.at <= moments.now
      }.compactMap { open in
        let keeper = doors.keeper(against: target.name, since: open.key.at, at: moments.now)
        return StateMessages.notDone(open, unless: keeper, moments)
      }
    }
  }

  /// The actions that were not done when they last fell due.
  private static func notDone(_ policy: Policy, _ snapshot: StateSnapshot, _ moments: Moments) -> [Finding] {
    policy.targets.compactMap { target in
      guard case .action(_, _, let action) = target.selector,
        let ended = snapshot.ended.first(where: { $0.key.target == target.name })
      else { return nil }
      // What a clock that was ahead has missed is yet to come.
      if ended.isDone || ended.action != action.name || ended.key.at > moments.now { return nil }
      return StateMessages.notDone(ended, moments)
    }
  }
}

extension [Finding] {
  /// The targets of `policy` that are not known to be as they are wanted, where these are problems: one is about them, or about
  /// their system.
  package func troubled(in policy: Policy) -> Set<Name> {
    let systems = Set(filter { $0.target == nil }.compactMap(\.system))
    let there = policy.targets.filter { $0.selector.system.map(systems.contains) ?? false }.map(\.name)
    return Set(compactMap(\.target)).union(there)
  }
}

extension Target {
  /// Whether the system of `seen`, which does not tell its state, has said that it did what `wanted` means, and was not asked
  /// for anything else since.
  fileprivate func isKnown(_ seen: RecordedObject, in wanted: TargetState) -> Bool {
    if seen.wantedState == wanted.rawValue { return seen.isConfirmed }
    guard let last = seen.asking?.last, state(at: last.position) == wanted else { return false }
    return seen.isConfirmed(at: last.position)
  }

  private func state(at position: SwitchState.Position) -> TargetState? {
    position.asSwitch.flatMap { isOn in states.map { isOn ? $0.on : $0.off } }
  }

  /// Whether a run lets the difference stand, as somebody has made it since the object was in place, or has paused it for
  /// a while.
  fileprivate func lets(_ seen: RecordedObject) -> Bool {
    let isPause = seen.wanted?.position == .active && seen.switchState.ends != nil
    let wanted = seen.wanted.flatMap { state(at: $0.position) }
    return isPause && enforcement != .strict
      || yields(wanting: wanted ?? .leave) && seen.hasBeenInPlace
  }
}

extension StateSnapshot {
  /// What the last run found left behind, as far as a policy that was edited since does not name it again.
  fileprivate func leftBehind(_ policy: Policy) -> [LeftBehind] {
    guard let memory else { return [] }
    let left = memory.closings.filter { $0.closing.leftAt != nil && $0.closing.keeper == nil }
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
