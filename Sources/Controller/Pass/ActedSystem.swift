import Documents
import Planning
import Policies
import Providers

/// What was done on a system where something was due at a time, and how it stands after that.
struct ActedSystem: Sendable {
  /// What became of what was due.
  var actions = ActionRunning.Result()
  /// What became of what was locked, closed or switched off before that.
  var closed = ChangeRunner.Result()
  /// What is planned for it; what was closed is there as it was before.
  var part: Result<Plan, ProviderError>
  /// Why nothing else is changed there; nil where it can be.
  var obstacle: Message?
  /// Why nothing else was begun, where the run is over by now; nil where nothing special is to be said.
  var ended: Message?

  /// What takes no longer uses up no time of a run.
  static let quick = Duration.seconds(10)

  init(part: Result<Plan, ProviderError>) { self.part = part }

  /// Takes down what was seen `after` the actions. What was closed is told as it was planned in `closing`, a part of what was
  /// planned `before`; but not what an action has moved since.
  mutating func see(
    _ after: Result<Plan, ProviderError>, before: Result<Plan, ProviderError>?, _ closing: Plan?
  ) {
    part = after
    guard let closing, !closed.outcomes.isEmpty else { return }
    closed.forget(actions.moved)
    switch (after, before) {
    case (.success(let plan), _):
      part = .success(plan.telling(closing.entries.filter { closed.outcomes[$0.key] != nil }))
    case (.failure(let error), .success?):
      // What was closed is not to be forgotten as nobody can look any more.
      (part, obstacle) = (before ?? after, error.message)
    case (.failure, _): break
    }
  }
}

extension Plan {
  /// The same with these `entries` instead of those of the same objects and targets.
  fileprivate func telling(_ entries: [PlanEntry]) -> Plan {
    var plan = self
    var told = Dictionary(grouping: entries, by: \.key)
    for place in plan.entries.indices {
      let entry = plan.entries[place]
      guard let index = told[entry.key]?.firstIndex(where: { $0.target == entry.target }) else { continue }
      plan.entries[place] = told[entry.key]?.remove(at: index) ?? entry
    }
    // What is not there any more.
    plan.entries += entries.filter { entry in told[entry.key]?.contains { $0.target == entry.target } ?? false }
    return plan
  }
}

extension Pass {
  /// Whether something on `system` is to be locked, closed or switched off now.
  func mayClose(on system: Name) -> Bool {
    policy.targets.contains { target in
      guard target.selector.system == system, let states = target.states else { return false }
      return verdict(on: target.name)?.state == states.off
    }
  }

  /// `part` with those changes alone that lock, close or switch off; nil where there is none. What is made is left to its turn.
  func closing(in part: Result<Plan, ProviderError>) -> Plan? {
    guard case .success(var plan) = part else { return nil }
    let off = Dictionary(policy.targets.map { ($0.name, $0.states?.off) }) { first, _ in first }
    plan.entries = plan.entries.filter { entry in
      guard let change = entry.change, change.made == nil, let off = off[entry.target] ?? nil else { return false }
      return (entry.toState ?? entry.verdict.state) == off
    }
    return plan.entries.isEmpty ? nil : plan
  }
}
