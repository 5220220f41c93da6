import CivilTime
import TestSupport

/// What happens to the doors and the like of a household on the days on which something happens to its network, from a
/// stream of its own.
struct DeviceLife {
  private var numbers: SplitMix64
  private var random: RandomAddition
  private let zone: Zone
  private var addition: HouseAddition
  private var oracle: HouseOracle
  /// In order; of one instant, as they came.
  private var happenings: [Happening] = []

  private struct Happening {
    var at: Int64
    var what: What

    enum What {
      case deed(Deed)
      case agreed(HouseAddition)
    }
  }

  private static let day: Int64 = 86_400
  /// The place of the first of its systems.
  private var first = 0

  init(seed: UInt64, zone: Zone, today: Int) {
    numbers = SplitMix64(seed: seed ^ 0xD00D)
    random = RandomAddition(numbers: SplitMix64(seed: seed ^ 0xD00E), today: today)
    self.zone = zone
    addition = random.addition()
    oracle = Self.oracle(addition, zone)
  }

  private static func oracle(_ addition: HouseAddition, _ zone: Zone) -> HouseOracle {
    let empty = HouseRules(zone: zone.name, systems: [], targets: [], schedules: [], statements: [])
    return HouseOracle(addition.added(to: empty), zone: zone)
  }

  /// `rules` and `events` of a network, with what there is beside it on these days, counted from 1970.
  mutating func added(to rules: HouseRules, _ events: [Event], on days: [Int64]) -> (HouseRules, [Event]) {
    let beginning = addition
    first = rules.systems.count
    for day in days { liveDay(day * Self.day) }
    return (beginning.added(to: rules), merged(rules, events, beginning))
  }

  /// Whatever is agreed on about one half leaves the other as it is.
  private func merged(_ rules: HouseRules, _ events: [Event], _ beginning: HouseAddition) -> [Event] {
    let all = events.map { Happening(at: $0.at, what: .deed($0.deed)) } + happenings
    var (network, addition) = (rules, beginning)
    return all.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map { _, happening in
      switch happening.what {
      case .deed(.rules(let new)): network = new
      case .agreed(let new): addition = new
      case .deed(let deed): return Event(at: happening.at, deed: deed)
      }
      return Event(at: happening.at, deed: .rules(addition.added(to: network)))
    }
  }

  // MARK: - A day

  private mutating func liveDay(_ start: Int64) {
    if numbers.oneIn(15) {
      addition = random.addition()
      oracle = Self.oracle(addition, zone)
      happenings.append(Happening(at: moment(start), what: .agreed(addition)))
    }
    var ticks = edges(start) + actions(start)
    if numbers.oneIn(3) {
      let at = moment(start)
      add(at, .person(.toggle(system: system(), numbers.next())))
      ticks.append(at + numbers.pick([1, 30, 60]))
    }
    if numbers.oneIn(4) {
      let at = moment(start)
      add(at, .override(override()))
      ticks += [at + 1, at + numbers.pick([1800, 3600, 7201])]
    }
    if numbers.oneIn(60) { add(moment(start), .clock(ahead: numbers.pick([0, 0, 60, -3600, 3600, -86_400]))) }
    if numbers.oneIn(3), !ticks.isEmpty { storm(ticks) }
    for tick in ticks { add(tick, .tick) }
  }

  private mutating func add(_ at: Int64, _ deed: Deed) { happenings.append(Happening(at: at, what: .deed(deed))) }
  private mutating func moment(_ start: Int64) -> Int64 { start + Int64(numbers.int(in: 0..<80_000)) }
  private mutating func system() -> Int { first + numbers.int(in: 0..<HouseAddition.systems.count) }

  /// When somebody looks, as a state changes.
  private mutating func edges(_ start: Int64) -> [Int64] {
    let changing = oracle.edges(start).filter { edge in
      (start..<start + Self.day).contains(edge)
        && addition.targets.contains { oracle.state($0, edge - 1) != oracle.state($0, edge) }
    }
    return numbers.shuffled(changing).prefix(3).map { $0 + numbers.pick([-3, 0, 0, 1, 59]) }
  }

  /// When somebody looks, as something is to be done: in its time or too late, before it or not, and again.
  private mutating func actions(_ start: Int64) -> [Int64] {
    var ticks: [Int64] = []
    for action in oracle.actions(after: start, until: start + Self.day).sorted(by: {
      ($0.at, $0.target) < ($1.at, $1.target)
    }) {
      if numbers.oneIn(4) { continue }
      if numbers.oneIn(2) { ticks.append(action.at - numbers.pick([1, 60, 3600])) }
      let grace = oracle.occurrences(action.target, in: action.at...action.at)[action.at] ?? 0
      let late = numbers.pick([0, 0, 1, 20, grace / 2, grace, grace + 1, 2 * grace])
      ticks += [action.at + late, action.at + late + numbers.pick([1, 30, 60])]
    }
    return ticks
  }

  private mutating func override() -> OverrideDeed {
    let targets = addition.targets.filter { if case .action = $0.kind { false } else { true } }
    let target = numbers.pick(targets)
    // Also what is not permitted, which is refused.
    let state = numbers.pick([target.words.off, target.words.on])
    let seconds = numbers.pick([60, 1800, 3600, 7200] as [Int64])
    if numbers.oneIn(4) { return .later(target: target.name, state: state, numbers.pick([90, 1800, 7200]), seconds) }
    return .lasting(target: target.name, state: state, seconds)
  }

  // MARK: - Storms

  /// Things go wrong just before some of the `ticks`, and are well an hour after the last.
  private mutating func storm(_ ticks: [Int64]) {
    for _ in 0..<numbers.pick([1, 2, 3]) {
      let at = numbers.pick(ticks)
      add(at, numbers.oneIn(4) ? .kill(point: 1 + numbers.int(in: 0..<40)) : .weather(system: system(), weather()))
    }
    add((ticks.max() ?? 0) + 600, .calm)
  }

  private mutating func weather() -> Weather {
    let at = 1 + numbers.int(in: 0..<7)
    if numbers.oneIn(2) {
      return .faults(at: at, count: numbers.pick([1, 1, 2, 8]), numbers.pick(WireFault.allCases))
    }
    return numbers.pick([
      .wrongType(at: at, numbers.next()), .slow(seconds: at), .restart(away: 0), .restart(away: 20),
      .unreachable(numbers.next()), .unreachable(numbers.next()), .deedUnanswered,
    ])
  }
}
