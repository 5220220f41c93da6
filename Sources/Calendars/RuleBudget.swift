/// What following the rules of a file may cost, so that none of them can make anybody wait.
struct RuleBudget {
  /// Steps of libical that may still be taken; one by months or years counts as three.
  private(set) var cost = CalendarLimits.ruleCost
  /// Times at which events may still happen.
  private(set) var occurrences = CalendarLimits.occurrences

  /// Whether there is enough left for `cost`, which is taken.
  mutating func spend(_ cost: Int) -> Bool {
    self.cost -= min(cost, self.cost + 1)
    return self.cost >= 0
  }

  /// Whether there is room for so many more times, which is taken.
  mutating func add(_ count: Int) -> Bool {
    occurrences -= min(count, occurrences + 1)
    return occurrences >= 0
  }
}
