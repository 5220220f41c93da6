import Documents
import Policies
import TestSupport
import Testing

/// What is said of a sentence in which something else than its words was meant.
@Suite struct SaidHintTests {
  private static func decoded(_ sentence: String) throws -> DecodedPolicy {
    try DecodedPolicy(
      """
      timezone: Europe/Berlin
      systems: {gateway: {kind: unifi, url: https://g.example, api-key: {env: KEY}}}
      targets: {kids: {wifi: [K]}, tv: {wifi: [T]}}
      schedules: {term: 2026-09-01..2026-12-18, hols: dec 24..jan 6, bedtime: 20:30–07:00}
      policy: [kids off hols, kids off term, '\(sentence)']
      """)
  }

  private static func error(_ sentence: String) throws -> (code: String, hint: String) {
    let decoded = try decoded(sentence)
    let error = try #require(decoded.diagnostics.first { $0.severity == .error }, "\(sentence)")
    return (error.code, error.hint ?? "")
  }

  /// A hint says what was written, or that it does not know.
  @Test(arguments: [
    ("kids off 21:5–22:00", "write 21:05 or 21:50"), ("kids off 13:0–22:00", "write 13:00"),
    ("kids off 21:7–22:00", "write 21:07"), ("kids off 25:00–26:00", "times are written like 21:00 or 9pm"),
    ("kids off 07:00#–08:00", "write 07:00"), ("kids off dec 24th, 2026", "write 'kids off 2026-12-24'"),
    ("kids off 24 dec, 2026 21:00–22:00", "write 'kids off 2026-12-24 21:00–22:00'"),
    ("kids off dec 24, 2030", "leave the comma out"),
    ("kids off 15 min after bedtime", "write both ends, as in 18:00–20:00 or 2026-12-23..2027-01-06"),
    ("kids off 15min before supper", "write both ends, as in 18:00–20:00 or 2026-12-23..2027-01-06"),
    ("дети off 21:00–07:00", "use a-z, 0-9 and - in names, as in deti"),
    ("παιδιά off 21:00–07:00", "use a-z, 0-9 and - in names, as in paidia"),
    ("ki\u{200B}ds off 21:00–07:00", "use a-z, 0-9 and - in names, as in kids"),
    ("子供 off 21:00–07:00", "use a-z, 0-9 and - in names, starting with a letter"),
  ])
  func whatIsMeantIsProposed(_ sentence: String, _ hint: String) throws {
    #expect(try Self.error(sentence).hint == hint)
  }

  /// Days of two sorts side by side mean those that are in both; a comma would mean either.
  @Test(arguments: [
    ("term weekdays 08:00–15:00", "term, weekdays 08:00–15:00"),
    ("weekdays term 08:00–15:00", "weekdays, term 08:00–15:00"),
    ("weekdays in term 08:00–15:00", "weekdays, term 08:00–15:00"), ("weekdays during term", "weekdays, term"),
    ("08:00–15:00 weekdays in term", "weekdays, term 08:00–15:00"),
    ("mon 2026-09-01..2026-12-18 08:00–15:00", "mon, 2026-09-01..2026-12-18 08:00–15:00"),
  ])
  func daysOfTwoSorts(_ when: String, _ either: String) throws {
    let error = try Self.error("kids off \(when)")
    #expect(error.hint.hasPrefix("for the days that are in both, define a schedule"), "\(error)")
    #expect(error.hint.contains("for those in either, write 'kids off \(either)'"), "\(error)")
  }

  /// One day cannot be meant to be in others, and days of one sort are a list.
  @Test(arguments: ["mon tue 08:00–15:00", "hols term", "dec 24 mon"]) func daysOfOneSort(_ when: String) throws {
    let error = try Self.error("kids off \(when)")
    #expect(error.code == "when.separator" && error.hint.hasPrefix("write '"), "\(error)")
  }

  /// A state that the target does not have is not proposed.
  @Test(arguments: [
    ("pause kids only 15:00–18:00", "write 'kids off 15:00–18:00', and the line 'kids on' above it"),
    ("kids paused only 15:00–18:00", "write 'kids off 15:00–18:00', and the line 'kids on' above it"),
    ("resume kids only sat", "write 'kids on sat', and the line 'kids off' above it"),
    ("kids off only sat", "write 'kids off sat', and the line 'kids on' above it"),
  ])
  func theOtherStateOfTheTarget(_ sentence: String, _ hint: String) throws {
    #expect(try Self.error(sentence).hint.hasPrefix(hint))
  }

  @Test func theDayAfter() throws {
    #expect(try Self.error("kids off day after hols").hint == "write the days after them as dates, or as a schedule")
  }

  /// What is proposed is what was written, and can be written.
  @Test(arguments: [
    ("kids off 21h30m-7h", "kids off 21:30-7h"), ("kids off 15min before bedtime", "kids off 20:15–20:30"),
    ("kids or tv off 9pm-7am", "kids, tv off 9pm-7am"), ("kids off week end", "kids off weekends"),
    ("kids off friday nights 11pm-8am", "kids off friday 11pm-8am"),
    ("kids off weekend nights 11pm-8am", "kids off fri-sat 11pm-8am"),
    ("kids off 24th to 26th of december", "kids off dec 24..dec 26"),
    ("kids off the 24th-26th december 10:00–12:00", "kids off dec 24..dec 26 10:00–12:00"),
    ("kids off 12-25", "kids off dec 25"), ("kids off from bedtime", "kids off bedtime"),
    ("kids off from bedtime until 8am", "kids off from 20:30 until 8am"),
  ]) func whatWasWritten(_ sentence: String, _ proposal: String) throws {
    #expect(try Self.error(sentence).hint == "write '\(proposal)'")
    #expect(try Self.decoded(proposal).policy != nil)
  }

  @Test func hoursOrADay() throws {
    #expect(try Self.error("kids off 12-24").hint == "write 'kids off 12:00–24:00' or 'kids off dec 24'")
    #expect(try Self.error("kids off 9-17").hint == "write 'kids off 09:00–17:00'")
  }

  @Test(arguments: ["1st of the month", "on the 15th"]) func dayOfEveryMonth(_ when: String) throws {
    #expect(try Self.error("kids off \(when)").hint.hasPrefix("write one day of a year as dec 1"))
  }

  /// Where it is said which is the first, only weeks can be counted.
  @Test(arguments: [
    ("every 2nd friday from 2026-09-04 12:15–13:00", "every other friday from 2026-09-04 12:15–13:00"),
    ("every second friday from 2026-09-04 12:15–13:00", "every other friday from 2026-09-04 12:15–13:00"),
    ("every 3rd friday from 2026-09-04", "every 3 weeks friday from 2026-09-04"),
    ("every 6th mon from 2027-01-04", "every 6 weeks mon from 2027-01-04"),
    ("every 1st friday", "first friday"), ("every last friday", "last friday"),
    ("every 2nd friday", "second friday' or 'kids off every other friday from 2027-01-04"),
    ("every 5th friday", "every 5 weeks friday from 2027-01-04"),
  ]) func everyNth(_ when: String, _ proposal: String) throws {
    let error = try Self.error("kids off \(when)")
    #expect(error.code == "day.every" && error.hint == "write 'kids off \(proposal)'", "\(error)")
  }

  /// In many months the last one is the fourth.
  @Test(arguments: ["fifth monday", "5th monday", "5th monday of the month 10:00–11:00"])
  func fifthOfMonth(_ when: String) throws {
    let error = try Self.error("kids off \(when)")
    #expect(error.code == "day.cycle")
    #expect(
      error.hint == "write its dates, or last monday for the last of every month, be it the fourth or the fifth")
  }

  /// Without `only` it would be refused, too.
  @Test func onlyBehindAnother() throws {
    let hint = try Self.error("kids off weekdays except weekends 3pm-6pm and only 15:00–18:00").hint
    #expect(hint == "leave 'only' out, and write the line 'kids on' above it for every other time")
  }

  @Test(arguments: ["schedules: {hols: }", "schedules: {hols: ''}", "policy: [{target: kids, state: off, when: ['']}]"])
  func nothingWritten(_ line: String) throws {
    let decoded = try DecodedPolicy(
      "timezone: UTC\ntargets: {kids: {}}\n\(line)\n\(line.hasPrefix("policy") ? "" : "policy: [kids off]")\n",
      takesSketches: true)
    let error = try #require(decoded.diagnostics.first { $0.severity == .error })
    #expect(error.code == "sentence.empty")
    #expect(error.hint == "write something like 2026-12-23..2027-01-06, or remove it and what uses it")
  }

  /// A comma in brackets or braces cuts what it was written in.
  @Test(arguments: [
    ("policy: [kids off sat, sun]", "put the whole sentence in quotes: 'kids off sat, sun'"),
    ("policy: [kids, tv off 21:00-07:00]", "put the whole sentence in quotes: 'kids, tv off 21:00-07:00'"),
    (
      "schedules: {hols: 2026-12-23..2027-01-06, 2027-04-06..2027-04-10}\npolicy: [kids off hols]",
      "a comma ends a value in braces; put text with a comma in quotes"
    ),
    (
      "policy: [{do: kids off, because: a, b}]", "a comma ends a value in braces; put text with a comma in quotes"
    ),
  ]) func cutByComma(_ lines: String, _ hint: String) throws {
    let errors = try Self.sketch(lines).diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.hint) == [hint], "\(errors)")
  }

  private static func sketch(_ lines: String) throws -> DecodedPolicy {
    try DecodedPolicy("timezone: UTC\ntargets: {kids: {}, tv: {}}\n\(lines)\n", takesSketches: true)
  }

  /// A name written twice is one.
  @Test(arguments: ["kids, kids and tv off 21:00–07:00", "{targets: [kids, KIDS, tv], state: off, when: 21:00–07:00}"])
  func namedTwice(_ entry: String) throws {
    let entry = entry.hasPrefix("{") ? entry : "'\(entry)'"
    let statement = try #require(try Self.sketch("policy: [\(entry)]").policy?.statements.first)
    #expect(statement.subjects.map(\.text) == ["kids", "tv"])
  }

  @Test func expectedTwice() throws {
    let decoded = try Self.sketch(
      "policy: [kids off]\ntests: [{at: 2026-12-24 12:00, expect: {kids: off, tv: on, Kids: on}}]")
    #expect(decoded.diagnostics.filter { $0.severity == .error }.map(\.code) == ["key.twice"])
  }

  /// `only` says what holds behind midnight.
  @Test func onlyUntilMidnight() throws {
    let only = try Self.sketch("policy: [kids on only after 3pm]").diagnostics
    #expect(!only.contains { $0.code == "time.ends-at-midnight" }, "\(only)")
    #expect(try Self.sketch("policy: [kids off after 3pm]").diagnostics.contains { $0.code == "time.ends-at-midnight" })
  }

  @Test func aLeapDay() throws {
    let statement = try #require(try Self.sketch("policy: [kids off feb 29]").policy?.statements.first)
    #expect(PlainWords.text(of: statement).contains("29 February of every leap year"))
  }
}
