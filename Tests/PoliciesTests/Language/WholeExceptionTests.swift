import CivilTime
import Documents
import Policies
import TestSupport
import Testing

/// `weekdays except holidays 21:00–07:00` is taken at its word, and who meant the nights of weekdays is told so.
@Suite("exceptions of days with times") struct WholeExceptionTests {
  private static func decoded(_ entry: String, _ schedules: String = "") throws -> DecodedPolicy {
    try DecodedPolicy(
      """
      timezone: UTC
      targets: {kids: {otherwise: on}}
      schedules:
        holidays: 2026-12-23..2027-01-06
        bedtime: 20:30–07:00
        school: weekdays 08:00–13:00
      \(schedules)
      policy: [\(entry)]

      """, takesSketches: true)
  }

  private static func choices(_ decoded: DecodedPolicy) -> [String]? {
    let found = decoded.diagnostics.filter { $0.code == "when.except" }
    guard found.count == 1, found[0].hint?.hasPrefix("write '") == true else { return nil }
    return (found[0].hint ?? "").split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  /// When the kids are off in the days around Christmas.
  private static func off(_ decoded: DecodedPolicy) throws -> [Range<Instant>] {
    let policy = try #require(decoded.policy, "\(decoded.lines())")
    let range = try Instant("2026-12-14 00:00", in: policy.zone)..<Instant("2027-01-11 00:00", in: policy.zone)
    return Evaluator(policy).timeline(of: Name("kids"), in: range).filter { $0.state == .off }.map(\.range)
  }

  /// What is written, and the two that may be meant: the second is what it means.
  static let open: [(when: String, times: String, allDay: String)] = [
    (
      "weekdays except holidays 21:00–07:00", "weekdays 21:00–07:00 except holidays",
      "weekdays all day except holidays 21:00–07:00"
    ),
    ("daily except sat 21:00-07:00", "daily 21:00-07:00 except sat", "daily all day except sat 21:00-07:00"),
    (
      "sun-thu except eves of holidays 9pm-7am", "sun-thu 9pm-7am except eves of holidays",
      "sun-thu all day except eves of holidays 9pm-7am"
    ),
    (
      "weekdays except on holidays bedtime", "weekdays bedtime except holidays",
      "weekdays all day except holidays bedtime"
    ),
    (
      "mon and tue except dec 24, sun 21:00–07:00", "mon 21:00–07:00 and tue 21:00–07:00 except dec 24, sun",
      "mon all day and tue all day except dec 24, sun 21:00–07:00"
    ),
    ("except holidays 21:00–07:00", "21:00–07:00 except holidays", "all day except holidays 21:00–07:00"),
  ]

  @Test("a warning shows both readings", arguments: open)
  func both(_ when: String, _ times: String, _ allDay: String) throws {
    let decoded = try Self.decoded("'kids off \(when)'")
    #expect(Self.choices(decoded) == ["kids off \(times)", "kids off \(allDay)"], "\(decoded.lines())")
    #expect(!decoded.diagnostics.contains { $0.severity == .error })
    let (first, second) = (try Self.decoded("'kids off \(times)'"), try Self.decoded("'kids off \(allDay)'"))
    #expect(Self.choices(first) == nil && Self.choices(second) == nil)
    #expect(try Self.off(second) == Self.off(decoded))
    #expect(try Self.off(first) != Self.off(decoded))
  }

  /// The language's own text for it is what means the same and leaves nothing open.
  @Test("written by the language it says all day", arguments: open)
  func canonical(_ when: String, _ times: String, _ allDay: String) throws {
    let statement = try #require(try Self.decoded("'kids off \(when)'").policy?.statements.first)
    let text = SentenceText.text(of: try #require(statement.when.first))
    #expect(text.contains("all day except "))
    let again = try Self.decoded("'kids off \(text)'")
    #expect(!again.diagnostics.contains { $0.code == "when.except" })
    #expect(again.policy?.statements.first?.when == statement.when)
  }

  @Test(
    "nothing is open where the times are first, or all day is written",
    arguments: [
      "weekdays all day except holidays 21:00–07:00", "weekdays 21:00–07:00 except holidays 22:00–08:00",
      "weekdays except holidays", "weekdays except holidays all day", "except sat all day",
      "weekdays except 18:00–20:00",
      "weekdays except daily 18:00–20:00", "except every night 21:00–07:00", "school except fri 12:00–13:00",
      "weekdays except bedtime", "weekdays unless holidays all day", "bedtime except fri 20:30–21:00",
    ]) func nothing(_ when: String) throws
  {
    let decoded = try Self.decoded("'kids off \(when)'")
    #expect(decoded.policy != nil, "\(decoded.lines())")
    #expect(!decoded.diagnostics.contains { $0.code == "when.except" }, "\(decoded.lines())")
  }

  @Test("in a schedule and under when, too") func elsewhere() throws {
    let written = "weekdays except holidays 21:00–07:00"
    let shown = ["weekdays 21:00–07:00 except holidays", "weekdays all day except holidays 21:00–07:00"]
    let schedule = try Self.decoded("kids off nights", "  nights: \(written)")
    #expect(Self.choices(schedule) == shown && schedule.policy != nil, "\(schedule.lines())")
    let when = try Self.decoded("{target: kids, state: off, when: [\(written)]}")
    #expect(Self.choices(when) == shown && when.policy != nil, "\(when.lines())")
  }

  @Test(
    "other words than except are refused",
    arguments: ["unless holidays", "but not on holidays", "outside holidays", "without holidays"])
  func others(_ exception: String) throws {
    let decoded = try Self.decoded("'kids off weekdays \(exception) 21:00–07:00'")
    #expect(decoded.policy == nil)
    #expect(
      Self.choices(decoded) == [
        "kids off weekdays 21:00–07:00 except holidays", "kids off weekdays all day except holidays 21:00–07:00",
      ])
  }

  /// Of a name that the file does not have that is said, and nothing else.
  @Test(arguments: ["except", "unless"]) func unknown(_ word: String) throws {
    let decoded = try Self.decoded("'kids off weekdays \(word) hollidays 21:00–07:00'")
    let found = decoded.diagnostics.filter { $0.severity == .error || $0.code == "when.except" }
    #expect(found.map(\.code) == ["schedule.unknown"])
  }

  @Test(
    "what is proposed for other mistakes leaves nothing open",
    arguments: [
      "weekdays excluding holidays 9pm-7am", "weekdays apart from holidays 9pm-7am", "weekdays not holidays 9pm-7am",
      "weekdays except holidays, 9pm-7am", "weekdays unless holidays, 9pm-7am", "except holidays, 9pm-7am",
      "weekdays except holidays and 9pm-7am",
    ]) func proposals(_ when: String) throws
  {
    let decoded = try Self.decoded("'kids off \(when)'")
    let error = try #require(decoded.diagnostics.first { $0.severity == .error })
    let days = when.hasPrefix("weekdays") ? "weekdays " : ""
    #expect(
      error.hint?.hasPrefix(
        "write 'kids off \(days)9pm-7am except holidays' or 'kids off \(days)all day except holidays 9pm-7am'") == true
        || error.hint?.hasPrefix(
          "write 'kids off \(days)9pm-7am except holidays', 'kids off \(days)all day except holidays 9pm-7am'") == true,
      "\(error.hint ?? "")")
  }
}
