import CivilTime
import Documents
import Host
import Planning
import Policies
import StateStore

extension KeptClock {
  /// How long runs tell that a system's clock has to be set, in seconds: the system tells nobody whether it was.
  static let toldSeconds: Int64 = 7 * 86_400

  /// What is kept by a run at `now` that goes by `zone`. A zone under another name is the same one, as `areAlike` says, and a
  /// move that is taken back while it is told of was none.
  func followed(by zone: String, at now: Instant, areAlike: (String, String) -> Bool) -> KeptClock {
    if zone == self.zone { return self }
    if areAlike(zone, self.zone) { return KeptClock(zone: zone, before: before, since: since) }
    if zone == before, isTold(at: now) { return KeptClock(zone: zone) }
    return KeptClock(zone: zone, before: self.zone, since: now)
  }

  /// Whether the move is so fresh that the clock of a system may not have been set yet.
  func isTold(at now: Instant) -> Bool { since.map { now < $0 + Self.toldSeconds } ?? false }
}

extension KeptClocks {
  /// What is kept by a run of `policy` at `now`.
  func followed(by policy: Policy, at now: Instant, _ zones: Zones?) -> KeptClocks {
    func after(_ kept: KeptClock?, _ zone: String) -> KeptClock {
      kept?.followed(by: zone, at: now) { zones?.areAlike($0, $1) ?? false } ?? KeptClock(zone: zone)
    }
    let clocks = policy.systems.compactMap { system in
      system.clockZone.map { (system.name, after(systems[system.name], $0)) }
    }
    return KeptClocks(
      policy: after(self.policy, policy.zone.name), systems: Dictionary(clocks) { first, _ in first })
  }

  /// The systems that keep hours by a clock which, by `policy`, is in another zone than it was: the program cannot see
  /// whether somebody has set it.
  func movedSystems(of policy: Policy, at now: Instant) -> [Finding] {
    policy.systems.compactMap { system in
      guard let clock = systems[system.name], let before = clock.before, clock.isTold(at: now),
        policy.leavesHours(to: system)
      else { return nil }
      return Finding(
        StateMessages.clockMoved(from: before, to: clock.zone, of: system), system: system.name, file: system.span.file,
        line: system.span.start.line)
    }
  }

  /// That `overrides` which were made by the clocks of another zone than that of `policy` are not moved with it; nil where
  /// none is left, or where each is at the same time in both.
  func unmoved(_ overrides: [Override], by policy: Policy, at now: Instant, _ zones: Zones?) -> Finding? {
    guard let kept = self.policy, let since = kept.since, let before = kept.before.flatMap({ zones?.named($0) }) else {
      return nil
    }
    let unmoved = overrides.filter { override in
      override.madeAt < since && override.isAhead(of: now)
        && [override.from, override.until].contains { before.local($0) != policy.zone.local($0) }
    }
    return unmoved.isEmpty ? nil : StateMessages.unmoved(unmoved, from: before, to: policy.zone, at: now)
  }
}

extension Zones {
  /// The zone of this name, by which a policy may call it.
  func named(_ name: String) -> Zone? { if case .zone(let zone) = look(name) { zone } else { nil } }

  /// Whether two names are those of one zone.
  fileprivate func areAlike(_ first: String, _ second: String) -> Bool {
    guard let first = named(first), let second = named(second) else { return false }
    return first.hasRules(of: second)
  }
}
