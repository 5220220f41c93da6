import CivilTime
import Text

/// What is doubtful about a valid policy.
extension PolicyMessage {
  /// A statement that never takes effect, and those that cover it; none if it never applies. `isDated`: checked up to
  /// its last date, not for two years.
  static func neverDecides(_ statement: Statement, coveredBy covering: [Statement], isDated: Bool) -> PolicyMessage {
    let reach = isDated ? "up to its last date" : "within two years"
    guard let first = covering.first else {
      return PolicyMessage(
        .statementNeverDecides, "this statement never applies \(reach)",
        hint: "check its days and exceptions, or remove it"
      ).asWarning
    }
    let names = someOf(covering.map { "'\($0.id)'" })
    let verb = covering.count == 1 ? "covers" : "cover"
    let isRepetition = covering.allSatisfy {
      $0.state == statement.state && $0.atOtherTimes == statement.atOtherTimes
    }
    return PolicyMessage(
      .statementNeverDecides, "this statement never takes effect \(reach): \(names) \(verb) it",
      hint: isRepetition
        ? "remove it: it only repeats what is said there"
        : "move this one below \(covering.count == 1 ? "'\(first.id)'" : "them"), or remove it: a later statement wins"
    ).asWarning
  }

  /// A statement that takes effect but changes nothing: `supports`, or `otherwise`, already say the same.
  ///
  /// `only` is the sentence the user may have meant. `isAlone`: without the statement a target would be left alone.
  static func noEffect(
    _ statement: Statement, _ states: StatePair, supports: [Statement], only: String?, isAlone: Bool
  ) -> PolicyMessage {
    let names = statement.subjects.map(\.text)
    let verb = names.count == 1 ? "is" : "are"
    let state = statement.atOtherTimes == nil ? statement.state.rawValue : "as it says"
    let when = statement.when.contains(.always) || statement.atOtherTimes != nil ? "" : " at these times"
    let reason = supports.isEmpty ? "" : ", because of " + someOf(supports.map { "'\($0.id)'" })
    return PolicyMessage(
      .statementNoEffect,
      "this statement changes nothing: \(names.map { "'\($0)'" }.listed()) \(verb) \(state)\(when) anyway\(reason)",
      hint: only.map { "write '\($0)' to allow only these hours" }
        ?? noEffectHint(statement, states, names.joined(separator: ", "), supports, isAlone: isAlone)
    ).asWarning
  }

  private static func noEffectHint(
    _ statement: Statement, _ states: StatePair, _ names: String, _ supports: [Statement], isAlone: Bool
  ) -> String {
    if statement.atOtherTimes != nil || statement.when.contains(.always) { return "remove it" }
    if let support = supports.first, statement.when.contains(where: { !$0.exceptions.isEmpty }) {
      return
        "write the exception in '\(support.id)', or remove this one: 'except' only limits the statement it is in"
    }
    if statement.state == states.off { return "remove it" }
    let other =
      "write the line '\(names) \(states.opposite(of: statement.state))' above it to have that at all other times"
    return isAlone ? other : other + ", or remove it"
  }

  // MARK: - Nights

  /// `sentence` is one about the nights before weekdays; nil if only its days can be named.
  static func opensNight(until end: TimeOfDay, sentence: String?) -> PolicyMessage {
    PolicyMessage(
      .windowNights, "'until \(ClockTime.text(end))' begins at 00:00, so it opens the night that ends on that day",
      hint: writeSentence(sentence).map { $0 + " if you do not mean that night" }
    ).asWarning
  }

  /// What to write for the nights before weekdays.
  struct MeantNights {
    /// The statement; nil if only its words can be named.
    var sentence: String?
    /// Whether it is about the nights before weekends, too.
    var movesWeekends: Bool
    var others = Others.none

    /// The other statements, which are about weekends.
    enum Others {
      case none
      case statement(id: String, sentence: String)
      /// Only their words can be named.
      case byWord
    }
  }

  /// `meant` is nil if it is not known which nights are meant.
  static func nights(_ words: Statement.NightWords, meant: MeantNights?) -> PolicyMessage {
    switch words {
    case .weekdays:
      PolicyMessage(
        .windowNights,
        "'weekdays' are the days these nights start on: Friday night is included, Sunday night is not",
        hint: meant.map { hint($0, instead: "'sun-thu' instead of 'weekdays'") }
      ).asNote
    case .exceptWeekends:
      PolicyMessage(
        .windowNights,
        "'except weekends' leaves out the nights that start on Saturday and Sunday: Sunday night is left out, Friday "
          + "night is not",
        hint: meant.map { hint($0, instead: "'except fri-sat' instead of 'except weekends'") }
      ).asNote
    case .until(let end): opensNight(until: end, sentence: nil)
    }
  }

  private static func hint(_ meant: MeantNights, instead words: String) -> String {
    let weekends = "'fri-sat' instead of 'weekends'"
    let own = meant.sentence.map { "'\($0)'" } ?? words + (meant.movesWeekends ? " and " + weekends : "")
    let nights = "write \(own) for the nights before weekdays" + (meant.movesWeekends ? " and weekends" : "")
    return switch meant.others {
    case .none: nights
    case .statement(let id, let sentence): nights + ", and '\(sentence)' instead of '\(id)'"
    case .byWord: nights + ", and \(weekends) in the other lines"
    }
  }

  static func emptyWindow(_ time: TimeRange, on day: CivilDate, skipped gap: EmptyWindows.Gap) -> PolicyMessage {
    PolicyMessage(
      .windowEmpty,
      "the window \(SentenceText.text(of: [time])) is empty on \(day.weekday.shortName) \(DateFigures.text(day)): "
        + "the clock skips \(text(gap))",
      hint: "begin earlier or end later if something should happen then"
    ).asWarning
  }

  /// `02:00–03:00`; with its dates if it spans two days.
  private static func text(_ gap: EmptyWindows.Gap) -> String {
    if gap.start.date == gap.end.date { return gap.start.clockText + "–" + gap.end.clockText }
    let endsAtMidnight = gap.end.secondOfDay == 0 && gap.end.date == gap.start.date.adding(days: 1)
    if endsAtMidnight { return gap.start.clockText + "–24:00" }
    return "\(gap.start.date) \(gap.start.clockText) – \(gap.end.date) \(gap.end.clockText)"
  }
}
