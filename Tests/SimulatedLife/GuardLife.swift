import TestSupport

/// Who guards what in a household, and what its people do about it, from a stream of its own: with all of it left out the
/// household lives as it would without.
struct GuardLife {
  private var numbers: SplitMix64
  private let guards: HouseGuards
  /// By the name of a target, also of one that is gone for a while.
  private var known: [String: HouseGuard?] = [:]
  private var happenings: [Event] = []
  /// What is edited where guards hold that: a stream of its own.
  private var pen: SplitMix64
  private var hasEdits = false
  /// The targets of the day.
  private var targets: [HouseTarget] = []
  private var isFirst = true
  /// What a scene is about most of the time.
  private var topic: String?

  static let people = ["anna", "ben", "carl", "emma", "max"]
  private static let day: Int64 = 86_400

  init(seed: UInt64, _ guards: HouseGuards) {
    numbers = SplitMix64(seed: seed ^ 0x60A4D)
    pen = SplitMix64(seed: seed ^ 0xED17)
    self.guards = guards
  }

  /// Whether anything is guarded; asked once, first of all.
  var hasGuards: Bool {
    mutating get { guards == .all || numbers.oneIn(2) }
  }

  /// `rules` and `events` with guards, and with what people do about them on these days, counted from 1970.
  mutating func added(to rules: HouseRules, _ events: [Event], on days: [Int64]) -> (HouseRules, [Event]) {
    var beginning = guarded(rules)
    hasEdits = pen.oneIn(3)
    if hasEdits { beginning = holdingEdits(beginning) }
    var all = events.compactMap { event -> Event? in
      guard case .rules(let new) = event.deed else { return event }
      // Where edits are held nobody begins again: they go on from what there is.
      return hasEdits ? nil : Event(at: event.at, deed: .rules(guarded(new)))
    }
    targets = beginning.targets
    var edits = all[...]
    for day in days {
      while let edit = edits.first, edit.at < day * Self.day {
        if case .rules(let new) = edit.deed { targets = new.targets }
        edits.removeFirst()
      }
      if isFirst || numbers.oneIn(guards == .all ? 2 : 8) { scene(day * Self.day + moment()) }
      isFirst = false
      if hasEdits, pen.oneIn(guards == .all ? 2 : 6) { editing(day * Self.day + Int64(pen.int(in: 0..<70_000))) }
    }
    all = (all + happenings).enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(
      \.element)
    return (beginning, all)
  }

  // MARK: - Who guards what

  private mutating func guarded(_ rules: HouseRules) -> HouseRules {
    var rules = rules
    rules.people = Self.people
    for place in rules.targets.indices {
      switch rules.targets[place].kind {
      case .several, .action: continue
      default: rules.targets[place].guarding = guarding(rules.targets[place].name)
      }
    }
    return rules
  }

  private mutating func guarding(_ name: String) -> HouseGuard? {
    if let known = known[name], !numbers.oneIn(12) { return known }
    let approvers = numbers.pick([
      ["anna"], ["ben"], ["anna", "ben"], ["ben", "anna"], ["anna", "carl"], ["carl", "ben"], ["anna", "ben", "carl"],
    ])
    let made = numbers.oneIn(3) ? nil : HouseGuard(approvers: approvers, needsAll: numbers.oneIn(4))
    known[name] = .some(made)
    return made
  }

  /// Some of the guards hold edits, too.
  private mutating func holdingEdits(_ rules: HouseRules) -> HouseRules {
    var rules = rules
    for place in rules.targets.indices where rules.targets[place].guarding != nil && !pen.oneIn(4) {
      rules.targets[place].guarding?.holdsEdits = true
    }
    return rules
  }

  // MARK: - An edit

  /// Somebody edits the rules, their approvers hear of it, and then they agree or not, or it is undone or another one made.
  private mutating func editing(_ at: Int64) {
    var now = at
    for _ in 0..<pen.pick([1, 1, 2, 3]) {
      add(now, "emma", .edit(edit()))
      if pen.oneIn(4) { add(now, "emma", .edit(edit())) }
      if pen.oneIn(12) { add(now, .kill(point: 1 + pen.int(in: 0..<60))) }
      add(now + 1, .tick)
      if pen.oneIn(2) { add(now + 61, .tick) }
      now += 70
      switch pen.int(in: 0..<10) {
      case 0: add(now, "root", .restart)
      case 1: add(now, .clock(ahead: pen.pick([0, 0, 3600, -3600])))
      case 2:
        add(now, "ben", .send(request: pen.next()))
        add(now + 1, .tick)
      case 3: add(now, "anna", .cancel(request: pen.next()))
      default: break
      }
      for _ in 0..<pen.pick([0, 1, 2, 4]) {
        now += pen.pick([1, 20, 120, 520, 700, 1200])
        decideEdit(now)
        if pen.oneIn(2) { add(now + 1, .tick) }
      }
      now += pen.pick([5, 600, 7200])
      if pen.oneIn(3) {
        add(now, "anna", .edit(.undo(pen.next())))
        add(now + 1, .tick)
      }
      now += pen.pick([10, 4000])
    }
    // A killed run may leave anything until the next.
    add(now, .calm)
  }

  private mutating func decideEdit(_ at: Int64) {
    let (request, number, isYes) = (pen.next(), pen.next(), !pen.oneIn(5))
    switch pen.int(in: 0..<8) {
    case 0: add(at, "emma", .decide(isYes: isYes, request: request, .guess(number)))
    case 1: add(at, "emma", .decide(isYes: isYes, request: request, .old(number)))
    case 2: add(at, "carl", .decideByPIN(isYes: isYes, request: request, person: "carl", isRight: !pen.oneIn(4)))
    default: add(at, "emma", .decide(isYes: isYes, request: request, .sent(number)))
    }
  }

  private mutating func edit() -> HouseEdit {
    let (target, which) = (pen.next(), pen.next())
    switch pen.int(in: 0..<12) {
    case 0, 1, 2, 3: return .say(target: target, isFree: !pen.oneIn(3), pen.oneIn(3) ? nil : times())
    case 4, 5: return .crossOut(target: target, which)
    case 6: return .otherwise(target: target, which)
    case 7: return .enforcement(target: target, which)
    case 8: return .turnRound(target: target)
    case 9: return .name(target: target, isMore: pen.oneIn(2), which)
    case 10:
      let guarding = HouseGuard(approvers: pen.pick([["emma"], ["anna"], ["anna", "ben"]]), holdsEdits: !pen.oneIn(4))
      return .guarding(target: target, pen.oneIn(3) ? nil : guarding)
    default: return .undo(which)
    }
  }

  private mutating func times() -> Times {
    let start = pen.int(in: 0..<96) * 15
    let end = start + 60 * (1 + pen.int(in: 0..<12))
    return Times(start: start, end: end > 1440 ? end - 1440 : end)
  }

  // MARK: - A scene

  private mutating func moment() -> Int64 { Int64(numbers.int(in: 0..<80_000)) }
  private mutating func chance(_ outOf: Int) -> Bool { numbers.oneIn(outOf) }
  private mutating func add(_ at: Int64, _ deed: Deed) { happenings.append(Event(at: at, deed: deed)) }
  private mutating func add(_ at: Int64, _ person: String, _ deed: GuardDeed) { add(at, .guarding(person, deed)) }
  private mutating func somebody() -> String { numbers.pick(["emma", "emma", "emma", "max", "ben", "anna"]) }
  private mutating func length() -> Int64 { numbers.pick([300, 1800, 3600, 7200, 20_000, 86_400]) }

  /// Somebody may be held to something, somebody asks, approvers are told, and then they and others decide, or try to.
  private mutating func scene(_ at: Int64) {
    if isFirst || chance(12) { add(at - 60, "carl", .choosePIN(numbers.next())) }
    topic = nil
    topic = target(isHeld: !chance(4))
    for _ in 0..<numbers.pick([0, 1, 1, 1, 2]) { add(at, somebody(), .lock(target: target(), length())) }
    var isHeavy = false
    var now = at + 10
    for _ in 0..<numbers.pick([1, 2, 2, 3, 4]) {
      if chance(20) {
        add(now, .kill(point: 1 + numbers.int(in: 0..<20)))
        isHeavy = true
      }
      add(now, somebody(), plea())
      now += 5
    }
    let unreached = chance(6) ? numbers.pick(Post.reached) : nil
    if let unreached { add(now, "root", .reach(person: unreached, isDown: true)) }
    if chance(12) {
      add(now, .kill(point: 1 + numbers.int(in: 0..<60)))
      isHeavy = true
    }
    add(now + 5, .tick)
    if let unreached { add(now + 50, "root", .reach(person: unreached, isDown: false)) }
    if chance(2) || unreached != nil || isHeavy { add(now + 65, .tick) }
    now += 65
    meddle(now)
    for _ in 0..<numbers.pick([1, 2, 2, 3, 5, 12]) {
      now += numbers.pick([1, 5, 20, 60, 120, 300, 535, 600, 1200])
      if chance(20) {
        add(now, .kill(point: 1 + numbers.int(in: 0..<20)))
        isHeavy = true
      }
      decide(now)
      if chance(4) { add(now + 1, .tick) }
    }
    if chance(3) {
      add(
        now + 1, numbers.pick(["carl", "carl", "ben"]), .overrideByPIN(person: "carl", isRight: !chance(3), override()))
    }
    add(now + 2, .tick)
    // A killed run may leave anything until the next.
    if isHeavy { add(now + 60, .calm) }
  }

  private mutating func target(isHeld: Bool = true) -> String {
    if let topic, !chance(3) { return topic }
    let held = targets.filter { target in
      if case .action = target.kind { return false }
      return !isHeld || target.kind != .blocking
    }
    let guarded = held.filter { $0.guarding != nil && $0.enforcement != "observe" }
    if !guarded.isEmpty, !chance(4) { return numbers.pick(guarded).name }
    return held.isEmpty ? "nobody" : numbers.pick(held).name
  }

  /// The words of a target that may be overridden, the freer one more often.
  private mutating func subject() -> (target: String, state: String) {
    let name = target(isHeld: false)
    let found = targets.first { $0.name == name }
    let words = found?.words ?? .switches
    let freer = found?.kind == .blocking ? words.off : words.on
    return (name, chance(5) ? (freer == words.on ? words.off : words.on) : freer)
  }

  private mutating func override() -> OverrideDeed {
    let (target, state) = subject()
    switch numbers.int(in: 0..<4) {
    case 0: return .later(target: target, state: state, numbers.pick([90, 1800, 7200]), length())
    case 1: return .until(target: target, state: state, (24 + numbers.int(in: 0..<64)) * 15)
    default: return .lasting(target: target, state: state, length())
    }
  }

  private mutating func plea() -> GuardDeed {
    let number = numbers.next()
    let target = target()
    switch numbers.int(in: 0..<10) {
    case 0: return .more(target: target, length())
    case 1: return .askMore(target: target, length())
    case 2: return .endTarget(target)
    case 3: return .endAll
    case 4: return .shorten(number)
    case 5: return .override(numbers.pick([.end(number: number), .extend(number: number, seconds: length())]))
    case 6, 7: return .override(override())
    default:
      let (target, state) = subject()
      return .ask(target: target, state: state, length(), expires: numbers.pick([nil, nil, 600, 7200, 86_400]))
    }
  }

  /// What keeps a code from being good, or does not.
  private mutating func meddle(_ at: Int64) {
    let number = numbers.next()
    switch numbers.int(in: 0..<12) {
    case 0: add(at, "root", .restart)
    case 1: add(at, .clock(ahead: numbers.pick([0, 3600, -3600, 7200, -60, -86_400])))
    case 2:
      add(at, somebody(), .send(request: number))
      add(at + 1, .tick)
    case 3: add(at, somebody(), .cancel(request: number))
    default: break
    }
  }

  private mutating func decide(_ at: Int64) {
    let (request, number, isYes) = (numbers.next(), numbers.next(), !chance(6))
    let person = numbers.pick(["emma", "emma", "anna", "max", "ben"])
    switch numbers.int(in: 0..<10) {
    case 0, 1:
      for tried in 0..<numbers.pick([1, 1, 2, 5, 6]) {
        add(at, person, .decide(isYes: isYes, request: request, .guess(numbers.next() &+ UInt64(tried))))
      }
    case 2: add(at, person, .decide(isYes: isYes, request: request, .old(number)))
    case 3: add(at, person, .decideByPIN(isYes: isYes, request: request, person: "carl", isRight: !chance(3)))
    default:
      add(at, person, .decide(isYes: isYes, request: request, .sent(number)))
      // A code is good once.
      if chance(3) { add(at, person, .decide(isYes: isYes, request: request, .sent(number))) }
    }
  }
}
