import Text

/// What can be wrong with `only`.
extension PolicyMessage {
  static let onlyTwice = PolicyMessage(
    .sentenceOnly, "'only' is written twice", hint: "write it once, right after the state")

  static let onlyOutsideStatement = PolicyMessage(
    .sentenceOnly, "'only' belongs after a state, not in a list of days and times",
    hint:
      "leave it out here and write it in the statement, as in 'kids on only 15:00–18:00'; a statement with keys has "
      + "'only' instead of 'when'")

  /// `times` is the sentence with `only` about the times; nil where that takes two lines, `others` and `target`.
  static func onlyBeforeTarget(times: String?, others: String, target: String) -> PolicyMessage {
    PolicyMessage(
      .sentenceOnly, "'only' before a target can mean this target or these times",
      hint: times.map {
        "write '\($0)' to have it off at every other time, or '\(target)' to leave other targets and times as they are"
      }
        ?? "write '\(target)' to leave other targets and times as they are, and the line '\(others)' above it to have it "
        + "off at every other time")
  }

  /// What is proposed elsewhere does not go behind `only`.
  static let timesBehindOnly = "write times of day, as in 15:00–18:00: nothing else can follow 'only'"

  /// `pihole on only 10:00–12:00`: the lines that say the same of states with other words.
  static func linesInsteadOfOnly(_ lines: [String]) -> String {
    "'only' goes with 'on': write the lines \(lines.map { "'\($0)'" }.listed())"
  }

  static func onlyWithoutTimes(_ names: String) -> PolicyMessage {
    var message = PolicyMessage(
      .sentenceOnly, "'only' needs times of day", proposals: ["\(names) on only 15:00–18:00"],
      hint: "write them after it, as in on only 15:00–18:00")
    message.lead = "write something like "
    return message
  }

  static func onlyWithoutState(_ names: String, when: String) -> PolicyMessage {
    PolicyMessage(
      .sentenceOnly, "'only' needs a state: on or off?",
      proposals: ["\(names) on only \(when)", "\(names) off \(when)"], hint: "write on or off next to it")
  }

  /// `alone` is the sentence without `only`; nil if that cannot be written, either. `before` is the line that gives the other
  /// state at all other times; nil if that is not simply written, as for a door.
  static func onlyState(_ state: String, alone: String?, before: String?) -> PolicyMessage {
    let first = alone.map { "write '\($0)'" } ?? "leave 'only' out"
    let verb = alone == nil ? "write " : ""
    return PolicyMessage(
      .sentenceOnly, "'only' goes with 'on', not with '\(state)'",
      hint: first + (before.map { ", and \(verb)the line '\($0)' above it for every other time" } ?? ""))
  }

  static func onlyMisplaced(_ proposal: String) -> PolicyMessage {
    PolicyMessage(.sentenceOnly, "'only' belongs right after the state", hint: "write '\(proposal)'")
  }

  /// `kids on only daily 15:00–18:00`
  static func onlyTakesNoDays(_ proposal: String) -> PolicyMessage {
    PolicyMessage(
      .sentenceOnly, "'only' takes nothing but times of day, which are meant of every day", hint: "write '\(proposal)'")
  }

  /// For each schedule the lines where everything else is off, and those where nothing is said about other days.
  static func onlyTakesTimes(readings: [(all: [String], named: [String])]) -> PolicyMessage {
    let all = lines(readings.first.map { [$0.all[0]] + readings.compactMap(\.all.last) } ?? [])
    let named = lines(readings.flatMap(\.named))
    return PolicyMessage(
      .sentenceOnly, "'only' takes nothing but times of day: what applies on the other days?",
      hint: "off at every other time: write \(all); the other days left as they are: write \(named)")
  }

  /// `'kids on'`, or `the lines 'kids off' and 'kids on mon'`.
  private static func lines(_ sentences: [String]) -> String {
    let quoted = sentences.map { "'\($0)'" }
    return quoted.count == 1 ? quoted[0] : "the lines \(quoted.listed())"
  }
}
