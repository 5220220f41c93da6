import CivilTime
import Policies

/// How free targets are, worked out once more: an instant alone, by what is written in the policy and by the newest of
/// the overrides. What the schedule says is asked for once, for a range of time.
struct Freeness {
  private let policy: Policy
  private let overrides: [Override]
  private let scheduled: [Name: [TimelineInterval]]
  let overlay: Overlay

  /// Those of a policy in which `all` holds `kids` and `tv`.
  init(_ policy: Policy, _ overrides: [Override], in range: Range<Instant>) {
    let evaluator = Evaluator(policy)
    self.policy = policy
    self.overrides = overrides
    overlay = Overlay(evaluator, of: policy, overrides: overrides)
    scheduled = Dictionary(
      uniqueKeysWithValues: evaluator.targets.map { ($0, evaluator.timeline(of: $0, in: range)) })
  }

  /// Every instant at which something may change.
  var boundaries: [Instant] {
    scheduled.values.flatMap { $0.map(\.range.lowerBound) } + overrides.flatMap { [$0.from, $0.until] }
  }

  /// From 0, where it is held, to 4, where nothing holds people back; and what is wanted, and which system lets it go.
  func rank(of name: String, at instant: Instant) -> (rank: Int, state: TargetState, carrier: String?) {
    guard let target = policy.targets.first(where: { $0.name.text == name }) else { return (3, .leave, nil) }
    let state = state(of: name, at: instant)
    if name != "pihole", target.selector.system?.text == "pihole", isPaused(at: instant) { return (4, state, "pihole") }
    if target.enforcement == .observe || state == .leave { return (3, state, nil) }
    if state == (name == "pihole" ? .paused : .on) { return (4, state, nil) }
    if target.enforcement == .yield { return (2, state, nil) }
    return (name == "pihole" && target.enforcement == .normal ? 1 : 0, state, nil)
  }

  private func isPaused(at instant: Instant) -> Bool {
    guard let own = policy.targets.first(where: { $0.name.text == "pihole" }) else { return false }
    return own.enforcement != .observe && state(of: "pihole", at: instant) == .paused
  }

  private func state(of name: String, at instant: Instant) -> TargetState {
    var newest: Override?
    for override in overrides where override.from <= instant && instant < override.until {
      let means = override.target.text == name || override.target.text == "all" && ["kids", "tv"].contains(name)
      if means, (newest.flatMap { Int($0.id) } ?? 0) < (Int(override.id) ?? 0) { newest = override }
    }
    return newest?.state ?? scheduledState(of: name, at: instant)
  }

  private func scheduledState(of name: String, at instant: Instant) -> TargetState {
    guard let timeline = scheduled[Name(name)] else { return .leave }
    var (first, last) = (0, timeline.count - 1)
    while first < last {
      let middle = (first + last + 1) / 2
      if timeline[middle].range.lowerBound <= instant { first = middle } else { last = middle - 1 }
    }
    return timeline[first].state
  }
}
