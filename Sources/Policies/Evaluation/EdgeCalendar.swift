public import CivilTime

/// When the edges of a policy fall due.
///
/// On each of its days an edge falls due once for each of its times: the first time that the clock shows it or, where the
/// clock skips it, at the jump. Several edges of a target that fall due at one instant are one: that which lets it be done for
/// longest, of two such the first.
public struct EdgeCalendar: Sendable {
  /// The targets of which something is done at times, and that have no states, in the order of the file.
  public let targets: [Name]

  private let zone: Zone
  private let windows: Windows
  private let edges: [Resolved]
  /// For each of `targets` the indices of the edges that name it.
  private let naming: [Name: [Int]]

  private struct Resolved: Sendable {
    var times: [TimeOfDay]
    var days: ResolvedSchedule
    var graceSeconds: Int
  }

  /// What falls due at a time, with all that wants it.
  public struct Falling: Hashable, Sendable {
    /// What is to be done.
    public var target: Name
    /// When.
    public var at: Instant
    /// The indices in `Policy.edges`, in the order of the file; never empty.
    public var edges: [Int]
  }

  /// The edges of `policy`, whose schedules are in `windows` at these indices.
  init(_ policy: Policy, _ windows: Windows, indexOfSchedule: [Name: Int]) {
    zone = policy.zone
    self.windows = windows
    edges = policy.edges.map {
      Resolved(
        times: $0.times, days: ResolvedSchedule($0.days, indexOfSchedule: indexOfSchedule),
        graceSeconds: $0.graceSeconds)
    }
    targets = policy.targets.filter(\.isAction).map(\.name)
    let groups = TargetGroups(policy.targets)
    var naming: [Name: [Int]] = [:]
    for index in policy.edges.indices {
      for member in groups.members(of: policy.edges[index].subjects) { naming[member, default: []].append(index) }
    }
    self.naming = naming
  }

  /// Whether nothing ever falls due.
  public var isEmpty: Bool { edges.isEmpty }

  /// What falls due in `range`, by time, then in the order of `targets`.
  public func occurrences(of targets: [Name], in range: Range<Instant>) -> [Occurrence] {
    once(found(of: targets, in: range), inOrderOf: targets)
  }

  /// The same, with the indices of all edges that want it, in the order of the file.
  public func everyOccurrence(of targets: [Name], in range: Range<Instant>) -> [Falling] {
    let found = found(of: targets, in: range)
    let edges = Dictionary(grouping: found) { Occurrence(at: $0.at, target: $0.target, edge: 0) }
    return once(found, inOrderOf: targets).map { first in
      let all = edges[Occurrence(at: first.at, target: first.target, edge: 0)] ?? []
      return Falling(target: first.target, at: first.at, edges: all.map(\.edge).sorted())
    }
  }

  private func found(of targets: [Name], in range: Range<Instant>) -> [Occurrence] {
    guard !range.isEmpty, !isEmpty else { return [] }
    var days = LocalDays(zone: zone, windows: windows)
    return targets.flatMap { target in
      (naming[target] ?? []).flatMap { edge in
        days.instants(of: edges[edge].days, at: edges[edge].times, in: range).map {
          Occurrence(at: $0, target: target, edge: edge)
        }
      }
    }
  }

  /// What falls due first after `instant`, one for each target at that time; empty where nothing does before
  /// `Evaluator.horizon`.
  public func next(of targets: [Name], after instant: Instant) -> [Occurrence] {
    var days = LocalDays(zone: zone, windows: windows)
    var bound = Evaluator.horizon
    var found: [Occurrence] = []
    for target in targets {
      for edge in naming[target] ?? [] {
        let first = days.first(of: edges[edge].days, at: edges[edge].times, after: instant, before: bound + 1)
        guard let first, first <= bound, first < Evaluator.horizon else { continue }
        bound = first
        found.append(Occurrence(at: first, target: target, edge: edge))
      }
    }
    return once(found.filter { $0.at == bound }, inOrderOf: targets)
  }

  /// The indices of all edges that want something of `target` at `instant`.
  public func edges(of target: Name, at instant: Instant) -> [Int] {
    (naming[target] ?? []).filter { falls(edge: $0, in: instant..<(instant + 1)) }
  }

  /// Whether the edge at this index falls due in `range`.
  func falls(edge: Int, in range: Range<Instant>) -> Bool {
    var days = LocalDays(zone: zone, windows: windows)
    return days.first(
      of: edges[edge].days, at: edges[edge].times, after: range.lowerBound + -1, before: range.upperBound) != nil
  }

  private func once(_ occurrences: [Occurrence], inOrderOf targets: [Name]) -> [Occurrence] {
    let order = Dictionary(zip(targets, 0...), uniquingKeysWith: { first, _ in first })
    var seen: Set<Occurrence> = []
    return occurrences.enumerated()
      .sorted { left, right in
        let (one, other) = (left.element, right.element)
        if one.at != other.at { return one.at < other.at }
        let grace = { (occurrence: Occurrence) in edges[occurrence.edge].graceSeconds }
        return (order[one.target] ?? 0, -grace(one), one.edge, left.offset)
          < (order[other.target] ?? 0, -grace(other), other.edge, right.offset)
      }
      .map(\.element)
      .filter { seen.insert(Occurrence(at: $0.at, target: $0.target, edge: 0)).inserted }
  }
}

/// Days of schedules, and what the clocks show on them.
private struct LocalDays {
  private let zone: Zone
  private var windows: Windows

  init(zone: Zone, windows: Windows) { (self.zone, self.windows) = (zone, windows) }

  /// The instants of `times` on the days of `schedule` within `range`, in no order, each once.
  mutating func instants(
    of schedule: ResolvedSchedule, at times: [TimeOfDay], in range: Range<Instant>
  ) -> Set<Instant> {
    var found: Set<Instant> = []
    let zone = zone
    eachDay(of: schedule, around: range) { day in
      found.formUnion(zone.instants(on: day, at: times).filter(range.contains))
      return true
    }
    return found
  }

  /// The first of `times` on the days of `schedule` after `instant` and before `bound`.
  mutating func first(
    of schedule: ResolvedSchedule, at times: [TimeOfDay], after instant: Instant, before bound: Instant
  ) -> Instant? {
    guard instant < bound else { return nil }
    var earliest: Instant?
    let zone = zone
    // No time of a later day comes before one of an earlier day, whatever the clocks do.
    eachDay(of: schedule, around: instant..<bound) { day in
      earliest = zone.instants(on: day, at: times).first { instant < $0 && $0 < bound }
      return earliest == nil
    }
    return earliest
  }

  /// Calls `visit` with each day of `schedule` that may have a part in `range`, in order, as long as it says true. A jump
  /// may be on the day after the time that it skips, and a clock that goes back at midnight shows a day that was over.
  private mutating func eachDay(
    of schedule: ResolvedSchedule, around range: Range<Instant>, visit: (CivilDate) -> Bool
  ) {
    let last = zone.local(range.upperBound).date.dayNumber + 1
    var first = zone.local(range.lowerBound).date.dayNumber - 1
    while first <= last {
      var bits = windows.daysMask(of: schedule, from: first)
      while bits != 0 {
        let day = first + bits.trailingZeroBitCount
        bits &= bits - 1
        if day > last || !visit(CivilDate(dayNumber: day)) { return }
      }
      first += 64
    }
  }
}

extension Zone {
  /// When the clocks show `times`, which are in order, on `day`: in order.
  fileprivate func instants(on day: CivilDate, at times: [TimeOfDay]) -> [Instant] {
    times.map { instant(local: LocalDateTime(date: day, secondOfDay: $0.minutes * 60)) }
  }
}
