import CivilTime
import Simulator

/// What the rules want of a household as it is at one moment, found by the simulation alone.
struct Wish {
  /// Objects whose switch is wanted somewhere.
  var switches: [String: Bool] = [:]
  /// Those of them that may stand otherwise all the same, and those that must not be moved.
  var standing: [String: HouseMemory.Certainty] = [:]
  /// Where objects may be put back to that are otherwise left alone.
  var returns: [String: HouseMemory.Found] = [:]
  /// Entries that an override may have made or moved, and that are put back once.
  var loose: Set<String> = []
  /// Every switch that a target manages, for the memory.
  var items: [HouseMemory.Item] = []
  /// Every object that a target picks, what must not be moved among them.
  var picked: Set<String> = []
  /// What the program knows those by that a target picks or must not touch; nil where a kind cannot be read.
  var selected: Set<String>? = []
  /// Entries that may be made, by system.
  var entries: [Entry] = []
  /// Entries that may be removed, and those of them that a run has known.
  var orphans: Set<String> = []
  var knownOrphans: Set<String> = []
  /// Entries that are there and that a target has.
  var hadEntries: Set<String> = []
  /// Wanted states of blocking, by system.
  var blocking: [String: Blocking] = [:]
  /// Whether a line of the output must say that something is wrong.
  var hasProblem = false
  /// Whether one may say so all the same.
  var mayHaveProblem = false
  /// What is wanted of services, `leave` included, by system and name.
  var services: [String: String] = [:]
  /// Those of them that may be asked for it, and those that must be.
  var askable: Set<String> = []
  var toAsk: Set<String> = []
  /// Actions that must be done now.
  var actions: Set<OnceMemory.Action> = []

  struct Entry: Hashable {
    var system: String
    var place: GravityPlace
    var text: String
    var groups: [String]
    /// Whether it may be missing all the same.
    var mayStand: Bool
  }

  struct Blocking {
    var state: String
    var isStrict: Bool
    /// Whether a difference may stand.
    var mayStand = false
    /// Whether it may be left alone as well.
    var isOver = false
    /// When blocking is next wanted; nil where that is not within 40 days.
    var nextActive: Int64?
    var leaveFollows = false
  }

  /// What `oracle` wants of `snapshot` at `instant` by the machine's clock, where the program remembers `memory` and
  /// `once`.
  init(
    _ oracle: inout HouseOracle, _ snapshot: Snapshot, _ memory: HouseMemory, _ once: OnceMemory = OnceMemory(),
    at instant: Int64
  ) {
    var claims: [String: Claim] = [:]
    var chosen: [(key: String, item: HouseMemory.Item)] = []
    let made = oracle.overrides
    oracle.overrides = made.map { $0.keepingShut(at: instant) }
    defer { oracle.overrides = made }
    for target in oracle.rules.targets {
      let state = oracle.state(target, instant)
      switch target.kind {
      case .several, .action: break
      case .capsules:
        let own = made.filter { oracle.rules.stands([$0.target], for: target.name) }
        wish(target, services: state, once, own, at: instant)
      case .blocking: wish(target, state, &oracle, memory, instant)
      case .domains(let domains):
        wish(
          target, domains, state, oracle.rules, snapshot,
          isLoose: { text in
            state == "leave"
              && (memory.activated.contains(target.name) || memory.wokenEntries.contains(target.entry(text)))
          })
      case .rules, .policies, .wifi, .groups, .lists, .entities:
        guard let picked = Picked(target, snapshot) else {
          (hasProblem, selected) = (true, nil)
          continue
        }
        hasProblem = hasProblem || picked.hasProblem
        selected?.formUnion((picked.chosen + picked.refused).map(\.identity))
        for thing in picked.chosen + picked.refused { claims[thing.key, default: Claim()].add(target) }
        self.picked.formUnion(picked.chosen.map(\.key))
        for thing in picked.chosen {
          let isEnabled = state == "leave" ? nil : target.isEnabledWhenOff(thing) == (state == target.words.off)
          if thing.isUnfiltered, isEnabled ?? false, thing.kind == .rules {
            if !thing.isEnabled, thing.blocks ?? false { hasProblem = true }
            if thing.blocks ?? false { continue }
          }
          chosen.append((thing.key, item(thing, target, isEnabled, &oracle, instant)))
        }
      }
    }
    hasProblem = hasProblem || claims.values.contains { $0.count > 1 }
    for (key, item) in chosen where claims[key]?.isOf(item.target) ?? false {
      wish(key, item, &oracle, memory, instant)
    }
    wishDormant(&oracle, memory, instant)
    knownOrphans = orphans.intersection(memory.hadEntries)
    wishActions(&oracle, once, instant)
  }

  private func item(
    _ thing: Snapshot.Thing, _ target: HouseTarget, _ isEnabled: Bool?, _ oracle: inout HouseOracle, _ instant: Int64
  ) -> HouseMemory.Item {
    let override = oracle.override(of: target, at: instant)?.id
    return HouseMemory.Item(
      identity: thing.identity, target: target, wanted: isEnabled, override: override, live: thing.isEnabled,
      foundSince: oracle.foundSince(target, at: instant),
      ended: oracle.ended(target, at: instant).map { target.isEnabledWhenOff(thing) == ($0 == target.words.off) },
      unended: Set(oracle.overrides.filter { $0.until > instant }.map(\.id)),
      begun: Dictionary(oracle.overrides.map { ($0.id, $0.from) }) { first, _ in first },
      mayBeEnabled: thing.kind != .rules || !thing.isUnfiltered || !(thing.blocks ?? false))
  }

  private mutating func wish(
    _ key: String, _ item: HouseMemory.Item, _ oracle: inout HouseOracle, _ memory: HouseMemory, _ instant: Int64
  ) {
    items.append(item)
    if memory.isStuck(item) {
      hasProblem = true
    } else if var found = memory.found(item) {
      // A door that was found open is not opened again.
      if item.target.isDoor { found.values.remove(true) }
      if !found.values.isEmpty { returns[key] = found }
    }
    guard let wanted = item.wanted, item.target.enforcement != "observe" else { return }
    switches[key] = wanted
    // Nobody who closes a door finds it open again.
    let isOpening = item.target.isDoor && wanted && item.target.enforcement == "normal"
    if item.target.enforcement == "yield" || isOpening {
      standing[key] = memory.hasBeenInPlace(item, &oracle, at: instant)
    }
  }

  // MARK: - Blocking

  private mutating func wish(
    _ target: HouseTarget, _ state: String, _ oracle: inout HouseOracle, _ memory: HouseMemory, _ instant: Int64
  ) {
    let override = oracle.override(of: target, at: instant)
    // Until something names it, a Pi-hole's blocking is not managed, whatever else is written of it.
    let isNamed = oracle.isNamed(target)
    let isWoken = memory.activated.contains(target.system)
    guard isNamed || override != nil || isWoken else { return }
    guard target.enforcement != "observe" else { return }
    var wanted = Blocking(state: state, isStrict: target.enforcement == "strict", nextActive: nil)
    // What an override found is put back, and what it did to a Pi-hole that nothing names is undone: once.
    wanted.isOver = override == nil && isWoken && (!isNamed || state == "leave")
    wanted.mayStand = target.enforcement == "yield" || wanted.isOver
    guard state != "leave" || wanted.isOver else { return }
    if state == "paused" { (wanted.nextActive, wanted.leaveFollows) = oracle.nextActive(target, after: instant) }
    blocking[target.system] = wanted
  }

  /// A Pi-hole whose own blocking the file says nothing of is managed while an override names it.
  private mutating func wishDormant(_ oracle: inout HouseOracle, _ memory: HouseMemory, _ instant: Int64) {
    for system in oracle.rules.systems where system.kind == .piHole {
      guard !oracle.rules.targets.contains(where: { $0.name == system.name }) else { continue }
      let target = HouseTarget(name: system.name, system: system.name, kind: .blocking, otherwise: "active")
      wish(target, oracle.state(target, instant), &oracle, memory, instant)
    }
  }

  // MARK: - Entries

  private mutating func wish(
    _ target: HouseTarget, _ domains: HouseDomains, _ state: String, _ rules: HouseRules, _ snapshot: Snapshot,
    isLoose: (_ text: String) -> Bool
  ) {
    let rows = snapshot.things.of(target.system)
    let groups = domains.groups.map { name in rows.filter { $0.kind == .groups && folded($0.name) == folded(name) } }
    guard groups.allSatisfy({ $0.count == 1 }) else {
      hasProblem = true
      return
    }
    let ids = groups.compactMap { $0.first.flatMap { Int($0.id) } }
    let isWanted = state == "leave" ? nil : (state == "off") == domains.isDeny
    let isWritten = target.enforcement != "observe"
    let isYielding = target.enforcement == "yield"
    let texts = domains.exact.map { ($0, GravityPlace.DomainKind.exact) } + domains.regex.map { ($0, .regex) }
    for (text, kind) in texts {
      let place = GravityPlace.domain(domains.isDeny ? .deny : .allow, kind)
      let live = rows.filter { $0.kind == .domains && $0.isAt(place) && Self.isSame($0.name, text) }
      let claim = Self.claim(of: text, place, target.system, rules)
      hasProblem = hasProblem || claim.count > 1
      guard claim.isOf(target) else { continue }
      if let row = live.first {
        if row.isMarked { hadEntries.insert(row.key) }
        guard row.isMarked, Set(row.groups) == Set(ids), live.count == 1 else {
          hasProblem = true
          continue
        }
        if let isWanted, isWritten { switches[row.key] = isWanted }
        if isYielding { standing[row.key] = .maybe }
        if isLoose(text) { loose.insert(row.key) }
      } else if isWanted ?? isLoose(text), isWritten {
        entries.append(
          Entry(
            system: target.system, place: place, text: text, groups: domains.groups,
            mayStand: isYielding || isLoose(text)))
      }
    }
    guard Self.pruning(target.system, rules) == target.name, isWritten, isWanted != nil else { return }
    for row in rows where row.kind == .domains && row.isMarked {
      guard case .row(let place, _, _, _) = row.rest else { continue }
      if Self.claim(of: row.name, place, target.system, rules).count == 0 { orphans.insert(row.key) }
    }
  }

  private static func pruning(_ system: String, _ rules: HouseRules) -> String? {
    rules.targets.first { target in
      if case .domains(let domains) = target.kind { target.system == system && domains.isPruned } else { false }
    }?.name
  }

  private static func claim(
    of text: String, _ place: GravityPlace, _ system: String, _ rules: HouseRules
  ) -> Claim {
    rules.targets.reduce(into: Claim()) { claim, target in
      guard case .domains(let domains) = target.kind, target.system == system,
        case .domain(let type, let kind) = place, (type == .deny) == domains.isDeny
      else { return }
      if (kind == .exact ? domains.exact : domains.regex).contains(where: { isSame(text, $0) }) { claim.add(target) }
    }
  }

  /// The Pi-hole keeps names of other scripts in their ASCII form.
  static func isSame(_ stored: String, _ written: String) -> Bool {
    stored == written || stored == "xn--mnchen-3ya.de" && written == "münchen.de"
  }
}

/// Whose one object is.
private struct Claim {
  private(set) var count = 0
  private var first = Int64.max
  private var owner: String?

  mutating func add(_ target: HouseTarget) {
    count += 1
    if target.precedence < first {
      (first, owner) = (target.precedence, target.name)
    } else if target.precedence == first {
      owner = nil
    }
  }

  func isOf(_ target: HouseTarget) -> Bool { count == 1 || owner == target.name }
}

extension Wish {
  /// The objects that `target` names, by what the simulation knows them by, and where their switches are while it is off.
  static func whileOff(_ target: HouseTarget, _ snapshot: Snapshot) -> [String: Bool] {
    if case .domains(let domains) = target.kind {
      let rows = snapshot.things.of(target.system).filter { row in
        guard row.kind == .domains, row.isMarked, case .row(.domain(let type, let kind), _, _, _) = row.rest,
          (type == .deny) == domains.isDeny
        else { return false }
        return (kind == .exact ? domains.exact : domains.regex).contains { isSame(row.name, $0) }
      }
      return Dictionary(rows.map { ($0.key, domains.isDeny) }) { first, _ in first }
    }
    let chosen = Picked(target, snapshot)?.chosen ?? []
    return Dictionary(chosen.map { ($0.key, target.isEnabledWhenOff($0)) }) { first, _ in first }
  }
}

extension Snapshot.Thing {
  /// What the program knows it by: a console by its id, a Pi-hole by its name.
  var identity: String {
    if case .row(let place, _, _, _) = rest { return "\(system) \(place) \(name)" }
    return key
  }

  var comment: String? { if case .row(_, let comment, _, _) = rest { comment } else { nil } }
  var groups: [Int] { if case .row(_, _, let groups, _) = rest { groups } else { [] } }
  var isMarked: Bool { (comment ?? "").split(separator: " ").contains("reconcile:home") }
  func isAt(_ place: GravityPlace) -> Bool { if case .row(let own, _, _, _) = rest { own == place } else { false } }
}

extension HouseTarget {
  /// Where the switch of `thing` stands while the target is off.
  fileprivate func isEnabledWhenOff(_ thing: Snapshot.Thing) -> Bool {
    switch kind {
    case .groups, .lists: isEnabledWhenOff
    case .rules, .policies: thing.blocks ?? false
    case .wifi, .blocking, .domains, .several, .entities, .capsules, .action: false
    }
  }
}

/// What the names of one target pick.
private struct Picked {
  var chosen: [Snapshot.Thing] = []
  var refused: [Snapshot.Thing] = []
  var hasProblem = false

  /// Nil where the system does not offer that kind.
  init?(_ target: HouseTarget, _ snapshot: Snapshot) {
    guard Self.isOffered(target, snapshot) else { return nil }
    let kind = Self.kind(target)
    let all = snapshot.things.of(target.system).filter { $0.kind == kind }
    let candidates = all.filter { thing in !target.excluded.contains { Wish.fits($0, thing.name) } }
    var isAnythingLeft = false
    for name in target.names {
      let found = candidates.filter { Wish.fits(name, $0.name) }
      if name.contains("*") {
        for thing in found where thing.isUserDefined && thing.blocks != false { take(thing, isUsable: thing.hasID) }
      } else if found.isEmpty {
        let isExcluded = all.contains { Wish.fits(name, $0.name) }
        if !isExcluded { (hasProblem, isAnythingLeft) = (true, true) }
      } else {
        for thing in found { take(thing, isUsable: found.count == 1 && thing.hasID && thing.isUserDefined) }
      }
    }
    let bad = Set(refused.map(\.key))
    chosen.removeAll { bad.contains($0.key) }
    hasProblem = hasProblem || !refused.isEmpty || chosen.isEmpty && !isAnythingLeft
  }

  private mutating func take(_ thing: Snapshot.Thing, isUsable: Bool) {
    if !thing.isReachable {
      hasProblem = true
    } else if isUsable {
      if !chosen.contains(where: { $0.key == thing.key }) { chosen.append(thing) }
    } else if !refused.contains(where: { $0.key == thing.key }) {
      refused.append(thing)
    }
  }

  private static func isOffered(_ target: HouseTarget, _ snapshot: Snapshot) -> Bool {
    guard target.kind == .policies, let console = snapshot.consoles[target.system] else { return true }
    return console.hasZones && console.version >= "10.1.78"
  }

  private static func kind(_ target: HouseTarget) -> Snapshot.Thing.Kind {
    switch target.kind {
    case .rules: .rules
    case .policies: .policies
    case .wifi: .wifi
    case .groups: .groups
    case .lists: .lists
    case .entities: .entities
    case .domains, .blocking, .several, .capsules, .action: .domains
    }
  }
}

extension Wish {
  /// Whether a target's `name` picks what is called `other`. `*` is at one end only in the names of the simulation.
  static func fits(_ name: String, _ other: String) -> Bool {
    let (name, other) = (folded(name), folded(other))
    if name.hasSuffix("*") { return other.hasPrefix(name.dropLast()) }
    if name.hasPrefix("*") { return other.hasSuffix(name.dropFirst()) }
    return name == other
  }
}

private func folded(_ text: String) -> String { text.lowercased() }
