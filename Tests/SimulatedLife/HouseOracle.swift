import CivilTime

/// What the rules want at an instant, word by word, without any cleverness.
struct HouseOracle {
  let rules: HouseRules
  /// Those that the program can know of; the newest wins.
  var overrides: [HouseOverride] = [] {
    didSet { if overrides != oldValue { soonest = [:] } }
  }
  var almanac: Almanac
  /// All times of the rules.
  private let times: Set<Times>
  /// The sentences that name a target, the last first.
  private let statements: [String: [HouseStatement]]
  /// When windows start or end of a day and of those beside it.
  private var windowEdges: [Int: Set<Int64>] = [:]
  /// Older rules that go for some targets, by their names: their approvers have not agreed to these.
  private var older: [String: HouseOracle] = [:]
  /// What was found last, by target: it holds until then.
  private var soonest: [String: (from: Int64, at: Int64?, leaveFollows: Bool)] = [:]

  init(_ rules: HouseRules, zone: Zone, older: [String: HouseRules] = [:]) {
    self.rules = rules
    self.older = older.mapValues { HouseOracle($0, zone: zone) }
    almanac = Almanac(zone)
    let parts = rules.statements.flatMap(\.when) + rules.schedules.flatMap(\.parts)
    let exceptions = parts.flatMap(\.exceptions).flatMap { exception -> [HouseClause] in
      if case .instants(let clauses) = exception { clauses } else { [] }
    }
    times = Set((parts.flatMap(\.clauses) + exceptions).flatMap(\.times) + [.allDay])
    statements = Dictionary(
      rules.targets.map { target in
        (target.name, rules.statements.reversed().filter { rules.stands($0.names, for: target.name) })
      }
    ) { $1 }
  }

  /// The instants at which a window of the day of `instant`, or of one beside it, starts or ends, in order.
  mutating func edges(_ instant: Int64) -> [Int64] { edges(ofDay: almanac.day(instant)) }

  private mutating func edges(ofDay today: Int) -> [Int64] {
    let others = overrides.flatMap { [$0.from, $0.until] }.filter { abs(almanac.day($0) - today) <= 1 }
    return windowEdges(today).union(others).sorted()
  }

  private mutating func windowEdges(_ today: Int) -> Set<Int64> {
    if let known = windowEdges[today] { return known }
    var edges: Set<Int64> = []
    for day in (today - 1)...(today + 1) {
      for times in times {
        if let window = almanac.window(day, times) { edges.formUnion([window.lowerBound, window.upperBound]) }
      }
    }
    for name in older.keys { edges.formUnion(older[name]?.windowEdges(today) ?? []) }
    windowEdges[today] = edges
    return edges
  }

  /// The wanted word for `target`: that of the newest override that holds, else what the rules say.
  mutating func state(_ target: HouseTarget, _ instant: Int64) -> String {
    override(of: target, at: instant)?.state ?? ruledState(target, instant)
  }

  /// The newest override of `target` that holds.
  func override(of target: HouseTarget, at instant: Int64) -> HouseOverride? {
    suiting(target).filter { $0.holds(at: instant) }.max { $0.id < $1.id }
  }

  /// Those that name `target` and want of it what it can be and may be. What was made for a door counts for nothing once
  /// the rules do not let anybody open it.
  private func suiting(_ target: HouseTarget) -> [HouseOverride] {
    let states = [target.words.on, target.words.off].filter(target.permits)
    return overrides.filter { states.contains($0.state) && rules.stands([$0.target], for: target.name) }
  }

  /// When the first of the overrides of `target` began that followed one another up to `instant`, with less than an hour
  /// of being left alone between two of them and after the last; nil where none did. One that was ended in the second in
  /// which it began is among them: a run may have come in it.
  mutating func foundSince(_ target: HouseTarget, at instant: Int64) -> Int64? {
    let known = suiting(target).filter { $0.from <= $0.until }
    let changes = known.flatMap { [$0.from, $0.until] }
    var first: Int64?
    var cursor = instant
    while let change = changes.filter({ $0 <= cursor }).max() {
      if override(of: target, at: cursor) == nil {
        let left = [change] + edges(cursor).filter { (change...cursor).contains($0) }
        guard cursor + 1 - change <= 3600, left.allSatisfy({ ruledState(target, $0) == "leave" }) else { break }
        if known.contains(where: { $0.from == change && $0.until == change }) { first = change }
      } else {
        first = change
      }
      cursor = change - 1
    }
    return first
  }

  /// What the last of those wanted, where none holds any more; nil where one does, or none did.
  mutating func ended(_ target: HouseTarget, at instant: Int64) -> String? {
    guard foundSince(target, at: instant) != nil, override(of: target, at: instant) == nil else { return nil }
    let changes = suiting(target).filter { $0.from <= $0.until }.flatMap { [$0.from, $0.until] }
    return changes.filter { $0 <= instant }.max().flatMap { override(of: target, at: $0 - 1)?.state }
  }

  /// The word of the last sentence that names `target` and holds, else of its `otherwise`.
  mutating func ruledState(_ target: HouseTarget, _ instant: Int64) -> String {
    if let state = older[target.name]?.ruledState(target, instant) { return state }
    for statement in statements[target.name] ?? [] {
      if holds(statement, instant) { return statement.state }
      if statement.isOnly { return "off" }
    }
    if !target.otherwise.isEmpty { return target.otherwise }
    if target.kind == .blocking { return "active" }
    return isNamed(target) && !target.isDoor ? target.words.on : "leave"
  }

  /// Whether a sentence says something of `target`, by its own name or by that of several.
  func isNamed(_ target: HouseTarget) -> Bool {
    older[target.name]?.isNamed(target) ?? !(statements[target.name] ?? []).isEmpty
  }

  /// Whether anything began or ended for `target` after `start`, up to and with `end`.
  mutating func hasChanged(_ target: HouseTarget, after start: Int64, until end: Int64) -> Bool {
    let state = ruledState(target, start)
    // By days of the calendar: with a clock change, so many hours later may be a day too far.
    for today in stride(from: almanac.day(start), through: almanac.day(end) + 1, by: 2) {
      for edge in edges(ofDay: today) where edge > start && edge <= end {
        if ruledState(target, edge) != state { return true }
      }
    }
    return false
  }

  /// Whether an override of `target` began or ended after `start`, up to and with `end`.
  func hasOverrideChanged(_ target: HouseTarget, after start: Int64, until end: Int64) -> Bool {
    overrides.contains {
      rules.stands([$0.target], for: target.name)
        && [$0.from, $0.until].contains { start < $0 && $0 <= end }
    }
  }

  /// What somebody types at `now` to make the override that `deed` is, and when it holds; nil for one that makes none.
  func making(_ deed: OverrideDeed, at now: Int64) -> (words: [String], made: HouseOverride)? {
    switch deed {
    case .lasting(let target, let state, let seconds):
      return ([target, state, "--for", "\(seconds)s"], HouseOverride(target, state, now, now + seconds))
    case .until(let target, let state, let minutes):
      let clock = two(minutes / 60) + ":" + two(minutes % 60)
      return ([target, state, "--until", clock], HouseOverride(target, state, now, next(minutes, after: now)))
    case .later(let target, let state, let delay, let seconds):
      let from = Instant(secondsSinceEpoch: now + delay)
      return (
        [target, state, "--from", "\(from)", "--for", "\(seconds)s"],
        HouseOverride(target, state, now + delay, now + delay + seconds)
      )
    case .end, .extend: return nil
    }
  }

  /// The next instant after `now` at which the wall clock shows so many minutes of the day.
  func next(_ minutes: Int, after now: Int64) -> Int64 {
    var instant = now - now % 900 + 900
    while (almanac.local(instant) % 86_400 + 86_400) % 86_400 != Int64(minutes) * 60 { instant += 900 }
    return instant
  }

  /// When the state of `target` next becomes `active`, and whether another state comes between; nil within 40 days.
  mutating func nextActive(_ target: HouseTarget, after instant: Int64) -> (at: Int64?, leaveFollows: Bool) {
    if let known = soonest[target.name], known.from <= instant, instant < known.at ?? (known.from + 3600) {
      return (known.at, known.leaveFollows)
    }
    let found = search(target, after: instant)
    soonest[target.name] = (instant, found.at, found.leaveFollows)
    return found
  }

  private mutating func search(_ target: HouseTarget, after instant: Int64) -> (at: Int64?, leaveFollows: Bool) {
    var leaveFollows = false
    var last = instant
    let first = almanac.day(instant)
    for today in first..<(first + 40) {
      // What later days begin with is not known yet.
      for edge in edges(ofDay: today) where edge > last && almanac.day(edge) <= today {
        last = edge
        switch state(target, edge) {
        case "active": return (edge, leaveFollows)
        case "leave": leaveFollows = true
        default: break
        }
      }
    }
    return (nil, leaveFollows)
  }

  private mutating func holds(_ statement: HouseStatement, _ instant: Int64) -> Bool {
    if statement.when.isEmpty { return true }
    for part in statement.when where holds(part, instant) { return true }
    return false
  }

  private mutating func holds(_ part: HouseTimes, _ instant: Int64) -> Bool {
    let today = almanac.day(instant)
    for day in (today - 2)...(today + 1) where holds(part, startingOn: day, instant) { return true }
    return false
  }

  private mutating func holds(_ part: HouseTimes, startingOn day: Int, _ instant: Int64) -> Bool {
    var isCovered = false
    for clause in part.clauses where holds(clause, startingOn: day, instant) { isCovered = true }
    guard isCovered else { return false }
    for exception in part.exceptions {
      switch exception {
      case .starting(let days): if days.contains(where: { contains($0, day) }) { return false }
      case .instants(let clauses):
        for clause in clauses {
          if holds(HouseTimes(clauses: [clause]), instant) { return false }
        }
      }
    }
    return true
  }

  private mutating func holds(_ clause: HouseClause, startingOn day: Int, _ instant: Int64) -> Bool {
    if let name = clause.schedule {
      for part in schedule(name) where holds(part, startingOn: day, instant) { return true }
      return false
    }
    guard clause.days.map({ contains($0, day) }) ?? true else { return false }
    for times in clause.times.isEmpty ? [Times.allDay] : clause.times {
      if almanac.window(day, times)?.contains(instant) ?? false { return true }
    }
    return false
  }

  private func schedule(_ name: String) -> [HouseTimes] {
    rules.schedules.first { $0.name == name }?.parts ?? []
  }

  func contains(_ days: HouseDays, _ day: Int) -> Bool {
    switch days {
    case .week(let weekdays, _): return weekdays.contains((day % 7 + 10) % 7)
    case .dates(let first, let last): return (first...last).contains(day)
    case .yearly(let first, let last):
      let date = CivilDate(dayNumber: day)
      let today = date.month * 100 + date.day
      return first <= last ? (first...last).contains(today) : today >= first || today <= last
    case .eves(let name): return contains(.named(name), day + 1)
    case .named(let name):
      return schedule(name).contains { part in
        part.clauses.contains { $0.days.map { contains($0, day) } ?? true }
          && !part.exceptions.contains { exception in
            if case .starting(let days) = exception { days.contains { contains($0, day) } } else { false }
          }
      }
    }
  }
}

extension HouseRules {
  /// `names`, and all that they stand for.
  func everything(in names: [String]) -> Set<String> {
    var (open, found) = (names, Set<String>())
    while let next = open.popLast() {
      found.insert(next)
      if case .several(let members)? = targets.first(where: { $0.name == next })?.kind { open += members }
    }
    return found
  }

  /// Whether one of `names` is `name`, or a word for several that it is among.
  func stands(_ names: [String], for name: String) -> Bool {
    var open = names
    while let next = open.popLast() {
      if next == name { return true }
      if case .several(let members)? = targets.first(where: { $0.name == next })?.kind { open += members }
    }
    return false
  }
}
