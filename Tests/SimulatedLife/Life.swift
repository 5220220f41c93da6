import CivilTime
import Providers
import Planning
import Simulator
import StateStore
import TestSupport

/// A household that lives through its events, with the program beside it.
struct Life {
  let house: House
  let disk: Disk
  private let saboteur: Saboteur?
  var rules: HouseRules
  var oracle: HouseOracle
  let zone: Zone
  var overrides: [HouseOverride] = []
  var memory = HouseMemory()
  private var once = OnceMemory()
  /// What the household had after the last run.
  private var known: Snapshot?
  /// The policies that the program may follow while the file is broken.
  var lastGood: [HouseRules] = []
  /// How far the machine's clock is ahead of the true one.
  var ahead: Int64 = 0
  var isBroken = false
  /// Something has gone wrong and not been ended.
  var isStormy = false
  /// What was wrong was more than an answer now and then.
  private var isHeavy = false
  /// A kill, or time, has left something to be looked at.
  private var hasUncheckedPast = false
  /// Who asks and who agrees; nil where nothing is guarded.
  var guarding: Guarding?
  /// Which edits wait; nil where no guard holds any.
  var waiting: Waiting?
  /// Whether nobody can tell which edits wait.
  var isUnclear = false
  /// What the oracle goes by while edits wait.
  var adopted = ""
  var tally = Tally()
  var ticks: Int { tally.runs }

  init?(_ beginning: Beginning) {
    guard let zone = Beginning.zone(beginning.rules.zone), let disk = Disk(Pulse()) else { return nil }
    self.zone = zone
    self.disk = disk
    saboteur = beginning.sabotage.map(Saboteur.init)
    rules = beginning.rules
    oracle = HouseOracle(rules, zone: zone)
    var numbers = SplitMix64(seed: beginning.seed ^ 0x5A5A)
    house = House(rules, &numbers, now: beginning.start)
    guard !rules.people.isEmpty else { return }
    guarding = Guarding(seed: beginning.seed, at: beginning.start)
    if !HeldRules.guarded(rules).isEmpty { guarding?.held = HeldRules(zone: zone) }
  }

  /// Lives through `events` in order, to the first that breaks an invariant.
  mutating func live(_ events: [Event]) async -> (violation: Violation, event: Int)? {
    for (number, event) in events.enumerated() {
      if let violation = await happen(event) { return (violation, number) }
    }
    return hasUncheckedPast || disk.isFull ? nil : checkPast().map { ($0, max(0, events.count - 1)) }
  }

  private mutating func happen(_ event: Event) async -> Violation? {
    let now = await house.wait(until: event.at)
    switch event.deed {
    case .tick: return await tick(now)
    case .calm: return await calm(now)
    case .person(let person): await house.happen(person, rules.systems, at: now)
    case .override(let deed):
      guard guarding != nil else {
        happen(deed, at: now + ahead)
        break
      }
      return await happen(.override(deed), by: nil, at: now)
    case .guarding(let person, let deed): return await happen(deed, by: person, at: now)
    case .rules(let new):
      rules = new
      if !isBroken { follow(new) }
    case .brokenRules:
      isBroken = true
      if let good = lastGood.last { follow(good) }
    case .mendedRules:
      isBroken = false
      follow(rules)
    case .clock(let new):
      ahead = new
      unsettle()
    case .kill(let point):
      begin(isHeavy: true)
      disk.pulse.dies(at: point)
    case .disk(let isFull):
      begin(isHeavy: false)
      disk.isFull = isFull
    case .weather(let system, let weather):
      if case .faults = weather { begin(isHeavy: false) } else { begin(isHeavy: true) }
      await house.happen(weather, to: rules.systems[system], at: now)
    }
    return nil
  }

  private mutating func begin(isHeavy: Bool) {
    isStormy = true
    self.isHeavy = self.isHeavy || isHeavy
  }

  /// `older` rules go for some targets.
  mutating func follow(_ rules: HouseRules, _ older: [String: HouseRules] = [:]) {
    adopted = ""
    oracle = HouseOracle(rules, zone: zone, older: older)
    unsettle()
  }

  private mutating func unsettle() {
    memory.unsettle()
    once.unsettle()
  }

  /// Sessions that were left open are over by then, and so is every retreat.
  private mutating func calm(_ now: Int64) async -> Violation? {
    if isBroken { follow(rules) }
    isBroken = false
    disk.isFull = false
    _ = disk.pulse.revive()
    await house.calm()
    var now = await house.wait(until: now + 3700)
    if let violation = await tick(now) { return violation }
    (isStormy, isHeavy) = (false, false)
    now = await house.wait(until: now + 60)
    return await tick(now)
  }

  // MARK: - Overrides

  private mutating func happen(_ deed: OverrideDeed, at now: Int64) {
    let holding = overrides.filter { $0.keepingShut(at: now).until > now && $0.from < $0.until }
    func pick(_ number: UInt64) -> HouseOverride? {
      holding.isEmpty ? nil : holding[Int(number % UInt64(holding.count))]
    }
    switch deed {
    case .lasting, .until, .later:
      guard let (words, override) = oracle.making(deed, at: now), ask(words, now) else { return }
      var made = override
      made.id = overrides.count + 1
      overrides.append(made)
    case .end(let number):
      guard let picked = pick(number) else { return }
      if ask(["end", String(picked.id)], now) { end(picked.id, at: now, now) }
    case .extend(let number, let seconds):
      guard let picked = pick(number) else { return }
      let until = picked.until + seconds
      if until > now, ask(["extend", String(picked.id), "--for", "\(seconds)s"], now) {
        end(picked.id, at: until, now)
      }
    }
  }

  private mutating func end(_ id: Int, at until: Int64, _ now: Int64) {
    for place in overrides.indices where overrides[place].id == id {
      (overrides[place].until, overrides[place].isTakenBack) = (until, until <= now)
    }
  }

  /// Asks the program; whether it says that it is done.
  private mutating func ask(_ words: [String], _ now: Int64) -> Bool {
    let outcome = machine(now).run(["override"] + words)
    if outcome.isKilled { memory.hasGaps = true }
    return outcome.status == 0
  }

  // MARK: - A run

  private mutating func tick(_ now: Int64) async -> Violation? {
    tally.runs += 1
    await house.forgetRequests()
    let clock = now + ahead
    oracle.overrides = overrides
    let before = await Snapshot(house, since: known)
    let counts = await house.callCounts
    let (seats, writes) = (await house.seats, disk.writes)
    let outcome = machine(clock).run([Machine.path])
    guarding?.listen()
    let isKept = !outcome.isKilled && !disk.isFull
    let unagreed = settleEdits(at: clock, isKept: isKept)
    oracle.overrides = overrides
    let wish = Wish(&oracle, before, memory, once, at: clock)
    let after = await Snapshot(house, since: before)
    known = after
    var seen = Seen(
      before: before, after: after, wish: wish, now: now, ended: Int64(await house.clock.rounded(.up)), ahead: ahead,
      outcome: outcome)
    seen.calls = await house.calls(after: counts)
    for (name, wire) in house.piHoles { seen.before.blocking[name]?.advance(to: await wire.clock) }
    defer { learn(seen, isKept: isKept) }
    if let violation = checkFreed(seen) ?? unagreed ?? checkPost(seen) ?? checkCalls(seen) { return violation }
    if let violation = await checkAlways(seen, seats) { return violation }
    hasUncheckedPast = hasUncheckedPast || outcome.isKilled || ticks % 32 == 0 && disk.writes != writes
    // What was cut off is put right by the next run that may write.
    if outcome.isKilled { return nil }
    if hasUncheckedPast, !disk.isFull, let violation = checkPast() { return violation }
    if isBroken { return await checkBroken(seen) }
    if isUnclear { return nil }
    if outcome.status == 0, let problem = seen.unsettled() {
      return Violation(invariant: .truth, found: "\(problem)\n\(outcome.output)")
    }
    return isStormy ? nil : await checkCalm(seen)
  }

  func machine(_ now: Int64) -> Machine {
    let text = isBroken ? rules.text + "  - nobody of 7:0\n" : rules.text
    var machine = Machine(
      house: house, systems: rules.systems, policy: text, now: now, disk: disk, saboteur: saboteur)
    if let guarding { (machine.post, machine.clock) = (guarding.post, guarding.clock(at: now - ahead, wall: now)) }
    return machine
  }

  /// What the program remembers from now on, as far as one can tell.
  private mutating func learn(_ seen: Seen, isKept: Bool) {
    let clock = seen.now + seen.ahead
    let isSure = isKept && !isStormy && isFollowed
    memory.learn(seen.wish.items, after: seen.after.things, at: clock, isSure: isSure)
    // Whatever is put back at the end of an override stays known as long as it may be.
    if isSure, !overrides.contains(where: { ($0.from..<max($0.from, $0.until) + 3600).contains(clock) }) {
      seen.wish.selected.map { memory.forget(besides: $0) }
    }
    if isSure { memory.hadEntries.formUnion(seen.wish.hadEntries) }
    memory.hasGaps = !isSure
    learnOnce(seen, isSure)
    for target in oracle.rules.targets + implicit {
      if oracle.override(of: target, at: clock) != nil {
        memory.activated.insert(target.name)
        memory.wokenEntries.formUnion(target.entries)
      } else if isSure {
        memory.activated.remove(target.name)
        memory.wokenEntries.subtract(target.entries)
      }
    }
    if !isBroken { lastGood = isKept ? [rules] : lastGood + [rules] }
  }

  private mutating func learnOnce(_ seen: Seen, _ isSure: Bool) {
    let clock = seen.now + seen.ahead
    var upcoming: Set<OnceMemory.Action> = []
    for var oracle in candidates { upcoming.formUnion(oracle.actions(after: clock, until: clock + OnceMemory.horizon)) }
    once.expect(upcoming, isSure: isSure)
    let asked = seen.calls.map { ($0.key, seen.wish.services[$0.key] ?? "") }
    once.learn(
      wanted: seen.wish.services, asked: Dictionary(asked) { $1 }, overrides, isSure: isSure, isFollowed: isFollowed)
  }

  /// What the rules say that the program follows; several where that is not known.
  private var candidates: [HouseOracle] {
    isFollowed ? [oracle] : lastGood.map { HouseOracle($0, zone: zone) }
  }

  /// Whether it is known which rules the program follows.
  var isFollowed: Bool { (!isBroken || lastGood.count == 1) && !isUnclear }

  private var implicit: [HouseTarget] {
    rules.systems.filter { $0.kind == .piHole }.map {
      HouseTarget(name: $0.name, system: $0.name, kind: .blocking, otherwise: "active")
    }
  }

  // MARK: - Invariants

  /// What systems were asked to do with doors and the like.
  private mutating func checkCalls(_ seen: Seen) -> Violation? {
    tally.openings += seen.calls.count(where: \.opensDoor)
    tally.requests += seen.calls.count { HouseDevices.isService($0.object) }
    if let violation = seen.openedDoor(candidates) { return violation }
    guard isFollowed else { return nil }
    let begun = once.begun.count
    if let violation = seen.repeated(&oracle, &once) ?? seen.strangeCall(oracle.rules) { return violation }
    tally.actions += once.begun.count - begun
    return nil
  }

  private func checkAlways(_ seen: Seen, _ seats: [String: Int]) async -> Violation? {
    if isFollowed, var violation = seen.foreignChange() {
      violation.found += "\n" + (await house.requests).joined(separator: "\n") + "\n" + seen.outcome.output
      return violation
    }
    if isFollowed, let problem = seen.notYielded() { return Violation(invariant: .yielding, found: problem) }
    let codes = guarding?.secrets ?? []
    if let secret = await (house.secretsToldSoFar() + codes).first(where: seen.outcome.tells) {
      return Violation(invariant: .secret, found: secret)
    }
    if let violation = await checkSessions(seats, isKilled: seen.outcome.isKilled) { return violation }
    if ![0, 3, 69, 75, 77].contains(seen.outcome.status), !isBroken, !seen.outcome.isKilled {
      return Violation(invariant: .status, found: "exit \(seen.outcome.status)\n\(seen.outcome.error)")
    }
    return nil
  }

  /// A run opens one session at most, and leaves it open only where something went wrong with its end.
  private func checkSessions(_ before: [String: Int], isKilled: Bool) async -> Violation? {
    for (name, taken) in await house.seats.sorted(by: { $0.key < $1.key }) {
      let explained = await house.takeLostSessions(name) + (isKilled || isHeavy ? 1 : 0)
      let opened = taken - before[name, default: 0]
      if opened > explained {
        let found = "\(name) has \(opened) more open sessions, \(explained) explained"
        return Violation(invariant: .session, found: ([found] + (await house.requests)).joined(separator: "\n"))
      }
    }
    return nil
  }

  private mutating func checkPast() -> Violation? {
    hasUncheckedPast = false
    return disk.checkPast()
      ?? guarding?.secrets.first(where: disk.holds).map {
        Violation(invariant: .secret, found: "\($0) is in the state")
      }
  }

  /// A broken file: the last good one is followed, if there is one.
  private func checkBroken(_ seen: Seen) async -> Violation? {
    guard seen.outcome.status == 65 else {
      return Violation(invariant: .status, found: "exit \(seen.outcome.status) for a broken file")
    }
    if lastGood.isEmpty, await !house.requests.isEmpty {
      return Violation(invariant: .status, found: "a broken file was followed")
    }
    guard isFollowed, !isStormy, let problem = seen.unsettled() else { return nil }
    return Violation(invariant: .settled, found: "\(problem), as the last good file says\n\(seen.outcome.output)")
  }

  private mutating func checkCalm(_ seen: Seen) async -> Violation? {
    let expected: Int32 = seen.wish.hasProblem ? 3 : 0
    if seen.outcome.status != expected, !(seen.wish.mayHaveProblem && [0, 3].contains(seen.outcome.status)) {
      return Violation(
        invariant: .status,
        found: "exit \(seen.outcome.status), not \(expected)\n\(seen.outcome.output)\(seen.outcome.error)")
    }
    if let problem = seen.unsettled() ?? seen.undone(once) {
      return Violation(
        invariant: .settled,
        found: "\(problem)\n\(seen.outcome.output)\n\(await house.requests.joined(separator: "\n"))")
    }
    if let violation = checkTold(seen) { return violation }
    guard ticks % 8 == 0 else { return nil }
    await house.forgetRequests()
    let again = machine(seen.now + seen.ahead).run([Machine.path])
    if let letter = guarding?.post.take().first {
      return Violation(invariant: .told, found: "\(letter.approver) was told again: \(letter.text)")
    }
    let writes = await house.writes
    return writes.isEmpty
      ? nil : Violation(invariant: .quiet, found: writes.joined(separator: "\n") + "\n" + again.output)
  }

  /// As many switches were moved as the journal tells of.
  private func checkTold(_ seen: Seen) -> Violation? {
    let moved = seen.movedCount
    do {
      let clock = Instant(secondsSinceEpoch: seen.now + seen.ahead)
      guard moved > 0 else { return nil }
      let entries = try StateStore(reading: disk.path)?.entries(since: clock) ?? []
      let told = entries.count { $0.event?.kind == .change && $0.event?.outcome == "applied" && $0.event?.at == clock }
      return told >= moved
        ? nil : Violation(invariant: .past, found: "\(moved) switches were moved, and \(told) are told of")
    } catch {
      return Violation(invariant: .past, found: "it cannot be read: \(error.kind)")
    }
  }
}
