import CivilTime
import Simulator
import TestSupport

/// A household that lives through its events, with the program beside it.
struct Life {
  private var house: House
  private var rules: HouseRules
  private var oracle: HouseOracle
  private let zone: Zone
  private var isBroken = false
  /// Something has gone wrong and not been ended.
  private var isStormy = false
  /// What was wrong was more than an answer now and then.
  private var isHeavy = false
  /// Sessions that faults left open, by Pi-hole.
  private var leftOpen: [String: Int] = [:]
  private(set) var ticks = 0

  init?(_ beginning: Beginning) {
    guard let zone = Beginning.zone(beginning.rules.zone) else { return nil }
    self.zone = zone
    rules = beginning.rules
    oracle = HouseOracle(rules, zone: zone)
    var numbers = SplitMix64(seed: beginning.seed ^ 0x5A5A)
    house = House(rules, &numbers, now: beginning.start)
  }

  /// Lives through `events` in order, to the first that breaks an invariant.
  mutating func live(_ events: [Event]) async -> (violation: Violation, event: Int)? {
    for (number, event) in events.enumerated() {
      if let violation = await happen(event) { return (violation, number) }
    }
    return nil
  }

  private mutating func happen(_ event: Event) async -> Violation? {
    let now = await house.wait(until: event.at)
    switch event.deed {
    case .tick(let ahead): return await tick(now, ahead: ahead)
    case .calm: return await calm(now)
    case .person(let person): await house.happen(person, rules.systems, at: now)
    case .rules(let new):
      rules = new
      oracle = HouseOracle(new, zone: zone)
    case .brokenRules: isBroken = true
    case .mendedRules: isBroken = false
    case .weather(let system, let weather):
      isStormy = true
      if case .faults = weather {} else { isHeavy = true }
      await house.happen(weather, to: rules.systems[system], at: now)
    }
    return nil
  }

  /// Sessions that were left open are over by then.
  private mutating func calm(_ now: Int64) async -> Violation? {
    isBroken = false
    await house.calm()
    var now = await house.wait(until: now + 3700)
    if let violation = await tick(now, ahead: 0) { return violation }
    (isStormy, isHeavy) = (false, false)
    for (name, wire) in house.piHoles { leftOpen[name] = await wire.system.piHole.seats.taken }
    now = await house.wait(until: now + 60)
    return await tick(now, ahead: 0)
  }

  // MARK: - A run

  private mutating func tick(_ now: Int64, ahead: Int64) async -> Violation? {
    ticks += 1
    await house.forgetRequests()
    let before = await Snapshot(house)
    let wish = Wish(&oracle, before, at: now + ahead)
    let outcome = machine(now + ahead).run()
    var seen = Seen(
      before: before, after: await Snapshot(house), wish: wish, now: now, ahead: ahead, outcome: outcome)
    for (name, wire) in house.piHoles { seen.before.blocking[name]?.advance(to: await wire.clock) }
    if let violation = await checkAlways(seen) { return violation }
    if isBroken { return await checkBroken(seen) }
    if outcome.status == 0, let problem = seen.unsettled() {
      return Violation(invariant: .truth, found: "\(problem)\n\(outcome.output)")
    }
    return isStormy ? nil : await checkCalm(seen)
  }

  private func machine(_ now: Int64) -> Machine {
    let text = isBroken ? rules.text + "  - nobody of 7:0\n" : rules.text
    return Machine(house: house, systems: rules.systems, policy: text, now: now)
  }

  private mutating func checkAlways(_ seen: Seen) async -> Violation? {
    if let violation = seen.foreignChange() { return violation }
    if let secret = await house.secretsToldSoFar().first(where: {
      seen.outcome.output.contains($0) || seen.outcome.error.contains($0)
    }) {
      return Violation(invariant: .secret, found: secret)
    }
    if let violation = await checkSessions() { return violation }
    if ![0, 3, 69, 75, 77].contains(seen.outcome.status), !isBroken {
      return Violation(invariant: .status, found: "exit \(seen.outcome.status)\n\(seen.outcome.error)")
    }
    return nil
  }

  private mutating func checkSessions() async -> Violation? {
    for (name, wire) in house.piHoles.sorted(by: { $0.key < $1.key }) {
      let taken = await wire.system.piHole.seats.taken
      let lost = await wire.struck.count { $0.target.contains("/auth") }
      let allowed = leftOpen[name, default: 0] + lost
      if taken > allowed, !isHeavy {
        return Violation(invariant: .session, found: "\(name) has \(taken) open sessions, \(allowed) explained")
      }
      leftOpen[name] = taken
    }
    return nil
  }

  private func checkBroken(_ seen: Seen) async -> Violation? {
    guard seen.outcome.status == 65, await house.requests.isEmpty else {
      return Violation(invariant: .status, found: "exit \(seen.outcome.status) for a broken file")
    }
    return nil
  }

  private mutating func checkCalm(_ seen: Seen) async -> Violation? {
    let expected: Int32 = seen.wish.hasProblem ? 3 : 0
    if seen.outcome.status != expected {
      return Violation(
        invariant: .status,
        found: "exit \(seen.outcome.status), not \(expected)\n\(seen.outcome.output)\(seen.outcome.error)")
    }
    if let problem = seen.unsettled() {
      return Violation(
        invariant: .settled,
        found: "\(problem)\n\(seen.outcome.output)\n\(await house.requests.joined(separator: "\n"))")
    }
    guard ticks % 4 == 0 else { return nil }
    await house.forgetRequests()
    let again = machine(seen.now + seen.ahead).run()
    let writes = await house.writes
    return writes.isEmpty
      ? nil : Violation(invariant: .quiet, found: writes.joined(separator: "\n") + "\n" + again.output)
  }
}

extension House {
  /// Lets time pass until `instant`, unless it is later already; the same for all systems.
  fileprivate func wait(until instant: Int64) async -> Int64 {
    var clocks: [Double] = [Double(instant)]
    for wire in consoles.values { clocks.append(await wire.clock) }
    for wire in piHoles.values { clocks.append(await wire.clock) }
    let now = (clocks.max() ?? 0).rounded(.up)
    for wire in consoles.values { await wire.pass(.seconds(now - wire.clock)) }
    for wire in piHoles.values { await wire.pass(.seconds(now - wire.clock)) }
    return Int64(now)
  }

  fileprivate func forgetRequests() async {
    for wire in consoles.values { await wire.clearLog() }
    for wire in piHoles.values { await wire.clearLog() }
  }

  fileprivate var requests: [String] {
    get async {
      var all: [String] = []
      for (name, wire) in consoles.sorted(by: { $0.key < $1.key }) {
        all += await wire.log.map { "\(name) \($0)" }
      }
      for (name, wire) in piHoles.sorted(by: { $0.key < $1.key }) { all += await wire.log.map { "\(name) \($0)" } }
      return all
    }
  }

  fileprivate var writes: [String] {
    get async {
      var all: [String] = []
      for (name, wire) in consoles.sorted(by: { $0.key < $1.key }) {
        all += await wire.log.filter(\.isWrite).map { "\(name) \($0)" }
      }
      for (name, wire) in piHoles.sorted(by: { $0.key < $1.key }) {
        all += await wire.log.filter(\.isWrite).map { "\(name) \($0)" }
      }
      return all
    }
  }

  /// What must not be printed: all that was told since this was asked last, and all that is always known.
  fileprivate func secretsToldSoFar() async -> [String] {
    var secrets = Household.passphrases.values.sorted()
    secrets += (consoles.keys.sorted() + piHoles.keys.sorted()).map(House.secret)
    for wire in piHoles.values {
      secrets += await wire.inspect { known in
        defer { known.sessions = [] }
        return known.sessions.sorted()
      }
    }
    return secrets
  }
}
