import CivilTime
import Policies

/// How free targets are, worked out once more: an instant alone, by what is written in the policy and by the newest of
/// the overrides. What the schedule says is asked for once, for a range of time.
struct Freeness {
  /// By the names of targets: millions of instants are asked about.
  private let known: [String: Known]
  let overlay: Overlay
  /// Every instant at which something may change.
  let boundaries: [Instant]

  /// What is written about one target.
  private struct Known {
    let isOnPihole: Bool
    let enforcement: Enforcement?
    /// Those that mean it, the newest first.
    let overrides: [Override]
    /// What the schedule says from each instant on.
    let starts: [Int]
    let states: [TargetState]

    init(_ target: Target, _ overrides: [Override], _ timeline: [TimelineInterval]) {
      let name = target.name.text
      isOnPihole = name != "pihole" && target.selector.system?.text == "pihole"
      enforcement = target.enforcement
      self.overrides = overrides.filter {
        $0.target.text == name || $0.target.text == "all" && ["kids", "tv"].contains(name)
      }
      .sorted { Int($0.id) ?? 0 > Int($1.id) ?? 0 }
      starts = timeline.map { Int($0.range.lowerBound.secondsSinceEpoch) }
      states = timeline.map(\.state)
    }

    func state(at instant: Instant) -> TargetState {
      for override in overrides where override.from <= instant && instant < override.until { return override.state }
      if states.isEmpty { return .leave }
      let second = Int(instant.secondsSinceEpoch)
      var (first, last) = (0, starts.count - 1)
      while first < last {
        let middle = (first + last + 1) / 2
        if starts[middle] <= second { first = middle } else { last = middle - 1 }
      }
      return states[first]
    }
  }

  /// Those of a policy in which `all` holds `kids` and `tv`.
  init(_ policy: Policy, _ overrides: [Override], in range: Range<Instant>) {
    let evaluator = Evaluator(policy)
    overlay = Overlay(evaluator, of: policy, overrides: overrides)
    let scheduled = Dictionary(
      uniqueKeysWithValues: evaluator.targets.map { ($0, evaluator.timeline(of: $0, in: range)) })
    known = Dictionary(
      uniqueKeysWithValues: policy.targets.map { ($0.name.text, Known($0, overrides, scheduled[$0.name] ?? [])) })
    boundaries =
      scheduled.values.flatMap { $0.map(\.range.lowerBound) } + overrides.flatMap { [$0.from, $0.until] }
  }

  /// From 0, where it is held, to 4, where nothing holds people back; and what is wanted, and which system lets it go.
  func rank(of name: String, at instant: Instant) -> (rank: Int, state: TargetState, carrier: String?) {
    guard let target = known[name] else { return (3, .leave, nil) }
    let state = target.state(at: instant)
    if target.isOnPihole, isPaused(at: instant) { return (4, state, "pihole") }
    if target.enforcement == .observe || state == .leave { return (3, state, nil) }
    if state == (name == "pihole" ? .paused : .on) { return (4, state, nil) }
    if target.enforcement == .yield { return (2, state, nil) }
    return (name == "pihole" && target.enforcement == .normal ? 1 : 0, state, nil)
  }

  private func isPaused(at instant: Instant) -> Bool {
    guard let own = known["pihole"] else { return false }
    return own.enforcement != .observe && own.state(at: instant) == .paused
  }
}
