/// When something is to be done.
extension HouseOracle {
  /// When `target` falls due in `span`, and for how many seconds it may be done then: of several lines of one time
  /// the longest.
  mutating func occurrences(_ target: String, in span: ClosedRange<Int64>) -> [Int64: Int64] {
    var found: [Int64: Int64] = [:]
    for edge in rules.edges where edge.target == target {
      for day in (almanac.day(span.lowerBound) - 1)...(almanac.day(span.upperBound) + 1) {
        guard edge.days.map({ contains($0, day) }) ?? true else { continue }
        for minutes in edge.times {
          let at = almanac.first(day, minutes)
          if span.contains(at) { found[at] = max(found[at] ?? 0, edge.grace ?? Self.usualGrace) }
        }
      }
    }
    return found
  }

  private static let usualGrace: Int64 = 600

  /// All that falls due after `start`, up to and with `end`.
  mutating func actions(after start: Int64, until end: Int64) -> Set<OnceMemory.Action> {
    var actions: Set<OnceMemory.Action> = []
    for target in rules.targets {
      guard case .action = target.kind else { continue }
      for at in occurrences(target.name, in: (start + 1)...end).keys {
        actions.insert(OnceMemory.Action(target: target.name, at: at))
      }
    }
    return actions
  }
}
