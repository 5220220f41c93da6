/// Clauses and exceptions, taken in one way.
struct LooseSentence {
  private var main: [LooseElement]
  private var exceptions: [[LooseElement]]
  /// The word for the first exception.
  private var word: String?
  private(set) var against: Set<LooseRule> = []

  /// The ways to take elements for clauses and exceptions.
  static func all(_ elements: [LooseElement]) -> [LooseSentence] {
    var plain = LooseSentence(main: [], exceptions: [], word: nil)
    for element in elements {
      if case .except(let word) = element.joint {
        if plain.word == nil { plain.word = word }
        plain.exceptions.append([element])
      } else if plain.exceptions.isEmpty {
        plain.main.append(element)
      } else {
        plain.exceptions[plain.exceptions.count - 1].append(element)
      }
    }
    return [plain] + plain.withMoreClauses + plain.turned + plain.withDaysOfAll
  }

  /// `21:00–07:00 except 10:00–12:00 on fri`: the days may be those of the whole.
  private var withDaysOfAll: [LooseSentence] {
    guard let last = exceptions.last, let day = last.firstIndex(where: { $0.days != nil }), day > 0,
      last[day...].allSatisfy({ $0.days != nil }), main.allSatisfy({ $0.days == nil }), !main.isEmpty
    else { return [] }
    var other = self
    other.exceptions[exceptions.count - 1] = Array(last[..<day])
    other.main = Array(last[day...]) + main
    return [other]
  }

  /// `mon except dec 24 and tue`: what is behind `and` may be a clause again.
  private var withMoreClauses: [LooseSentence] {
    guard let last = exceptions.last else { return [] }
    return last.indices.dropFirst().compactMap { index in
      guard case .and = last[index].joint else { return nil }
      var other = self
      other.exceptions[exceptions.count - 1] = Array(last[..<index])
      other.main += last[index...]
      other.against = [.exceptAndMore]
      return other
    }
  }

  /// `unless holidays 21:00–07:00`, `weekdays except holidays 21:00–07:00`: at these times, but not in the holidays?
  private var turned: [LooseSentence] {
    guard exceptions.count == 1, main.allSatisfy({ $0.days != nil }) else { return [] }
    let days = exceptions[0].filter { $0.days != nil }
    var times = exceptions[0].filter { $0.days == nil }
    // Of every day nothing would be left.
    guard !days.isEmpty, !times.isEmpty, !days.contains(where: \.isDaily) else { return [] }
    if !main.isEmpty {
      // Of `sat 10:00–12:00 and sun 14:00–16:00` each has its own.
      let changes = zip(exceptions[0], exceptions[0].dropFirst()).filter { ($0.days == nil) != ($1.days == nil) }
      guard changes.count == 1 || word == "except" else { return [] }
      times[0].joint = .nothing
    }
    return [
      LooseSentence(main: main + times, exceptions: [days], word: word, against: word == "except" ? [.exceptAlone] : [])
    ]
  }

  // MARK: - When it is

  typealias Reading = (timeline: LooseTimeline, against: Set<LooseRule>)

  func readings() -> [Reading] {
    let excepted = exceptions.map { LoosePartition.ways($0, isException: true) }
    var all: [Reading] = []
    for clauses in main.isEmpty ? [LoosePartition.always] : LoosePartition.ways(main) {
      for exceptions in Self.choices(excepted) {
        let broken = exceptions.reduce(clauses.against) { $0.union($1.against) }
        guard broken.count < 2 else { continue }
        all.append((Self.timeline(clauses.windows, exceptions, isLast: false, isInstants: false), broken))
        guard broken.isEmpty, !exceptions.isEmpty else { continue }
        all.append((Self.timeline(clauses.windows, exceptions, isLast: true, isInstants: false), [.exceptionsOfAll]))
        all.append((Self.timeline(clauses.windows, exceptions, isLast: false, isInstants: true), [.exceptedWindows]))
      }
    }
    return all
  }

  private static func timeline(
    _ clauses: [LooseWindows], _ exceptions: [LoosePartition.Way], isLast: Bool, isInstants: Bool
  ) -> LooseTimeline {
    let days = exceptions.flatMap(\.days)
    let times =
      exceptions.flatMap(\.windows).map { $0.timeline() } + (isInstants ? days.map(LooseWindows.wholeDays) : [])
    var all = LooseTimeline([])
    for (index, clause) in clauses.enumerated() {
      if isLast, index + 1 < clauses.count {
        all = all.or(clause.timeline())
      } else {
        all = all.or(times.reduce(clause.timeline(without: isInstants ? [] : days)) { $0.less($1) })
      }
    }
    return all
  }

  /// One of each.
  private static func choices(_ lists: [[LoosePartition.Way]]) -> [[LoosePartition.Way]] {
    lists.reduce([[]]) { all, list in all.flatMap { chosen in list.map { chosen + [$0] } } }
  }
}

/// Which days and times belong together.
enum LoosePartition {
  /// The windows of the clauses, or of an exception: its days alone, and what has times.
  struct Way {
    var windows: [LooseWindows]
    /// Days without times, which an exception takes as days; they are among the windows of a clause.
    var days: [LooseDays] = []
    var against: Set<LooseRule>
  }

  static let always = Way(windows: [LooseWindows(days: .daily, ranges: [LooseRange(start: 0, end: 1440)])], against: [])

  static func ways(_ elements: [LooseElement], isException: Bool = false) -> [Way] {
    return cuts(elements).flatMap { cut -> [Way] in
      let groups = cut.groups
      let days = isException ? groups.filter(\.isDaysOnly) : []
      let others = isException ? groups.filter { !$0.isDaysOnly } : groups
      let ways = others.reduce([([], cut.against)] as [([LooseWindows], Set<LooseRule>)]) { all, group in
        all.flatMap { chosen in group.ways().map { (chosen.0 + [$0.windows], chosen.1.union($0.against)) } }
      }
      let excepted = days.flatMap(\.elements).compactMap(\.days)
      return ways.filter { $0.1.count < 2 }.map { Way(windows: $0.0, days: excepted, against: $0.1) }
    }
  }

  private typealias Cut = (groups: [LooseGroup], against: Set<LooseRule>)

  /// Every way to cut between elements with a mark between them.
  private static func cuts(_ elements: [LooseElement]) -> [Cut] {
    var cuts: [Cut] = [([], [])]
    for (index, element) in elements.enumerated() {
      cuts = cuts.flatMap { cut -> [Cut] in
        var together = cut
        if index > 0 { together.groups[cut.groups.count - 1].elements.append(element) }
        guard index > 0 else { return [([LooseGroup(elements: [element])], [])] }
        // Behind days with times a mark may be missing before further days.
        if case .nothing = element.joint, element.days == nil || !cut.groups[cut.groups.count - 1].endsComplete {
          return [together]
        }
        let apart = (cut.groups + [LooseGroup(elements: [element])], cut.against)
        return [together, apart]
      }
    }
    return cuts.filter { $0.groups.allSatisfy(\.isPlausible) }.map { ($0.groups, broken(by: $0.groups)) }
  }

  /// What of the page these groups are against.
  private static func broken(by groups: [LooseGroup]) -> Set<LooseRule> {
    var broken: Set<LooseRule> = []
    for (index, (left, right)) in zip(groups, groups.dropFirst()).enumerated() {
      guard let joint = right.elements.first?.joint else { continue }
      let isComma = if case .comma = joint { true } else { false }
      // `sat 10:00–12:00, 14:00–16:00`
      if isComma, left.shape.hasPrefix("D"), left.shape.hasSuffix("T"), right.startsWithBareTimes {
        broken.insert(.listOfTimes)
      }
      // `mon, tue 21:00–07:00`, but not `mon 21:00–07:00, tue, wed 20:00–07:00`
      if isComma, left.isDaysOnly, leadsToTimes(groups[(index + 1)...]), startsList(groups[...index]) {
        broken.insert(.listOfTimes)
      }
      // `mon 10:00–11:00 and tue, wed 12:00–13:00`
      if isComma, left.endsWithNewDays, leadsToTimes(groups[(index + 1)...]) { broken.insert(.listOfTimes) }
      // `17:00–19:00 on mon, wed and fri`
      if left.shape.hasPrefix("T"), left.shape.hasSuffix("D"), right.startsWithBareDays { broken.insert(.daysBehind) }
    }
    for group in groups where group.sharesHours { broken.insert(.ownHours) }
    return broken
  }

  /// Whether times end a list of days that goes on here.
  private static func leadsToTimes(_ groups: ArraySlice<LooseGroup>) -> Bool {
    let rest = groups.drop { $0.isDaysOnly && $0.isBehindComma }
    guard let last = rest.first else { return false }
    return last.isBehindComma && last.shape.hasPrefix("D") && last.shape.contains("T")
  }

  /// Whether the list of days that ends here is not behind a clause and a comma.
  private static func startsList(_ groups: ArraySlice<LooseGroup>) -> Bool {
    guard let first = groups.lastIndex(where: { !$0.isDaysOnly || !$0.isBehindComma }) else { return true }
    return groups[first].isDaysOnly
  }
}

extension LooseGroup {
  fileprivate var isBehindComma: Bool { if case .comma? = elements.first?.joint { true } else { false } }

  /// Whether times are at its start that have no days right behind them.
  fileprivate var startsWithBareTimes: Bool {
    guard shape.hasPrefix("T"), let day = elements.firstIndex(where: { $0.days != nil }) else {
      return shape.hasPrefix("T")
    }
    if case .nothing = elements[day].joint { return false }
    return true
  }

  /// Whether days and times are at its end without a mark between them.
  fileprivate var endsComplete: Bool {
    let last = elements.lastIndex(where: \.isMarked) ?? 0
    return elements[last...].contains { $0.days != nil } && elements[last...].contains { $0.days == nil }
  }

  /// Whether days are at its end that `and` leads to, behind times.
  fileprivate var endsWithNewDays: Bool {
    guard let last = elements.lastIndex(where: { $0.days == nil }), last + 1 < elements.count,
      case .and = elements[last + 1].joint
    else { return false }
    return true
  }

  /// Whether days are at its start that have no times right behind them.
  fileprivate var startsWithBareDays: Bool {
    guard shape.hasPrefix("D") else { return false }
    guard let times = elements.firstIndex(where: { !$0.ranges.isEmpty }) else { return true }
    if case .nothing = elements[times].joint { return false }
    return true
  }

  /// Whether the times of a schedule are meant of days that stand beyond an `and`.
  fileprivate var sharesHours: Bool {
    guard shape.contains("D") else { return false }
    return elements.indices.contains { index in
      guard case .times(_, true) = elements[index].kind else { return false }
      if index > 0, elements[index].isMarked { return true }
      return index == 0 && elements.count > 1 && elements[1].isMarked
    }
  }
}
