import CivilTime
import Text

/// What is doubtful about a policy that is understood.
extension PolicyMessage {
  /// A statement that decides nothing, and those that cover it; none where it never holds. `isDated`: looked at up to
  /// the last of its dates, not for two years.
  static func neverDecides(_ statement: Statement, coveredBy covering: [Statement], isDated: Bool) -> PolicyMessage {
    let reach = isDated ? "up to its last date" : "within two years"
    guard let first = covering.first else {
      return PolicyMessage(
        .statementNeverDecides, "this statement never holds \(reach)",
        hint: "check its days and what 'except' takes away, or remove it"
      ).asWarning
    }
    let names = someOf(covering.map { "'\($0.id)'" })
    let verb = covering.count == 1 ? "covers" : "cover"
    let isRepetition = covering.allSatisfy {
      $0.state == statement.state && $0.atOtherTimes == statement.atOtherTimes
    }
    return PolicyMessage(
      .statementNeverDecides, "this statement decides nothing \(reach): \(names) \(verb) it",
      hint: isRepetition
        ? "it only says the same once more: remove it"
        : "a later statement wins: move this one below \(covering.count == 1 ? "'\(first.id)'" : "them"), or remove it"
    ).asWarning
  }

  /// A statement that decides, but nothing that would not hold without it: by `supports`, or by `otherwise`.
  ///
  /// `only` is the sentence that somebody may have meant. `isAlone`: without the statement a target would be left alone.
  static func noEffect(
    _ statement: Statement, _ states: StatePair, supports: [Statement], only: String?, isAlone: Bool
  ) -> PolicyMessage {
    let names = statement.subjects.map(\.text)
    let verb = names.count == 1 ? "is" : "are"
    let state = statement.atOtherTimes == nil ? statement.state.rawValue : "as it says"
    let when = statement.when.contains(.always) || statement.atOtherTimes != nil ? "" : " at these times"
    let reason = supports.isEmpty ? "" : " by " + someOf(supports.map { "'\($0.id)'" })
    return PolicyMessage(
      .statementNoEffect,
      "this statement changes nothing: \(names.map { "'\($0)'" }.listed()) \(verb) \(state)\(when) anyway\(reason)",
      hint: only.map { "to allow only these hours write '\($0)'" }
        ?? noEffectHint(statement, states, names.joined(separator: ", "), supports, isAlone: isAlone)
    ).asWarning
  }

  private static func noEffectHint(
    _ statement: Statement, _ states: StatePair, _ names: String, _ supports: [Statement], isAlone: Bool
  ) -> String {
    if statement.atOtherTimes != nil || statement.when.contains(.always) { return "remove it" }
    if let support = supports.first, statement.when.contains(where: { !$0.exceptions.isEmpty }) {
      return
        "'except' takes time away from this statement only: write the exception into '\(support.id)', or remove this one"
    }
    if statement.state == states.off { return "remove it" }
    let other =
      "to have the other state at all other times write the line '\(names) \(states.opposite(of: statement.state))' above it"
    return isAlone ? other : other + ", or remove it"
  }

  // MARK: - Nights

  /// `sentence` is one about the nights before weekdays; nil where only its days can be named.
  static func opensNight(until end: TimeOfDay, sentence: String?) -> PolicyMessage {
    PolicyMessage(
      .windowNights, "'until \(ClockTime.text(end))' begins at 00:00, and so opens the night that ends on such a day",
      hint: writeSentence(sentence).map { $0 + " if that night is not meant" }
    ).asWarning
  }

  static func nights(_ words: Statement.NightWords, sentence: String?) -> PolicyMessage {
    switch words {
    case .weekdays:
      PolicyMessage(
        .windowNights,
        "'weekdays' are the days on which these nights start: the night from Friday to Saturday is among them, the night "
          + "from Sunday to Monday is not",
        hint: "for the nights before weekdays write " + (sentence.map { "'\($0)'" } ?? "'sun-thu' for 'weekdays'")
      ).asNote
    case .exceptWeekends:
      PolicyMessage(
        .windowNights,
        "'except weekends' takes away the nights that start on Saturday and Sunday: the night from Sunday to Monday is "
          + "free, the night from Friday to Saturday is not",
        hint: "for the nights before weekdays write "
          + (sentence.map { "'\($0)'" } ?? "'except fri-sat' for 'except weekends'")
      ).asNote
    case .until(let end): opensNight(until: end, sentence: sentence)
    }
  }

  static func emptyWindow(_ time: TimeRange, on day: CivilDate, skipped gap: EmptyWindows.Gap) -> PolicyMessage {
    PolicyMessage(
      .windowEmpty,
      "the window \(SentenceText.text(of: [time])) is empty on \(day.weekday.shortName) \(DateFigures.text(day)): "
        + "the clock skips \(text(gap))",
      hint: "nothing happens then; begin earlier or end later if something should"
    ).asWarning
  }

  /// `02:00–03:00`; with its dates where it lies on two days.
  private static func text(_ gap: EmptyWindows.Gap) -> String {
    if gap.start.date == gap.end.date { return gap.start.clockText + "–" + gap.end.clockText }
    let endsAtMidnight = gap.end.secondOfDay == 0 && gap.end.date == gap.start.date.adding(days: 1)
    if endsAtMidnight { return gap.start.clockText + "–24:00" }
    return "\(gap.start.date) \(gap.start.clockText) – \(gap.end.date) \(gap.end.clockText)"
  }
}
