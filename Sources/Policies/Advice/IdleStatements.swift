import CivilTime

/// Finds the statements that never decide about any of their targets, because they never hold or because later ones
/// cover them, and those that decide but change nothing, because without them the same would hold.
///
/// Weeks that are alike instant by instant are looked at once, statements that hold at the same times together.
struct IdleStatements {
  /// Statements that hold at the same times, name the same targets and never decide.
  struct Idle {
    /// Indices in `Policy.statements`, in order; never empty.
    var statements: ArraySlice<Int>
    /// The later statement that alone covers them, else all that do together, in the order of the file; empty where
    /// they never hold.
    var coveredBy: [Int]
    /// Whether they were looked at up to the last of their dates, because that lies more than two years ahead.
    var isDated: Bool
  }

  /// A statement that decides, but nothing that would not hold without it.
  struct Effectless {
    /// The index in `Policy.statements`.
    var statement: Int
    /// The statements that say the same where it decides, in the order of the file; empty where `otherwise` does.
    var supports: [Int]
    /// Whether `otherwise` says the same at some of these times.
    var restsOnOtherwise: Bool
  }

  /// What was found.
  struct Found {
    var idle: [Idle]
    var effectless: [Effectless]
    /// The statements among them that have to be there for some targets, because these would be left alone once all others
    /// are gone: for each such statement what these targets are now.
    var needed: [Int: [(target: Name, state: TargetState)]]
  }

  /// Statements that hold at the same times and name the same targets: only the last can decide anything.
  private struct Kind {
    /// An index in `Evaluator.whens`.
    var when: Int
    /// How far they are looked at.
    var end: Instant
    /// Their targets, and the layer of each that they belong to.
    var layers: [(target: Int, index: Int)] = []
    /// In the order of the file.
    var statements: [Int] = []
    var lastDecides = false
    /// Whether any state would be another one without the last.
    var lastHasEffect = false
    /// The statements that say the same where the last decides.
    var supports: Set<Int> = []
    /// Whether `otherwise` says the same somewhere there.
    var restsOnOtherwise = false

    var mayBeEffectless: Bool { lastDecides && !lastHasEffect }
    var idle: ArraySlice<Int> { lastDecides ? statements.dropLast() : statements[...] }
    var isIdle: Bool { statements.count > (lastDecides ? 1 : 0) }
  }

  private struct KindKey: Hashable {
    var when: Int
    var targets: [Int]
  }

  private let evaluator: Evaluator
  private let now: Instant
  /// Statements are looked at up to here at least.
  private let near: Instant
  /// For each of `Evaluator.whens` how far it is looked at; nil for one that is not judged at all.
  private let ends: [Instant?]
  private let targetsOf: [[Int]]
  private var kinds: [Kind]
  private var targets: [TargetLayers]
  private let policy: Policy
  /// For each target its `otherwise`.
  private let otherwise: [TargetState]
  /// Of the targets of statements that may change nothing.
  private var coats: [Int: TargetCoats] = [:]

  private init(_ policy: Policy, _ evaluator: Evaluator, now: Instant) {
    self.evaluator = evaluator
    self.now = now
    self.policy = policy
    otherwise = policy.targets.compactMap(\.otherwise)
    near = now + 731 * 86_400
    ends = IdleStatements.ends(policy, evaluator, now: now, near: near)
    targets = evaluator.naming.map { TargetLayers(naming: $0, whenOf: evaluator.speaksOf) }
    targetsOf = IdleStatements.targets(evaluator)
    kinds = []
    kinds = gatheredKinds()
  }

  /// The statements that never decide, and those that change nothing.
  static func find(in policy: Policy, _ evaluator: Evaluator, now: Instant) -> Found {
    var search = IdleStatements(policy, evaluator, now: now)
    search.look()
    let idle = search.idle()
    let effectless = search.effectless(besides: Set(idle.flatMap(\.statements)))
    let needed = search.needed(among: Set(idle.flatMap(\.statements) + effectless.map(\.statement)))
    return Found(
      idle: idle,
      // What names a target and wants its usual state always has that effect.
      effectless: effectless.filter { needed[$0.statement] == nil || !search.isAlways($0.statement) },
      needed: needed)
  }

  private func idle() -> [Idle] {
    let idle = kinds.filter(\.isIdle)
    return zip(idle, covering(idle)).map { kind, covering in
      Idle(statements: kind.idle, coveredBy: covering, isDated: kind.end != near)
    }
  }
}

// MARK: - What is looked at

extension IdleStatements {
  private static func ends(_ policy: Policy, _ evaluator: Evaluator, now: Instant, near: Instant) -> [Instant?] {
    let today = policy.zone.local(now).date
    var dates = NamedDates(policy.schedules)
    var ends = [Instant?](repeating: nil, count: evaluator.whens.count)
    var seen = Set<Int>()
    for (statement, when) in evaluator.speaksOf.enumerated() where seen.insert(when).inserted {
      // That its days are over is said where they are written.
      guard let days = evaluator.whens[when].startDays, days.upperBound >= today.dayNumber else { continue }
      guard let last = dates.last(of: policy.statements[statement].speaks) else {
        ends[when] = near
        continue
      }
      // The last window may end on the day after the last date.
      let end = policy.zone.midnight(of: last.adding(days: 2))
      ends[when] = end > max(near, Evaluator.horizon) ? nil : max(near, end)
    }
    return ends
  }

  /// For each statement its targets.
  private static func targets(_ evaluator: Evaluator) -> [[Int]] {
    var result = [[Int]](repeating: [], count: evaluator.speaksOf.count)
    for (target, naming) in evaluator.naming.enumerated() {
      for statement in naming { result[statement].append(target) }
    }
    return result
  }

  private func gatheredKinds() -> [Kind] {
    var result: [Kind] = []
    var known: [KindKey: Int] = [:]
    for (statement, when) in evaluator.speaksOf.enumerated() {
      guard let end = ends[when] else { continue }
      let named = targetsOf[statement]
      let index = known[KindKey(when: when, targets: named), default: result.count]
      if index == result.count {
        known[KindKey(when: when, targets: named)] = index
        result.append(Kind(when: when, end: end))
        result[index].layers = named.compactMap { target in
          targets[target].index(ofWhen: when).map { (target, $0) }
        }
      }
      result[index].statements.append(statement)
    }
    return result
  }

  /// The ranges of time that show all that happens from now on as far as any of `kinds` is looked at.
  private func nearRanges() -> SearchRanges { evaluator.everyKindOfWeek(in: now..<near) }

  /// The same from where most kinds end; nil where all do.
  private func farRanges(for kinds: [Kind]) -> SearchRanges? {
    guard let end = kinds.filter({ $0.isIdle || $0.mayBeEffectless }).map(\.end).max(), end > near else { return nil }
    return evaluator.everyKindOfWeek(in: near..<end)
  }
}

// MARK: - Who decides

extension IdleStatements {
  private mutating func look() {
    for range in nearRanges() { look(in: range) }
    // Most kinds decided somewhere near, and are not looked at any more.
    guard let ranges = farRanges(for: kinds) else { return }
    for range in ranges { look(in: range) }
  }

  private mutating func look(in range: Range<Instant>) {
    let open = kinds.indices.filter { kinds[$0].isIdle && kinds[$0].end > range.lowerBound }
    if open.isEmpty, !kinds.contains(where: { $0.mayBeEffectless && $0.end > range.lowerBound }) { return }
    var wanted = [[Int]](repeating: [], count: targets.count)
    for index in open {
      for layer in kinds[index].layers { wanted[layer.target].append(layer.index) }
    }
    var span = evaluator.spanOfWhens(range)
    var deciding: Set<Int> = []
    for index in targets.indices {
      targets[index].look(in: &span, at: wanted[index], ends: ends) { deciding.insert($0) }
    }
    for index in open where !kinds[index].lastDecides {
      kinds[index].lastDecides = kinds[index].statements.last.map(deciding.contains) ?? false
    }
    lookForEffects(in: &span)
  }
}

// MARK: - What would be without it

extension IdleStatements {
  private func isAlways(_ statement: Int) -> Bool { policy.statements[statement].when.contains(.always) }

  /// Of the statements that `mayGo`, all of them, the last one about each target that would then be left alone. What is
  /// over goes, too.
  private func needed(among mayGo: Set<Int>) -> [Int: [(target: Name, state: TargetState)]] {
    let today = policy.zone.local(now).date.dayNumber
    let isOver = evaluator.whens.map { ($0.startDays?.upperBound ?? .min) < today }
    var result: [Int: [(target: Name, state: TargetState)]] = [:]
    for (target, naming) in evaluator.naming.enumerated() where otherwise[target] != .leave {
      guard let last = naming.last(where: mayGo.contains),
        naming.allSatisfy({ mayGo.contains($0) || isOver[evaluator.speaksOf[$0]] })
      else { continue }
      result[last, default: []].append((evaluator.targets[target], otherwise[target]))
    }
    return result
  }

  private mutating func lookForEffects(in span: inout Span) {
    var kindOf: [Int: Int] = [:]
    for index in kinds.indices where kinds[index].mayBeEffectless && kinds[index].end > span.range.lowerBound {
      if let last = kinds[index].statements.last { kindOf[last] = index }
    }
    for target in Set(kindOf.keys.flatMap { targetsOf[$0] }) {
      let known = coats[target]
      let coat =
        known
        ?? TargetCoats(naming: evaluator.naming[target], otherwise: otherwise[target], evaluator, policy)
      if known == nil { coats[target] = coat }
      coat.look(in: &span) { top, beneath, start in
        guard let statement = top.statement, let index = kindOf[statement], start < kinds[index].end else { return }
        if top.state != beneath.state { kinds[index].lastHasEffect = true }
        if let support = beneath.statement {
          kinds[index].supports.insert(support)
        } else {
          kinds[index].restsOnOtherwise = true
        }
      }
    }
  }

  /// Those that may be removed together: none of them is needed for what another one repeats. Nor is any of those
  /// `idle`, so that nobody removes both.
  private func effectless(besides idle: Set<Int>) -> [Effectless] {
    var needed: Set<Int> = []
    var found: Set<Int> = []
    var result: [Effectless] = []
    let candidates = kinds.filter(\.mayBeEffectless).sorted { ($0.statements.last ?? 0) > ($1.statements.last ?? 0) }
    for kind in candidates {
      guard let last = kind.statements.last, !needed.contains(last), idle.isDisjoint(with: kind.supports),
        found.isDisjoint(with: kind.supports)
      else { continue }
      found.insert(last)
      needed.formUnion(kind.supports)
      result.append(
        Effectless(statement: last, supports: kind.supports.sorted(), restsOnOtherwise: kind.restsOnOtherwise))
    }
    return result.reversed()
  }
}

// MARK: - Who covers

extension IdleStatements {
  /// For each of `idle` the first statement that covers it alone, else all that decide where it holds.
  private func covering(_ idle: [Kind]) -> [[Int]] {
    let deciders = idle.map { kind in
      Set(kind.layers.flatMap { targets[$0.target].deciders(at: $0.index) }).sorted()
    }
    var alone = zip(idle, deciders).map { kind, deciders in
      deciders.filter { decider in kind.layers.allSatisfy { targetsOf[decider].contains($0.target) } }
    }
    for range in nearRanges() { keep(&alone, covering: idle, in: range) }
    if let ranges = farRanges(for: idle) {
      for range in ranges { keep(&alone, covering: idle, in: range) }
    }
    return zip(alone, deciders).map { alone, deciders in alone.first.map { [$0] } ?? deciders }
  }

  /// Keeps those of `candidates` that are active within `range` wherever their kind is.
  private func keep(_ candidates: inout [[Int]], covering idle: [Kind], in range: Range<Instant>) {
    var span = evaluator.spanOfWhens(range)
    for (index, kind) in idle.enumerated() where kind.end > range.lowerBound {
      // The first is what is asked for, and one with the same times needs no proof.
      guard let first = candidates[index].first, evaluator.speaksOf[first] != kind.when else { continue }
      let judged = range.clamped(to: now..<kind.end)
      let held = span.activity(of: kind.when).ranges.map { $0.clamped(to: judged) }.filter { !$0.isEmpty }
      candidates[index].removeAll { candidate in
        let when = evaluator.speaksOf[candidate]
        if when == kind.when { return false }
        let activity = span.activity(of: when)
        return !held.allSatisfy(activity.covers)
      }
    }
  }
}

extension Evaluator {
  /// What the policy says within `range`, by index in `whens` instead of by statement.
  fileprivate func spanOfWhens(_ range: Range<Instant>) -> Span {
    Span(range, windows: windows, statements: whens)
  }

  /// Parts of `range` outside of which nothing happens that does not happen in one of them too.
  fileprivate func everyKindOfWeek(in range: Range<Instant>) -> SearchRanges {
    SearchRanges(from: range.lowerBound, to: range.upperBound) { far in
      var search = UnevenDaysSearch(schedules: windows.schedules)
      // A policy gathers days that are over, which need not tell weeks apart.
      let firstDay = windows.zone.startDays(ofWindowsIn: far).lowerBound.dayNumber - 14
      for when in whens where (when.startDays?.upperBound ?? .min) >= firstDay {
        for schedule in when.when { search.visit(schedule) }
      }
      return WeekCalendar(far, zones: [windows.zone], unevenDays: search.found)
    }
  }
}
