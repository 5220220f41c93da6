import CivilTime
import Simulator

/// What the rules want of a household as it stands at one moment, found by the simulation alone.
struct Wish {
  /// Objects whose switch may be moved, and where to.
  var switches: [String: Bool] = [:]
  /// Entries that may be made, by system.
  var entries: [Entry] = []
  /// Entries that may be removed.
  var orphans: Set<String> = []
  /// Wanted states of blocking, by system.
  var blocking: [String: Blocking] = [:]
  /// Whether a line of the output must say that something is wrong.
  var hasProblem = false

  struct Entry: Hashable {
    var system: String
    var place: GravityPlace
    var text: String
    var groups: [String]
  }

  struct Blocking {
    var state: String
    var isStrict: Bool
    /// When blocking is next wanted; nil where that is not within 40 days.
    var nextActive: Int64?
    var leaveFollows = false
  }

  /// What `oracle` wants of `snapshot` at `instant`.
  init(_ oracle: inout HouseOracle, _ snapshot: Snapshot, at instant: Int64) {
    var claims: [String: Int] = [:]
    var chosen: [(key: String, isEnabled: Bool)] = []
    for target in oracle.rules.targets {
      let state = oracle.state(target, instant)
      switch target.kind {
      case .several: break
      case .blocking: wish(target, state, &oracle, instant)
      case .domains(let domains): wish(target, domains, state, oracle.rules, snapshot)
      case .rules, .policies, .wifi, .groups, .lists:
        guard let picked = Picked(target, snapshot) else {
          hasProblem = true
          continue
        }
        hasProblem = hasProblem || picked.hasProblem
        for thing in picked.chosen + picked.refused { claims[thing.key, default: 0] += 1 }
        guard state != "leave" else { continue }
        for thing in picked.chosen {
          let isEnabled = target.isEnabledWhenOff(thing) == (state == "off")
          if thing.isUnfiltered, isEnabled, thing.kind == .rules {
            if !thing.isEnabled, thing.blocks ?? false { hasProblem = true }
            if thing.blocks ?? false { continue }
          }
          if target.enforcement != "observe" { chosen.append((thing.key, isEnabled)) }
        }
      }
    }
    hasProblem = hasProblem || claims.values.contains { $0 > 1 }
    for (key, isEnabled) in chosen where claims[key] == 1 { switches[key] = isEnabled }
  }

  private mutating func wish(
    _ target: HouseTarget, _ state: String, _ oracle: inout HouseOracle, _ instant: Int64
  ) {
    guard oracle.rules.statements.contains(where: { $0.names.contains(target.name) }) else { return }
    guard state != "leave", target.enforcement != "observe" else { return }
    var wanted = Blocking(state: state, isStrict: target.enforcement == "strict", nextActive: nil)
    if state == "paused" { (wanted.nextActive, wanted.leaveFollows) = oracle.nextActive(target, after: instant) }
    blocking[target.system] = wanted
  }

  // MARK: - Entries

  static let mark = "reconcile:home"

  private mutating func wish(
    _ target: HouseTarget, _ domains: HouseDomains, _ state: String, _ rules: HouseRules, _ snapshot: Snapshot
  ) {
    let rows = snapshot.things.values.filter { $0.system == target.system }
    let groups = domains.groups.map { name in rows.filter { $0.kind == .groups && folded($0.name) == folded(name) } }
    guard groups.allSatisfy({ $0.count == 1 }) else {
      hasProblem = true
      return
    }
    let ids = groups.compactMap { $0.first.flatMap { Int($0.id) } }
    let isWanted = state == "leave" ? nil : (state == "off") == domains.isDeny
    let isWritten = target.enforcement != "observe"
    let texts = domains.exact.map { ($0, GravityPlace.DomainKind.exact) } + domains.regex.map { ($0, .regex) }
    for (text, kind) in texts {
      let place = GravityPlace.domain(domains.isDeny ? .deny : .allow, kind)
      let live = rows.filter { $0.kind == .domains && $0.isAt(place) && Self.isSame($0.name, text) }
      guard Self.claimants(of: text, place, target.system, rules) == 1 else {
        hasProblem = true
        continue
      }
      if let row = live.first {
        guard row.isMarked, Set(row.groups) == Set(ids), live.count == 1 else {
          hasProblem = true
          continue
        }
        if let isWanted, isWritten { switches[row.key] = isWanted }
      } else if isWanted ?? false, isWritten {
        entries.append(Entry(system: target.system, place: place, text: text, groups: domains.groups))
      }
    }
    guard Self.pruning(target.system, rules) == target.name, isWritten, isWanted != nil else { return }
    for row in rows where row.kind == .domains && row.isMarked {
      guard case .row(let place, _, _, _) = row.rest else { continue }
      if Self.claimants(of: row.name, place, target.system, rules) == 0 { orphans.insert(row.key) }
    }
  }

  private static func pruning(_ system: String, _ rules: HouseRules) -> String? {
    rules.targets.first { target in
      if case .domains(let domains) = target.kind { target.system == system && domains.isPruned } else { false }
    }?.name
  }

  private static func claimants(
    of text: String, _ place: GravityPlace, _ system: String, _ rules: HouseRules
  ) -> Int {
    rules.targets.count { target in
      guard case .domains(let domains) = target.kind, target.system == system,
        case .domain(let type, let kind) = place, (type == .deny) == domains.isDeny
      else { return false }
      return (kind == .exact ? domains.exact : domains.regex).contains { isSame(text, $0) }
    }
  }

  /// The Pi-hole keeps names of other scripts in their ASCII form.
  static func isSame(_ stored: String, _ written: String) -> Bool {
    stored == written || stored == "xn--mnchen-3ya.de" && written == "münchen.de"
  }
}

extension Snapshot.Thing {
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
    case .wifi, .blocking, .domains, .several: false
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
    let all = snapshot.things.values.filter { $0.system == target.system && $0.kind == kind }
    let candidates = all.filter { thing in !target.excluded.contains { Self.fits($0, thing.name) } }
    var isAnythingLeft = false
    for name in target.names {
      let found = candidates.filter { Self.fits(name, $0.name) }
      if name.contains("*") {
        for thing in found where thing.isUserDefined && thing.blocks != false { take(thing, isUsable: thing.hasID) }
      } else if found.isEmpty {
        let isExcluded = all.contains { Self.fits(name, $0.name) }
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
    if isUsable {
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
    case .domains, .blocking, .several: .domains
    }
  }

  /// `*` stands at one end only in the names of the simulation.
  private static func fits(_ name: String, _ other: String) -> Bool {
    let (name, other) = (folded(name), folded(other))
    if name.hasSuffix("*") { return other.hasPrefix(name.dropLast()) }
    if name.hasPrefix("*") { return other.hasSuffix(name.dropFirst()) }
    return name == other
  }
}

private func folded(_ text: String) -> String { text.lowercased() }
