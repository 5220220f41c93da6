/// Who is made freer where other overrides hold, found by looking at every instant at which anything begins or ends.
struct HouseFreedom {
  private var before: HouseOracle
  private var after: HouseOracle
  /// What is in one of the two and not in the other.
  private let changed: [HouseOverride]

  init(_ oracle: HouseOracle, from old: [HouseOverride], to new: [HouseOverride]) {
    let (old, new) = (Self.counting(old, oracle.rules), Self.counting(new, oracle.rules))
    (before, after) = (oracle, oracle)
    // What was made now beats all that was made before.
    let last = old.map(\.id).max() ?? 0
    var made = 0
    (before.overrides, after.overrides) = (
      old,
      new.map { override in
        if override.id > 0 { return override }
        made += 1
        var override = override
        override.id = last + made
        return override
      }
    )
    changed = old.filter { !new.contains($0) } + after.overrides.filter { !old.contains($0) }
  }

  /// What is made for a door that its target does not let anybody open counts for nothing.
  private static func counting(_ overrides: [HouseOverride], _ rules: HouseRules) -> [HouseOverride] {
    overrides.filter { override in
      guard override.from < override.until, let target = rules.targets.first(where: { $0.name == override.target })
      else { return override.from < override.until }
      return target.permits(override.state)
    }
  }

  /// What comes of other rules for the target `name`, whatever people override.
  init(_ old: HouseOracle, becoming new: HouseOracle) {
    (before, after, changed) = (old, new, [])
  }

  /// The first instant from `now` on, within nine days, at which the other rules surely leave `name` freer; nil where
  /// there is none.
  mutating func freerInstant(of name: String, from now: Int64) -> Int64? {
    guard let old = before.rules.targets.first(where: { $0.name == name }),
      let new = after.rules.targets.first(where: { $0.name == name })
    else { return nil }
    let end = now + 9 * 86_400
    var instants: Set<Int64> = [now]
    for day in stride(from: now, through: end, by: 86_400) {
      instants.formUnion((before.edges(day) + after.edges(day)).filter { (now...end).contains($0) })
    }
    return instants.sorted().first { instant in
      let least = [false, true].map { freedom(of: new, &after, instant, isWoken: $0) }.min() ?? 0
      return [false, true].allSatisfy { freedom(of: old, &before, instant, isWoken: $0) < least }
    }
  }

  /// The guards of targets that are freer at an instant from `now` on, and of those that may be: of a Pi-hole that no
  /// sentence names nobody can tell from outside whether the program manages it.
  mutating func guards(at now: Int64) -> (surely: [HouseGuard], perhaps: [HouseGuard]) {
    before.overrides = before.overrides.map { $0.keepingShut(at: now) }
    after.overrides = after.overrides.map { $0.keepingShut(at: now) }
    var (surely, perhaps): ([HouseGuard], [HouseGuard]) = ([], [])
    for target in before.rules.targets {
      guard let guarding = target.guarding, bears(on: target) else { continue }
      let found = isFreer(target, at: now)
      if found.surely, !surely.contains(guarding) { surely.append(guarding) }
      if found.perhaps, !perhaps.contains(guarding) { perhaps.append(guarding) }
    }
    return (surely, perhaps)
  }

  /// The guards of the targets that the change names, whether or not anything of them is freer by it.
  var guardsOfNamed: [HouseGuard] {
    before.rules.targets.filter { target in changed.contains { before.rules.stands([$0.target], for: target.name) } }
      .compactMap(\.guarding).reduce(into: []) { unique, found in if !unique.contains(found) { unique.append(found) } }
  }

  private func bears(on target: HouseTarget) -> Bool {
    changed.contains { before.rules.stands([$0.target], for: target.name) || $0.target == target.system }
  }

  private mutating func isFreer(_ target: HouseTarget, at now: Int64) -> (surely: Bool, perhaps: Bool) {
    let end = changed.map(\.until).max() ?? now
    var (surely, perhaps) = (false, false)
    if let carrier = Self.carrier(of: target, before.rules), !before.isNamed(carrier), carrier.otherwise == "paused" {
      perhaps = true
    }
    var instants: Set<Int64> = [now, max(now, end)]
    for day in stride(from: now, through: max(now, end) + 86_400, by: 86_400) {
      instants.formUnion((before.edges(day) + after.edges(day)).filter { (now...max(now, end)).contains($0) })
    }
    for instant in instants.sorted() where !surely {
      let old = [false, true].map { freedom(of: target, &before, instant, isWoken: $0) }
      let new = [false, true].map { freedom(of: target, &after, instant, isWoken: $0) }
      surely = (old.max() ?? 0) < (new.min() ?? 0)
      perhaps = perhaps || (old.min() ?? 0) < (new.max() ?? 0)
    }
    return (surely, perhaps || surely)
  }

  // MARK: How free

  private static func carrier(of target: HouseTarget, _ rules: HouseRules) -> HouseTarget? {
    guard target.kind != .blocking,
      rules.systems.contains(where: { $0.name == target.system && $0.kind == .piHole })
    else { return nil }
    return rules.targets.first { $0.kind == .blocking && $0.system == target.system }
      ?? HouseTarget(name: target.system, system: target.system, kind: .blocking, otherwise: "")
  }

  private static let free = 4

  private func freedom(of target: HouseTarget, _ oracle: inout HouseOracle, _ instant: Int64, isWoken: Bool) -> Int {
    if let carrier = Self.carrier(of: target, oracle.rules),
      ownFreedom(of: carrier, &oracle, instant, isWoken: isWoken) == Self.free
    {
      return Self.free
    }
    return ownFreedom(of: target, &oracle, instant, isWoken: isWoken)
  }

  private func ownFreedom(
    of target: HouseTarget, _ oracle: inout HouseOracle, _ instant: Int64, isWoken: Bool
  ) -> Int {
    let word: String
    if target.kind == .blocking, !oracle.isNamed(target) {
      let usual = target.otherwise.isEmpty ? "active" : target.otherwise
      word = oracle.override(of: target, at: instant)?.state ?? (isWoken ? usual : "leave")
    } else {
      word = oracle.state(target, instant)
    }
    let isBlocking = target.kind == .blocking
    if word == "leave" || target.enforcement == "observe" { return 3 }
    if word == (isBlocking ? target.words.off : target.words.on) { return Self.free }
    switch target.enforcement {
    case "yield": return 2
    case "strict": return 0
    // Somebody's pause at the Pi-hole itself is left alone.
    default: return isBlocking ? 1 : 0
    }
  }
}
