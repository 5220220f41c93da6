/// What can be wrong with how clauses are joined, and with schedules.
extension PolicyMessage {
  // MARK: - Clauses

  static func mixed(proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenMixed, "'and' joins clauses of different kinds: days, times, or days with times", proposals: proposals,
      hint: "give each clause both days and times")
  }

  static func commaBeforeTimes(proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenComma, "a comma joins days to days, or times to times, never days to times", proposals: proposals,
      hint: "leave the comma out")
  }

  /// A comma between clauses, one of which lacks days or times, or lists days.
  static func commaBetweenClauses(proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenComma, "the comma can join the days on both sides of it, or whole clauses", proposals: proposals,
      hint: "join clauses with and, each with its days and its times")
  }

  static func clauseBehindException(_ clause: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenComma, "after the comma '\(clause)' can belong to the exception, or to the whole line", proposals: proposals,
      hint: "write and for the exception, or the clause before it for the whole line")
  }

  static func missingSeparator(_ word: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenSeparator, "expected a comma or 'and' before '\(word)'", proposals: proposals,
      hint: "join lists with a comma, and clauses with and")
  }

  /// The same where the days on both sides are of two sorts, as in `term weekdays`: somebody means those that are both.
  var forDaysInBoth: PolicyMessage {
    var message = self
    message.hint = Self.daysInBoth + "; a comma between them means either"
    message.lead = Self.daysInBoth + "; for those in either, write "
    return message
  }

  private static let daysInBoth =
    "for the days that are in both, define a schedule of the days to leave out, and write it behind except"

  /// `school nights` where both are schedules, and `school-nights` is one, too.
  static func twoSchedulesOrOne(_ joined: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenSeparator, "this can be the schedule '\(joined)', or two schedules", proposals: proposals,
      hint: "write the dash, or a comma")
  }

  /// `night shift` where `night-shift` is a schedule.
  static func scheduleInWords(_ words: String, _ name: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenSeparator, "'\(words)' can be the schedule '\(name)'", proposals: proposals, hint: "write \(name) for it")
  }

  static func daysOnBothSides(_ days: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenOrder, "there are days both before and after the times: '\(days)'", proposals: proposals,
      hint: "write all days on one side")
  }

  static func daysBehindSeveralTimes(_ days: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenOrder, "'\(days)' can belong to all of these times, or only to the last", proposals: proposals,
      hint: "write the days before the times")
  }

  static func daysBehindException(_ days: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenOrder, "'\(days)' can belong to the exception, or to the whole line", proposals: proposals,
      hint: "write the days before the times")
  }

  /// `isNight`: the times go on after midnight; else one end of them is not said.
  static func singleDayBehindNight(
    _ days: String, _ times: String, isNight: Bool, proposals: [String]
  ) -> PolicyMessage {
    var message = PolicyMessage(
      .whenOrder,
      "'\(days)' after '\(times)' can be "
        + (isNight
          ? "the day the night starts on, or the day it ends on"
          : "the day of these hours, or one end of something longer"),
      proposals: proposals, hint: "write the day before the times: then it is the day they start on")
    if !isNight {
      message.trail = " for these hours alone, or a clause for each day of something longer"
    } else if proposals.count == 1 {
      message.trail =
        " for the nights that start then, or give the days a name under schedules and write eves of it for those that end then"
    }
    return message
  }

  static func daysLedAnew(_ days: String, _ times: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenMixed, "'\(days)' can apply at '\(times)', or all day", proposals: proposals,
      hint: "write the days before the times")
  }

  static func bareHours(_ name: String, days: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenMixed, "'\(name)' can apply on '\(days)', or every day", proposals: proposals,
      hint: "give each clause its days")
  }

  static func bareDayBehindTimes(_ days: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenOrder, "'\(days)' after a time reads as a single moment", proposals: proposals,
      hint: "write the day before the times")
  }

  // MARK: - Exceptions

  static func exceptWithoutAnd(proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenExcept, "another 'except' must be joined with 'and'", proposals: proposals, hint: "write and before it")
  }

  static func exceptJoined(_ mark: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenExcept, "'\(mark)' cannot come before an exception here", proposals: proposals,
      hint: "leave '\(mark)' out")
  }

  static func butAlone(proposals: [String]) -> PolicyMessage {
    var message = PolicyMessage(
      .whenExcept, "'but' alone can mean 'except' or 'and'", proposals: proposals, hint: "write but not, or and")
    message.fewestProposals = 2
    return message
  }

  /// Days with times are excepted from always, or from the same times.
  static func wholeException(_ word: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenExcept, "'\(word)' can leave these times out of all others, or the days out of these times",
      proposals: proposals, hint: "write the times first, then except and the days")
  }

  /// `except holidays 21:00–07:00`, the only thing after a state or after days.
  static func wholeExceptionMeant(_ open: WholeException, proposals: [String]) -> PolicyMessage {
    var message = PolicyMessage(
      .whenExcept,
      "this \(open.isOfAlways ? "always applies" : "applies all day"), except at these times on these days",
      proposals: proposals,
      hint: "put the times first if you mean only these: \(open.times) except \(open.days)"
    ).asWarning
    message.fewestProposals = 2
    return message
  }

  // MARK: - Always

  /// `except 24/7`
  static func exceptAlways(_ word: String) -> PolicyMessage {
    PolicyMessage(
      .whenExcept, "after 'except' '\(word)' would leave nothing", hint: "write the days or times that are left out")
  }

  static func alwaysInSchedule(_ word: String) -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "'\(word)' belongs after a state: a schedule says which days and times",
      hint: "write daily for every day, or leave it out")
  }

  static func alwaysAndMore(_ word: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "'\(word)' cannot be combined with days or times", proposals: proposals,
      hint: "leave '\(word)' out")
  }

  // MARK: - Schedules

  static func unknownSchedule(_ name: String, suggestion: String?) -> PolicyMessage {
    PolicyMessage(
      .scheduleUnknown, "unknown schedule '\(name)'",
      hint: didYouMean(suggestion, otherwise: "define '\(name)' under 'schedules'"))
  }

  static func notASchedule(_ name: String, but kind: String) -> PolicyMessage {
    PolicyMessage(.scheduleUnknown, "'\(name)' is a \(kind), not a schedule", hint: "days and times follow the state")
  }

  static func timesAsDay(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .scheduleTimes, "the schedule '\(name)' has times, so it cannot be used as a day",
      hint: "join it with and to other clauses with times, or remove its times")
  }

  static func prepositionBeforeSchedule(_ name: String, preposition: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .scheduleTimes,
      "'\(preposition)' can come before days, but the schedule '\(name)' has times",
      proposals: proposals, hint: "leave '\(preposition)' out")
  }

  static func timesOnOwnDays(_ name: String, isCalendar: Bool) -> PolicyMessage {
    PolicyMessage(
      .scheduleTimes, "the schedule '\(name)' is more than times of day, so it cannot be combined with days",
      hint: isCalendar
        ? "write it by itself: days can be left out of it, as in \(name) except sat, sun"
        : "remove its days and exceptions, or leave the days here out")
  }

  static func timesOnTimes(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .scheduleTimes, "the schedule '\(name)' already has times, so no times can follow it",
      hint: "leave the times out, or remove those of the schedule")
  }

  static func manyTimesBesideDays(_ name: String, most: Int) -> PolicyMessage {
    PolicyMessage(
      .scheduleTimes, "the schedule '\(name)' has more than \(most) times, so it cannot be combined with days",
      hint: "write the days in the schedule")
  }

  static func evesOfTimes(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .scheduleTimes, "the schedule '\(name)' has times, so it has no eves",
      hint: "name a schedule that has only days")
  }

  static func scheduleCircle(_ names: [String]) -> PolicyMessage {
    PolicyMessage(
      .scheduleCircle, "a schedule cannot use itself: " + names.joined(separator: " → "),
      hint: "remove one of these references")
  }

  static func scheduleDepth(_ name: String, limit: Int) -> PolicyMessage {
    PolicyMessage(
      .scheduleDepth, "schedules are nested more than \(limit) deep at '\(name)'",
      hint: "write some of the days directly"
    )
  }

  static func unusedSchedule(_ name: String) -> PolicyMessage {
    PolicyMessage(.scheduleUnused, "nothing uses the schedule '\(name)'", hint: "use it in a statement, or remove it")
      .asWarning
  }
}
