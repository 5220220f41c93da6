/// What the program has to remember of earlier runs, as far as it can be told from outside.
///
/// Where a fault may have come between, several things may be so, and the program is free among them.
struct HouseMemory {
  enum Certainty { case never, maybe, surely }

  private struct Known {
    var wanted: Bool
    var override: Int?
    /// When a run surely saw it in place and remembers that, and when one last may have: by the machine's clock.
    var inPlaceAt: Int64
    var mayBeInPlaceAt: Int64
    var hasBeenInPlace: Certainty
  }

  /// By what the program knows an object by.
  private var known: [String: Known] = [:]
  /// Where an override found objects on targets that are otherwise left alone.
  private var found: [String: Found] = [:]
  /// How objects were left that a run has seen.
  private var sights: [String: Sight] = [:]
  /// When doors were last seen open that somebody has shut since, by the machine's clock.
  private var shutAfter: [String: Int64] = [:]
  /// When the timer rings that the program set last, by Pi-hole and the true clock; nil where that is not sure.
  var failsafeTimers: [String: Double] = [:]
  /// Pi-holes that an override has named and that have yet to be put back.
  var activated: Set<String> = []
  /// Entries that an override has wanted, whichever target names them by now, and that have yet to be put back.
  var wokenEntries: Set<String> = []
  /// Entries that a target had when a run saw them: it knows them where no target has them any more.
  var hadEntries: Set<String> = []
  /// Something may have been forgotten, or seen by a run that could not remember it.
  var hasGaps = false

  struct Found {
    var values: Set<Bool>
    var isSure: Bool
    /// When a run last saw the object, by the machine's clock.
    var seenAt: Int64
    /// The last of the overrides that found it.
    var by: Int?
    /// Whether a run has come too late to put it back, by the clock that it had.
    var isOver = Certainty.never
  }

  /// How a run left an object, which may be in several ways.
  private struct Sight {
    var values: Set<Bool>
    var at: Int64
  }

  /// One switch that a target manages.
  struct Item {
    var identity: String
    var target: HouseTarget
    /// Nil where it is left alone.
    var wanted: Bool?
    var override: Int?
    var live: Bool
    /// Since when an override may have found what is to be put back; nil where nothing is.
    var foundSince: Int64?
    /// Whether the last override wanted it enabled, where it has ended and nothing else has held since.
    var ended: Bool?
    /// The overrides that end later.
    var unended: Set<Int>
    /// When each override began, by number.
    var begun: [Int: Int64]
    /// Whether it is no rule that would block everything.
    var mayBeEnabled: Bool

    /// Whether it is a door that a line, or an older override, wants open after `override`, where there was one.
    func isDoorAfterOverride(_ override: Int?) -> Bool {
      target.isDoor && wanted == true && (self.override ?? 0) < (override ?? 0)
    }
  }

  /// Whether the object was seen in place since it is wanted where it is.
  func hasBeenInPlace(_ item: Item, _ oracle: inout HouseOracle, at now: Int64) -> Certainty {
    guard let known = known[item.identity] else { return hasGaps ? .maybe : .never }
    if known.hasBeenInPlace == .maybe || hasGaps { return .maybe }
    // The end of an override is no new wish: a door that was shut before or during it may stay so.
    if item.isDoorAfterOverride(known.override) || isShutSince(item, &oracle, at: now) { return .maybe }
    if known.wanted != item.wanted || known.override != item.override { return .never }
    if known.hasBeenInPlace == .never { return .never }
    if oracle.hasOverrideChanged(item.target, after: known.inPlaceAt, until: now) { return .maybe }
    if item.override == nil, oracle.hasChanged(item.target, after: known.inPlaceAt, until: now) {
      return oracle.hasChanged(item.target, after: known.mayBeInPlaceAt, until: now) ? .never : .maybe
    }
    return .surely
  }

  /// Whether it is a door that somebody has shut since what wants it open began: whatever has decided since is no reason to
  /// open it.
  private func isShutSince(_ item: Item, _ oracle: inout HouseOracle, at now: Int64) -> Bool {
    guard item.target.isDoor, item.wanted == true, let after = shutAfter[item.identity] else { return false }
    if let override = item.override { return item.begun[override].map { $0 <= after } ?? false }
    return !oracle.hasChanged(item.target, after: after, until: now)
  }

  /// Whether an override found the object enabled, and it must not be enabled any more.
  func isStuck(_ item: Item) -> Bool {
    !item.mayBeEnabled && !item.live && found(item)?.values.contains(true) ?? false
  }

  /// Where the object may be put back to, and whether it must be.
  func found(_ item: Item) -> Found? { item.wanted == nil ? counting(item) : nil }

  /// What an override found and still counts.
  private func counting(_ item: Item) -> Found? {
    guard var known = found[item.identity] else { return unnoted(item) }
    switch counts(known, item) {
    case .never: return known.isOver == .never ? nil : unnoted(item)
    case .maybe:
      known.isSure = false
      known.values.insert(item.live)
    case .surely: break
    }
    return known
  }

  /// Whether what was found is to be put back, or was until something else came to hold.
  private func counts(_ known: Found, _ item: Item) -> Certainty {
    // A run that was too late may have been so, and then everything counts again, or it was in time and all is done.
    let most = known.isOver == .maybe ? Certainty.maybe : .surely
    // It decides no more, as the clock was set back or another file is followed.
    if let by = known.by, item.unended.contains(by) { return most }
    guard let since = item.foundSince else { return .never }
    // The run that was too late says nothing of when by this clock; but its override is among those that have just ended.
    if known.isOver != .never {
      return known.by.flatMap { item.begun[$0] }.map { $0 >= since } ?? false ? most : .never
    }
    return known.seenAt >= since ? .surely : known.isSure ? .never : .maybe
  }

  /// Where a run saw it before an override, of which none has noted anything: it is where that wanted it, and nobody can
  /// tell who has moved it there.
  private func unnoted(_ item: Item) -> Found? {
    guard let sight = sights[item.identity], let since = item.foundSince, sight.at < since || hasGaps,
      item.wanted == nil, item.ended == item.live
    else { return nil }
    return Found(values: sight.values.subtracting([item.live]), isSure: false, seenAt: sight.at)
  }

  /// A policy or a clock was changed: times that were remembered may say something else now.
  mutating func unsettle() {
    for key in known.keys where known[key]?.hasBeenInPlace == .surely { known[key]?.hasBeenInPlace = .maybe }
    for key in found.keys { found[key]?.isSure = false }
    failsafeTimers = [:]
  }

  /// A run managed `items` and left their switches at `after`. `isSure` is false where a fault may have kept it
  /// from seeing, doing or remembering something.
  mutating func learn(_ items: [Item], after: Things, at now: Int64, isSure: Bool) {
    for item in items {
      learnFound(item, at: now, isSure)
      let left = after.isEnabled(item.identity) ?? item.live
      let others = isSure ? [] : sights[item.identity]?.values ?? []
      sights[item.identity] = Sight(values: others.union([left]), at: now)
      if item.live || left {
        shutAfter[item.identity] = nil
      } else if let before = known[item.identity], before.wanted, before.hasBeenInPlace != .never {
        shutAfter[item.identity] = shutAfter[item.identity] ?? before.inPlaceAt
      }
      guard let wanted = item.wanted else { continue }
      let isInPlace = item.live == wanted || after.isEnabled(item.identity) == wanted
      let before = known[item.identity]
      let isSame = before?.wanted == wanted && before?.override == item.override
      if isInPlace {
        let isStillSure = isSame && before?.hasBeenInPlace == .surely
        known[item.identity] = Known(
          wanted: wanted, override: item.override, inPlaceAt: isSure ? now : before?.inPlaceAt ?? now,
          mayBeInPlaceAt: now, hasBeenInPlace: isSure || isStillSure ? .surely : .maybe)
      } else if !isSame, isSure {
        let isFree = hasGaps || item.isDoorAfterOverride(before?.override)
        known[item.identity] = Known(
          wanted: wanted, override: item.override, inPlaceAt: now, mayBeInPlaceAt: now,
          hasBeenInPlace: isFree ? .maybe : .never)
      } else if !isSame {
        known[item.identity]?.hasBeenInPlace = .maybe
      }
    }
  }

  /// What no target selects is not put back any more.
  mutating func forget(besides selected: Set<String>) { found = found.filter { selected.contains($0.key) } }

  private mutating func learnFound(_ item: Item, at now: Int64, _ isSure: Bool) {
    if item.override != nil {
      if let known = counting(item) {
        found[item.identity] = known
        found[item.identity]?.by = item.override
        found[item.identity]?.isOver = .never
        if isSure { found[item.identity]?.seenAt = now }
        if !isSure { found[item.identity]?.values.insert(item.live) }
        if !isSure { found[item.identity]?.isSure = false }
      } else if known[item.identity]?.override != item.override || !isSure {
        found[item.identity] = Found(values: [item.live], isSure: isSure && !hasGaps, seenAt: now, by: item.override)
      } else {
        found[item.identity] = nil
      }
    } else if isSure {
      // What cannot be put back is told of until it can.
      guard !isStuck(item), let known = found[item.identity] else { return }
      switch counts(known, item) {
      case .surely: found[item.identity] = nil
      case .maybe: found[item.identity]?.isOver = .maybe
      // By another clock it may not be.
      case .never: if known.isOver == .never { found[item.identity]?.isOver = .surely }
      }
    } else {
      found[item.identity]?.isSure = false
    }
  }
}
