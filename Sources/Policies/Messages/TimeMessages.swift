/// What can be wrong with the times and dates of a sentence.
extension PolicyMessage {
  // MARK: - Times

  static func timeForm(_ text: String, readings: [String]) -> PolicyMessage {
    PolicyMessage(.timeForm, "'\(text)' is not a time", hint: write(readings) ?? "times are written like 21:00 or 9pm")
  }

  static func doubtfulTime(_ text: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .timeForm, "'\(text)' can be read in two ways", proposals: proposals,
      hint: "write times as 07:00 or 7am, and days as dec 24")
  }

  static func timesJoinedByDots(_ text: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .timeForm, "'\(text)' is not a range of times: '..' joins dates", proposals: proposals,
      hint: "put a dash between times")
  }

  /// `readings` are the times that may be meant, `proposals` the whole sentence with each of them.
  static func bareNumber(_ text: String, readings: [String], proposals: [String]) -> PolicyMessage {
    let isRange = text.unicodeScalars.contains { !ASCII.isDigit($0) }
    return PolicyMessage(
      .timeBareNumber,
      isRange ? "'\(text)' does not say which hours it means" : "'\(text)' alone is neither a time nor a day",
      proposals: proposals, hint: write(readings) ?? "write times as 21:00 or 9pm, and days as mon or dec 24")
  }

  /// `2026`, `2026-12`
  static func yearAlone(_ text: String, dates: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .timeBareNumber, "'\(text)' alone is neither a time nor a day", proposals: proposals, hint: "write \(dates)")
  }

  /// `easter 2027`
  static func partOfYear(_ text: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .timeBareNumber, "'\(text)' does not say which days it means", proposals: proposals,
      hint: "write the first and the last day, as in 2026-12-23..2027-01-06")
  }

  static func emptyTimeRange(_ text: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .timeRange, "'\(text)' ends when it starts", proposals: proposals,
      hint: "write all day if the whole day is meant")
  }

  static func timeAlone(_ text: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .timeAlone, "'\(text)' is a single time, not a range", proposals: proposals, hint: "write both ends")
  }

  static func endOfDayAsStart(_ text: String) -> PolicyMessage {
    PolicyMessage(
      .timeEndOnly, "'\(text)' can only end a range: it is where the next day starts",
      hint: "write 00:00 of the next day")
  }

  static func rangeOverDays(_ text: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .timeOverDays, "'\(text)' goes over several days; a range of times belongs to the day it starts on",
      proposals: proposals, hint: "write a clause for each day, joined by and")
  }

  static func endsAtMidnight(_ text: String, proposal: String) -> PolicyMessage {
    PolicyMessage(
      .timeEndsAtMidnight, "'\(text)' ends at midnight, and nothing continues it",
      hint: "write \(proposal) if you mean the whole night"
    ).asWarning
  }

  static func besideMidnight(_ text: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .timeForm, "'\(text)' does not say both ends", proposals: proposals,
      hint: "write both ends, as in 00:00–06:00")
  }

  static func midnightEnd(_ text: String, meaning: String) -> PolicyMessage {
    PolicyMessage(
      .timeEndsAtMidnight, "'\(text)' is \(meaning): a day begins and ends at midnight",
      hint: "write both ends, as in 00:00–06:00, if you mean something else"
    ).asWarning
  }

  /// `from` and `until` are ends that are written alone; `range` is the one that both would make.
  static func openEnds(
    _ from: String, _ until: String, _ meaning: OpenEndsMeaning, range: String, proposals: [String]
  ) -> PolicyMessage {
    let together =
      switch meaning {
      case .wholeDay: "are the whole day together"
      case .twoRanges: "are two ranges on the same day, and no night"
      }
    var message = PolicyMessage(
      .timeRange, "'\(from)' and '\(until)' \(together)", proposals: proposals,
      hint: "write \(range) if you mean one range")
    message.trail = " if you mean one range"
    return message.asWarning
  }

  static func openEndsOverlap(_ text: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .timeRange, "'\(text)' is the whole day: each part starts where the other ends", proposals: proposals,
      hint: "write one range with both ends")
  }

  static func betweenWithoutAnd(_ word: String?, after text: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "expected 'and' and a second time after '\(text)', \(found(word))", proposals: proposals,
      hint: "write both ends, as in 21:00–07:00")
  }

  static func betweenWithoutTimes(_ word: String) -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "'between' can come before two times, not before '\(word)'",
      hint: "write days as mon-fri, and dates as dec 24..jan 6")
  }

  static func betweenDays(_ text: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dayRange, "'\(text)' does not say whether both ends are included", proposals: proposals,
      hint: "write days as mon-fri, and dates as dec 24..jan 6")
  }

  // MARK: - Days

  static func everyBefore(_ word: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dayEvery, "'every' can come before one day, not before '\(word)'", proposals: proposals,
      hint: "write something like every day, every monday or every other weekend from 2027-01-02")
  }

  static func everyOrdinal(
    _ ordinal: String, _ day: String, isInMonth: Bool, proposals: [String]
  ) -> PolicyMessage {
    PolicyMessage(
      .dayEvery,
      isInMonth
        ? "'every \(ordinal) \(day)' is written without 'every'"
        : "'every \(ordinal) \(day)' can mean one in each month, or one every so many weeks",
      proposals: proposals,
      hint: "write something like second friday, or every other friday from 2027-01-08")
  }

  static func nightWithoutHours(_ text: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "'\(text)' does not say from when to when", proposals: proposals,
      hint: "write the hours, as in daily 21:00–07:00")
  }

  static func atNight(proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "'night' does not say from when to when", proposals: proposals,
      hint: "write the hours, as in 21:00–07:00")
  }

  /// `during the day`, `nights and days`
  static func byDay(_ word: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "'\(word)' does not say from when to when", proposals: proposals,
      hint: "write the hours, as in 07:00–21:00, or daily for all of every day")
  }

  static func weekdayRange(_ text: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dayRange, "'\(text)' is not a range of weekdays", proposals: proposals, hint: "write it as mon-fri")
  }

  static func monthAlone(_ word: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dateForm, "'\(word)' has no day of the month", proposals: proposals,
      hint: "write one day as dec 24, or a range as dec 1..dec 31")
  }

  /// `24, 25 december`
  static func sharedMonth(_ text: String, written: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dateForm, "in '\(text)' some days have no month", proposals: proposals, hint: "write \(written)")
  }

  /// `fri 23:00–08:00, other days 21:00–07:00`
  static func otherDays(_ text: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .sentenceUnexpected, "'\(text)' does not say which days they are", proposals: proposals,
      hint: "write the days, as in mon-thu")
  }

  static func ordinalInFigures(_ text: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dateForm, "'\(text)' before a day of the week is written in words", proposals: proposals,
      hint: "write first, second, third, fourth or last")
  }

  static func dayWithoutMonth(_ text: String, digits: String) -> PolicyMessage {
    PolicyMessage(
      .dateForm, "'\(text)' has no month",
      hint:
        "write one day of a year as dec \(digits); of every month only a day of the week can be said, as in first friday"
    )
  }

  static func dateForm(_ text: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dateForm, "'\(text)' is not a date", proposals: proposals,
      hint: "write it as 2026-12-24, or as dec 24 for every year")
  }

  static func yearAfterDay(_ text: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dateForm, "'\(text)' is not a date: write dates with a year in digits", proposals: proposals,
      hint: "write it as 2026-12-24")
  }

  static func impossibleDate(_ text: String) -> PolicyMessage {
    PolicyMessage(.dateImpossible, "'\(text)' does not exist", hint: "write a day that exists")
  }

  static func dateRange(_ text: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dateRange, "'\(text)' is not a range of dates", proposals: proposals,
      hint: "write both ends alike, as in 2026-12-23..2027-01-06 or dec 23..jan 6")
  }

  /// `dec 24 until dec 26`
  static func datesUntil(_ text: String, areWeekdays: Bool = false, proposals: [String]) -> PolicyMessage {
    var message = PolicyMessage(
      areWeekdays ? .dayRange : .dateRange, "'\(text)' does not say whether the last day is included",
      proposals: proposals,
      hint: areWeekdays ? "write it as mon-fri" : "write both ends, as in 2026-12-23..2027-01-06 or dec 23..jan 6")
    message.fewestProposals = proposals.count
    return message
  }

  static func reversedDates(_ text: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dateReversed, "'\(text)' ends before it starts", proposals: proposals, hint: "write the earlier date first")
  }

  static func fromOneDate(_ text: String, alone: [String]) -> PolicyMessage {
    var message = PolicyMessage(
      .dateRange, "'\(text)' does not say when it ends", proposals: alone, hint: "write \(bothEnds)")
    message.trail = " for that day alone, or \(bothEnds)"
    return message
  }

  /// `from 2026-12-24 to 2026-12-24`
  static func oneDateTwice(_ text: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dateRange, "both ends of '\(text)' are the same day", proposals: proposals, hint: "write the day alone")
  }

  static func untilOneDate(_ text: String) -> PolicyMessage {
    PolicyMessage(.dateRange, "'\(text)' does not say when it begins", hint: "write \(bothEnds)")
  }

  private static let bothEnds = "the first and the last day, as in 2026-12-23..2027-01-06 or dec 23..jan 6"

  /// `needed`: what to write instead if a target would be left alone without it.
  static func datePast(_ what: String, last: String, needed: String? = nil) -> PolicyMessage {
    PolicyMessage(
      .datePast, "all dates of \(what) are past: the last was \(last)",
      hint: needed.map { "write future dates, or '\($0)' instead" } ?? "remove it, or write future dates"
    ).asWarning
  }
}
