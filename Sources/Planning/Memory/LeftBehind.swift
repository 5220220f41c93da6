public import CivilTime
public import Policies
public import Providers

/// That reconcile has moved a switch to where its target is off, and that it has stood there since; or has left that to its
/// system's own clock.
public struct Closing: Hashable, Sendable {
  /// The target for which it was moved.
  public var target: Name
  /// When.
  public var at: Instant
  /// The object's name as the system gave it.
  public var name: String
  /// Where it was moved to.
  public var position: SwitchState.Position
  /// The first run that found no target of the policy selecting it; nil while one does.
  public var leftAt: Instant?
  /// Whether nobody remembers who moved it and when, and a run has found it so: then `at` is the time of that run.
  public var isFound = false
  /// In words, the hours of every day that were left to its system's clock instead, as its object remembers them: it is
  /// stored there alone. Nil where it was moved for all the time.
  public var hours: String? = nil
  /// Who guarded the target in the last policy that had it; nil where nobody did. It says nothing of later edits.
  public var guarding: Guard? = nil
  /// Whether it only carries the mark of the policy's owner, and no run with this state has made it or had it for a target:
  /// another file may have that owner. Then it is not removed, and opened only by who asks for that.
  public var isStrange = false
  /// The other policy file that has its object, is still at its place and was followed lately: it is not left behind then.
  /// Found out by each run anew; nil where there is none.
  public var keeper: String? = nil

  /// That a switch was moved to where its target is off.
  public init(target: Name, at: Instant, name: String, position: SwitchState.Position, leftAt: Instant? = nil) {
    self.target = target
    self.at = at
    self.name = name
    self.position = position
    self.leftAt = leftAt
  }
}

/// An object that reconcile last moved to where its target is off, and that no target of the policy selects any more.
public struct LeftBehind: Hashable, Sendable {
  /// Which one.
  public var object: ObjectKey
  /// Who moved it, and when.
  public var closing: Closing
  /// Its state now.
  public var standing: Standing

  /// Such an object.
  public init(object: ObjectKey, closing: Closing, standing: Standing) {
    self.object = object
    self.closing = closing
    self.standing = standing
  }

  /// How such an object stands.
  public enum Standing: Hashable, Sendable {
    /// Where it was moved to; `opening` it, its target would be in this state.
    case closed(ObservedObject, opening: TargetState)
    /// Elsewhere, because somebody has moved it; or it is not there any more. Nothing is left to be told.
    case settled
    /// Nobody knows: the policy does not have its system any more, or has it at another address.
    case unknown
  }
}

extension RecordedState {
  /// The objects that were last moved to where their target is off, in order. What was about to be opened when its run
  /// was killed may still be closed.
  public var closings: [(key: ObjectKey, closing: Closing)] {
    objects.compactMap { key, seen in
      guard var closing = seen.closing ?? seen.underWay?.before?.closing else { return nil }
      closing.hours = seen.dailyHours
      return (key, closing)
    }.sorted { $0.0 < $1.0 }
  }
}

extension Policy {
  /// Whether a target names the object at `key`, as far as its id and the name that it had say.
  public func names(_ key: ObjectKey, called name: String) -> Bool {
    targets.contains { $0.names(key, called: name) }
  }
}

extension Target {
  /// Whether it selects what fits a pattern.
  var hasPatterns: Bool {
    guard case .objects(_, _, let names, _) = selector else { return false }
    return names.included.contains { if case .pattern = $0 { true } else { false } }
  }

  /// Whether it names the object at `key`, as far as its id and the name that it had say.
  func names(_ key: ObjectKey, called name: String) -> Bool {
    guard selector.system == key.system, selector.object == key.kind else { return false }
    switch selector {
    case .objects(_, _, let names, _): return names.fit(name, id: key.id)
    case .whole: return true
    case .entries: return entryKeys.contains(key.lowercased)
    case .devices: return key.id.hasPrefix("\(self.name)/")
    case .action, .targets, .unspecified: return false
    }
  }

  /// What it names where that is entries, each with its id in lower case; nothing where it is not.
  var entryKeys: [ObjectKey] {
    guard case .entries(_, _, let entries) = selector, let system = selector.system, let kind = selector.object else {
      return []
    }
    return entries.all(groups: [], mark: "").map { ObjectKey(system: system, kind: kind, id: $0.id).lowercased }
  }
}

extension ObjectKey {
  /// The same, as ids are compared whose case says nothing.
  var lowercased: ObjectKey { ObjectKey(system: system, kind: kind, id: id.lowercased()) }
}

extension Plan {
  /// The plan that opens `objects`, as far as they are left behind and are where they were moved to, and does nothing
  /// else.
  public func releasing(_ objects: Set<ObjectKey>) -> Plan {
    let chosen = leftBehind.filter { objects.contains($0.object) }
    let entries = chosen.compactMap(\.release)
    let problems = entries.filter { $0.action == .problem }.flatMap { entry in
      entry.notes.map {
        Finding($0, system: entry.system, target: entry.target, kind: entry.kind, name: entry.name)
      }
    }
    let systems = Set(objects.map(\.system))
    var plan = Plan(
      now: now, systems: self.systems.filter { systems.contains($0.name) }, entries: entries, problems: problems,
      warnings: [], nextChange: nil, leftBehind: chosen)
    (plan.recognized, plan.ended) = (recognized, ended)
    return plan
  }
}

extension ObservedObject {
  /// Whether it is where it was moved to, and is off there: a rule that allowed and blocks by now is not, as opening
  /// it would make it block.
  func isClosed(as closing: Closing) -> Bool {
    let moved = SwitchState(closing.position).switchPosition
    return switchState.position == closing.position && (whenOff == nil || moved == nil || whenOff == moved)
  }
}

extension LeftBehind {
  /// The entry that opens it; nil where there is nothing to open.
  fileprivate var release: PlanEntry? {
    guard case .closed(let live, let opening) = standing, let to = closing.position.opened else { return nil }
    let mark = live.record?.mark
    let reason =
      live.switchBlocker ?? live.blocker(of: SwitchState(to))
      ?? (live.record != nil && mark == nil ? Messages.markIsGone : nil)
    let verdict = Verdict(state: opening, decidedBy: .otherwise, since: nil, until: nil, nextActive: nil)
    var entry = PlanEntry(
      target: closing.target, system: object.system, kind: object.kind, id: live.id, name: live.name,
      from: live.switchState, to: SwitchState(to), said: SharedVerdict(verdict),
      action: reason == nil ? .change : .problem,
      notes: reason.map { [$0] } ?? SwitchState(to).switchPosition.flatMap { live.caveats[$0] } ?? [],
      domainEntry: live.record.map { DomainEntry($0, mark: mark ?? "") }, made: live.made, qualifier: live.qualifier)
    entry.cause = .released
    return entry
  }
}

extension SwitchState.Position {
  /// Where a switch is open that is closed here; nil for what is not there.
  public var opened: SwitchState.Position? {
    switch self {
    case .enabled: .disabled
    case .disabled: .enabled
    case .paused: .active
    case .active, .absent, .mixed, .unknown: nil
    }
  }
}
