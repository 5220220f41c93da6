import CivilTime
import Simulator

/// What people edit where guards hold that, and what must come of it.
extension Life {
  /// What is known of the edits that wait, as a run found it.
  struct Waiting: Sendable {
    /// The rules as they are written.
    var text: String
    var verdicts: [String: HeldRules.Verdict]
    var held: Set<String>
    /// Whether a run has shown it of all that nobody else can tell of.
    var isTold: Bool
  }

  /// The rules that the program reads, or those that it goes by while it can read none; nil where that is not known.
  private var filed: HouseRules? { isBroken ? (lastGood.count == 1 ? lastGood[0] : nil) : rules }

  /// Edits the rules; whoever undoes an edit takes what somebody's approvers agreed to last.
  mutating func edit(_ edit: HouseEdit) {
    guard !isBroken, let held = guarding?.held else { return }
    var new = rules.edited(edit)
    if case .undo(let number) = edit {
      let others = held.guarded.compactMap { held.agreed[$0] }.filter { $0.text != rules.text }
      new = others.isEmpty ? nil : others[Int(number % UInt64(others.count))].rules
    }
    guard let new else { return }
    rules = new
    follow(new)
  }

  // MARK: - What is followed

  /// Takes note of which edits wait at `clock`, and of what is followed so. Of an edit of which nobody can tell whether it
  /// waits, the program has the word: it says that it holds those of `told`; nil where it says nothing.
  mutating func followEdits(at clock: Int64, told: Set<String>?) {
    guard guarding?.held != nil else { return }
    guard let file = filed, let text = guarding?.held?.know(file),
      let verdicts = guarding?.held?.verdicts(file, text, at: clock)
    else {
      waiting = nil
      return
    }
    let unclear = Set(verdicts.filter { $0.value == .unclear }.keys)
    isUnclear = told == nil && !unclear.isEmpty
    let held = Set(verdicts.filter { $0.value == .held }.keys).union(unclear.intersection(told ?? []))
    waiting = Waiting(text: text, verdicts: verdicts, held: held, isTold: told != nil)
    adopt(file, holding: held, text)
  }

  private mutating func adopt(_ file: HouseRules, holding held: Set<String>, _ text: String) {
    guard let known = guarding?.held else { return }
    let versions = held.sorted().map { "\($0): \(known.agreed[$0]?.text ?? "")" }
    let ages = known.guarded.map { "\($0) \(known.agreed[$0]?.since ?? 0)" }
    let now = ([text] + versions + ages).joined(separator: "\n")
    guard now != adopted else { return }
    let (rules, older) = known.followed(file, holding: held)
    follow(rules, older)
    adopted = now
  }

  // MARK: - After a run

  /// What a run that began at `clock` has made of edits. `isKept` is whether it could write down all of it.
  mutating func settleEdits(at clock: Int64, isKept: Bool) -> Violation? {
    guard guarding?.held != nil else { return nil }
    guard let kept = disk.wishes(of: GuardLife.people) else {
      followEdits(at: clock, told: nil)
      return nil
    }
    let text = filed?.text
    let passed = Set(kept.agreed.filter { $0.value.text == text }.keys)
    let all = Set(guarding?.held?.guarded ?? [])
    followEdits(at: clock, told: isKept ? all.subtracting(passed) : nil)
    if !isKept, isUnclear {
      // What was written down as followed is.
      let unclear = Set((waiting?.verdicts ?? [:]).filter { $0.value == .unclear }.keys)
      if unclear.isSubset(of: passed) { followEdits(at: clock, told: []) }
    }
    guard let waiting else { return nil }
    for name in all.union(kept.agreed.keys).union(filed.map(HeldRules.guarded) ?? []).sorted() {
      if let violation = settle(name, kept.agreed[name], waiting, at: clock, isKept: isKept) { return violation }
    }
    return nil
  }

  private mutating func settle(
    _ name: String, _ row: KeptWishes.Agreed?, _ waiting: Waiting, at clock: Int64, isKept: Bool
  ) -> Violation? {
    let known = guarding?.held?.agreed[name]
    let isGuarded = filed.map { HeldRules.guarded($0).contains(name) } ?? false
    let isHolding = known?.rules.target(name)?.guarding?.holdsEdits ?? false
    guard let row else {
      if known != nil, !isHolding { guarding?.held?.forget(name) }
      // It is known from now on, whatever the program remembers.
      if known == nil || !isHolding, isGuarded, isKept {
        guarding?.held?.agree(to: waiting.text, for: name, since: clock)
      }
      return nil
    }
    let verdict = known != nil && isHolding ? waiting.verdicts[name] ?? .passes : .passes
    if row.text == waiting.text, verdict != .held, isGuarded || isHolding {
      guarding?.held?.agree(to: waiting.text, for: name, since: row.since)
      return nil
    }
    if let known, row.text == known.text {
      guarding?.held?.agree(to: known.text, for: name, since: row.since)
      guard isKept else { return nil }
      if verdict == .passes {
        return Violation(invariant: .asked, found: "an edit of \(name) waits that leaves nobody more\n\(row)")
      }
      if waiting.held.contains(name), !row.isHeld {
        return Violation(invariant: .asked, found: "an edit of \(name) is not said to wait\n\(row)")
      }
      return nil
    }
    return Violation(
      invariant: .guarded,
      found: "nobody has agreed to what goes for \(name) now\n\(row)\nbefore: \(known.map { "\($0)" } ?? "nothing")")
  }

  /// Whether a run has set something free that is held as its approvers agreed last, whatever else the file says.
  mutating func checkFreed(_ seen: Seen) -> Violation? {
    guard isFollowed, let held = guarding?.held else { return nil }
    let clock = seen.now + seen.ahead
    var owners: [String: [String]] = [:]
    var places: [(name: String, off: [String: Bool])] = []
    for name in held.guarded {
      guard let target = held.agreed[name]?.rules.target(name) else { continue }
      let off = Wish.whileOff(target, seen.before)
      for key in off.keys { owners[key, default: []].append(name) }
      places.append((name, off))
    }
    var oracles: [String: HouseOracle] = [:]
    for (name, off) in places {
      guard let agreed = held.agreed[name], let target = agreed.rules.target(name), target.enforcement != "observe"
      else {
        continue
      }
      var oracle = oracles[agreed.text] ?? HouseOracle(agreed.rules, zone: zone)
      oracle.overrides = overrides.map { $0.keepingShut(at: clock) }
      oracles[agreed.text] = oracle
      let word = oracle.state(target, clock)
      if target.kind == .blocking, word == target.words.on, oracle.isNamed(target),
        let old = seen.before.blocking[target.system], old.isActive,
        let new = seen.after.blocking[target.system], !new.isActive
      {
        return Violation(invariant: .guarded, found: "\(name) was paused\n\(agreed.text)\n\(seen.outcome.output)")
      }
      guard target.kind != .blocking, word == target.words.off else { continue }
      for (key, isEnabled) in off.sorted(by: { $0.key < $1.key }) where owners[key] == [name] {
        guard let old = seen.before.things[key], old.isEnabled == isEnabled else { continue }
        if let new = seen.after.things[key], new.isEnabled == isEnabled { continue }
        return Violation(
          invariant: .guarded, found: "'\(old.name)' of \(name) was set free\n\(agreed.text)\n\(seen.outcome.output)")
      }
    }
    return nil
  }

  // MARK: - Requests

  /// Who asks for what an edit would do: the file.
  private static let asker = Machine.path

  /// What a run has asked for, and what it asks for no more.
  mutating func learnEdits(_ guarding: inout Guarding, _ kept: KeptWishes, at start: HouseClock, isClean: Bool)
    -> Violation?
  {
    guard let waiting, let known = guarding.held else { return nil }
    for (id, edit) in kept.edits.sorted(by: { $0.key < $1.key }) {
      guard !guarding.book.requests.contains(where: { $0.id == id }) else { continue }
      if !isUnclear, !waiting.held.isSuperset(of: edit.targets) || edit.asker != Self.asker || edit.targets.isEmpty {
        return Violation(invariant: .asked, found: "\(edit) is asked for, held are \(waiting.held.sorted())")
      }
      var needs: [HouseGuard] = []
      for name in edit.targets {
        if let new = known.agreed[name]?.rules.target(name)?.guarding, !needs.contains(new) { needs.append(new) }
      }
      tally.edits += 1
      guarding.book.requests.append(
        HouseRequest(
          id: id, asker: Self.asker, deed: .edit(edit.targets, text: edit.text ?? waiting.text), made: start,
          expires: .max, needs: needs))
    }
    for place in guarding.book.requests.indices where guarding.book.requests[place].ending == nil {
      let request = guarding.book.requests[place]
      guard !request.edited.isEmpty, let ending = kept.requests[request.id]?.ending,
        ["withdrawn", "replaced"].contains(ending)
      else { continue }
      if case .edit(let targets, waiting.text) = request.deed, targets.allSatisfy({ waiting.verdicts[$0] == .held }),
        ending == "withdrawn"
      {
        return Violation(invariant: .asked, found: "\(request) is asked for no more, and goes on waiting")
      }
      guarding.book.requests[place].ending = ending
    }
    return isClean ? unasked(guarding.book, kept, waiting, at: start) : nil
  }

  /// So often a file asks within a day.
  private static let mostPerDay = 10

  private func unasked(
    _ book: ApprovalBook, _ kept: KeptWishes, _ waiting: Waiting, at now: HouseClock
  ) -> Violation? {
    let own = book.requests.filter { $0.asker == Self.asker }
    if own.count(where: { !now.isADay(after: $0.made) }) >= Self.mostPerDay { return nil }
    for name in waiting.verdicts.keys.sorted() where waiting.verdicts[name] == .held {
      let asked = own.contains { $0.edited.contains(name) && [nil, "denied"].contains($0.ending) }
      if !asked {
        return Violation(
          invariant: .asked, found: "nobody is asked about the edit of \(name)\n\(kept.agreed)\n\(kept.requests)")
      }
    }
    return nil
  }

  /// What goes once somebody has decided: what was agreed to, and nothing else.
  mutating func learnAgreed(_ before: ApprovalBook, _ kept: KeptWishes) -> Violation? {
    guard let guarding, guarding.held != nil else { return nil }
    for request in guarding.book.requests where request.ending == "approved" {
      guard case .edit(let targets, let text) = request.deed,
        before.requests.first(where: { $0.id == request.id })?.ending == nil
      else { continue }
      tally.agreedEdits += 1
      for name in targets {
        guard let since = guarding.held?.agreed[name]?.since else { continue }
        self.guarding?.held?.agree(to: text, for: name, since: since)
      }
    }
    for (name, row) in kept.agreed.sorted(by: { $0.key < $1.key }) {
      guard let known = self.guarding?.held?.agreed[name], row.text != known.text else { continue }
      return Violation(invariant: .guarded, found: "nobody has agreed to what goes for \(name) now\n\(row)")
    }
    return nil
  }
}
