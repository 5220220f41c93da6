/// What is asked for once.
extension Wish {
  /// A service that is named for the first time is asked for nothing, unless by one of `overrides`, those of its target:
  /// what somebody wishes may be asked for once, also where it is wanted anyway.
  mutating func wish(
    _ target: HouseTarget, services state: String, _ once: OnceMemory, _ overrides: [HouseOverride], at instant: Int64
  ) {
    let mayBeAsked = state != "leave" && target.enforcement != "observe"
    for name in HouseDevices.capsules where target.names.contains(name) || target.names == ["media-*"] {
      let key = "\(target.system) \(name)"
      services[key] = state
      if mayBeAsked, once.services[key]?.isWished(overrides, at: instant) ?? !overrides.isEmpty { askable.insert(key) }
      guard let known = once.services[key] else { continue }
      mayHaveProblem = mayHaveProblem || known.isDoubtful
      guard mayBeAsked, known.asked != state else { continue }
      if known.wanted != state || known.isDoubtful { askable.insert(key) }
      if known.wanted != state, !known.isDoubtful { toAsk.insert(key) }
    }
  }

  /// How long before its time is over an action may be given up, in seconds.
  private static let haste: Int64 = 60

  mutating func wishActions(_ oracle: inout HouseOracle, _ once: OnceMemory, _ instant: Int64) {
    mayHaveProblem = mayHaveProblem || once.hasGaps
    for action in once.expected where action.at <= instant {
      let grace = oracle.occurrences(action.target, in: action.at...action.at)[action.at] ?? 0
      if instant > action.at + grace {
        hasProblem = true
      } else if instant <= action.at + grace - Self.haste {
        actions.insert(action)
      } else {
        mayHaveProblem = true
      }
    }
  }
}
