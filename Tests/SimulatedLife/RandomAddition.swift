import TestSupport

/// Rules about doors and the like that a family might have.
struct RandomAddition {
  var random: RandomRules

  /// Draws from a stream of its own.
  init(numbers: SplitMix64, today: Int) {
    random = RandomRules(numbers: numbers, today: today, hasYearlyDays: false, isSparing: true)
  }

  private mutating func chance(_ outOf: Int) -> Bool { random.numbers.oneIn(outOf) }

  mutating func addition() -> HouseAddition {
    let targets =
      [switches(), door("front", "ha", HouseDevices.lock), door("garage", "guest", HouseDevices.cover)]
      + [action("gate", "door.unlock"), action("shut", "door.lock"), services()]
    var statements: [HouseStatement] = []
    var edges: [HouseEdge] = []
    for target in targets {
      if case .action = target.kind {
        for _ in 0..<random.numbers.pick([1, 1, 2]) { edges.append(edge(target.name)) }
      } else if !chance(8) {
        for _ in 0..<random.numbers.pick([1, 1, 2, 3]) { statements.append(statement(target)) }
      }
    }
    return HouseAddition(targets: targets, statements: statements, edges: edges)
  }

  private mutating func switches() -> HouseTarget {
    let names = random.numbers.pick([HouseDevices.switches, [HouseDevices.switches[0]], ["switch.*"]])
    return HouseTarget(
      name: "toys", system: "ha", kind: .entities, names: names,
      excluded: names == ["switch.*"] ? HouseDevices.unnamed.filter { $0.hasPrefix("switch.") } : [],
      otherwise: random.numbers.pick(["", "on", "on", "off", "leave"]),
      enforcement: random.numbers.pick(["normal", "normal", "strict", "yield", "observe"]))
  }

  private mutating func door(_ name: String, _ system: String, _ id: String) -> HouseTarget {
    HouseTarget(
      name: name, system: system, kind: .entities, names: [id],
      otherwise: random.numbers.pick(["", "", "leave", (HouseDoor.words(id) ?? .switches).off]),
      enforcement: random.numbers.pick(["normal", "normal", "normal", "normal", "observe"]), mayOpen: chance(2))
  }

  private func action(_ name: String, _ action: String) -> HouseTarget {
    HouseTarget(
      name: name, system: "guest", kind: .action(action), otherwise: "", mayOpen: action.hasSuffix(".unlock"))
  }

  private mutating func services() -> HouseTarget {
    HouseTarget(
      name: "media", system: "studio", kind: .capsules,
      names: random.numbers.pick([HouseDevices.capsules, [HouseDevices.capsules[0]], ["media-*"]]),
      otherwise: random.numbers.pick(["", "", "running", "stopped", "leave"]),
      enforcement: random.numbers.pick(["normal", "normal", "normal", "observe"]))
  }

  private mutating func statement(_ target: HouseTarget) -> HouseStatement {
    let isOn = (target.mayOpen || !target.isDoor) && chance(3)
    let clause = HouseClause(days: chance(2) ? nil : random.week(), times: [random.times()])
    return HouseStatement(
      names: [target.name], state: isOn ? target.words.on : target.words.off, when: [HouseTimes(clauses: [clause])])
  }

  private mutating func edge(_ target: String) -> HouseEdge {
    let times = (0..<random.numbers.pick([1, 1, 2])).map { _ in random.numbers.int(in: 0..<96) * 15 }
    return HouseEdge(
      target: target, times: Set(times).sorted(), days: chance(2) ? nil : random.week(),
      grace: random.numbers.pick([nil, 60, 300, 3600]))
  }
}
