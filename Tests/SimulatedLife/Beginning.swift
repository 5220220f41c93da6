import CivilTime
import TestSupport

import Host

/// A household on its first day, and everything that is going to happen to it.
struct Beginning: Sendable {
  var seed: UInt64
  var rules: HouseRules
  /// Seconds since 1970.
  var start: Int64
  var events: [Event]
  /// What is wrong with the program itself.
  var sabotage: Sabotage?

  /// The household of `seed`, which lives for so many years.
  init?(
    seed: UInt64, years: Double, days: LivelyDays, hasYearlyDays: Bool, isSparing: Bool, kinds: HouseKinds = .network,
    guards: HouseGuards = .none
  ) {
    var numbers = SplitMix64(seed: seed)
    self.seed = seed
    start = 1_795_000_000 + Int64(numbers.int(in: 0..<700 * 86_400))
    let today = Int(start / 86_400)
    // What looks for dates of every year far ahead takes most of a household's time.
    let isYearly = numbers.oneIn(4)
    var random = RandomRules(
      numbers: SplitMix64(seed: seed ^ 0xA5A5), today: today, hasYearlyDays: hasYearlyDays && isYearly,
      isSparing: isSparing)
    rules = random.rules(zone: numbers.pick(RandomRules.zones))
    guard let zone = Self.zone(rules.zone) else { return nil }
    var life = RandomLife(numbers: numbers, random: random, rules: rules, zone: zone, days: days)
    events = life.events(from: start, to: start + Int64(years * 365.25 * 86_400))
    let lively = Set(events.map { $0.at / 86_400 }).sorted()
    if kinds != .network { addHouse(kinds, zone, lively) }
    if guards != .none { addGuards(guards, lively) }
  }

  private mutating func addHouse(_ kinds: HouseKinds, _ zone: Zone, _ lively: [Int64]) {
    if kinds == .house { leaveOutNetwork() }
    var devices = DeviceLife(seed: seed, zone: zone, today: Int(start / 86_400))
    (rules, events) = devices.added(to: rules, events, on: lively)
  }

  private mutating func addGuards(_ guards: HouseGuards, _ lively: [Int64]) {
    var life = GuardLife(seed: seed, guards)
    guard life.hasGuards else { return }
    (rules, events) = life.added(to: rules, events, on: lively)
  }

  /// Leaves only the house, and what happens to the machine.
  private mutating func leaveOutNetwork() {
    (rules.systems, rules.targets, rules.schedules, rules.statements) = ([], [], [], [])
    // Whoever looks does so for the house.
    events.removeAll { event in
      switch event.deed {
      case .tick, .person, .override, .weather, .rules: true
      case .calm, .brokenRules, .mendedRules, .clock, .kill, .disk, .guarding: false
      }
    }
  }

  /// Leaves out what happens in the first so many years, but for what the family agrees on meanwhile.
  mutating func skip(years: Double) {
    let begin = start + Int64(years * 365.25 * 86_400)
    events.removeAll { event in
      if case .rules = event.deed { return false }
      return event.at < begin
    }
  }

  static func zone(_ name: String) -> Zone? {
    guard name != "UTC" else { return .utc }
    guard let bytes = try? SystemFiles().bytes(of: "/usr/share/zoneinfo/" + name, limit: 1 << 20) else { return nil }
    return try? Zone(name: name, bytes: bytes)
  }
}
