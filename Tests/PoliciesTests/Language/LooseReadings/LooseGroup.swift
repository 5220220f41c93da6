/// Days and times that belong together: each of the times on each of the days.
struct LooseGroup {
  var elements: [LooseElement]

  /// `D` for days, `T` for times, `O` for a schedule of its own.
  var shape: String {
    elements.map { element in
      switch element.kind {
      case .days: "D"
      case .times: "T"
      case .own: "O"
      }
    }.joined()
  }

  /// Whether somebody could take these for one thing: days, then times; times, then days; or one of them on both sides.
  var isPlausible: Bool {
    if shape == "O" { return true }
    if shape.contains("O") { return false }
    let turns = zip(shape, shape.dropFirst()).count { $0 != $1 }
    return turns < 3
  }

  var isDaysOnly: Bool { !shape.contains("T") && !shape.contains("O") }

  /// One of the ways to understand it, as windows, each of which belongs to a day.
  typealias Way = (windows: LooseWindows, against: Set<LooseRule>)

  func ways() -> [Way] {
    let days = elements.compactMap(\.days)
    if case .own(let timeline)? = elements.first?.kind { return [(LooseWindows(own: timeline), [])] }
    let times = elements.flatMap(\.ranges)
    let all = days.dropFirst().reduce(days.first) { $0?.or($1) } ?? .daily
    let ranges = times.isEmpty ? [LooseRange(start: 0, end: 1440)] : times
    var ways: [Way] = [(LooseWindows(days: all, ranges: ranges), [])]
    for paired in openPairs(ranges) { ways.append((LooseWindows(days: all, ranges: paired), [.endsAlone])) }
    return ways + otherNights(days, all, ranges)
  }

  /// `from 07:00, until 21:00` may be one range, and so may `sat from 21:00, until 07:00`.
  private func openPairs(_ ranges: [LooseRange]) -> [[LooseRange]] {
    var all: [[LooseRange]] = []
    for (index, other) in ranges.indices.flatMap({ one in ranges.indices.map { (one, $0) } })
    where ranges[index].oneEnd == .from && ranges[other].oneEnd == .until {
      let both = LooseRange(start: ranges[index].start, end: ranges[other].end)
      guard other == index + 1 else { continue }
      var paired = ranges
      paired[index] = both
      paired.remove(at: other)
      all.append(paired)
    }
    return all
  }

  /// `21:00–07:00 on sat` may be the night that ends there, `until 07:00 on sat` and `16:00–18:00 sat` speak of a moment.
  private func otherNights(_ days: [LooseDays], _ all: LooseDays, _ ranges: [LooseRange]) -> [Way] {
    guard !days.isEmpty else { return [] }
    var ways: [Way] = []
    let isBehind = shape.hasPrefix("T") && days.count == 1 && days[0].isSingle
    if ranges.contains(where: \.isNight) {
      ways.append((LooseWindows(days: all.eves, ranges: ranges), isBehind ? [] : [.startingDay]))
    }
    guard isBehind, let range = ranges.first else { return ways }
    let hasFiller = if case .days(_, true)? = elements.last?.kind { true } else { false }
    if ranges.contains(where: { $0.oneEnd != nil }) || (days[0].isBare && !hasFiller) {
      let first = LooseTimeline.days.first(where: all.has) ?? 0
      ways.append((LooseWindows(own: LooseTimeline([0..<(first * 1440 + range.end)])), []))
    }
    return ways
  }
}

/// Windows of a clause.
struct LooseWindows {
  private var days: LooseDays?
  private var ranges: [LooseRange] = []
  private var own: LooseTimeline?

  init(days: LooseDays, ranges: [LooseRange]) {
    self.days = days
    self.ranges = ranges
  }

  init(own: LooseTimeline) { self.own = own }

  /// When they are, but for those that start on days of `excepted`.
  func timeline(without excepted: [LooseDays] = []) -> LooseTimeline {
    if let own { return own.startingOutside(excepted) }
    guard let days else { return LooseTimeline([]) }
    var stretches: [Range<Int>] = []
    for day in (LooseTimeline.days.lowerBound - 1)..<LooseTimeline.days.upperBound
    where days.has(day) && !excepted.contains(where: { $0.has(day) }) {
      for range in ranges {
        let end = range.end <= range.start ? range.end + 1440 : range.end
        stretches.append((day * 1440 + range.start)..<(day * 1440 + end))
      }
    }
    return LooseTimeline(stretches)
  }

  /// Every instant of the days.
  static func wholeDays(_ days: LooseDays) -> LooseTimeline {
    LooseWindows(days: days, ranges: [LooseRange(start: 0, end: 1440)]).timeline()
  }
}

extension LooseTimeline {
  /// Without the stretches that start on these days. Only for schedules whose windows do not meet each other.
  fileprivate func startingOutside(_ excepted: [LooseDays]) -> LooseTimeline {
    LooseTimeline(stretches.filter { stretch in !excepted.contains { $0.has(stretch.lowerBound / 1440) } })
  }
}
