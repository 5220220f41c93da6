import Simulator

/// What must hold whatever happens, in words.
public enum Invariant: String, Sendable {
  case foreign = "nothing foreign is changed"
  case quiet = "nothing is written where nothing differs"
  case secret = "no secret is printed"
  case session = "no session stays open"
  case status = "the exit status says what happened"
  case truth = "what is said to be in place is in place"
  case settled = "everything is as the rules want it"
  case yielding = "what somebody else wants to stand stands"
  case store = "the journal verifies"
  case past = "the journal tells what was done"
  case door = "no door opens by itself"
  case once = "nothing is done twice that nobody can look at"
  case guarded = "nothing guarded is made freer without its approvers"
  case asked = "what would be freer is asked for, and nothing else"
  case counted = "a right code in time counts, and no other one"
  case told = "each approver is told, and nobody else is"
}

/// An invariant that did not hold.
struct Violation: Sendable {
  var invariant: Invariant
  /// What was found.
  var found: String
}

/// One run of the program, seen from outside.
struct Seen {
  var before: Snapshot
  var after: Snapshot
  var wish: Wish
  /// What the true clock said when it began and when it ended, and how far the program's was ahead.
  var now: Int64
  var ended: Int64
  var ahead: Int64
  var outcome: Machine.Outcome
  /// What systems were asked to do with things that are switched, doors and services.
  var calls: [HouseCall] = []

  /// Every difference must be one that the wish explains.
  func foreignChange() -> Violation? {
    for (key, old, new) in before.things.changes(to: after.things) where !isExplained(old, new) {
      // Of these, what was asked for counts: some come and go by themselves.
      if (old ?? new)?.kind == .entities { continue }
      return Violation(
        invariant: .foreign, found: "\(key):\n  \(old?.text ?? "absent")\n  \(new?.text ?? "absent")")
    }
    for (name, old) in before.blocking.sorted(by: { $0.key < $1.key }) {
      guard let new = after.blocking[name], old.isActive != new.isActive else { continue }
      let wanted = wish.blocking[name]
      if wanted.map({ mayBecome(new, $0) }) ?? false { continue }
      return Violation(
        invariant: .foreign, found: "blocking of \(name): \(old) → \(new), wanted \(wanted?.state ?? "nothing")")
    }
    return nil
  }

  private func mayBecome(_ new: BlockingSwitch, _ wanted: Wish.Blocking) -> Bool {
    wanted.isOver || (wanted.state == "active") == new.isActive || new.isActive && hasEnded(wanted)
  }

  /// A pause may end while a slow system is waited for.
  private func hasEnded(_ wanted: Wish.Blocking) -> Bool { wanted.nextActive.map { $0 <= ended + ahead } ?? false }

  private func isExplained(_ old: Snapshot.Thing?, _ new: Snapshot.Thing?) -> Bool {
    switch (old, new) {
    case (nil, let new?): return wish.entries.contains { isMade(new, for: $0) }
    case (let old?, nil): return wish.orphans.contains(old.key) || wish.loose.contains(old.key)
    case (let old?, let new?):
      var moved = old
      moved.isEnabled = new.isEnabled
      if moved != new { return false }
      return mayMove(old.key, to: new.isEnabled) || isReturn(old, new)
    case (nil, nil): return true
    }
  }

  /// Whether the wish explains that the switch of `key` was moved there: as the rules want it, or put back.
  private func mayMove(_ key: String, to isEnabled: Bool) -> Bool {
    wish.switches[key] == isEnabled
      || wish.returns[key]?.values.contains(isEnabled) ?? wish.loose.contains(key)
  }

  /// A policy for answers goes with the policy that it belongs to.
  private func isReturn(_ old: Snapshot.Thing, _ new: Snapshot.Thing) -> Bool {
    old.kind == .policies && !old.isUserDefined
      && after.things.of(old.system).contains {
        $0.name + " (Return)" == old.name && mayMove($0.key, to: new.isEnabled)
      }
  }

  /// An entry may be there without its groups where a fault came between.
  private func isMade(_ thing: Snapshot.Thing, for entry: Wish.Entry) -> Bool {
    thing.system == entry.system && thing.kind == .domains && thing.isAt(entry.place) && thing.isMarked
      && Wish.isSame(thing.name, entry.text)
  }

  /// How many switches were moved, entries made and removed, and blockings changed.
  var movedCount: Int {
    let things = before.things.changes(to: after.things).count { key, old, new in
      // What only an action moves is told of as that.
      if (old ?? new)?.kind == .entities, !wish.picked.contains(key) { return false }
      if let old, let new { return old.isEnabled != new.isEnabled && !isReturn(old, new) }
      return (old == nil) != (new == nil)
    }
    return things + after.blocking.count { before.blocking[$0.key]?.isActive != $0.value.isActive }
  }

  /// What was moved although a difference is to stand; nil where nothing was.
  func notYielded() -> String? {
    for (key, certainty) in wish.standing.sorted(by: { $0.key < $1.key }) where certainty == .surely {
      guard let old = before.things[key], let new = after.things[key], old.isEnabled != new.isEnabled else { continue }
      return "\(key) '\(old.name)' was put back to \(new.isEnabled ? "enabled" : "disabled")"
    }
    return nil
  }

  // MARK: - The end

  /// What is not as the rules want it; nil where everything is.
  func unsettled() -> String? {
    for (key, isEnabled) in wish.switches.sorted(by: { $0.key < $1.key }) {
      guard let thing = after.things[key], thing.isEnabled != isEnabled else { continue }
      if let certainty = wish.standing[key], certainty != .never { continue }
      return "\(key) '\(thing.name)' is to be \(isEnabled ? "enabled" : "disabled")"
    }
    for (key, found) in wish.returns.sorted(by: { $0.key < $1.key }) where found.isSure && found.values.count == 1 {
      guard let thing = after.things[key], !found.values.contains(thing.isEnabled) else { continue }
      return "\(key) '\(thing.name)' is to be put back"
    }
    for entry in wish.entries where !entry.mayStand {
      let made = after.things.of(entry.system).first { isMade($0, for: entry) }
      guard let made else { return "'\(entry.text)' was not made on \(entry.system)" }
      let names = made.groups.compactMap { after.things["\(entry.system) groups \($0)"]?.name.lowercased() }
      if !made.isEnabled || Set(names) != Set(entry.groups.map { $0.lowercased() }) {
        return "'\(entry.text)' on \(entry.system) is in \(names), enabled: \(made.isEnabled)"
      }
    }
    if let orphan = wish.knownOrphans.sorted().first(where: { after.things[$0] != nil }) {
      return "\(orphan) is still there"
    }
    let asked = Set(calls.map(\.key))
    if let service = wish.toAsk.sorted().first(where: { !asked.contains($0) }) {
      return "\(service) was not asked for \(wish.services[service] ?? "")"
    }
    for (name, wanted) in wish.blocking.sorted(by: { $0.key < $1.key }) {
      if let live = after.blocking[name], let problem = unsettled(live, wanted) {
        return "blocking of \(name): \(problem): \(live), wanted \(wanted)"
      }
    }
    return nil
  }

  private func unsettled(_ live: BlockingSwitch, _ wanted: Wish.Blocking) -> String? {
    if wanted.mayStand { return nil }
    let ends = live.timer.map { $0.startedAt + $0.delay + Double(ahead) }
    switch wanted.state {
    case "active":
      if live.isActive { return live.timer == nil ? nil : "active on a timer" }
      guard !wanted.isStrict, let ends, ends - Double(now + ahead) <= 7200 else { return "paused" }
      return nil
    default:
      if live.isActive { return hasEnded(wanted) ? nil : "active" }
      guard let wantedEnd = wanted.nextActive, !wanted.leaveFollows else { return nil }
      guard let ends else { return "paused without an end" }
      return abs(ends - 15 - Double(wantedEnd)) < 115 ? nil : "paused until \(ends)"
    }
  }
}
