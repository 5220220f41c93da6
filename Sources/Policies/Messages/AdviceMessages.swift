import CivilTime
import Text

/// What is doubtful about a valid policy.
extension PolicyMessage {
  /// One sentence with the hours of several statements.
  struct JoinedHours {
    var sentence: String
    /// The ids of the statements, in the order of the file.
    var ids: [String]

    /// `write '…' instead of 'policy-1' and 'policy-2'`
    var hint: String {
      "write '\(sentence)'" + (ids.count > 1 ? " instead of " + ids.map { "'\($0)'" }.listed() : "")
    }
  }

  /// What somebody meant who wrote what holds anyway.
  enum Limit {
    case only(JoinedHours)
    /// The opposite in a line above the statement with this id; nil for the statement itself.
    case opposite(above: String?)
  }

  /// A statement that never takes effect, and those that cover it; none if it never applies. `isDated`: checked up to
  /// its last date, not for two years. `joined`: the hours of all such statements that are covered by the same one.
  /// `needed`: what to write instead if a target would be left alone without it.
  static func neverDecides(
    _ statement: Statement, coveredBy covering: [Statement], isDated: Bool, joined: JoinedHours?, needed: String?
  ) -> PolicyMessage {
    let reach = isDated ? "up to its last date" : "within two years"
    guard let first = covering.first else {
      return PolicyMessage(
        .statementNeverDecides, "this statement never applies \(reach)",
        hint: "check its days and exceptions, or \(removal(needed))"
      ).asWarning
    }
    let names = someOf(covering.map { "'\($0.id)'" })
    let verb = covering.count == 1 ? "covers" : "cover"
    let isRepetition = covering.allSatisfy { other in
      other.state == statement.state && other.atOtherTimes == statement.atOtherTimes
        && (statement.atOtherTimes == nil || other.when == statement.when)
    }
    let hint =
      if isRepetition {
        "\(removal(needed)): it only repeats what is said there"
      } else if let joined, joined.ids.contains(statement.id) {
        "change '\(first.id)' to '\(joined.sentence)', and remove this one: '\(first.id)' says what holds at all other times"
      } else {
        "move this one below \(covering.count == 1 ? "'\(first.id)'" : "them"), or \(removal(needed)): "
          + "a later statement wins"
      }
    return PolicyMessage(
      .statementNeverDecides, "this statement never takes effect \(reach): \(names) \(verb) it", hint: hint
    ).asWarning
  }

  /// `remove it`, or what to write instead if a target is left alone otherwise.
  private static func removal(_ needed: String?) -> String {
    needed.map { "write '\($0)' instead" } ?? "remove it"
  }

  /// A statement that takes effect but changes nothing: `supports`, or `otherwise`, already say the same. `meant` is nil
  /// for one that is of no use. `needed`: what to write instead if a target would be left alone without it.
  static func noEffect(
    _ statement: Statement, _ states: StatePair, supports: [Statement], meant: Limit?, needed: String?
  ) -> PolicyMessage {
    let names = statement.subjects.map(\.text)
    let verb = names.count == 1 ? "is" : "are"
    let state = statement.atOtherTimes == nil ? statement.state.rawValue : "as it says"
    let when = statement.when.contains(.always) || statement.atOtherTimes != nil ? "" : " at these times"
    let reason = supports.isEmpty ? "" : ", because of " + someOf(supports.map { "'\($0.id)'" })
    return PolicyMessage(
      .statementNoEffect,
      "this statement changes nothing: \(names.map { "'\($0)'" }.listed()) \(verb) \(state)\(when) anyway\(reason)",
      hint: noEffectHint(statement, states, supports, meant, needed)
    ).asWarning
  }

  private static func noEffectHint(
    _ statement: Statement, _ states: StatePair, _ supports: [Statement], _ meant: Limit?, _ needed: String?
  ) -> String {
    switch meant {
    case .only(let hours): return hours.hint + " to allow only these hours"
    case .opposite(let above):
      let names = statement.subjects.map(\.text).joined(separator: ", ")
      return "write the line '\(names) \(states.opposite(of: statement.state))' above "
        + (above.map { "'\($0)'" } ?? "it") + " to have that at all other times, or \(removal(needed))"
    case nil:
      guard let support = supports.first, statement.atOtherTimes == nil,
        statement.when.contains(where: { !$0.exceptions.isEmpty })
      else { return removal(needed) }
      return "write the exception in '\(support.id)', or "
        + (needed == nil ? "remove this one" : removal(needed)) + ": 'except' only limits the statement it is in"
    }
  }

  // MARK: - Nights

  /// `byDay` is the sentence that begins at the end of the night, `byNight` that about the next one; nil where none can be
  /// proposed.
  static func opensNight(until end: TimeOfDay, byDay: String?, byNight: String?) -> PolicyMessage {
    PolicyMessage(
      .windowNights, "'until \(ClockTime.text(end))' begins at 00:00, so it opens the night that ends on that day",
      hint: writeSentence(byDay).map { $0 + " if you do not mean that night" }
        ?? writeSentence(byNight).map { $0 + " for the night that begins on that day" }
        ?? "write when it begins, too, if you do not mean that night"
    ).asWarning
  }

  /// `21:00–07:00 except fri until 23:00`; `isOfNextNight` if the proposal is about the night that begins on that day.
  static func exceptsNight(until end: TimeOfDay, isOfNextNight: Bool, proposals: [String]) -> PolicyMessage {
    let text = ClockTime.text(end)
    var message = PolicyMessage(
      .windowNights, "'until \(text)' begins at 00:00, so it leaves out the night that ends on that day",
      proposals: proposals, hint: "write when it begins, too, as in 00:00–\(text)")
    message.trail =
      isOfNextNight
      ? " for the night that begins on that day, or 00:00–\(text) if you mean the other one"
      : " if you do not mean that night, or 00:00–\(text) if you do"
    return message.asWarning
  }

  /// `mon-fri 21:00–07:00 and fri until 23:00`
  static func untilBesideNight(_ end: TimeOfDay, proposals: [String]) -> PolicyMessage {
    let text = ClockTime.text(end)
    var message = PolicyMessage(
      .windowNights, "'until \(text)' begins at 00:00, so it is all of that day up to then", proposals: proposals,
      hint: "write 00:00–\(text) if you mean that, or when the night begins and ends")
    message.trail = " if the night begins then, or 00:00–\(text) for all of the day"
    return message.asWarning
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
    case .weekdays, .weekdaysAmongOthers:
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
    case .until(let end): opensNight(until: end, byDay: nil, byNight: nil)
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
