import CivilTime
import TestSupport

/// What happens to a household, drawn from one seed: nothing of it depends on what the program does.
struct RandomLife {
  var numbers: SplitMix64
  var random: RandomRules
  var rules: HouseRules
  var oracle: HouseOracle
  let zone: Zone
  let days: LivelyDays
  private var events: [Event] = []

  init(numbers: SplitMix64, random: RandomRules, rules: HouseRules, zone: Zone, days: LivelyDays) {
    self.numbers = numbers
    self.random = random
    self.rules = rules
    self.zone = zone
    self.days = days
    oracle = HouseOracle(rules, zone: zone)
  }

  private static let day: Int64 = 86_400

  mutating func events(from start: Int64, to end: Int64) -> [Event] {
    var now = start
    while now < end {
      let isStormy = numbers.oneIn(2)
      let chapterEnd = min(end, now + Int64(1 + numbers.int(in: 0..<10)) * Self.day)
      while now < chapterEnd {
        liveDay(now, isStormy: isStormy)
        now += Self.day
      }
      if isStormy { events.append(Event(at: now, deed: .calm)) }
      now += 2 * 3600
      if days == .some { now = silence(after: now) }
    }
    return events
  }

  /// Nothing happens for weeks, and nobody looks; no clock change is slept through.
  private mutating func silence(after now: Int64) -> Int64 {
    let end = now + Int64(30 + numbers.int(in: 0..<150)) * Self.day
    let span = Instant(secondsSinceEpoch: now)..<Instant(secondsSinceEpoch: end)
    guard let change = zone.transitions(in: span).first else { return end }
    return max(now, change.instant.secondsSinceEpoch - moment(Self.day))
  }

  private mutating func liveDay(_ start: Int64, isStormy: Bool) {
    var today: [Event] = []
    if numbers.oneIn(12) { change(start) }
    if !numbers.oneIn(15) {
      for edge in edges(start) { today.append(Event(at: edge + pick([-3, -1, 0, 0, 1, 7, 59]), deed: .tick)) }
    }
    if numbers.oneIn(2) { today.append(Event(at: moment(start), deed: .tick)) }
    if numbers.oneIn(5) {
      let at = moment(start)
      today += [Event(at: at, deed: .override(override())), Event(at: at + pick([1, 30, 60]), deed: .tick)]
      // Its end is no edge of the rules.
      if numbers.oneIn(2) { today.append(Event(at: at + pick([1800, 3600, 7200, 7201, 14_400]), deed: .tick)) }
      if random.isSparing, numbers.oneIn(3) { today.append(Event(at: at + pick([90, 7300, 14_400]), deed: .tick)) }
    }
    if numbers.oneIn(60) { today.append(Event(at: moment(start), deed: .clock(ahead: clock()))) }
    if numbers.oneIn(3) {
      for _ in 0..<numbers.pick([1, 1, 2, 4]) {
        let at = moment(start)
        today += [Event(at: at, deed: .person(person())), Event(at: at + pick([1, 30, 60]), deed: .tick)]
      }
    }
    if isStormy {
      for _ in 0..<(1 + numbers.int(in: 0..<3)) {
        let at = moment(start)
        let system = numbers.int(in: 0..<rules.systems.count)
        today += [
          Event(at: at, deed: .weather(system: system, weather(isConsole: rules.systems[system].kind == .console))),
          Event(at: at + pick([0, 20, 60]), deed: .tick),
        ]
      }
      if numbers.oneIn(3) { today += misfortune(moment(start)) }
    }
    if numbers.oneIn(40) {
      let at = moment(start)
      today += [
        Event(at: at, deed: .brokenRules), Event(at: at + 30, deed: .tick), Event(at: at + 90, deed: .mendedRules),
      ]
    }
    let order = today.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
    events += order.map(\.element)
  }

  private mutating func change(_ at: Int64) {
    random.today = Int(at / Self.day)
    var next = rules
    if numbers.oneIn(2) {
      next = random.rules(zone: rules.zone, systems: rules.systems)
    } else {
      next.statements = random.statements(rules)
    }
    rules = next
    oracle = HouseOracle(rules, zone: zone)
    events.append(Event(at: at, deed: .rules(rules)))
  }

  /// The instants of this day at which a state changes; a few of them where there are many.
  private mutating func edges(_ start: Int64) -> [Int64] {
    let edges = oracle.edges(start).filter { (start..<start + Self.day).contains($0) }
    let changing = edges.filter { edge in
      rules.targets.contains { oracle.state($0, edge - 1) != oracle.state($0, edge) }
    }
    return Array(numbers.shuffled(changing).prefix(4))
  }

  private mutating func pick(_ choices: [Int64]) -> Int64 { numbers.pick(choices) }
  private mutating func moment(_ start: Int64) -> Int64 { start + Int64(numbers.int(in: 0..<86_000)) }

  /// Clocks that go wrong, and most of them right again.
  private mutating func clock() -> Int64 { numbers.pick([0, 0, 0, 5, -60, 3600, -3600, -86_400, 3 * 86_400]) }

  /// What happens to the machine itself.
  private mutating func misfortune(_ at: Int64) -> [Event] {
    switch numbers.int(in: 0..<4) {
    case 0:
      return [
        Event(at: at, deed: .disk(isFull: true)), Event(at: at + 5, deed: .tick),
        Event(at: at + pick([60, 3600]), deed: .disk(isFull: false)),
      ]
    case 1: return [Event(at: at, deed: .clock(ahead: clock())), Event(at: at + 1, deed: .tick)]
    default:
      return [
        Event(at: at, deed: .kill(point: 1 + numbers.int(in: 0..<numbers.pick([8, 40])))), Event(at: at, deed: .tick),
        Event(at: at + 60, deed: .tick),
      ]
    }
  }

  private mutating func override() -> OverrideDeed {
    let number = numbers.next()
    switch numbers.int(in: 0..<6) {
    case 0: return .end(number: number)
    case 1: return .extend(number: number, seconds: pick([60, 1800, 3600, 86_400]))
    default: break
    }
    let piHoles = rules.systems.filter { $0.kind == .piHole }.map(\.name)
    let targets = rules.targets.filter { $0.kind != .blocking }.map(\.name)
    let isBlocking = targets.isEmpty || !piHoles.isEmpty && numbers.oneIn(3)
    let target = numbers.pick(isBlocking ? piHoles : targets)
    let state = numbers.pick(isBlocking ? ["paused", "paused", "active"] : ["on", "off"])
    if random.isSparing, numbers.oneIn(4) {
      let delay = pick([90, 1800, 7200, 14_400, 86_400])
      return .later(target: target, state: state, delay, pick([60, 3600, 7200, 14_400, 86_400]))
    }
    if numbers.oneIn(3) { return .until(target: target, state: state, (24 + numbers.int(in: 0..<64)) * 15) }
    return .lasting(target: target, state: state, pick([60, 1800, 3600, 7200, 14_400, 86_400, 3 * 86_400]))
  }

  private mutating func person() -> Person {
    let system = numbers.int(in: 0..<rules.systems.count)
    guard rules.systems[system].kind == .console || !numbers.oneIn(3) else {
      let seconds = numbers.pick([nil, 10, 300, 3600, 7190, 7300, 100_000])
      return numbers.oneIn(3) ? .resume(system: system) : .pause(system: system, seconds: seconds)
    }
    switch numbers.int(in: 0..<8) {
    case 0: return .rename(system: system, numbers.next())
    case 1: return .delete(system: system, numbers.next())
    case 2: return .add(system: system, numbers.next())
    default: return .toggle(system: system, numbers.next())
    }
  }

  private mutating func weather(isConsole: Bool) -> Weather {
    let at = 1 + numbers.int(in: 0..<9)
    if !numbers.oneIn(3) {
      return .faults(at: at, count: numbers.pick([1, 1, 1, 2, 3, 8]), numbers.pick(WireFault.allCases))
    }
    let number = numbers.next()
    let anywhere: [Weather] = [
      .wrongType(at: at, number), .wrongType(at: at, number), .unauthorized(at: at), .slow(seconds: at),
    ]
    if numbers.oneIn(2) { return numbers.pick(anywhere) }
    if isConsole { return numbers.pick([.booting(true), .booting(false), .readOnly(true), .otherKey(true)]) }
    return numbers.pick([
      .sessionsEnd(at: at), .sessionsEnd(at: at),
      .restart(away: 0), .restart(away: 3), .restart(away: 90), .crash, .locked(exclusively: true, requests: at),
      .locked(exclusively: false, requests: at), .refusals(1), .refusals(3), .throttled(seconds: 120), .seatsTaken,
      .resolver(fails: true), .resolver(fails: false),
    ])
  }
}
