import Text

/// What can be wrong with days that do not come every week.
extension PolicyMessage {
  static func cycleWithoutDays(_ word: String?, cycle: String) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "after '\(cycle)' must stand a day of the week: \(found(word))",
      hint: "write such as every other weekend from 2027-01-02, or every 2 weeks fri-sun from 2027-01-01")
  }

  static func cycleWithoutDate(_ cycle: String) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "'\(cycle)' does not say from when it is counted",
      hint: "write from and the date of the first one behind it, as in every other weekend from 2027-01-02")
  }

  static func cycleDate(_ word: String?, cycle: String) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "after '\(cycle) from' must stand a date with its year: \(found(word))",
      hint: "write it as 2027-01-02")
  }

  static func cycleInterval(_ text: String) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "'\(text)' is no number of weeks that can be counted: it is 2 to 8",
      hint: "write such as every 3 weeks fri-sun from 2027-01-01")
  }

  static func cycleStart(_ date: String, _ days: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "'\(date)' lies behind the first day of '\(days)' in its week, so that this week may count or not",
      proposals: proposals, hint: "write the date of the first day")
  }

  static func ordinalWithoutWeekday(_ word: String?, after text: String) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "after '\(text)' must stand a day of the week: \(found(word))",
      hint: "write such as first friday, or last sunday of the month")
  }

  static func ordinalOf(_ text: String) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "'\(text)' is one of every month; of a certain month it is a date",
      hint: "write of the month, leave it out, or write the date")
  }

  static func parityWithoutWeeks(_ word: String?, _ parity: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "after '\(parity)' must stand 'weeks': \(found(word))", proposals: proposals,
      hint: "write such as \(parity) weeks fri-sun: weeks of the year as ISO 8601 counts them")
  }

  static func parityInList(_ parity: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "'\(parity)' in a list of days may be meant of the others, too", proposals: proposals,
      hint: "join it with and")
  }

  static func sharedWord(_ lead: String, _ day: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "'\(lead)' may be meant of '\(day)', too", proposals: proposals,
      hint: "write '\(day)' before it, or '\(lead)' before each of them")
  }

  static func oddWeeksMeet(_ dates: [String]) -> PolicyMessage {
    PolicyMessage(
      .dayWeeksMeet, "after a week 53 comes week 1, so that two odd weeks meet: \(dates.listed())",
      hint: "write such as every 2 weeks fri-sun from 2027-01-01 if the turns are not to change then"
    ).asWarning
  }

  static func whichOfMonth(_ day: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "a month has several days of the name '\(day)'", proposals: proposals,
      hint: "write which one, as in first friday of the month")
  }

  static func fifthOfMonth(_ day: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "many months have no '\(day)'", proposals: proposals, hint: "write last in its place, or dates")
  }

  static func weekNumber(_ week: String, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .dayCycle, "'\(week)' is a week of one year", proposals: proposals,
      hint: "write its Monday and its Sunday, as in 2026-12-14..2026-12-20 for week 51 of 2026, or such as odd weeks")
  }
}
