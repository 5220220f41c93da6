import Text

/// What can be wrong with actions that run at a time.
extension PolicyMessage {
  static func edgeAtMidnight(_ word: String) -> PolicyMessage {
    PolicyMessage(
      .edgeTime, "'\(word)' could be the start or the end of the day",
      hint: "write 00:00 and the day that starts then")
  }

  static func edgeOverTime(_ range: String, proposal: String) -> PolicyMessage {
    PolicyMessage(
      .edgeTime, "'\(range)' is a range; 'at' takes a single time",
      hint: "write '\(proposal)'")
  }

  /// `tv at 21:00–07:00`
  static func stateMissingBeforeTimes(_ range: String, _ states: StatePair, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .sentenceState, "nothing says what applies in '\(range)'", proposals: proposals,
      hint: "write \(states.words) instead of 'at'")
  }

  static func edgeTimesJoined(proposal: String) -> PolicyMessage {
    PolicyMessage(.edgeTime, "times are joined by commas; 'and' joins days", hint: "write '\(proposal)'")
  }

  /// `days` is the sentence with its days alone; nil where it has none.
  static func edgeTakesDays(_ proposal: String?) -> PolicyMessage {
    PolicyMessage(
      .edgeTime, "only days can follow 'at' and its time",
      hint: proposal.map { "write '\($0)'" } ?? "name days, or a schedule without times")
  }

  /// `kids at 21:00`
  static func edgeOfStates(_ name: String, _ pair: StatePair) -> PolicyMessage {
    PolicyMessage(
      .edgeTarget, "'\(name)' is \(pair.words); it is not an action that runs at a time",
      hint: "write its state and from when to when, as in '\(name) \(pair.off) 21:00–07:00'")
  }

  /// `gate at 06:45 weekdays, 09:00 sat`; `lines` are those to write instead, nil where they are not known.
  static func edgeOfSeveralDays(_ lines: [String]?) -> PolicyMessage {
    PolicyMessage(
      .edgeTime, "a line has one list of times, and all of them are on the same days",
      hint: lines.map { "write the lines \($0.map { "'\($0)'" }.listed())" }
        ?? "write each time and its days on a line of its own")
  }

  /// `gate off 21:00–07:00`
  static func stateOfAction(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .edgeTarget, "'\(name)' has no states: it is an action that runs at a time",
      hint: "write '\(name) at' and a time, as in '\(name) at 06:45 on weekdays'")
  }

  /// `gate 06:45`, `gate at`
  static func actionWithoutTime(_ name: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .edgeTime, "'\(name)' is an action that runs at a time", proposals: proposals,
      hint: "add at and a time, as in '\(name) at 06:45 on weekdays'")
  }

  static let graceWithoutEdge = PolicyMessage(
    .edgeGrace, "'grace' is only for actions that run at a time",
    hint: "leave it out, or write something like 'do: gate at 06:45'")

  static func actionUnknown(_ name: String, suggestion: String?, known: [String]) -> PolicyMessage {
    PolicyMessage(
      .targetAction, "unknown action '\(name)'",
      hint: didYouMean(suggestion, otherwise: "the actions are \(known.map { "'\($0)'" }.listed())"))
  }

  static func actionNotPermitted(_ name: String, _ action: String, _ key: PolicyKey.TargetOption) -> PolicyMessage {
    PolicyMessage(
      .targetPermission, "the file does not permit '\(name)', which runs '\(action)'",
      hint: "write '\(key.rawValue): true' in the target '\(name)' to permit it")
  }

  /// `door` is shut `at` a time of `action`, which may open it.
  static func opensDoor(_ action: Name, _ door: Name, _ states: StatePair, at time: String) -> PolicyMessage {
    PolicyMessage(
      .actionOpens,
      "'\(action)' is not done on \(time) if it opens what '\(door)' has: that should be \(states.off) then",
      hint: "keep its times out of the hours in which '\(door)' is \(states.off)"
    ).asWarning
  }

  /// `target`, and others of `count` in all, are off `at` a time at which `carrier` lets everything on their system go.
  static func offInVain(_ target: Target, of count: Int, _ carrier: Target, at time: String) -> PolicyMessage {
    let states = carrier.states ?? .onOff
    let others = count == 1 ? "is" : "and \(count - 1) more are"
    return PolicyMessage(
      .targetInVain,
      "'\(target.name)' \(others) \((target.states ?? .onOff).off) in vain while '\(carrier.name)' is \(states.freer), "
        + "first on \(time): nothing on '\(carrier.name)' is held back then",
      hint: "keep the hours of '\(target.name)' out of those in which '\(carrier.name)' is \(states.freer)"
    ).asWarning
  }

  /// Nothing in the file runs the action.
  static func actionUnnamed(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .targetUnnamed, "no statement names '\(name)', so it never runs",
      hint: "write a statement such as '\(name) at 06:45 on weekdays', or remove the target"
    ).asWarning
  }

  static func edgeNeverDue(isDated: Bool) -> PolicyMessage {
    PolicyMessage(
      .statementNeverDecides, "this never happens \(isDated ? "up to its last date" : "within two years")",
      hint: "check its days and exceptions, or remove it"
    ).asWarning
  }
}
