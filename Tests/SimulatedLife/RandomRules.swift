import TestSupport

/// Rules that a family might have, and some that none would.
struct RandomRules {
  var numbers: SplitMix64
  /// The day on the calendar around which dates lie.
  var today: Int
  /// Whether dates of every year are used: a build without optimisation looks for them until 2100 in every run.
  var hasYearlyDays: Bool
  /// Whether some targets have no `otherwise`, or no sentence, and some sentences say `only`.
  var isSparing: Bool

  /// Zones whose offsets are whole quarters: clock changes of all sorts.
  static let zones = [
    "Europe/Berlin", "Europe/Berlin", "Europe/London", "America/New_York", "Australia/Lord_Howe", "Asia/Beirut",
    "America/Havana", "America/Santiago", "Africa/Casablanca", "Antarctica/Troll", "Asia/Kathmandu", "UTC",
    "Pacific/Chatham", "Africa/Cairo", "Atlantic/Azores",
  ]
  static let ruleNames = ["Downtime-Kids", "Downtime-TV", "downtime-ipad", "Games", "Printer", "Café", "School"]
  static let policyNames = ["Guest internet", "Guest games", "Kids bedtime", "Cameras", "Work"]
  static let wifiNames = ["Home", "Kids", "Guests", "Garage"]
  static let groupNames = ["kids", "no-youtube", "guests", "adults"]
  static let listNames = ["https://lists.example/ads.txt", "https://lists.example/games.txt", "https://x.example/y"]
  static let exact = ["youtube.com", "games.example", "münchen.de", "a.example", "tiktok.com"]
  static let regex = [#"(^|\.)ytimg\.com$"#, #"^ads?[0-9]*\."#]

  /// New rules about `systems`, or about new ones.
  mutating func rules(zone: String, systems known: [HouseSystem]? = nil) -> HouseRules {
    let systems = known ?? systems()
    var rules = HouseRules(zone: zone, systems: systems, targets: [], schedules: schedules(), statements: [])
    rules.targets = targets(rules.systems)
    if isSparing { omitOtherwise(&rules.targets) }
    rules.statements = statements(rules)
    return rules
  }

  private mutating func chance(_ outOf: Int) -> Bool { numbers.oneIn(outOf) }

  private mutating func some(_ choices: [String], _ most: Int) -> [String] {
    Array(numbers.shuffled(choices).prefix(1 + numbers.int(in: 0..<most)))
  }

  private mutating func systems() -> [HouseSystem] {
    let consoles = numbers.pick([1, 1, 1, 2, 3])
    let piHoles = numbers.pick([0, 1, 1, 1, 2, 3])
    return (0..<consoles).map {
      HouseSystem(name: "gateway-\($0)", kind: .console, host: "192.168.1.\(10 + $0)", hasSecret: true)
    }
      + (0..<piHoles).map {
        HouseSystem(name: "pihole-\($0)", kind: .piHole, host: "192.168.1.\(20 + $0)", hasSecret: !chance(6))
      }
  }

  // MARK: - Targets

  private mutating func targets(_ systems: [HouseSystem]) -> [HouseTarget] {
    var targets: [HouseTarget] = []
    for system in systems {
      for _ in 0..<(1 + numbers.int(in: 0..<3)) {
        targets.append(
          system.kind == .console ? consoleTarget(system.name, targets.count) : rowTarget(system.name, targets.count))
      }
      if system.kind == .piHole, !chance(3) { targets.append(blocking(system.name)) }
    }
    let switched = targets.filter { $0.kind != .blocking }.map(\.name)
    if switched.count > 1, chance(2) {
      let members = Array(numbers.shuffled(switched).prefix(2 + numbers.int(in: 0..<2)))
      targets.append(HouseTarget(name: "everything", system: "", kind: .several(members), otherwise: ""))
    }
    return targets
  }

  private mutating func omitOtherwise(_ targets: inout [HouseTarget]) {
    for place in targets.indices where chance(3) { targets[place].otherwise = "" }
  }

  private mutating func enforcement() -> String {
    numbers.pick(["normal", "normal", "normal", "strict", "yield", "yield", "observe"])
  }
  private mutating func otherwise() -> String { numbers.pick(["on", "on", "on", "off", "leave"]) }

  private mutating func blocking(_ system: String) -> HouseTarget {
    HouseTarget(
      name: system, system: system, kind: .blocking,
      otherwise: numbers.pick(["active", "active", "active", "leave", "paused"]), enforcement: enforcement())
  }

  private mutating func consoleTarget(_ system: String, _ number: Int) -> HouseTarget {
    let kind = numbers.pick([HouseTarget.Kind.rules, .rules, .policies, .wifi])
    let names =
      switch kind {
      case .rules: chance(2) ? ["Downtime-*"] : some(Self.ruleNames, 2)
      case .policies: chance(2) ? ["Guest*"] : some(Self.policyNames, 2)
      default: some(Self.wifiNames, 2)
      }
    return HouseTarget(
      name: "t\(number)", system: system, kind: kind, names: names, excluded: chance(5) ? ["*ipad"] : [],
      otherwise: otherwise(), enforcement: enforcement())
  }

  private mutating func rowTarget(_ system: String, _ number: Int) -> HouseTarget {
    var target = HouseTarget(
      name: "t\(number)", system: system, kind: .groups, isEnabledWhenOff: chance(2), otherwise: otherwise(),
      enforcement: enforcement())
    switch numbers.int(in: 0..<4) {
    case 0: target.names = chance(3) ? ["no-*"] : some(Self.groupNames, 2)
    case 1:
      target.kind = .lists
      target.names = chance(2) ? ["https://lists*"] : some(Self.listNames, 2)
    default:
      target.kind = .domains(
        HouseDomains(
          isDeny: !chance(3), exact: some(Self.exact, 3), regex: chance(2) ? some(Self.regex, 2) : [],
          groups: some(["Default", "kids", "guests"], 2), isPruned: chance(3)))
    }
    return target
  }

  // MARK: - Schedules

  private mutating func schedules() -> [HouseSchedule] {
    [
      HouseSchedule(name: "holidays", hasTimes: false, parts: [HouseTimes(clauses: [clause(dates(), [])])]),
      HouseSchedule(
        name: "school-nights", hasTimes: false,
        parts: [
          HouseTimes(
            clauses: [clause(.week([6, 0, 1, 2, 3], "sun-thu"), [])], exceptions: [.starting([.eves("holidays")])])
        ]),
      HouseSchedule(
        name: "homework", hasTimes: true,
        parts: [HouseTimes(clauses: [clause(week(), [times()])], exceptions: [.starting([.named("holidays")])])]),
    ]
  }

  mutating func statements(_ rules: HouseRules) -> [HouseStatement] {
    var statements: [HouseStatement] = []
    for target in rules.targets {
      let words = target.kind == .blocking ? ["paused", "paused", "active"] : ["off", "off", "on"]
      if isSparing, chance(6) { continue }
      for _ in 0..<numbers.pick([1, 1, 2, 3]) {
        if isSparing, target.kind != .blocking, chance(6) {
          statements.append(HouseStatement(names: [target.name], state: "on", isOnly: true, when: onlyTimes()))
        } else {
          statements.append(HouseStatement(names: [target.name], state: numbers.pick(words), when: when()))
        }
      }
    }
    return chance(2) ? statements : numbers.shuffled(statements)
  }

  private mutating func when() -> [HouseTimes] {
    if chance(12) { return [] }
    return (0..<numbers.pick([1, 1, 1, 2])).map { _ in part() }
  }

  /// Times of day without days, and nothing else.
  private mutating func onlyTimes() -> [HouseTimes] {
    (0..<numbers.pick([1, 1, 2])).map { _ in HouseTimes(clauses: [clause(nil, [times()])]) }
  }

  private mutating func part() -> HouseTimes {
    if chance(8) {
      return HouseTimes(clauses: [HouseClause(days: nil, times: [], schedule: "homework")], exceptions: exceptions())
    }
    let shape = numbers.int(in: 0..<3)
    var clauses = (0..<numbers.pick([1, 1, 2])).map { _ in clause(shape) }
    // `eves of holidays and school-nights` may be the eves of both, and is refused.
    if shape == 1, case .eves? = clauses.first?.days, case .named("school-nights")? = clauses.last?.days {
      clauses.reverse()
    }
    return HouseTimes(clauses: clauses, exceptions: chance(2) ? [] : exceptions())
  }

  private mutating func clause(_ shape: Int) -> HouseClause {
    let ranges = (0..<numbers.pick([1, 1, 2])).map { _ in times() }
    switch shape {
    case 0: return clause(days(), ranges)
    case 1: return clause(days(), [])
    default: return clause(nil, ranges)
    }
  }

  private mutating func exceptions() -> [HouseException] {
    chance(2) ? [.starting([days()])] : [.instants([clause(days(), [times()])])]
  }

  private func clause(_ days: HouseDays?, _ times: [Times]) -> HouseClause {
    HouseClause(days: days, times: times, schedule: nil)
  }

  private mutating func days() -> HouseDays {
    switch numbers.int(in: 0..<7) {
    case 0: dates()
    case 1 where hasYearlyDays: yearly()
    case 2: .named(numbers.pick(["holidays", "school-nights"]))
    case 3: .eves("holidays")
    default: week()
    }
  }

  mutating func week() -> HouseDays {
    let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    switch numbers.int(in: 0..<4) {
    case 0: return .week([0, 1, 2, 3, 4], "weekdays")
    case 1: return .week([5, 6], "weekends")
    case 2:
      let start = numbers.int(in: 0..<7)
      let count = 2 + numbers.int(in: 0..<5)
      let days = (0..<count).map { (start + $0) % 7 }
      return .week(days, "\(names[start])-\(names[(start + count - 1) % 7])")
    default:
      let day = numbers.int(in: 0..<7)
      return .week([day], names[day])
    }
  }

  private mutating func dates() -> HouseDays {
    let first = today + numbers.int(in: 0..<300)
    return .dates(first, first + numbers.pick([0, 1, 4, 12]))
  }

  private mutating func yearly() -> HouseDays {
    let first = (1 + numbers.int(in: 0..<12)) * 100 + 1 + numbers.int(in: 0..<28)
    let last = (1 + numbers.int(in: 0..<12)) * 100 + 1 + numbers.int(in: 0..<28)
    return .yearly(first, chance(3) ? first : last)
  }

  mutating func times() -> Times {
    let start = numbers.pick([0, 60, 90, 120, 7 * 60, 15 * 60, 20 * 60 + 30, 21 * 60, 22 * 60, 23 * 60 + 45])
    let end = numbers.pick([30, 120, 150, 180, 6 * 60, 7 * 60, 12 * 60, 17 * 60, 19 * 60 + 15, 1440])
    return Times(start: start, end: end == start ? end + 15 : end)
  }
}
