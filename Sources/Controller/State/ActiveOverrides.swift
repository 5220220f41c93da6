import Approvals
package import CivilTime
package import Policies
import Providers
package import Planning
import Presentation
import StateStore
import Synchronization

/// The overrides of a run beside the policy of now: which of them count, and which are about something that is gone.
/// This is the one place that decides it; whoever shows what holds asks here.
package struct ActiveOverrides: Sendable {
  /// The policy, in which an implicit target that an override names is managed.
  package let policy: Policy
  /// Those that count, ended ones and those that are yet to begin among them.
  package let overrides: [Override]
  /// Those that hold, by number, also if they count for nothing any more.
  private let present: [String: HeldOverride]
  /// What locks that hold keep shut for targets that they are not about.
  package let holds: [LockHold]
  /// The numbers of all that end later than now, whatever they count for.
  private let unended: Set<String>
  /// When each began that is kept, by number.
  private let begun: [String: Instant]
  /// When each ends, or has ended, that is kept, by number.
  private let ends: [String: Instant]
  /// Those that were made for another policy and do not count.
  let foreign: [Override]
  /// The numbers of those of them that were made for this policy while another one was followed, and that its guards would
  /// have to be asked for.
  private let isUnasked: Set<String>
  /// What of an edit of the policy waits for approvers; nil where no guard holds edits.
  package let held: HeldEdits?
  /// What is wrong with those that hold or are yet to begin, and cannot count, or not for all that they name.
  package let warnings: [Finding]
  /// The systems that have another name than at the last run.
  let renamed: [Finding]
  /// What earlier runs left, by the names and addresses that systems have in the policy.
  package let remembered: StateSnapshot
  private let laid = Laid()

  /// Those that `remembered` knows, for `now`.
  package init(_ policy: Policy, _ remembered: StateSnapshot, now: Instant) {
    let made = remembered.overrides.filter { remembered.isMade($0, at: now) }.map { $0.keepingShut(at: now) }
    let own = remembered.counting(made, for: policy, at: now)
    let owner = policy.owner
    held = remembered.heldEdits(of: policy, own, now: now)
    let (newZone, edited) = (policy.zone, policy)
    let policy = held?.policy ?? policy
    let moves = remembered.memory?.moves(to: policy) ?? SystemMoves()
    let remembered = remembered.moved(by: moves)
    self.remembered = remembered
    renamed = StateMessages.renamed(moves)
    let activated = Self.activated(policy, own, remembered.memory, now: now)
    let moments = Moments(zone: policy.zone, now: now)
    var warnings: [Finding] = []
    let holds = own.filter { $0.range.contains(now) }.flatMap { remembered.memory?.holds(of: $0, in: activated) ?? [] }
    overrides = own.filter { override in
      let reach = OverrideReach(of: override, in: activated)
      if override.isAhead(of: now) {
        warnings += StateMessages.misses(override, reach, holds.filter { $0.lock.id == override.id }, moments)
        if override.madeAt.isYetToCome(at: now) { warnings.append(StateMessages.madeAhead(override, moments)) }
      }
      return !reach.reached.isEmpty
    }.map { override in
      // The state has only kept the word.
      var override = override
      override.state = activated.kinds.state(override.state.rawValue) ?? override.state
      return override
    }
    let holding = own.filter { $0.range.contains(now) }.map { HeldOverride($0, called: $0.name, in: activated) }
    present = Dictionary(holding.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    unended = Set(made.filter { $0.until > now }.map(\.id))
    (begun, ends) = (made.begun, made.ends)
    let known = Set(own.map(\.id))
    let foreign = made.filter { !known.contains($0.id) }
    let unasked = foreign.filter { remembered.following?.counts($0, owner: owner) ?? true }
    warnings += StateMessages.neverAsked(unasked.filter { $0.isAhead(of: now) })
    let unaskedNumbers = Set(unasked.map(\.id))
    let ahead = foreign.filter { $0.isAhead(of: now) && !unaskedNumbers.contains($0.id) }
    if !ahead.isEmpty {
      warnings.append(
        StateMessages.madeForAnother(ahead, remembered.following, isFollowedFromNow: remembered.isFollowedFromNow))
    }
    var asked = AskedEdits(
      edited, remembered.policy, holding: held?.held.map(\.target.name) ?? [], remembered.approved, overrides: own,
      now: now)
    let asker = (remembered.following?.file(of: edited)).asker
    let hasAskedEnough = remembered.approved.hasAskedEnough(asker, at: ClockReading(wall: now, boot: nil))
    for held in held?.held ?? [] {
      let isEarlier = asked.isEarlier(held.target.name)
      warnings.append(
        StateMessages.editHeld(
          held, remembered.approved, isAskedEarlier: isEarlier, isAskedLater: hasAskedEnough, moments))
    }
    if let held, held.areOfAll { warnings.append(StateMessages.zoneHeld(held.policy.zone, not: newZone)) }
    let clocks = remembered.clocks.followed(by: policy, at: now, remembered.zones)
    warnings += clocks.movedSystems(of: policy, at: now)
    warnings += [clocks.unmoved(own, by: policy, at: now, remembered.zones)].compactMap(\.self)
    warnings += StateMessages.notYetGuarding(policy, remembered.approved)
    (self.policy, self.holds, self.warnings) = (activated, holds, warnings)
    (self.foreign, isUnasked) = (foreign, unaskedNumbers)
  }

  /// In which zone times of `policy` are read and said: not yet in its own one where that waits for approvers.
  package static func zone(of policy: Policy, _ remembered: StateSnapshot, now: Instant) -> Zone {
    ActiveOverrides(policy, remembered, now: now).policy.zone
  }

  /// What holds when, with the overrides that count. It is made when it is first asked for, as a command asks for it for each of
  /// many overrides; nothing that it is made of changes.
  package var overlay: Overlay {
    laid.overlay.withLock { laid in
      if let laid { return laid }
      var overlay = Overlay(Evaluator(policy), of: policy, overrides: overrides)
      overlay.heldDoors = heldDoors
      laid = overlay
      return overlay
    }
  }

  private final class Laid: Sendable { let overlay = Mutex<Overlay?>(nil) }

  /// What earlier runs left, beside those that hold now.
  var past: Past? {
    guard var past = remembered.past else { return nil }
    past.held = present
    past.unended = unended
    (past.begun, past.ends) = (begun, ends)
    past.moved = past.memory.movedSystems(in: policy)
    past.owner = policy.owner
    return past
  }

  /// The pauses that somebody has made by hand and that runs leave alone although their target is to be active at `now`, as
  /// a run saw them last: the targets with their ends.
  package func pauses(at now: Instant) -> [(target: Name, until: Instant)] {
    let paused = pausesByHand(at: now)
    if paused.isEmpty { return [] }
    let overlay = overlay
    return paused.filter { overlay.verdict(on: $0.target, at: now)?.state == .active }
  }

  /// Those of them that a run shortens at `now`, as their target is to be paused until an earlier end: the targets with the end
  /// that was given by hand.
  package func shortenedPauses(at now: Instant) -> [(target: Name, until: Instant)] {
    let paused = pausesByHand(at: now)
    if paused.isEmpty { return [] }
    let overlay = overlay
    return paused.filter { pause in
      let wanted = overlay.verdict(on: pause.target, at: now)
      return wanted?.state == .paused && wanted?.pauseEnds.map { $0 < pause.until } ?? false
    }
  }

  /// When the schedule or an override pauses each of `paused` anew before it would end, and so gives it another end.
  private func takenOver(_ paused: [(target: Name, until: Instant)], at now: Instant) -> [Name: Instant] {
    if paused.isEmpty { return [:] }
    let overlay = overlay
    return paused.reduce(into: [:]) { taken, pause in
      guard let next = overlay.verdict(on: pause.target, at: now)?.until, next < pause.until,
        overlay.verdict(on: pause.target, at: next)?.state == .paused
      else { return }
      taken[pause.target] = next
    }
  }

  /// All that somebody has paused by hand, as a run saw it last, whatever is wanted.
  private func pausesByHand(at now: Instant) -> [(target: Name, until: Instant)] {
    guard let past else { return [] }
    let systems = Dictionary(policy.systems.map { ($0.name, $0) }) { first, _ in first }
    return policy.targets.compactMap { target in
      target.selector.system.flatMap { systems[$0] }.flatMap { past.pauseByHand(of: target, on: $0, at: now) }
        .map { (target: target.name, until: $0) }
    }
  }

  /// What keeps targets at `now` from being as the schedule and overrides have it, by what is remembered: locks, and pauses by
  /// hand; and what somebody else keeps from that again and again.
  package func kept(at now: Instant) -> [Finding] {
    let moments = Moments(zone: policy.zone, now: now)
    let pauses = pauses(at: now)
    let taken = takenOver(pauses, at: now)
    return locked(at: now) + remembered.contended(in: policy, moments)
      + pauses.map { pause in
        StateMessages.pausedByHand(pause.target, until: pause.until, taken: taken[pause.target], moments)
      }
  }

  /// What locks keep at `now` as it is, by what is remembered, of targets that they do not count for: they were renamed, or
  /// have the objects since. A plan says so object by object, this once for a target and a lock.
  package func locked(at now: Instant) -> [Finding] {
    let kept = remembered.memory?.locked(by: present, in: policy) ?? []
    if kept.isEmpty { return [] }
    let verdicts = Dictionary(overlay.verdicts(at: now)) { first, _ in first }
    let wrong = kept.filter { object in
      verdicts[object.target].map { $0.state != .leave && $0.state.rawValue != object.state } ?? false
    }
    return Dictionary(grouping: wrong) { [$0.target, Name($0.lock.id)] }.sorted {
      $0.key.lexicographicallyPrecedes($1.key)
    }
    .compactMap { StateMessages.locked($0.value) }
  }

  /// What the locks that hold now have shut, by what is remembered, whatever target has it by now.
  var shut: [ObjectKey: Override] {
    let locks = remembered.overrides.filter { $0.kind == .lock && present[$0.id] != nil }
    return remembered.memory?.objects(heldBy: locks) ?? [:]
  }

  /// The same as far as only its system and kind count.
  private var heldDoors: [HeldDoor] {
    // Only actions go by them.
    guard policy.targets.contains(where: \.isAction) else { return [] }
    let held = Set(shut.map { HeldDoor(system: $0.key.system, kind: $0.key.kind, lock: $0.value) })
    return held.sorted {
      (Int($1.lock.id) ?? 0, $0.system, $0.kind) < (Int($0.lock.id) ?? 0, $1.system, $1.kind)
    }
  }

  /// Whether `override` does not count as it was made while another policy was followed: a guard would have to be asked.
  package func isUnasked(_ override: Override) -> Bool { isUnasked.contains(override.id) }

  /// Those that hold at `now`, the newest first.
  func holding(at now: Instant) -> [Override] { overrides.filter { $0.range.contains(now) } }

  /// An implicit target is managed while an override names it, and once more afterwards, so
  /// that what the override did is undone. Before one begins it is left alone.
  private static func activated(
    _ policy: Policy, _ overrides: [Override], _ memory: RecordedState?, now: Instant
  ) -> Policy {
    let present = Set(overrides.filter { $0.range.contains(now) }.map(\.target))
    let coming = Set(overrides.filter { $0.isAhead(of: now) }.map(\.target))
    let isTouched = { (target: Target) in
      let selector = target.selector
      let key = selector.system.flatMap { system in
        selector.object.map { ObjectKey(system: system, kind: $0, id: nil) }
      }
      return present.contains(target.name) || key.flatMap { memory?.objects[$0]?.override } != nil
    }
    var activated = policy.activating { isTouched($0) || coming.contains($0.name) }
    for index in activated.targets.indices.dropFirst(policy.targets.count) where !isTouched(activated.targets[index]) {
      activated.targets[index].otherwise = .leave
    }
    return activated
  }
}

extension StateSnapshot {
  /// What of the edit that made `policy` waits; nil where no guard holds edits of it.
  func heldEdits(of policy: Policy, _ overrides: [Override], now: Instant) -> HeldEdits? {
    guard !approved.targets.isEmpty, following?.isFollowed(owner: policy.owner) ?? false else { return nil }
    return HeldEdits(policy, approved: approved.targets, overrides: overrides, now: now)
  }

  /// The numbers of the overrides that are over at `now`, and of which a run may yet put back what they found, or say that
  /// it is not put back: it is not too late for that, or runs of `policy` do not know them.
  func awaited(by policy: Policy, at now: Instant) -> Set<String> {
    let over = overrides.filter { $0.until <= now }
    return Set(
      over.filter { override in
        now - override.until < Overlay.putBackSeconds || !(following?.counts(override, owner: policy.owner) ?? true)
      }.map(\.id))
  }

  /// Whether `override` had been made at `instant`: an instant of the past knows nothing of later ones. Now all of them
  /// were, also where the clock has been set back since.
  fileprivate func isMade(_ override: Override, at instant: Instant) -> Bool {
    readAt.map { instant >= $0 } ?? false || override.madeAt <= instant
  }
}

extension [Override] {
  /// When each began, by number.
  var begun: [String: Instant] { Dictionary(map { ($0.id, $0.from) }) { first, _ in first } }

  /// When each ends, or has ended, by number.
  var ends: [String: Instant] { Dictionary(map { ($0.id, $0.until) }) { first, _ in first } }
}

extension Override {
  /// Whether it holds at `now` or is yet to begin.
  package func isAhead(of now: Instant) -> Bool { until > max(from, now) }
}
