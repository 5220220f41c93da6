/// Makes the story of a life shorter as long as the same invariant is broken.
struct Shrinking {
  private var best: Beginning
  private var violation: Violation
  private var triesLeft: Int

  init(_ beginning: Beginning, _ violation: Violation, tries: Int) {
    triesLeft = tries
    best = beginning
    self.violation = violation
  }

  /// The shortest story that was found.
  mutating func story() async -> Story {
    await dropEvents()
    await dropRules()
    await dropEvents()
    return Story(beginning: best, violation: violation)
  }

  private mutating func dropEvents() async {
    var size = max(1, best.events.count / 2)
    while triesLeft > 0 {
      var place = 0
      while place < best.events.count {
        var shorter = best
        shorter.events.removeSubrange(place..<min(place + size, best.events.count))
        if await !stillFails(shorter) { place += size }
      }
      if size == 1 { return }
      size /= 2
    }
  }

  /// One statement or target after the other, from the rules of the first day.
  private mutating func dropRules() async {
    var place = 0
    while place < best.rules.statements.count {
      var shorter = best
      shorter.rules.statements.remove(at: place)
      if await !stillFails(shorter) { place += 1 }
    }
    place = 0
    while place < best.rules.targets.count {
      var shorter = best
      let name = shorter.rules.targets.remove(at: place).name
      shorter.rules.statements.removeAll { $0.names.contains(name) }
      shorter.rules.targets.removeAll { $0.kind == .several([]) }
      let isUsed = shorter.rules.targets.contains {
        if case .several(let members) = $0.kind { members.contains(name) } else { false }
      }
      if isUsed { place += 1 } else if await !stillFails(shorter) { place += 1 }
    }
  }

  private mutating func stillFails(_ shorter: Beginning) async -> Bool {
    guard triesLeft > 0, var life = Life(shorter) else { return false }
    triesLeft -= 1
    guard let end = await life.live(shorter.events), end.violation.invariant == violation.invariant else {
      return false
    }
    best = shorter
    best.events.removeSubrange((end.event + 1)...)
    violation = end.violation
    return true
  }
}
