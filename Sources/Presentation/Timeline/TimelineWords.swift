package import CivilTime
package import Policies

/// The words of a drawn timeline beside those of its policy.
package struct TimelineWords: Sendable {
  /// From Monday on.
  package var weekdays: [String]
  /// A day with its year.
  package var date: @Sendable (CivilDate) -> String
  /// A day without it.
  package var shortDate: @Sendable (CivilDate) -> String
  /// The states that are called otherwise than by their own word.
  package var states: [String: String]
  package var from, until, to, otherwise, leftAlone, runs, doesNotRun: String
  package var override: @Sendable (Override.Kind) -> String
  package var byOverride, skipped, skippedByClocks, outside, now: String
  /// That clocks change, and what they say before and after it.
  package var clocks: @Sendable (_ isForward: Bool, _ before: String, _ after: String) -> String
  /// How hours are drawn that the clock shows twice.
  package var twice: String
  /// When a picture on paper was made, and how many targets it has no room for.
  var made: @Sendable (_ moment: String) -> String = { "Made \($0)" }
  var notShown: @Sendable (_ count: Int) -> String = {
    $0 == 1 ? "1 target more has no room on this page" : "\($0) more targets have no room on this page"
  }

  package init(
    weekdays: [String], date: @escaping @Sendable (CivilDate) -> String,
    shortDate: @escaping @Sendable (CivilDate) -> String, states: [String: String], from: String, until: String,
    to: String, otherwise: String, leftAlone: String, runs: String, doesNotRun: String,
    override: @escaping @Sendable (Override.Kind) -> String, byOverride: String, skipped: String,
    skippedByClocks: String, outside: String, now: String,
    clocks: @escaping @Sendable (_ isForward: Bool, _ before: String, _ after: String) -> String, twice: String
  ) {
    (self.weekdays, self.date, self.shortDate, self.states) = (weekdays, date, shortDate, states)
    (self.from, self.until, self.to, self.otherwise) = (from, until, to, otherwise)
    (self.leftAlone, self.runs, self.doesNotRun) = (leftAlone, runs, doesNotRun)
    (self.override, self.byOverride, self.skipped, self.skippedByClocks) =
      (override, byOverride, skipped, skippedByClocks)
    (self.outside, self.now, self.clocks, self.twice) = (outside, now, clocks, twice)
  }

  package static let english = TimelineWords(
    weekdays: Weekday.allCases.map(\.shortName), date: \.description, shortDate: { String($0.description.suffix(5)) },
    states: [:], from: "from", until: "until", to: "to", otherwise: "else", leftAlone: "left alone", runs: "runs",
    doesNotRun: "does not run", override: \.inWords, byOverride: "by an override", skipped: "skipped",
    skippedByClocks: "skipped by the clocks", outside: "outside the range", now: "now",
    clocks: { "clocks go \($0 ? "forward" : "back") from \($1) to \($2)" },
    twice: "between the lines the first time is drawn above, the second below")

  /// English, with dates as `dates` has them.
  package static func english(_ dates: DateWords) -> TimelineWords {
    var words = english
    (words.weekdays, words.date, words.shortDate) = (dates.weekdays, dates.long, dates.short)
    return words
  }

  /// `Fri 2026-11-20`
  func long(_ date: CivilDate) -> String { "\(name(date.weekday)) \(self.date(date))" }

  /// `Fri 11-20`
  func short(_ date: CivilDate) -> String { "\(name(date.weekday)) \(shortDate(date))" }

  func state(_ word: String) -> String { states[word] ?? word }

  private func name(_ day: Weekday) -> String { weekdays[day.rawValue - 1] }
}
