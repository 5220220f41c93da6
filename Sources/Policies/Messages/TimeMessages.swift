/// What can be wrong with the times and dates of a sentence.
extension PolicyMessage {
  // MARK: - Times

  static func timeForm(_ text: String, readings: [String]) -> PolicyMessage {
    PolicyMessage(.timeForm, "'\(text)' is not a time", hint: write(readings) ?? "write it as 21:00 or 9pm")
  }

  static func halfApart(_ text: String, proposal: String) -> PolicyMessage {
    PolicyMessage(.timeForm, "'\(text)' is not a time: am and pm belong right after it", hint: "write \(proposal)")
  }

  static func timesJoinedByDots(_ text: String, proposal: String) -> PolicyMessage {
    PolicyMessage(.timeForm, "'\(text)' is not a range of times: '..' joins dates", hint: "write \(proposal)")
  }

  static func bareNumber(_ text: String, readings: [String]) -> PolicyMessage {
    let isRange = text.unicodeScalars.contains { !ASCII.isDigit($0) }
    return PolicyMessage(
      .timeBareNumber,
      isRange ? "'\(text)' does not say which hours it means" : "'\(text)' alone is neither a time nor a day",
      hint: write(readings) ?? "write times as 21:00 or 9pm, and days as mon or dec 24")
  }

  static func emptyTimeRange(_ text: String) -> PolicyMessage {
    PolicyMessage(.timeRange, "'\(text)' ends when it starts", hint: "write 'all day' if the whole day is meant")
  }

  static func timeAlone(_ text: String) -> PolicyMessage {
    PolicyMessage(
      .timeAlone, "'\(text)' is a moment, not a range of times",
      hint: "write 'from \(text)', 'until \(text)' or both ends")
  }

  static func endOfDayAsStart(_ text: String) -> PolicyMessage {
    PolicyMessage(
      .timeEndOnly, "'\(text)' can only end a range: it is where the next day starts",
      hint: "write 00:00 of the next day")
  }

  static func rangeOverDays(_ text: String, proposal: String?) -> PolicyMessage {
    PolicyMessage(
      .timeOverDays, "'\(text)' goes from one day to another; a range of times belongs to the day it starts on",
      hint: writeSentence(proposal) ?? "write a clause for each day, joined by 'and'")
  }

  static func endsAtMidnight(_ text: String, proposal: String) -> PolicyMessage {
    PolicyMessage(
      .timeEndsAtMidnight, "'\(text)' ends at midnight, and nothing goes on from there",
      hint: "write \(proposal) if the night is meant"
    ).asWarning
  }

  // MARK: - Days

  static func everyBefore(_ word: String, proposal: String?) -> PolicyMessage {
    PolicyMessage(
      .dayEvery, "'every' may stand before 'day' or one weekday, not before '\(word)'",
      hint: proposal.map { "write \($0)" } ?? "write 'every day' or 'every monday'")
  }

  static func weekdayRange(_ text: String, proposal: String) -> PolicyMessage {
    PolicyMessage(.dayRange, "'\(text)' is not a range of weekdays", hint: "write \(proposal)")
  }

  static func monthAlone(_ word: String, month: Int?) -> PolicyMessage {
    let whole = month.map { month in
      let name = Vocabulary.shortName(month: month)
      let last = month == 2 ? 29 : [4, 6, 9, 11].contains(month) ? 30 : 31
      return "write '\(name) 1..\(name) \(last)' for the whole month, or one day as '\(name) 24'"
    }
    return PolicyMessage(.dateForm, "'\(word)' says no day of the month", hint: whole)
  }

  static func dateForm(_ text: String, proposal: String?) -> PolicyMessage {
    PolicyMessage(
      .dateForm, "'\(text)' is not a date",
      hint: proposal.map { "write \($0)" } ?? "write it as 2026-12-24, or 'dec 24' for every year")
  }

  static func yearAfterDay(_ text: String, proposal: String) -> PolicyMessage {
    PolicyMessage(
      .dateForm, "'\(text)' is not a date: a date with a year is written in figures", hint: "write \(proposal)")
  }

  static func impossibleDate(_ text: String) -> PolicyMessage {
    PolicyMessage(.dateImpossible, "'\(text)' is not in the calendar", hint: "write a day that exists")
  }

  static func dateRange(_ text: String, proposal: String) -> PolicyMessage {
    PolicyMessage(.dateRange, "'\(text)' is not a range of dates", hint: "write \(proposal)")
  }

  static func reversedDates(_ text: String, proposal: String) -> PolicyMessage {
    PolicyMessage(.dateReversed, "'\(text)' ends before it starts", hint: "write \(proposal)")
  }

  static func datePast(_ what: String, last: String) -> PolicyMessage {
    PolicyMessage(
      .datePast, "the dates of \(what) are all past: the last was \(last)", hint: "remove it, or write dates to come"
    ).asWarning
  }
}
