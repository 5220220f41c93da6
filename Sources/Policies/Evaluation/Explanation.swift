public import CivilTime

/// Why a target has the state that it has at one instant, and what comes next.
public struct Explanation: Sendable {
  /// Which target.
  public var target: Name
  /// What holds, since when, until when, and what decides.
  public var verdict: Verdict
  /// The statements about the target that hold too but stand earlier in the file, as indices in `Policy.statements`:
  /// the latest first.
  public var beaten: [Int]
  /// The change at the end of the stretch; nil if there is none before 2100.
  public var next: ScheduledChange?
  /// The override that decides; nil where the policy does.
  public var override: Override?
  /// The older overrides of the target that hold too: the latest first.
  public var beatenOverrides: [Override] = []
  /// The override that decides from the next change on; nil where the policy does.
  public var nextOverride: Override?
  /// The overrides that do not hold now and are why the stretch begins or ends when it does, and not where the policy
  /// says: in the order of time.
  public var movedBy: [Override] = []
}

/// When something is done that has no states, and which edges say so.
public struct ActionExplanation: Sendable {
  /// Which target.
  public var target: Name
  /// When it is done next, each time with what says so: at most two; none where it is never done before 2100.
  public var next: [Occurrence]
  /// Who may keep it from being done at each of these times, as it would open what is shut then; nil where nobody does.
  public var keepers: [DoorKeeper?] = []

  /// When it is done next, and who may keep it from that then; nil where it is never done before 2100.
  public var first: (at: Instant, edge: Int, keeper: DoorKeeper?)? {
    next.first.map { ($0.at, $0.edge, keepers.first ?? nil) }
  }
}

extension Overlay {
  /// When each of those of `names` is done that have no states, seen from `instant` on, which is among them.
  public func actionExplanations(of names: [Name], at instant: Instant) -> [ActionExplanation] {
    let actions = names.filter(evaluator.edges.targets.contains)
    if actions.isEmpty { return [] }
    var keepers = DoorKeepers(self)
    return actions.map { name in
      let first = nextOccurrences(of: [name], after: instant + -1)
      let next = first + (first.first.map { nextOccurrences(of: [name], after: $0.at) } ?? [])
      return ActionExplanation(
        target: name, next: next, keepers: next.map { keepers.keeper(against: name, at: $0.at) })
    }
  }

  /// Why each of `names`, targets with a state of their own, has its state at `instant`; in the order given.
  public func explanations(of names: [Name], at instant: Instant) -> [Explanation] {
    let scheduled = evaluator.explanations(of: names, at: instant)
    guard names.contains(where: { overrides[$0] != nil }) else { return scheduled }
    let verdicts = Dictionary(verdicts(at: instant), uniquingKeysWith: { first, _ in first })
    return scheduled.map { explanation in
      guard overrides[explanation.target] != nil, let verdict = verdicts[explanation.target] else { return explanation }
      return overlaid(explanation, verdict, at: instant)
    }
  }

  private func overlaid(_ scheduled: Explanation, _ verdict: Verdict, at instant: Instant) -> Explanation {
    let target = scheduled.target
    let holding = (overrides[target] ?? []).filter { $0.range.contains(instant) }
    return Explanation(
      target: target, verdict: verdict,
      beaten: holding.isEmpty ? scheduled.beaten : evaluator.activeStatements(target, at: instant),
      next: verdict.until.flatMap { change(of: target, at: $0, from: verdict.state) }, override: holding.first,
      beatenOverrides: Array(holding.dropFirst()),
      nextOverride: verdict.until.flatMap { override(of: target, at: $0) },
      movedBy: movers(of: verdict, from: scheduled.verdict, on: target, at: instant))
  }

  /// The overrides of `target` that do not hold at `instant`, and without which the stretch of `verdict` would begin and end
  /// where that of `scheduled` does.
  private func movers(
    of verdict: Verdict, from scheduled: Verdict, on target: Name, at instant: Instant
  ) -> [Override] {
    var movers: [Override] = []
    if let since = verdict.since, since != scheduled.since {
      movers += chain(on: target, until: since, after: scheduled.since, besides: instant)
      var cursor = since
      while cursor <= instant, let override = override(of: target, at: cursor), !override.range.contains(instant) {
        movers.append(override)
        cursor = override.until
      }
    }
    if let until = verdict.until, until != scheduled.until {
      movers += chain(on: target, until: until, after: instant, besides: instant)
    }
    return movers
  }

  /// The overrides that decide about `target` one after the other up to `end`, back to `start`, the earliest first; not
  /// one that holds at `instant`.
  private func chain(
    on target: Name, until end: Instant, after start: Instant?, besides instant: Instant
  ) -> [Override] {
    var found: [Override] = []
    var cursor = end
    while start.map({ cursor > $0 }) ?? true, let override = override(of: target, at: cursor + -1),
      !override.range.contains(instant)
    {
      found.insert(override, at: 0)
      cursor = override.from
    }
    return found
  }

  private func change(of target: Name, at instant: Instant, from state: TargetState) -> ScheduledChange? {
    verdict(on: target, at: instant).map {
      ScheduledChange(at: instant, target: target, from: state, to: $0.state, decidedBy: $0.decidedBy)
    }
  }
}

extension Evaluator {
  /// Why each of `names`, targets with a state of their own, has its state at `instant`; in the order given.
  public func explanations(of names: [Name], at instant: Instant) -> [Explanation] {
    let verdicts = Dictionary(verdicts(at: instant), uniquingKeysWith: { first, _ in first })
    return names.compactMap { name in
      guard let verdict = verdicts[name] else { return nil }
      return Explanation(
        target: name, verdict: verdict, beaten: Array(activeStatements(name, at: instant).dropFirst()),
        next: verdict.until.flatMap { firstChange(of: name, at: $0, from: verdict.state) })
    }
  }

  private func firstChange(of target: Name, at instant: Instant, from state: TargetState) -> ScheduledChange? {
    timeline(of: target, in: instant..<instant + 1).first.map {
      ScheduledChange(at: instant, target: target, from: state, to: $0.state, decidedBy: $0.decidedBy)
    }
  }
}
