public import CivilTime

/// What a policy says once people's overrides are laid over it: at any instant the newest override that names a target
/// and holds decides, else the policy does.
public struct Overlay: Sendable {
  let evaluator: Evaluator
  /// What it is laid over.
  let policy: Policy
  /// For each target that overrides name, those overrides, the newest first. Of one that was ended as it began nothing holds
  /// at any time, and yet a run may have come in that second; one that was ended before that is not here.
  private(set) var overrides: [Name: [Override]]
  /// What locks keep shut whatever target has it by now, the newest lock first.
  public var heldDoors: [HeldDoor] = []

  /// `policy` as `evaluator` knows it, with `overrides`, those that are yet to begin among them. Ended ones should be
  /// there as well: they tell since when a state holds. Each counts for those of its targets that it suits.
  public init(_ evaluator: Evaluator, of policy: Policy, overrides: [Override]) {
    self.evaluator = evaluator
    self.policy = policy
    var byTarget: [Name: [Override]] = [:]
    for override in overrides.filter({ $0.from <= $0.until }).sorted(by: Overlay.isNewer) {
      for member in policy.reached(by: override) { byTarget[member, default: []].append(override) }
    }
    self.overrides = byTarget
  }

  /// The same for `targets`, with those of their overrides alone for which `isKept` holds.
  public func keeping(of targets: [Name], where isKept: (Override) -> Bool) -> Overlay {
    var kept = self
    kept.overrides = Dictionary(targets.compactMap { target in overrides[target].map { (target, $0) } }) { first, _ in
      first
    }
    .mapValues { $0.filter(isKept) }
    return kept
  }

  /// Whether any of the overrides of `targets` is one for which `isSought` holds.
  public func hasOverride(of targets: [Name], where isSought: (Override) -> Bool) -> Bool {
    targets.contains { overrides[$0]?.contains(where: isSought) ?? false }
  }

  /// Later made is newer, whenever it begins: the numbers are given one after the other.
  private static func isNewer(_ left: Override, _ right: Override) -> Bool { left.number > right.number }

  /// What holds at `instant` for every target, in the order of the file.
  public func verdicts(at instant: Instant) -> [(target: Name, verdict: Verdict)] {
    evaluator.verdicts(at: instant).map { target, scheduled in
      guard overrides[target] != nil else { return (target, scheduled) }
      return (target, verdict(on: target, at: instant, scheduled: scheduled))
    }
  }

  /// What holds at `instant` for `target`; nil for a name that is no target with a state of its own.
  public func verdict(on target: Name, at instant: Instant) -> Verdict? {
    guard evaluator.has(target) else { return nil }
    let scheduled = scheduledVerdict(on: target, at: instant)
    return overrides[target] == nil ? scheduled : verdict(on: target, at: instant, scheduled: scheduled)
  }

  /// The override that decides about `target` at `instant`; nil where the policy does.
  public func override(of target: Name, at instant: Instant) -> Override? {
    overrides[target]?.first { $0.range.contains(instant) }
  }

  private func verdict(on target: Name, at instant: Instant, scheduled: Verdict) -> Verdict {
    var verdict = scheduled
    let decider = override(of: target, at: instant)
    if let override = decider {
      verdict.state = override.state
      verdict.decidedBy = override.decider
      verdict.overridden = scheduled.state
      verdict.because = override.because
      verdict.isLocked = override.kind == .lock
    }
    verdict.until = end(of: verdict.state, on: target, after: instant)
    verdict.nextActive = verdict.state == .paused ? firstActive(on: target, after: instant) : nil
    verdict.since = beginning(of: verdict.state, on: target, before: instant)
    verdict.wishedSince = decider?.from ?? earlier(verdict.since, scheduled.since)
    verdict.beganAsOverrideEnded = verdict.since.map { doesPolicyReturn(to: target, at: $0) } ?? false
    verdict.foundSince = firstFinding(on: target, before: instant)
    if verdict.foundSince != nil, verdict.override == nil, let edge = lastEdge(on: target, before: instant + 1) {
      verdict.ended = override(of: target, at: edge + -1)?.state
    }
    verdict.lineEnded = verdict.state == .leave ? lastLineEnd(on: target, before: instant) : nil
    verdict.putBackAt = verdict.until.flatMap { isLeftAlone(target, at: $0) ? $0 : nil }
    return verdict
  }

  /// The earlier one of two beginnings, of which nil is always.
  private func earlier(_ left: Instant?, _ right: Instant?) -> Instant? {
    guard let left, let right else { return nil }
    return min(left, right)
  }

  /// Whether an override of `target` ends at `instant`, and nothing is wanted of it then.
  private func isLeftAlone(_ target: Name, at instant: Instant) -> Bool {
    override(of: target, at: instant + -1) != nil && override(of: target, at: instant) == nil
      && scheduledVerdict(on: target, at: instant).state == .leave
  }

  /// Whether an override of `target` ends at `instant`, and the policy has wanted since before that what it wants then.
  private func doesPolicyReturn(to target: Name, at instant: Instant) -> Bool {
    override(of: target, at: instant + -1) != nil && override(of: target, at: instant) == nil
      && scheduledVerdict(on: target, at: instant).since != instant
  }

  /// Whether what an override found is put back at `change`.
  public func putsBack(at change: ScheduledChange) -> Bool {
    change.to == .leave && isLeftAlone(change.target, at: change.at)
  }

  /// For how long after an override what it found is put back, in seconds. Who finds a device elsewhere later does not
  /// expect it to move because of that old evening.
  public static let putBackSeconds: Int64 = 3600

  /// When the first of the overrides began that followed one another up to `instant`; nil where none did.
  ///
  /// Between two of them, and after the last, the target may be left alone for a while: a run may not have come to put
  /// anything back. Whatever else held there has ended what they found.
  private func firstFinding(on target: Name, before instant: Instant) -> Instant? {
    var first: Instant?
    var cursor = instant + 1
    while let edge = lastEdge(on: target, before: cursor) {
      if override(of: target, at: cursor + -1) == nil {
        let scheduled = scheduledVerdict(on: target, at: cursor + -1)
        let isLeftSince = scheduled.state == .leave && scheduled.since.map { $0 <= edge } ?? true
        guard isLeftSince, cursor - edge <= Self.putBackSeconds else { break }
        if hasMoment(target, at: edge) { first = edge }
      } else {
        first = edge
      }
      cursor = edge
    }
    return first
  }

  /// When a line last ceased to decide about `target`, up to `instant`, at which it is left alone; nil where none did. What it
  /// said while an override decided does not count.
  private func lastLineEnd(on target: Name, before instant: Instant) -> Instant? {
    var cursor = instant + 1
    while true {
      let edge = lastEdge(on: target, before: cursor)
      if override(of: target, at: cursor + -1) == nil {
        let scheduled = scheduledVerdict(on: target, at: cursor + -1)
        if scheduled.state != .leave { return cursor }
        if let since = scheduled.since, edge.map({ $0 < since }) ?? true { return since }
      }
      guard let edge else { return nil }
      cursor = edge
    }
  }

  /// Whether an override of `target` was ended at `instant` in the second in which it began.
  private func hasMoment(_ target: Name, at instant: Instant) -> Bool {
    overrides[target]?.contains { $0.from == instant && $0.until == instant } ?? false
  }

  /// When `state`, which holds at `instant`, ends; nil where it never does.
  ///
  /// Between two instants at which an override begins or ends either one override decides throughout, or the policy
  /// does.
  private func end(of state: TargetState, on target: Name, after instant: Instant) -> Instant? {
    var cursor = instant
    while true {
      let edge = nextEdge(on: target, after: cursor)
      if let override = override(of: target, at: cursor) {
        if override.state != state { return cursor }
      } else {
        let scheduled = scheduledVerdict(on: target, at: cursor)
        if scheduled.state != state { return cursor }
        if let change = scheduled.until, edge.map({ change < $0 }) ?? true { return change }
      }
      guard let edge else { return nil }
      cursor = edge
    }
  }

  /// When the target, which is paused at `instant`, next becomes `active`; nil where it never does.
  private func firstActive(on target: Name, after instant: Instant) -> Instant? {
    var cursor = instant
    while true {
      let edge = nextEdge(on: target, after: cursor)
      if let override = override(of: target, at: cursor) {
        if override.state == .active { return cursor }
      } else if let active = scheduledActive(on: target, from: cursor), edge.map({ active < $0 }) ?? true {
        return active
      }
      guard let edge else { return nil }
      cursor = edge
    }
  }

  /// When the policy wants `active` of the target, at `instant` or after it.
  private func scheduledActive(on target: Name, from instant: Instant) -> Instant? {
    let scheduled = scheduledVerdict(on: target, at: instant)
    switch scheduled.state {
    case .active: return instant
    case .paused: return scheduled.nextActive
    default: return nextActive(on: target, after: scheduled.until)
    }
  }

  /// When the policy next wants `active` of a target that it leaves alone until `end`.
  private func nextActive(on target: Name, after end: Instant?) -> Instant? {
    end.flatMap { scheduledActive(on: target, from: $0) }
  }

  /// When `state`, which holds at `instant`, began; nil for always.
  private func beginning(of state: TargetState, on target: Name, before instant: Instant) -> Instant? {
    var cursor = instant + 1
    while true {
      let edge = lastEdge(on: target, before: cursor)
      if let override = override(of: target, at: cursor + -1) {
        if override.state != state { return cursor }
        cursor = edge ?? override.from
      } else {
        let scheduled = scheduledVerdict(on: target, at: cursor + -1)
        if scheduled.state != state { return cursor }
        guard let edge else { return scheduled.since }
        if let since = scheduled.since, since > edge { return since }
        cursor = edge
      }
    }
  }

  /// The first instant after `cursor` at which an override of `target` begins or ends.
  private func nextEdge(on target: Name, after cursor: Instant) -> Instant? {
    (overrides[target] ?? []).flatMap { [$0.from, $0.until] }.filter { $0 > cursor }.min()
  }

  /// The last instant before `cursor` at which an override of `target` begins or ends.
  private func lastEdge(on target: Name, before cursor: Instant) -> Instant? {
    (overrides[target] ?? []).flatMap { [$0.from, $0.until] }.filter { $0 < cursor }.max()
  }

  private func scheduledVerdict(on target: Name, at instant: Instant) -> Verdict {
    evaluator.verdict(on: target, at: instant)
  }
}
