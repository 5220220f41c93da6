import CivilTime

/// A statement's schedules, and between which days their windows can start.
struct ResolvedStatement: Sendable {
  var when: [ResolvedSchedule]
  var startDays: ClosedRange<Int>?
}

/// Everything that a policy says between two instants, worked out as far as it is asked for.
struct Span {
  /// How many ranges are kept for a second target that names the same statement: 4 MiB of them, which 4 000 statements
  /// need for two months. What comes after them is worked out anew for each target.
  private static let mostRanges = 262_144

  let range: Range<Instant>

  private let statements: [ResolvedStatement]
  private let startDays: Range<Int>
  private var windows: Windows
  /// By statement, and only of those that were asked for: with a place for every statement, a span for each target
  /// would be the square of the policy.
  private var activities: [Int: InstantSet] = [:]
  /// How many ranges may still be kept in `activities`.
  private var room = Span.mostRanges

  init(_ range: Range<Instant>, windows: Windows, statements: [ResolvedStatement]) {
    self.range = range
    self.windows = windows
    self.statements = statements
    let days = windows.zone.startDays(ofWindowsIn: range)
    startDays = days.lowerBound.dayNumber..<days.upperBound.dayNumber
  }

  /// When the statement at `index` is active; right within `range` only.
  mutating func activity(of index: Int) -> InstantSet {
    if let known = activities[index] { return known }
    let activity = workOutActivity(of: statements[index])
    if activity.ranges.count <= room {
      activities[index] = activity
      room -= activity.ranges.count
    }
    return activity
  }

  private mutating func workOutActivity(of statement: ResolvedStatement) -> InstantSet {
    guard let bounds = statement.startDays else { return .empty }
    let days = startDays.clamped(to: bounds.lowerBound..<bounds.upperBound + 1)
    if days.isEmpty { return .empty }
    if statement.when.count == 1 {
      return InstantSet(windows.pieces(of: statement.when[0], startingOn: days).map(\.range))
    }
    var ranges: [Range<Instant>] = []
    for schedule in statement.when { ranges += windows.pieces(of: schedule, startingOn: days).lazy.map(\.range) }
    return InstantSet(ranges)
  }

  /// What shows of `stack`: intervals that touch and cover the range, neighbours of which differ.
  mutating func intervals(of stack: LayerStack) -> [TimelineInterval] {
    var uncovered = InstantSet([range])
    var found: [TimelineInterval] = []
    for layer in stack.layers.reversed() {
      // Whatever is below is hidden.
      if uncovered.isEmpty { break }
      found += uncovered.cut(activity(of: layer.statement)).map { TimelineInterval($0, layer.decision) }
    }
    found += uncovered.ranges.map { TimelineInterval($0, stack.base) }
    found.sort { $0.range.lowerBound < $1.range.lowerBound }
    var result: [TimelineInterval] = []
    for interval in found { result.appendJoined(interval) }
    return result
  }
}

extension TimelineInterval {
  fileprivate init(_ range: Range<Instant>, _ decision: LayerStack.Decision) {
    self.init(range: range, state: decision.state, decidedBy: decision.decidedBy)
  }
}

extension [TimelineInterval] {
  /// Appends an interval that begins where the last one ends, as one with it where both say the same.
  mutating func appendJoined(_ interval: TimelineInterval) {
    if let last, last.state == interval.state, last.decidedBy == interval.decidedBy {
      self[count - 1].range = last.range.lowerBound..<interval.range.upperBound
    } else {
      append(interval)
    }
  }
}
