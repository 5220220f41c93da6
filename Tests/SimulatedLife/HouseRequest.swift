/// Somebody's wish for what a guard does not allow, as the simulation knows it.
struct HouseRequest: Sendable {
  enum Deed: Sendable {
    case make([HouseOverride])
    /// An end now.
    case end([HouseOverride])
    case extend(HouseOverride, until: Int64)
    /// That the rules which are written so go for these targets.
    case edit([String], text: String)
  }

  var id: Int
  var asker: String
  var deed: Deed
  var made: HouseClock
  /// By the wall clock.
  var expires: Int64
  /// Who had to agree when it was made.
  var needs: [HouseGuard]
  /// The code that each approver was sent last.
  var codes: [String: HouseCode] = [:]
  /// Approvers who have yet to be told, and how often that was tried.
  var waiting: [String: Int]
  /// Whether it is known who has yet to be told.
  var isTellingSure = true
  /// How often fresh codes were asked for.
  var sent: [String: Int] = [:]
  var agreed: [String] = []
  var wrong = 0
  /// As the program calls it; nil while nothing has ended it.
  var ending: String?

  init(id: Int, asker: String, deed: Deed, made: HouseClock, expires: Int64, needs: [HouseGuard]) {
    (self.id, self.asker, self.deed, self.made) = (id, asker, deed, made)
    (self.expires, self.needs) = (expires, needs)
    waiting = Dictionary(uniqueKeysWithValues: needs.approvers.map { ($0, 0) })
  }

  /// Whether it can be decided.
  func isOpen(at wall: Int64) -> Bool { ending == nil && wall < min(expires, deed.isInVainFrom) }

  /// The targets about which it is to let an edit count; none where it is about something else.
  var edited: [String] { if case .edit(let targets, _) = deed { targets } else { [] } }

  /// Whether `person` has asked, or is to agree as things are.
  func isBetween(_ person: String, _ needs: [HouseGuard]) -> Bool {
    asker == person || needs.approvers.contains(person)
  }
}

/// A code that an approver was sent.
struct HouseCode: Sendable {
  var text: String
  /// It was made then or later,
  var from: HouseClock
  /// and then or earlier.
  var to: HouseClock
  var isUsed = false
  /// Whether the program surely knows it: what was killed may have made another one since.
  var isSure: Bool

  private static let goodSeconds: Int64 = 600

  /// Whether it is surely good, surely not (both are the same then), or either.
  func isGood(at now: HouseClock) -> (surely: Bool, perhaps: Bool) {
    guard now.boot == from.boot else { return (false, false) }
    return (now.uptime < from.uptime + Self.goodSeconds, now.uptime < to.uptime + Self.goodSeconds)
  }
}

extension HouseRequest.Deed {
  var overrides: [HouseOverride] {
    switch self {
    case .make(let overrides), .end(let overrides): overrides
    case .extend(let override, _): [override]
    case .edit: []
    }
  }

  /// From when on it could change nothing any more.
  var isInVainFrom: Int64 {
    let last = overrides.map(\.until).max() ?? 0
    if case .edit = self { return .max }
    if case .extend(_, let until) = self { return max(last, until) }
    return last
  }

  /// `overrides` as they are once it is done at `now`.
  func done(to overrides: [HouseOverride], at now: Int64) -> [HouseOverride] {
    switch self {
    case .make(let wanted):
      let granted = wanted.map { wish in
        var wish = wish
        wish.from = max(wish.from, now)
        return wish
      }
      return overrides + granted.filter { $0.from < $0.until }
    case .end(let ended):
      // What has ended by itself meanwhile stays as it was.
      let over = Set(overrides.filter { $0.keepingShut(at: now).until <= now }.map(\.id))
      return Self.ending(ended.map(\.id).filter { !over.contains($0) }, at: now, now, overrides)
    case .extend(let override, let until): return Self.ending([override.id], at: max(now, until), now, overrides)
    case .edit: return overrides
    }
  }

  private static func ending(
    _ ids: [Int], at until: Int64, _ now: Int64, _ overrides: [HouseOverride]
  ) -> [HouseOverride] {
    overrides.map { override in
      guard ids.contains(override.id) else { return override }
      var override = override
      (override.until, override.isTakenBack) = (until, until <= now)
      return override
    }
  }
}
