/// What may be written for the terminals of the printed grammar, with the schedules of `ReadSentence`.
enum TerminalSpelling {
  /// For each terminal the texts that may be there, as words with spaces between them.
  static let all: [String: [String]] = [
    "NAME": ["kids", "guests", "tv"],
    "state": ["on", "off", "paused", "active", "allowed", "blocked", "enabled", "disabled", "on", "off"],
    "verb": ["allow", "unblock", "block", "pause", "resume", "enable", "disable"],
    "SCHEDULE": ["hols", "school-nights", "school nights"],
    "SCHEDULE-WITH-TIMES": ["bed", "lunch", "party"],
    "SCHEDULE-OF-TIMES-OF-DAY": ["bed", "lunch"],
    "WEEKDAY": ["mon", "monday", "mondays", "wed", "fri", "friday", "sat", "saturdays", "sun"],
    "DATE": ["2026-11-02", "2026-11-07", "2026-12-24", "2026-12-26", "2027-01-01"],
    "DAY-OF-YEAR": daysOfYear,
    "N": ["2", "3", "8", "two", "five"],
    "Nth": ["2nd", "3rd", "8th"],
    "ORDINAL": ["first", "second", "third", "fourth", "last"],
    "TIME": times.map(\.text),
  ]

  private static let daysOfYear: [String] = ["dec", "december", "jan", "july"].flatMap { month in
    ["1", "24", "1st", "3rd"].flatMap { ["\(month) \($0)", "\($0) \(month)", "\($0) of \(month)"] }
  }

  /// Words that are none of the language and so can be names, also where another word would be meant.
  static let freeWords: Set<String> = [
    "kids", "guests", "tv", "hols", "bed", "lunch", "party", "school-nights", "school", "nights", "through", "month",
    "week", "weeks", "the", "over", "but", "switch", "unblock", "enabled", "disabled", "two", "five",
    "each",
  ]

  /// The texts that a sentence may have for a terminal: of a name every word that is free.
  static func texts(of terminal: String) -> [String] {
    (all[terminal] ?? []) + (terminal == "NAME" ? freeWords.sorted() : [])
  }

  // MARK: - Times

  /// A time as it is written.
  struct Time: Sendable {
    var text: String
    var minutes: Int
    /// Its hour has one digit and no half of the day.
    var isShort = false
    /// Its two numbers may be a day and a month.
    var mayBeDate = false

    /// Whether its hour is one that only the 24 hours of the day have.
    var showsTwentyFourHours: Bool {
      let isOfTwelve = text.hasSuffix("m") || text.hasSuffix(".")
      return !isOfTwelve && text != "noon" && text != "midnight" && (minutes >= 13 * 60 || minutes < 60)
    }
  }

  static let times: [Time] = [
    Time(text: "21:00", minutes: 1260), Time(text: "07:00", minutes: 420), Time(text: "15:00", minutes: 900),
    Time(text: "18:00", minutes: 1080), Time(text: "9pm", minutes: 1260), Time(text: "9 pm", minutes: 1260),
    Time(text: "7am", minutes: 420), Time(text: "7 a.m.", minutes: 420), Time(text: "9:30 p.m.", minutes: 1290),
    Time(text: "21h30", minutes: 1290), Time(text: "21h", minutes: 1260), Time(text: "21.30", minutes: 1290),
    Time(text: "noon", minutes: 720), Time(text: "midnight", minutes: 0), Time(text: "24:00", minutes: 1440),
    Time(text: "00:00", minutes: 0), Time(text: "0:30", minutes: 30), Time(text: "7:00", minutes: 420, isShort: true),
    Time(text: "7h", minutes: 420, isShort: true), Time(text: "10.12", minutes: 612, mayBeDate: true),
    Time(text: "7.05", minutes: 425, isShort: true, mayBeDate: true), Time(text: "21.00", minutes: 1260),
  ]
}
