import Documents
import TestSupport
import Testing

@testable import Policies

/// What people say in other words: they are told the sentence to write, and that can be written.
@Suite("in other words") struct ParaphraseTests {
  /// What is said, and the sentences that are shown for it.
  static let table: [(said: String, shown: [String])] = [
    ("no tv bedtime", ["tv off bedtime"]), ("the tablet is off at night", ["tablet off 21:00–07:00"]),
    ("please turn the tv off at 8 in the evening", ["turn tv off from 8pm", "turn tv off until 8pm"]),
    ("kids off half past eight in the evening", ["kids off from 20:30", "kids off until 20:30"]),
    (
      "the kids should be off every night from nine in the evening until seven in the morning",
      ["kids off every night from 9pm until 7am"]
    ),
    ("the tv stays off all day on weekdays", ["tv off all day on weekdays"]),
    ("kids off if bedtime && !holidays", ["kids off bedtime except holidays"]),
    ("tv = off when homework", ["tv off homework"]), ("kids off when it is bedtime", ["kids off bedtime"]),
    ("kids on Sat til 10pm", ["kids on Sat until 10pm"]), ("tv off M-F 8am-3pm", ["tv off mon-fri 8am-3pm"]),
    ("kids off alternate weekends starting 2026-12-05", ["kids off every other weekend from 2026-12-05"]),
    ("kids on every second weekend from 2026-12-05", ["kids on every other weekend from 2026-12-05"]),
    (
      "kids off fortnightly on fri 21:00–22:00 from 2026-12-04",
      ["kids off every 2 weeks fri from 2026-12-04 21:00–22:00"]
    ),
    ("kids off each two weeks on fri starting 2026-12-04", ["kids off every 2 weeks fri from 2026-12-04"]),
    ("kids off every fortnight fri starting 2026-12-04", ["kids off every 2 weeks fri from 2026-12-04"]),
    ("kids off biweekly fri from 2026-12-04", ["kids off every 2 weeks fri from 2026-12-04"]),
    (
      "kids off from Monday till Friday from 21 o'clock till 7 in the morning",
      ["kids off Monday to Friday from 21:00 till 7am"]
    ),
    ("tablet off Montag bis Freitag 15:00-17:00", ["tablet off mon to fri 15:00-17:00"]),
    ("* off 23:00-06:00", ["kids, tv, tablet off 23:00-06:00"]),
    ("all off weekdays", ["kids, tv, tablet off weekdays"]),
    ("kids off 21:00 to 07:00 the next day", ["kids off 21:00 to 07:00"]),
    ("kids off 21:00–7:00 next day", ["kids off 21:00–7:00"]),
    ("kids off weekdays 9pm to 7am on the following day", ["kids off weekdays 9pm to 7am"]),
    ("kids off 9pm until the next morning 7am", ["kids off 9pm until 7am"]),
    ("kids off 9pm until tomorrow 7am", ["kids off 9pm until 7am"]),
    ("kids off weekdays 21:00 to tomorrow morning 07:00", ["kids off weekdays 21:00 to 07:00"]),
    ("kids off 9 pm - 7 am the next morning except holidays", ["kids off 9pm - 7am except holidays"]),
    ("kids on Sat/Sun till 22.30", ["kids on Sat, Sun till 22.30"]),
    ("kids off by 9pm", ["kids off from 9pm", "kids off until 9pm"]), ("kids, off, bedtime", ["kids off bedtime"]),
    ("tv on 17:00-18:00 otherwise off", ["tv on only 17:00-18:00"]),
    (
      "tv off from friday 20:00 to sunday 20:00",
      ["tv off friday 20:00–24:00 and sat all day and sunday 00:00–20:00"]
    ),
    ("kids off from homework to bedtime", ["kids off from 15:00 to 21:00"]),
    ("tablet off until homework is over", ["tablet off until 17:00"]),
    ("kids on only after homework until bedtime", ["kids on only from 17:00 until 21:00"]),
    ("do not allow kids weekdays", ["block kids weekdays"]),
    ("tv off 1 hour before bedtime", ["tv off 20:00–21:00"]),
    ("tv on 30 minutes after homework on weekdays", ["tv on 17:00–17:30 on weekdays"]),
    ("tv on 17:00 for 2 hours", ["tv on 17:00–19:00"]), ("tv off from 21:00 for an hour", ["tv off 21:00–22:00"]),
    ("tv on for 90 minutes from 5pm", ["tv on 17:00–18:30"]), ("kids on for 2 hours at 5 pm", ["kids on 17:00–19:00"]),
    ("tv on 17:00 for an hour and a half", ["tv on 17:00–18:30"]),
    ("tv on from 5pm for one and a half hours", ["tv on 17:00–18:30"]),
    ("tv on for two hours and 20 minutes from 17:00", ["tv on 17:00–19:20"]),
    ("kids off weekdays at 23:30 for one hour", ["kids off weekdays 23:30–00:30"]),
    ("kids off fri, sat 10:00 for 30 min", ["kids off fri, sat 10:00–10:30"]),
    ("kids off on the day before holidays", ["kids off on eves of holidays"]),
    ("kids off week days", ["kids off weekdays"]),
    ("kids offline weekdays", ["kids off weekdays"]), ("tv online 15:00-18:00", ["tv on 15:00-18:00"]),
    ("kids off weeknights 21:00-07:00", ["kids off sun-thu 21:00-07:00"]),
    ("kids off on school nights from 9pm to 7am", ["kids off on sun-thu from 9pm to 7am"]),
  ]

  @Test("the sentence to write is shown", arguments: table.indices) func shown(_ index: Int) throws {
    let (said, shown) = Self.table[index]
    let found = try Self.decoded(said)
    #expect(found.policy == nil)
    let errors = found.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.hint) == ["write " + shown.map { "'\($0)'" }.joined(separator: " or ")], "\(said)")
    for sentence in shown { #expect(try Self.decoded(sentence).policy != nil, "\(sentence)") }
  }

  @Test("all of many targets is no list that anybody copies") func many() throws {
    for (count, isShown) in [(12, true), (13, false), (500, false)] {
      let targets = (0..<count).map { "t\($0): {}" }.joined(separator: ", ")
      let error = try Self.decoded("all off weekdays", targets: "{\(targets)}").diagnostics.first {
        $0.severity == .error
      }
      #expect((error?.hint?.hasPrefix("write 't0, t1, ") ?? false) == isShown, "\(count)")
    }
  }

  @Test("who has a target of such a name means it") func names() throws {
    #expect(try Self.decoded("please off weekdays", targets: "{please: {}}").policy != nil)
    #expect(try Self.decoded("everyone off weekdays", targets: "{everyone: {}}").policy != nil)
    let must = try Self.decoded("must off if bedtime", targets: "{must: {}}").diagnostics.first {
      $0.severity == .error
    }
    #expect(must?.hint == "write 'must off bedtime'")
    let found = try Self.decoded("everyone off wekdays", targets: "{everyone: {}, kids: {}}")
    #expect(found.diagnostics.first { $0.severity == .error }?.hint == "did you mean 'weekdays'?")
  }

  @Test("what is missing in it is told of it") func missing() throws {
    let error = try Self.decoded("no tv before school").diagnostics.first { $0.severity == .error }
    #expect(error?.message.hasPrefix("written as 'tv off before school' it nearly works, but ") == true)
    let shifts = try Self.decoded("tv off early shift").diagnostics.first { $0.severity == .error }
    #expect(shifts?.message == "unknown schedule 'early-shift'")
    #expect(shifts?.hint == "define 'early-shift' under 'schedules'")
    let unknown = try Self.decoded("tv off arvo weekdays").diagnostics.first { $0.severity == .error }
    #expect(unknown?.message == "unknown schedule 'arvo'")
    for said in ["biweekly", "every fortnight", "alternate"] {
      let start = try Self.decoded("tv off \(said) friday 21:00–22:00").diagnostics.first { $0.severity == .error }
      #expect(start?.message.hasSuffix(" friday' needs a start date") == true, "\(said)")
    }
    // Every Monday, or every other one?
    for said in [
      "tv off every other weekend, mon 21:00–22:00 from 2026-12-05",
      "tv off every other fri 20:00–21:00 and mon 21:00–22:00 from 2026-12-04",
    ] {
      let hints = try Self.decoded(said).diagnostics.compactMap(\.hint)
      #expect(!hints.isEmpty && !hints.contains { $0.hasPrefix("write 'tv off ") }, "\(said): \(hints)")
    }
    let both = try Self.decoded("tv off arvo each friday").diagnostics.first { $0.severity == .error }
    #expect(both?.message == "unknown schedule 'arvo-each'")
    let week = try Self.decoded("tv off week 49 2026").diagnostics.first { $0.severity == .error }
    #expect(week?.hint == "write 'tv off 2026-11-30..2026-12-06'")
  }

  @Test(
    "wishes that are none of a schedule stay what they are",
    arguments: [
      "kids off when nobody is home", "kids off if it is raining", "tv off when the sun goes down",
      "kids off for 2 hours",
    ]) func wishes(_ wish: String) throws
  {
    #expect(try Self.decoded(wish).diagnostics.contains { $0.code == "sentence.wish" })
  }

  /// What a date with one end says, where the mistake lies, and what to write for it.
  struct OpenDate: Sendable {
    var sentence: String
    var phrase: String
    var problem: String
    /// The sentence for that day alone; nil where it cannot be meant.
    var alone: String?
  }

  @Test(
    "of days with one end the other is asked for",
    arguments: [
      OpenDate(sentence: "kids off until 2026-12-31", phrase: "until 2026-12-31", problem: "begins"),
      OpenDate(sentence: "kids off weekdays 21:00-07:00 until dec 31", phrase: "until dec 31", problem: "begins"),
      OpenDate(
        sentence: "kids off 9pm-7am through the 24th of december", phrase: "through the 24th of december",
        problem: "begins"),
      OpenDate(sentence: "kids off before 2026-12-31", phrase: "before 2026-12-31", problem: "begins"),
      OpenDate(sentence: "kids off by dec 24", phrase: "by dec 24", problem: "begins"),
      OpenDate(sentence: "block kids up to 2026-12-24", phrase: "up to 2026-12-24", problem: "begins"),
      OpenDate(sentence: "kids off after 2026-12-31", phrase: "after 2026-12-31", problem: "ends"),
      OpenDate(
        sentence: "kids off from dec 1 9pm-7am", phrase: "from dec 1", problem: "ends", alone: "kids off dec 1 9pm-7am"),
      OpenDate(
        sentence: "kids off since 2026-12-01", phrase: "since 2026-12-01", problem: "ends", alone: "kids off 2026-12-01"
      ),
      OpenDate(
        sentence: "kids off starting on dec 1", phrase: "starting on dec 1", problem: "ends", alone: "kids off dec 1"),
      OpenDate(
        sentence: "kids off as of the 1st of december", phrase: "as of the 1st of december", problem: "ends",
        alone: "kids off 1st of december"),
      OpenDate(sentence: "kids off 21:00-07:00 as of dec 1", phrase: "as of dec 1", problem: "ends"),
      OpenDate(sentence: "kids off 21:00-07:00 till fri", phrase: "till fri", problem: "begins"),
      OpenDate(sentence: "kids off through thursday except holidays", phrase: "through thursday", problem: "begins"),
      OpenDate(sentence: "kids off mon until the holidays", phrase: "until the holidays", problem: "begins"),
      OpenDate(sentence: "kids off after holidays", phrase: "after holidays", problem: "ends"),
      OpenDate(sentence: "kids off 21:00-07:00 from holidays", phrase: "from holidays", problem: "ends"),
      OpenDate(
        sentence: "kids off starting monday", phrase: "starting monday", problem: "ends", alone: "kids off monday"),
      OpenDate(
        sentence: "kids off from fri except holidays", phrase: "from fri", problem: "ends",
        alone: "kids off fri except holidays"),
    ]) func openDates(_ row: OpenDate) throws
  {
    let error = try #require(Self.decoded(row.sentence).diagnostics.first { $0.severity == .error })
    #expect(error.code == "date.range")
    #expect(error.message == "'\(row.phrase)' does not say when it \(row.problem)")
    let ends = "the first and the last day, as in 2026-12-23..2027-01-06 or dec 23..jan 6"
    #expect(error.hint == (row.alone.map { "write '\($0)' for that day alone, or \(ends)" } ?? "write \(ends)"))
  }

  @Test(
    "where a date has both ends, or days are counted from it, something else is wrong",
    arguments: [
      "kids off every other weekend from dec 5", "kids off from 2026-12-24 21:00 to 2026-12-26 07:00",
      "kids off until 25:00 dec 24", "kids off from 2027-01-06 to 2026-12-24", "kids off wekdays dec 24",
    ]) func otherDates(_ sentence: String) throws
  {
    let error = try #require(Self.decoded(sentence).diagnostics.first { $0.severity == .error })
    #expect(!error.message.contains("does not say when it"))
  }

  @Test(
    "of a name that may be days or hours both are asked for",
    arguments: [("kids off until christmas", "until"), ("kids off 21:00-07:00 from christmas", "from")])
  func namesAsEnds(_ sentence: String, _ word: String) throws {
    let error = try #require(Self.decoded(sentence).diagnostics.first { $0.severity == .error })
    #expect(error.message == "expected a time after '\(word)', found 'christmas'")
    #expect(error.hint?.hasSuffix(", or the first and the last of the days, as in dec 1..dec 24") == true)
  }

  @Test("nobody is told to leave 'after' out, which would be another day") func anotherDay() throws {
    let error = try #require(Self.decoded("kids off after fri 18:00").diagnostics.first { $0.severity == .error })
    #expect(error.hint == "write days as mon-fri, and dates as dec 24..jan 6")
  }

  @Test(
    "an amount of time beside a time of day depends on nothing",
    arguments: [
      "tv on 9:00 for 2 hours", "tv on 17:00-18:00 for 2 hours", "tv on 21:00 for 24 hours", "tv on 2 hours daily",
    ])
  func amounts(_ sentence: String) throws {
    let error = try #require(Self.decoded(sentence).diagnostics.first { $0.severity == .error })
    #expect(error.message.hasPrefix("this is an amount of time"))
  }

  @Test("hours of a range are no amount of time", arguments: ["kids off 8hr-12hr", "kids off 8 hours - 12 hours"])
  func ranges(_ sentence: String) throws {
    let error = try #require(Self.decoded(sentence).diagnostics.first { $0.severity == .error })
    #expect(error.message == "'8' alone is neither a time nor a day")
  }

  @Test(
    "nothing is proposed that would be whole days, or another day",
    arguments: [
      ("kids off weeknights", "unknown schedule 'weeknights'"), ("kids off friday the 13th", "'13th' has no month"),
    ]) func unsaid(_ sentence: String, _ message: String) throws
  {
    let error = try #require(Self.decoded(sentence).diagnostics.first { $0.severity == .error })
    #expect(error.message == message && error.hint?.contains("thu") == false)
  }

  @Test(
    "a second state is told, and whose it is",
    arguments: [
      "kids off 20:00-07:00 and tv off 21:00-07:00", "kids off 20:00-07:00, tv off 21:00-07:00",
      "kids off mon and tablet, tv off 21:00-07:00",
    ]) func secondSentences(_ sentence: String) throws
  {
    let error = try #require(Self.decoded(sentence).diagnostics.first { $0.severity == .error })
    #expect(error.message == "a sentence has one state, and 'tv off' is another")
    #expect(error.hint == "write a sentence of its own for 'tv'")
  }

  @Test(
    "a time with marks around it is shown without them",
    arguments: [
      ("kids off 21:00-07:00;", "07:00"), ("kids off \"21:00-07:00", "21:00"), ("kids off (21:00)-07:00", "21:00"),
    ])
  func marks(_ sentence: String, _ time: String) throws {
    let error = try #require(Self.decoded(sentence).diagnostics.first { $0.severity == .error })
    #expect(error.hint == "write \(time)")
  }

  @Test("a schedule of such a word's name is meant") func openNames() throws {
    let found = try DecodedPolicy(
      """
      timezone: Europe/Berlin
      targets: {kids: {}}
      schedules: {starting: 2026-12-23..2027-01-06}
      policy: [kids off starting 2026-12-24]

      """, takesSketches: true)
    let error = try #require(found.diagnostics.first { $0.severity == .error })
    #expect(error.code == "when.separator")
  }

  @Test(
    "words for 'every', 'and' and 'except', and figures for the places of a month, are told their words",
    arguments: [
      ("kids off each night 9pm-7am", "kids off every night 9pm-7am"),
      ("kids off mon & tue", "kids off mon and tue"),
      ("kids off weekdays excluding holidays", "kids off weekdays except holidays"),
      ("kids off 9pm-7am apart from holidays", "kids off 9pm-7am except holidays"),
      ("kids off 2nd sat of every month", "kids off second sat of every month"),
      ("kids off 1st and 3rd monday 10:00-12:00", "kids off first and third monday 10:00-12:00"),
    ]) func written(_ sentence: String, _ written: String) throws
  {
    let error = try #require(Self.decoded(sentence).diagnostics.first { $0.severity == .error })
    #expect(error.hint == "write '\(written)'")
  }

  @Test(
    "of days that no schedule names the schedule is missing", arguments: ["school days", "on school days 08:00-13:00"])
  func days(_ days: String) throws {
    let error = try #require(Self.decoded("kids off \(days)").diagnostics.first { $0.severity == .error })
    #expect(error.message == "unknown schedule 'school-days'")
  }

  @Test(
    "the command for a wish is about what was wished",
    arguments: [
      ("pause pihole for 1 hour", "pihole paused --for 1h"), ("kids on for 30 minutes", "kids on --for 30m"),
      ("pause pihole 5 minutes", "pihole paused --for 5m"), ("pause pihole for 5m", "pihole paused --for 5m"),
      ("tv off for an hour", "tv off --for 1h"), ("tv off for two hours", "tv off --for 2h"),
      ("tv off for half an hour", "tv off --for 30m"), ("tv off for 3 days", "tv off --for 3d"),
      ("tv off for a week", "tv off --for 7d"), ("tv off for a while", "tv off --for 2h"),
      ("tv off 90min", "tv off --for 90m"), ("tv off 2 hrs", "tv off --for 2h"),
      ("tv off tomorrow", "tv off --from tomorrow --until 24:00"),
      ("when nobody is home kids off", "kids off --for 2h"),
    ]) func commands(_ sentence: String, _ command: String) throws
  {
    let error = try #require(Self.decoded(sentence).diagnostics.first { $0.code == "sentence.wish" })
    #expect(error.hint?.contains("'reconcile override \(command)'") == true, "\(error.hint ?? "")")
  }

  @Test(
    "a reason has a place of its own",
    arguments: [
      "kids off weekdays because homework", "kids off 21:00-07:00 because: homework", "kids off Because, school",
    ])
  func reasons(_ sentence: String) throws {
    let error = try #require(Self.decoded(sentence).diagnostics.first { $0.severity == .error })
    #expect(error.message == "a sentence has no reason in it")
    #expect(error.hint == "write both in a map, as in {do: kids off 21:00–07:00, because: homework}")
  }

  private static func decoded(
    _ sentence: String, targets: String = "{kids: {}, tv: {}, tablet: {}}"
  ) throws -> DecodedPolicy {
    try DecodedPolicy(
      """
      timezone: Europe/Berlin
      targets: \(targets)
      schedules: {holidays: 2026-12-23..2027-01-06, bedtime: 21:00–07:00, homework: 15:00–17:00}
      policy: ['\(sentence.replacing("'", with: "''"))']

      """, takesSketches: true)
  }
}
