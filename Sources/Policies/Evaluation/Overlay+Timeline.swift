public import CivilTime

extension Overlay {
  /// What holds for `target` throughout `range`: intervals that touch and cover the range exactly, neighbours of which
  /// differ in state or in what decides.
  ///
  /// Empty where `range` is, and for a name that is no target with a state of its own.
  public func timeline(of target: Name, in range: Range<Instant>) -> [TimelineInterval] {
    let scheduled = evaluator.timeline(of: target, in: range)
    let edges = edges(of: target).filter { range.lowerBound < $0 && $0 < range.upperBound }
    guard !scheduled.isEmpty, overrides[target] != nil else { return scheduled }
    var result: [TimelineInterval] = []
    var rest = scheduled[...]
    // Between two edges either one override decides throughout, or the policy does.
    let cuts = [range.lowerBound] + edges + [range.upperBound]
    for (start, end) in zip(cuts, cuts.dropFirst()) {
      rest = rest.drop { $0.range.upperBound <= start }
      if let override = override(of: target, at: start) {
        result.appendJoined(
          TimelineInterval(range: start..<end, state: override.state, decidedBy: override.decider))
      } else {
        for var interval in rest.prefix(while: { $0.range.lowerBound < end }) {
          interval.range = interval.range.clamped(to: start..<end)
          result.appendJoined(interval)
        }
      }
    }
    return result
  }

  /// Every change of a wanted state of `targets` after `start` and before `end`, by time, and everything that is done in
  /// that time. A change at `start` itself has come about already.
  public func changes(of targets: [Name], after start: Instant, before end: Instant) -> [ScheduledChange] {
    guard start < end else { return [] }
    return ScheduledChange.merged(
      ScheduledChange.all(of: targets, after: start, before: end, timeline: timeline),
      evaluator.edges.occurrences(of: targets, in: start + 1..<max(start + 1, end)))
  }

  /// When `target`, which has no states, is done in `range`.
  public func occurrences(of target: Name, in range: Range<Instant>) -> [Occurrence] {
    evaluator.edges.occurrences(of: [target], in: range)
  }

  /// What of `targets` is done next after `instant`; empty where nothing is before `Evaluator.horizon`.
  public func nextOccurrences(of targets: [Name], after instant: Instant) -> [Occurrence] {
    evaluator.edges.next(of: targets, after: instant)
  }

  /// The changes at the first instant after `start` at which the wanted state of one of `targets` changes or one is done;
  /// empty where none is before `Evaluator.horizon`.
  public func firstChanges(of targets: [Name], after start: Instant) -> [ScheduledChange] {
    let edges = Set(targets.flatMap(edges)).sorted()
    let done = evaluator.edges.next(of: targets, after: start).first?.at
    var cursor = start
    // Where an override decides a change of the policy shows nothing.
    while true {
      let next = [edges.first { $0 > cursor }, evaluator.nextChange(after: cursor), done].compactMap { $0 }.min()
      guard let next else { return [] }
      let changes = changes(of: targets, after: next + -1, before: next + 1)
      if !changes.isEmpty { return changes }
      cursor = next
    }
  }

  /// When overrides of `target` begin or end, in order, each instant once.
  func edges(of target: Name) -> [Instant] {
    Set((overrides[target] ?? []).flatMap { [$0.range.lowerBound, $0.range.upperBound] }).sorted()
  }
}

/// A stretch of time in which one statement, or `otherwise`, decides about a target.
public struct TimelineInterval: Hashable, Sendable {
  /// Half-open.
  public var range: Range<Instant>
  /// The wanted state throughout.
  public var state: TargetState
  /// What decides throughout.
  public var decidedBy: Verdict.Decider

  /// A stretch from its parts.
  public init(range: Range<Instant>, state: TargetState, decidedBy: Verdict.Decider) {
    self.range = range
    self.state = state
    self.decidedBy = decidedBy
  }
}
