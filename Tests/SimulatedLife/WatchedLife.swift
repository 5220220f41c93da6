import CivilTime
import Host
import Simulator
import Synchronization
import TestSupport

/// A household with which `reconcile watch` stays from its first day to its last. Nobody tells it when to look.
///
/// What it remembers from run to run cannot be seen from outside here: rules that `yield` are free, and so is what an
/// override put back.
actor WatchedLife {
  private let house: House
  private let disk: Disk
  private let machine: Machine
  private let desk: Desk
  private let start: Int64
  private let zone: Zone
  private var rules: HouseRules
  private var oracle: HouseOracle
  private var overrides: [HouseOverride] = []
  private var memory = HouseMemory()
  /// What others may not find changed, as it was after what people did last.
  private var known = Snapshot()
  /// Keys of what a target ever selected since then.
  private var own: Set<String> = []
  /// From when on everything is to be as the rules want it, by the true clock; nil in a storm.
  private var settledFrom: Int64?
  private var isBroken = false
  /// Sessions that storms have left, by Pi-hole: over by now, and there until somebody takes their seat.
  private var lost: [String: Int] = [:]
  /// How often all of it was found as it should be.
  private(set) var checks = 0

  init?(_ beginning: Beginning) {
    guard let zone = Beginning.zone(beginning.rules.zone), let disk = Disk(Pulse()) else { return nil }
    (self.zone, self.disk, start, rules) = (zone, disk, beginning.start, beginning.rules)
    oracle = HouseOracle(beginning.rules, zone: zone)
    var numbers = SplitMix64(seed: beginning.seed ^ 0x5A5A)
    house = House(rules, &numbers, now: start)
    desk = Desk(policy: rules.text)
    machine = Machine(
      house: house, systems: rules.systems, policy: rules.text, now: start, disk: disk,
      saboteur: beginning.sabotage.map(Saboteur.init))
    memory.hasGaps = true
    settledFrom = start + Self.moment
  }

  /// How long a run takes at most, in seconds, where nothing is wrong.
  private static let moment: Int64 = 5
  /// How far the end of a pause may lie from where it is wanted.
  private static let timerSeconds: Int64 = 90
  /// How long a difference may stand that nobody tells the program of.
  private static let patience = Machine.interval * 11 / 10 + moment

  /// Lives through `events` in order, to the first invariant that does not hold; blocks until then.
  nonisolated func live(_ events: [Event]) async -> Violation? {
    let end = End()
    await look(at: start)
    let outcome = machine.stay(desk) { time, texts in
      end.violation = await self.happen(events, time, texts)
    }
    if let violation = end.violation { return violation }
    if outcome.status != 143 {
      return Violation(invariant: .status, found: "exit \(outcome.status)\n\(outcome.error)")
    }
    return disk.isFull ? nil : disk.checkPast()
  }

  private func happen(
    _ events: [Event], _ time: FakeTime, _ texts: Texts
  ) async -> Violation? {
    for event in events {
      await time.sleep(.seconds(event.at - start) - time.now)
      let now = start + Int64(time.now / .seconds(1))
      if let violation = await check(now, texts) { return violation }
      if case .calm = event.deed {
        await endStorm()
        await time.sleep(.seconds(3700))
        settledFrom = start + Int64(time.now / .seconds(1))
        lost = await house.seats
      } else {
        await happen(event.deed, at: now)
      }
      await look(at: start + Int64(time.now / .seconds(1)))
    }
    return nil
  }

  private func happen(_ deed: Deed, at now: Int64) async {
    switch deed {
    case .tick, .calm, .kill, .guarding: break
    case .person(let person):
      await house.happen(person, rules.systems, at: now)
      unsettle(until: now + Self.patience)
    case .override(let deed): make(deed, at: now + desk.ahead, now)
    case .rules(let new):
      rules = new
      if !isBroken { follow(new, now) }
    case .brokenRules:
      isBroken = true
      desk.policy = rules.text + "  - nobody of 7:0\n"
      desk.wakeSignal?.send(.files)
    case .mendedRules:
      isBroken = false
      follow(rules, now)
    case .clock(let ahead):
      desk.ahead = ahead
      unsettle(until: now + Self.moment)
      desk.wakeSignal?.send(.clock)
    case .disk(let isFull):
      disk.isFull = isFull
      settledFrom = nil
    case .weather(let system, let weather):
      await house.happen(weather, to: rules.systems[system], at: now)
      settledFrom = nil
    }
  }

  private func follow(_ new: HouseRules, _ now: Int64) {
    desk.policy = new.text
    oracle = HouseOracle(new, zone: zone)
    unsettle(until: now + Self.moment)
    desk.wakeSignal?.send(.files)
  }

  private func unsettle(until: Int64) { settledFrom = settledFrom.map { max($0, until) } }

  /// Sessions that were left open are over an hour later, and so is every retreat.
  private func endStorm() async {
    isBroken = false
    disk.isFull = false
    desk.policy = rules.text
    oracle = HouseOracle(rules, zone: zone)
    await house.calm()
    desk.wakeSignal?.send(.files)
  }

  // MARK: - Overrides

  private func make(_ deed: OverrideDeed, at clock: Int64, _ now: Int64) {
    guard let (words, made) = oracle.making(deed, at: clock) else { return }
    make(made, words, at: clock)
    unsettle(until: now + Self.moment)
    desk.wakeSignal?.send(.files)
  }

  private func make(_ made: HouseOverride, _ words: [String], at clock: Int64) {
    let beside = Machine(house: house, systems: rules.systems, policy: desk.policy, now: clock, disk: disk)
    guard beside.run(["override"] + words).status == 0 else { return }
    var made = made
    made.id = overrides.count + 1
    overrides.append(made)
    memory.activated.formUnion([made.target] + rules.systems.map(\.name))
  }

  // MARK: - Invariants

  /// Learns how everything stands, and what a target selects, which may have to be moved from now on.
  private func look(at now: Int64) async {
    known = await snapshot(at: now)
    own.formUnion(selected(wish(at: now)))
  }

  /// How everything stands, with timers by this machine's clock: that of a Pi-hole, which is busy for a while with every
  /// login, goes ahead of it, and what counts is how long a timer still runs.
  private func snapshot(at now: Int64) async -> Snapshot {
    var snapshot = await Snapshot(house, since: known)
    for (name, wire) in house.piHoles {
      guard let blocking = snapshot.blocking[name], let timer = blocking.timer else { continue }
      let left = await timer.startedAt + timer.delay - wire.clock
      snapshot.blocking[name]?.set(blocking.isActive, for: left, at: Double(now))
    }
    return snapshot
  }

  private func wish(at now: Int64) -> Wish {
    let clock = now + desk.ahead
    oracle.overrides = overrides
    return Wish(&oracle, known, memory, at: clock)
  }

  private func selected(_ wish: Wish) -> Set<String> {
    Set(wish.items.map(\.identity)).union(wish.switches.keys).union(wish.loose).union(wish.picked)
  }

  private func check(_ now: Int64, _ texts: Texts) async -> Violation? {
    let before = known
    known = await snapshot(at: now)
    let wish = wish(at: now)
    own.formUnion(selected(wish))
    let seen = Seen(
      before: before, after: known, wish: wish, now: now, ended: now, ahead: desk.ahead,
      outcome: Machine.Outcome(status: 0, output: texts.take(), error: "", isKilled: false))
    if let strange = seen.strange(own) { return Violation(invariant: .foreign, found: strange) }
    if let secret = await house.secretsToldSoFar().first(where: seen.outcome.tells) {
      return Violation(invariant: .secret, found: secret)
    }
    guard let settledFrom, now >= settledFrom, !isNearEdge(now) else { return nil }
    checks += 1
    if let problem = seen.unsettled() {
      return await violation(.settled, "\(problem)\n\(seen.outcome.output)", now)
    }
    for (name, count) in await house.seats.sorted(by: { $0.key < $1.key }) where count > lost[name, default: 0] {
      return await violation(.session, "\(name) has \(count) sessions, \(lost[name, default: 0]) of them lost", now)
    }
    return checks % 32 == 0 ? disk.checkPast() : nil
  }

  private func violation(_ invariant: Invariant, _ found: String, _ now: Int64) async -> Violation {
    let last = await house.requests.suffix(20).joined(separator: "\n")
    return Violation(
      invariant: invariant,
      found: "\(found)\nat \(Instant(secondsSinceEpoch: now)), the machine's clock is \(desk.ahead) s ahead\n\(last)")
  }

  /// Just after something begins or ends by itself the program may still be at it; just before a pause ends the Pi-hole
  /// may have ended it, whose clock is ahead by no more than is put right.
  private func isNearEdge(_ now: Int64) -> Bool {
    let clock = now + desk.ahead
    return oracle.edges(clock).contains { (clock - Self.moment...clock + Self.timerSeconds).contains($0) }
  }
}

extension Seen {
  /// What was changed although no target selects it, or is no switch; nil where nothing was. `own` are the keys and
  /// identities of what targets select.
  fileprivate func strange(_ own: Set<String>) -> String? {
    for (key, old, new) in before.things.changes(to: after.things) {
      guard let old, let new else {
        // Entries of our own come and go.
        if (old ?? new)?.isMarked ?? false { continue }
        return "\(key):\n  \(old?.text ?? "absent")\n  \(new?.text ?? "absent")"
      }
      var moved = old
      moved.isEnabled = new.isEnabled
      let mayMove = own.contains(key) || own.contains(old.identity) || old.isMarked || isReturnOfOwn(old, own)
      if moved != new || !mayMove { return "\(key):\n  \(old.text)\n  \(new.text)" }
    }
    return nil
  }

  /// A policy for answers goes with the policy that it belongs to.
  private func isReturnOfOwn(_ old: Snapshot.Thing, _ own: Set<String>) -> Bool {
    old.kind == .policies && !old.isUserDefined
      && after.things.of(old.system).contains {
        $0.name + " (Return)" == old.name && own.contains($0.key)
      }
  }
}

/// Where the end of a life is put.
private final class End: Sendable {
  private let held = Mutex<Violation?>(nil)

  var violation: Violation? {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }
}
