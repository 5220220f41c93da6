/// What can be wrong with the way clauses are put together, and with schedules.
extension PolicyMessage {
  // MARK: - Clauses

  static func mixed(proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenMixed, "'and' joins clauses of different kinds: days, times, or days with times", proposals: proposals,
      hint: "give each clause both days and times")
  }

  static func commaBeforeTimes(proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenComma, "a comma joins days, or times, never days and times", proposals: proposals,
      hint: "leave the comma out")
  }

  /// A comma between clauses of which one lacks days or times, or lists days.
  static func commaBetweenClauses(proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenComma, "the comma can join the days before and behind it, or whole clauses", proposals: proposals,
      hint: "join clauses with and, each with its days and its times")
  }

  static func missingSeparator(_ word: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenSeparator, "there is nothing between '\(word)' and what stands before it", proposals: proposals,
      hint: "join lists with a comma, and clauses with and")
  }

  /// `school nights` where both are schedules, and `school-nights` is one, too.
  static func twoSchedulesOrOne(_ joined: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenSeparator, "this can be the schedule '\(joined)', or two schedules", proposals: proposals,
      hint: "write the dash, or a comma")
  }

  static func daysOnBothSides(_ days: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenOrder, "days stand before the times and behind them: '\(days)'", proposals: proposals,
      hint: "write all days on one side")
  }

  static func daysBehindSeveralTimes(_ days: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenOrder, "'\(days)' can belong to all of these times, or to the last of them", proposals: proposals,
      hint: "write the days before the times")
  }

  static func daysBehindException(_ days: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenOrder, "'\(days)' can belong to the exception, or to the whole line", proposals: proposals,
      hint: "write the days before the times")
  }

  static func singleDayBehindNight(
    _ days: String, _ times: String, isNight: Bool, proposals: [String]
  ) -> PolicyMessage {
    PolicyMessage(
      .whenOrder,
      "'\(days)' behind '\(times)' can be "
        + (isNight
          ? "the day on which the night begins, or the one on which it ends"
          : "a day of this kind, or a single moment"),
      proposals: proposals, hint: "write the day before the times: there it is the day on which they begin")
  }

  static func daysLedAnew(_ days: String, _ times: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenMixed, "'\(days)' can be meant at '\(times)', too, or all day", proposals: proposals,
      hint: "write the days before the times")
  }

  static func bareHours(_ name: String, days: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenMixed, "'\(name)' can be meant of '\(days)', too, or of every day", proposals: proposals,
      hint: "give each clause its days")
  }

  static func bareDayBehindTimes(_ days: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenOrder, "'\(days)' behind a time reads as a moment", proposals: proposals,
      hint: "write the day before the times")
  }

  // MARK: - Exceptions

  static func exceptWithoutAnd(proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenExcept, "a further 'except' must be joined by 'and'", proposals: proposals, hint: "write and before it")
  }

  static func exceptJoined(_ mark: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenExcept, "'\(mark)' must not stand before an exception here", proposals: proposals,
      hint: "leave '\(mark)' out")
  }

  static func butAlone(proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenExcept, "'but' alone can mean 'except' or 'and'", proposals: proposals, hint: "write but not, or and")
  }

  /// Days with times are taken from always, or from the same times.
  static func wholeException(_ word: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenExcept, "'\(word)' can take these times from all others, or the days from these times",
      proposals: proposals, hint: "write the times first, then except and the days")
  }

  /// `except holidays 21:00–07:00`, the only thing behind a state.
  static func wholeExceptionMeant(times: String, days: String) -> PolicyMessage {
    PolicyMessage(
      .whenExcept, "this holds always, but for these times on these days",
      hint: "if only these times are meant, put them first: \(times) except \(days)"
    ).asWarning
  }

  // MARK: - Always

  static func alwaysInSchedule(_ word: String) -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "'\(word)' belongs behind a state: a schedule says which days and times",
      hint: "write daily for every day, or leave it out")
  }

  static func alwaysAndMore(_ word: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "'\(word)' and days or times do not go together", proposals: proposals,
      hint: "leave '\(word)' out")
  }

  // MARK: - Schedules

  static func unknownSchedule(_ name: String, suggestion: String?) -> PolicyMessage {
    PolicyMessage(
      .scheduleUnknown, "there is no schedule '\(name)'",
      hint: didYouMean(suggestion, otherwise: "define \(name) under schedules"))
  }

  static func notASchedule(_ name: String, but kind: String) -> PolicyMessage {
    PolicyMessage(.scheduleUnknown, "'\(name)' is a \(kind), not a schedule", hint: "days and times follow the state")
  }

  static func timesAsDay(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .scheduleTimes, "the schedule '\(name)' holds times, so that it cannot stand for days",
      hint: "join it with and to other clauses with times, or take the times out of it")
  }

  static func prepositionBeforeSchedule(_ name: String, preposition: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .scheduleTimes,
      "'\(preposition)' stands before the schedule '\(name)', which holds times; it may stand before days only",
      proposals: proposals, hint: "leave '\(preposition)' out")
  }

  static func timesOnOwnDays(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .scheduleTimes, "the schedule '\(name)' has days of its own, so that no others can stand beside it",
      hint: "take the days out of it, or leave the others out")
  }

  static func timesOnTimes(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .scheduleTimes, "the schedule '\(name)' holds times already, so that no times can follow it",
      hint: "leave the times out, or take them out of the schedule")
  }

  static func manyTimesBesideDays(_ name: String, most: Int) -> PolicyMessage {
    PolicyMessage(
      .scheduleTimes, "the schedule '\(name)' has more than \(most) times, so that it cannot stand beside days",
      hint: "write the days into the schedule")
  }

  static func evesOfTimes(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .scheduleTimes, "the schedule '\(name)' holds times, so that it has no eves",
      hint: "name a schedule of days alone")
  }

  static func scheduleCircle(_ names: [String]) -> PolicyMessage {
    PolicyMessage(
      .scheduleCircle, "a schedule cannot use itself: " + names.joined(separator: " → "),
      hint: "take one of them out of the circle")
  }

  static func scheduleDepth(_ name: String, limit: Int) -> PolicyMessage {
    PolicyMessage(
      .scheduleDepth, "schedules use schedules more than \(limit) deep at '\(name)'", hint: "write some of the days out"
    )
  }

  static func unusedSchedule(_ name: String) -> PolicyMessage {
    PolicyMessage(.scheduleUnused, "nothing uses the schedule '\(name)'", hint: "use it in a statement, or remove it")
      .asWarning
  }
}
