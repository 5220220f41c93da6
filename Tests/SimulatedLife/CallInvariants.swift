/// What must hold of each thing that a pretend system was asked to do.
extension Seen {
  /// A door that was opened although nothing that holds says so, by any of `oracles`, or its target does not permit it;
  /// nil if there is none.
  func openedDoor(_ oracles: [HouseOracle]) -> Violation? {
    for call in calls where call.opensDoor {
      var oracles = oracles
      if oracles.indices.contains(where: { permits(call, &oracles[$0]) }) { continue }
      return Violation(invariant: .door, found: "\(call.text) at \(clock(call)), by the machine's clock")
    }
    return nil
  }

  private func permits(_ call: HouseCall, _ oracle: inout HouseOracle) -> Bool {
    for target in oracle.rules.targets where target.system == call.system && target.mayOpen {
      switch target.kind {
      case .entities where target.names.contains(call.object):
        // As it was decided, or as it was done: a slow system is waited for.
        if [now + ahead, clock(call)].contains(where: { oracle.state(target, $0) == target.words.on }) { return true }
      case .action(call.action) where !due(target, &oracle).isEmpty: return true
      default: break
      }
    }
    return false
  }

  /// When `target` fell due of which the time was not over when the run began, the earliest first. What falls due later
  /// is the next run's.
  private func due(_ target: HouseTarget, _ oracle: inout HouseOracle) -> [Int64] {
    let clock = now + ahead
    // No grace is longer.
    return oracle.occurrences(target.name, in: (clock - 43_200)...clock).filter { clock <= $0.key + $0.value }.keys
      .sorted()
  }

  private func clock(_ call: HouseCall) -> Int64 { Int64(call.at) + ahead }

  /// An action or a request that was made although it is not the time, was made before, or was not to be made by a run
  /// that reads of it for the first time; nil if there is none. `once` learns of all that was begun.
  func repeated(_ oracle: inout HouseOracle, _ once: inout OnceMemory) -> Violation? {
    var asked: Set<String> = []
    for call in calls {
      if HouseDevices.isService(call.object) {
        guard wish.services[call.key] != nil else { continue }
        let isWanted = wish.askable.contains(call.key) && wish.services[call.key] == call.word
        guard isWanted, asked.insert(call.key).inserted else {
          return Violation(
            invariant: .once, found: "\(call.text), wanted \(wish.services[call.key] ?? "nothing"), \(once.services)")
        }
      } else if let target = actionTarget(call, oracle.rules) {
        let due = due(target, &oracle).map { OnceMemory.Action(target: target.name, at: $0) }
        let open = due.first { once.mayBeExpected.contains($0) && !once.isBegun($0, at: Int64(call.at)) }
        guard let open else {
          return Violation(invariant: .once, found: "\(call.text) at \(clock(call)), due at \(due.map(\.at))")
        }
        once.begin(open, at: Int64(call.at))
      }
    }
    return nil
  }

  private func actionTarget(_ call: HouseCall, _ rules: HouseRules) -> HouseTarget? {
    if call.object != HouseDevices.gate { return nil }
    return rules.targets.first { $0.system == call.system && $0.kind == .action(call.action) }
  }

  /// What was asked of something that no target names, or that is not wanted; nil where nothing was.
  func strangeCall(_ rules: HouseRules) -> Violation? {
    for call in calls {
      let isKnown: Bool
      if HouseDevices.isService(call.object) {
        isKnown = wish.services[call.key] != nil
      } else if actionTarget(call, rules) != nil {
        isKnown = true
      } else if let isOn = call.isOn {
        let key = "\(call.system) entities \(call.object)"
        isKnown = wish.switches[key] == isOn || wish.returns[key]?.values.contains(isOn) ?? false
      } else {
        isKnown = false
      }
      if !isKnown { return Violation(invariant: .foreign, found: call.text) }
    }
    return nil
  }

  /// An action that was to be done and was not; nil where all were. Only where nothing is wrong.
  func undone(_ once: OnceMemory) -> String? {
    wish.actions.sorted { ($0.at, $0.target) < ($1.at, $1.target) }.first { once.begun[$0] == nil }
      .map { "\($0.target) was to be done at \($0.at)" }
  }
}

extension HouseCall {
  /// What a service is asked for, in the family's words.
  fileprivate var word: String? { isOn.map { $0 ? HouseWords.services.on : HouseWords.services.off } }
}

extension HouseDevices {
  static func isService(_ object: String) -> Bool { !object.contains(".") }
}
