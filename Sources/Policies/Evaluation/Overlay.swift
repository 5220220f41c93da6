public import CivilTime

/// What a policy says once people's overrides are laid over it: at any instant the newest override that names a target
/// and holds decides, else the policy does.
public struct Overlay: Sendable {
  let evaluator: Evaluator
  /// For each target that overrides name, those overrides, the newest first.
  let overrides: [Name: [Override]]

  /// `policy` as `evaluator` knows it, with `overrides`. None of them may begin later than the instants that are asked
  /// about. Ended ones should be among them: they tell since when a state holds.
  public init(_ evaluator: Evaluator, of policy: Policy, overrides: [Override]) {
    self.evaluator = evaluator
    var byTarget: [Name: [Override]] = [:]
    for override in overrides.filter({ !$0.range.isEmpty }).sorted(by: Overlay.isNewer) {
      for member in policy.members(of: [override.target]) { byTarget[member, default: []].append(override) }
    }
    self.overrides = byTarget
  }

  /// Later made is newer; of two made in the same second the one with the greater number.
  private static func isNewer(_ left: Override, _ right: Override) -> Bool {
    (left.from, left.number) > (right.from, right.number)
  }

  /// What holds at `instant` for every target, in the order of the file.
  public func verdicts(at instant: Instant) -> [(target: Name, verdict: Verdict)] {
    evaluator.verdicts(at: instant).map { target, scheduled in
      guard overrides[target] != nil else { return (target, scheduled) }
      return (target, verdict(on: target, at: instant, scheduled: scheduled))
    }
  }

  /// The override that decides about `target` at `instant`; nil where the policy does.
  public func override(of target: Name, at instant: Instant) -> Override? {
    overrides[target]?.first { $0.range.contains(instant) }
  }

  private func verdict(on target: Name, at instant: Instant, scheduled: Verdict) -> Verdict {
    var verdict = scheduled
    if let override = override(of: target, at: instant) {
      verdict.state = override.state
      verdict.decidedBy = override.decider
      verdict.overridden = scheduled.state
      verdict.because = override.because
    }
    (verdict.until, verdict.nextActive) = ends(of: verdict.state, on: target, after: instant)
    verdict.since = beginning(of: verdict.state, on: target, before: instant)
    return verdict
  }

  /// When `state`, which holds at `instant`, ends, and when the target next becomes `active` where it is a pause.
  ///
  /// No override begins in the future, so those that hold now run out one after the other, and then the policy decides.
  private func ends(
    of state: TargetState, on target: Name, after instant: Instant
  ) -> (until: Instant?, nextActive: Instant?) {
    var until: Instant?
    var cursor = instant
    while let present = override(of: target, at: cursor) {
      if until == nil, present.state != state { until = cursor }
      if state == .paused, present.state == .active { return (until, cursor) }
      cursor = present.until
    }
    let scheduled = scheduledVerdict(on: target, at: cursor)
    if until == nil { until = scheduled.state == state ? scheduled.until : cursor }
    guard state == .paused else { return (until, nil) }
    switch scheduled.state {
    case .active: return (until, cursor)
    case .paused: return (until, scheduled.nextActive)
    case .on, .off, .leave: return (until, nextActive(on: target, after: scheduled.until))
    }
  }

  /// When the policy next wants `active` of a target that it leaves alone until `end`.
  private func nextActive(on target: Name, after end: Instant?) -> Instant? {
    guard let end else { return nil }
    let next = scheduledVerdict(on: target, at: end)
    switch next.state {
    case .active: return end
    case .paused: return next.nextActive
    case .on, .off, .leave: return nextActive(on: target, after: next.until)
    }
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

  /// The last instant before `cursor` at which an override of `target` begins or ends.
  private func lastEdge(on target: Name, before cursor: Instant) -> Instant? {
    (overrides[target] ?? []).flatMap { [$0.from, $0.until] }.filter { $0 < cursor }.max()
  }

  private func scheduledVerdict(on target: Name, at instant: Instant) -> Verdict {
    evaluator.verdict(on: target, at: instant)
  }
}
