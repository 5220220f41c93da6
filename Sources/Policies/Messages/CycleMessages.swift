import Text

/// What can be wrong with days that do not come every week.
extension PolicyMessage {
  static func cycleWithoutDays(_ word: String?, cycle: String) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "expected a day of the week after '\(cycle)', \(found(word))",
      hint: "write something like every other weekend from 2027-01-02, or every 2 weeks fri-sun from 2027-01-01")
  }

  static func cycleWithoutDate(_ cycle: String) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "'\(cycle)' needs a start date",
      hint: "add from and the date of the first one, as in every other weekend from 2027-01-02")
  }

  static func cycleDate(_ word: String?, cycle: String) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "expected a date with its year after '\(cycle) from', \(found(word))",
      hint: "write it as 2027-01-02")
  }

  static func cycleInterval(_ text: String) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "'\(text)' is not a valid number of weeks: use 2 to 8",
      hint: "write something like every 3 weeks fri-sun from 2027-01-01")
  }

  static func cycleStart(_ date: String, _ days: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "'\(date)' is after the first day of '\(days)' in its week, so that week may or may not count",
      proposals: proposals, hint: "write the date of the first day")
  }

  static func ordinalWithoutWeekday(_ word: String?, after text: String) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "expected a day of the week after '\(text)', \(found(word))",
      hint: "write something like first friday, or last sunday of the month")
  }

  /// `first friday of december`; `proposals` are the sentence without the month.
  static func ordinalOf(_ text: String, proposals: [String]) -> PolicyMessage {
    var message = PolicyMessage(
      .dayCycle, "'\(text)' comes every month; in a certain month it is a date", proposals: proposals,
      hint: "write of the month, leave it out, or write the date")
    message.trail = " for every month, or its date for one"
    return message
  }

  static func parityWithoutWeeks(_ word: String?, _ parity: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "expected 'weeks' after '\(parity)', \(found(word))", proposals: proposals,
      hint: "write something like \(parity) weeks fri-sun; weeks are numbered as in ISO 8601")
  }

  /// `odd weeks daily`
  static func parityBefore(_ weeks: String, _ day: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "'\(weeks)' can come before days of the week, not before '\(day)'", proposals: proposals,
      hint: "write days of the week after it, as in \(weeks) fri, or leave them out")
  }

  /// `fri in odd weeks`
  static func weeksBehindDays(_ weeks: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "'\(weeks)' comes before the days of the week", proposals: proposals,
      hint: "write it as in \(weeks) fri")
  }

  static func parityInList(_ parity: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "'\(parity)' in a list of days may apply to the others as well", proposals: proposals,
      hint: "join it with and")
  }

  static func sharedWord(_ lead: String, _ day: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "'\(lead)' may apply to '\(day)' as well", proposals: proposals,
      hint: "write '\(day)' before it, or '\(lead)' before each of them")
  }

  static func oddWeeksMeet(_ dates: [String]) -> PolicyMessage {
    PolicyMessage(
      .dayWeeksMeet, "week 1 follows week 53, so two odd weeks come in a row: \(dates.listed())",
      hint: "write something like every 2 weeks fri-sun from 2027-01-01 if the turns must not change then"
    ).asWarning
  }

  static func whichOfMonth(_ day: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "a month has more than one '\(day)'", proposals: proposals,
      hint: "write which one, as in first friday of the month")
  }

  /// `first friday in the month`
  static func inTheMonth(proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "expected 'of the month', found 'in the month'", proposals: proposals, hint: "write of the month")
  }

  /// The last one is another day wherever a month has only four.
  static func fifthOfMonth(_ day: String, lastOne: String) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "many months have no '\(day)'",
      hint: "write its dates, or \(lastOne) for the last of every month, be it the fourth or the fifth")
  }

  static func weekNumber(_ week: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "'\(week)' is a week of a single year", proposals: proposals,
      hint:
        "write its Monday and its Sunday, as in 2026-12-14..2026-12-20 for week 51 of 2026, or something like odd weeks"
    )
  }
}
