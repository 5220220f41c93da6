import CivilTime
import Journal
import Policies
import Reconciliation

/// The overrides of a run beside the policy of now: which of them count, and which are about something that is gone.
struct Overriding: Sendable {
  /// The policy, in which a Pi-hole that an override names is looked after.
  let policy: Policy
  /// Those that the policy's targets know, ended ones too.
  let overrides: [Override]
  /// What is wrong with those that hold and cannot count.
  let warnings: [Finding]

  /// Those that `remembered` knows, for `now`: one that begins later does not count yet.
  init(_ policy: Policy, _ remembered: Remembered, now: Instant) {
    let made = remembered.overrides.filter { $0.from <= now }
    let awake = Self.woken(policy, made, remembered.memory, now: now)
    var warnings: [Finding] = []
    overrides = made.filter { override in
      guard let complaint = Self.complaint(about: override, in: awake) else { return true }
      if override.range.contains(now) { warnings.append(complaint) }
      return false
    }
    (self.policy, self.warnings) = (awake, warnings)
  }

  /// Those that hold at `now`, the newest first.
  func holding(at now: Instant) -> [Override] { overrides.filter { $0.range.contains(now) } }

  /// A Pi-hole that nothing in the file names is looked after while an override names it, and once more afterwards, so
  /// that what the override did is undone.
  private static func woken(
    _ policy: Policy, _ overrides: [Override], _ memory: Memory?, now: Instant
  ) -> Policy {
    let named = Set(overrides.filter { $0.range.contains(now) }.map(\.target))
    return policy.awakened { target in
      let key = target.selector.system.map { ObjectKey(system: $0, kind: .blocking, id: nil) }
      return named.contains(target.name) || key.flatMap { memory?.objects[$0]?.override } != nil
    }
  }

  private static func complaint(about override: Override, in policy: Policy) -> Finding? {
    let members = Set(policy.members(of: [override.target]))
    let targets = policy.targets.filter { members.contains($0.name) }
    if targets.isEmpty { return StateWording.noTarget(override) }
    return targets.allSatisfy { $0.selector.takes(override.state) } ? nil : StateWording.doesNotFit(override)
  }
}

extension Selector {
  /// Whether `state` is one that a person may want of it.
  fileprivate func takes(_ state: TargetState) -> Bool {
    switch (self, state) {
    case (.blocking, .active), (.blocking, .paused): true
    case (.blocking, .on), (.blocking, .off), (_, .leave), (_, .active), (_, .paused): false
    case (_, .on), (_, .off): true
    }
  }
}
