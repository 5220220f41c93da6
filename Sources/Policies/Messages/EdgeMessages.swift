import Text

/// What can be wrong about what is done at a time.
extension PolicyMessage {
  static func edgeAtMidnight(_ word: String) -> PolicyMessage {
    PolicyMessage(
      .edgeTime, "'\(word)' could be the beginning or the end of the day",
      hint: "write 00:00 and the day that begins then")
  }

  static func edgeOverTime(_ range: String, proposal: String) -> PolicyMessage {
    PolicyMessage(
      .edgeTime, "'\(range)' is a stretch of time: what stands behind 'at' is done at one time",
      hint: "write '\(proposal)'")
  }

  static func edgeTimesJoined(proposal: String) -> PolicyMessage {
    PolicyMessage(.edgeTime, "times are joined by commas; 'and' joins days", hint: "write '\(proposal)'")
  }

  /// `days` is the sentence with its days alone; nil where it has none.
  static func edgeTakesDays(_ proposal: String?) -> PolicyMessage {
    PolicyMessage(
      .edgeTime, "the time stands behind 'at'; what follows it says on which days, and nothing else",
      hint: proposal.map { "write '\($0)'" } ?? "name days, or a schedule without times")
  }

  /// `kids at 21:00`
  static func edgeOfStates(_ name: String, _ pair: StatePair) -> PolicyMessage {
    PolicyMessage(
      .edgeTarget, "'\(name)' is \(pair.words), and nothing that is done at a time",
      hint: "write its state and until when, such as '\(name) \(pair.off) 21:00–07:00'")
  }

  /// `gate off 21:00–07:00`
  static func stateOfAction(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .edgeTarget, "'\(name)' has no states: it is done at certain times",
      hint: "write '\(name) at' and a time, such as '\(name) at 06:45 on weekdays'")
  }

  static let graceWithoutEdge = PolicyMessage(
    .edgeGrace, "'grace' is for what is done at a time", hint: "leave it out, or write such as 'do: gate at 06:45'")

  static func actionUnknown(_ name: String, suggestion: String?, known: [String]) -> PolicyMessage {
    PolicyMessage(
      .targetAction, "there is no action '\(name)'",
      hint: didYouMean(suggestion, otherwise: "the actions are \(known.map { "'\($0)'" }.listed())"))
  }

  static func actionNotPermitted(_ name: String, _ action: String, _ key: PolicyKey.TargetOption) -> PolicyMessage {
    PolicyMessage(
      .targetPermission, "nothing in the file says that '\(name)' may be done: it is '\(action)'",
      hint: "if it may, write '\(key.rawValue): true' into the target '\(name)'")
  }

  /// Nothing in the file has the action done.
  static func actionUnnamed(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .targetUnnamed, "no statement names '\(name)', so it is never done",
      hint: "write a statement such as '\(name) at 06:45 on weekdays', or remove the target"
    ).asWarning
  }

  static func edgeNeverDue(isDated: Bool) -> PolicyMessage {
    PolicyMessage(
      .statementNeverDecides, "this never happens \(isDated ? "up to its last date" : "within two years")",
      hint: "check its days and what 'except' takes away, or remove it"
    ).asWarning
  }
}
