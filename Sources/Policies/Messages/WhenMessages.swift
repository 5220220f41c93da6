/// What can be wrong with the way clauses are put together, and with schedules.
extension PolicyMessage {
  // MARK: - Clauses

  static func mixed(readings: [String]) -> PolicyMessage {
    PolicyMessage(
      .whenMixed, "'and' joins clauses of different kinds: days, times, or days with times",
      hint: "write " + alternatives(readings.map { "'\($0)'" }))
  }

  static func commaBeforeTimes(proposal: String) -> PolicyMessage {
    PolicyMessage(.whenComma, "a comma joins days, or times, never days and times", hint: writeSentence(proposal))
  }

  static func commaBeforeDays(proposal: String?) -> PolicyMessage {
    PolicyMessage(
      .whenComma, "a comma joins days, or times, never times and days",
      hint: writeSentence(proposal) ?? "join clauses with 'and', each with its days and its times")
  }

  static func missingSeparator(_ word: String, proposal: String) -> PolicyMessage {
    PolicyMessage(
      .whenSeparator, "there is nothing between '\(word)' and what stands before it", hint: writeSentence(proposal))
  }

  static func daysAfterTimes(_ days: String, proposal: String?) -> PolicyMessage {
    PolicyMessage(.whenOrder, "'\(days)' stands after the times; days come first", hint: writeSentence(proposal))
  }

  /// A name that ends a sentence which was complete without it: a schedule out of its place, or nothing at all.
  static func nameAfterTimes(_ name: String, proposal: String) -> PolicyMessage {
    PolicyMessage(
      .whenOrder, "'\(name)' stands after the times, where nothing more is expected",
      hint: "remove it; if it is a schedule, write '\(proposal)'")
  }

  static func exceptWithoutAnd(proposal: String) -> PolicyMessage {
    PolicyMessage(.whenExcept, "a further 'except' must be joined by 'and'", hint: writeSentence(proposal))
  }

  static func exceptJoined(_ mark: String, proposal: String) -> PolicyMessage {
    PolicyMessage(.whenExcept, "'\(mark)' must not stand before 'except' here", hint: writeSentence(proposal))
  }

  // MARK: - Schedules

  static func unknownSchedule(_ name: String, suggestion: String?) -> PolicyMessage {
    PolicyMessage(
      .scheduleUnknown, "there is no schedule '\(name)'",
      hint: didYouMean(suggestion, otherwise: "define it under 'schedules'"))
  }

  static func notASchedule(_ name: String, but kind: String) -> PolicyMessage {
    PolicyMessage(.scheduleUnknown, "'\(name)' is a \(kind), not a schedule", hint: "days and times follow the state")
  }

  static func timesAsDay(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .scheduleTimes, "the schedule '\(name)' holds times, so that it cannot stand for days",
      hint: "join it with 'and' to other clauses with times, or take the times out of it")
  }

  static func prepositionBeforeSchedule(_ name: String, preposition: String) -> PolicyMessage {
    PolicyMessage(
      .scheduleTimes,
      "'\(preposition)' stands before the schedule '\(name)', which holds times; it may stand before days only",
      hint: "leave '\(preposition)' out")
  }

  static func timesOnTimes(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .scheduleTimes, "the schedule '\(name)' holds times already, so that no times can follow it",
      hint: "leave the times out, or take them out of the schedule")
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
