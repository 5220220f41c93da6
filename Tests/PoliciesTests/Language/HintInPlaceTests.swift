import Documents
import Testing

/// What a message quotes as something to write is accepted where it was found.
@Suite("hints in their place") struct HintInPlaceTests {
  /// An entry of `policy`, and the hint of what is wrong with it. What it quotes are whole entries.
  static let sentences: [(said: String, hint: String)] = [
    ("kids, pihole off", "write the lines 'kids off' and 'pihole paused'"),
    ("pihole, kids paused weekdays", "write the lines 'pihole paused weekdays' and 'kids off weekdays'"),
    ("pihole off", "write 'pihole paused'"),
    (
      "pihole on only 10:00-12:00",
      "'only' goes with 'on': write the lines 'pihole paused' and 'pihole active 10:00-12:00'"
    ),
    (
      "pihole on 10:00-12:00 only",
      "'only' goes with 'on': write the lines 'pihole paused' and 'pihole active 10:00-12:00'"
    ),
    (
      "only kids on weekend 15:00 to 18:00",
      "write 'kids on weekend 15:00 to 18:00' to leave other targets and times as they are, and the line 'kids off' above it "
        + "to have it off at every other time"
    ),
    (
      "only kids on 15:00 to 18:00",
      "write 'kids on only 15:00 to 18:00' to have it off at every other time, or 'kids on 15:00 to 18:00' to leave other "
        + "targets and times as they are"
    ),
    ("kids at 00:00-6:00", "write 'kids off 00:00-6:00' or 'kids on 00:00-6:00'"),
    (
      "pihole at 10:00-12:00 on sat, sun",
      "write 'pihole paused 10:00-12:00 on sat, sun' or 'pihole active 10:00-12:00 on sat, sun'"
    ),
    ("turn rules off", "write 'rules off' or 'rules on'"),
    ("turn off rules", "write 'rules off' or 'rules on'"),
    ("kids off odd weeks dec 24", "write days of the week after it, as in odd weeks fri, or leave them out"),
    ("kids off odd weeks first friday", "write days of the week after it, as in odd weeks fri, or leave them out"),
    // A month that is written is not lost.
    (
      "kids on october 4th to 29 july unless mon 00:30-24:00",
      "write 'kids on october 4th to 29 july 00:30-24:00 except mon' or 'kids on october 4th to 29 july all day except mon 00:30-24:00'"
    ),
    // Names whose words mean something.
    ("kids off night shift", "write 'kids off night-shift'"),
    ("kids off first term 21:00-07:00", "write 'kids off first-term 21:00-07:00'"),
    ("kids off term 1", "write 'kids off term-1'"),
    ("kids off 21:00-07:00 except late school nights", "write 'kids off 21:00-07:00 except late-school-nights'"),
    ("kids off late–school–nights", "write 'kids off late-school-nights'"),
    ("kids on enabled", "write 'kids on'"),
    ("kids off midday", "write 'kids off from noon' or 'kids off until noon'"),
    ("kids off 8:00 to midday", "write 'kids off 08:00–noon' or 'kids off 20:00–noon'"),
    ("kids off 8:00-midday", "write 'kids off 08:00–noon' or 'kids off 20:00–noon'"),
    ("kids off mon 08:00 to Midday", "write 'kids off mon 08:00 to noon'"),
    ("kids off midday-15:00", "write 'kids off noon-15:00'"),
    ("kids off between midday and 3pm", "write 'kids off between noon and 3pm'"),
    ("kids off until midday", "write 'kids off until noon'"),
    ("kids off fri midday to sun midnight", "write 'kids off fri 12:00–24:00 and sat all day and sun 00:00–24:00'"),
    // The word that is wrong is named, and not the one behind or before it.
    ("guests kids off 21:00-07:00", "define it under 'targets'"),
    ("rulez kids off", "did you mean 'rules'?"),
    ("block guests kids mon", "define it under 'targets'"),
    ("turn off guests kids mon", "define it under 'targets'"),
    ("turn rulez kids off mon", "did you mean 'rules'?"),
    ("turn guests kids", "define it under 'targets'"),
    ("turn kids tv off mon", "write 'turn kids, tv off mon'"),
    ("switch kids tv off mon", "write 'switch kids, tv off mon'"),
    ("kids tv off mon", "write 'kids, tv off mon'"),
    ("block kids tv mon", "write 'block kids, tv mon'"),
    ("kids off tv mon", "days and times follow the state"),
    ("kids off always tomorow", "define 'tomorow' under 'schedules'"),
    ("kids off tomorow always", "define 'tomorow' under 'schedules'"),
    ("kids off mon at 21:00-07:00", "write 'kids off mon 21:00-07:00'"),
    ("kids off mon on 21:00-07:00", "write 'kids off mon 21:00-07:00'"),
    ("kids off mon at tomorow 21:00-07:00", "define 'tomorow' under 'schedules'"),
    (
      "kids off from 21:00 to tomorow 07:00",
      "write something like 21:00, 9pm, noon or midnight, or the first and the last of the days, as in dec 1..dec 24"
    ),
    ("kids off except 24/7", "write the days or times that are left out"),
    ("kids on only daily 15:00-18:00", "write 'kids on only 15:00–18:00'"),
    ("kids off friday nights", "write 'kids off friday-nights'"),
  ]

  @Test(arguments: sentences) func sentence(said: String, hint: String) throws {
    let found = try Self.error("'\(said)'").hint ?? ""
    #expect(found == hint)
    for sentence in Self.quoted(found) where sentence.contains(" ") {
      #expect(try Self.decoded("'\(sentence)'").policy != nil, "\(sentence)")
    }
  }

  /// What stands under `only`, and the hint of what is wrong with it. What it quotes can stand there.
  static let only: [(said: String, hint: String)] = [
    ("first friday 20:00–22:00 and bedtime", "write times of day, as in 15:00–18:00: nothing else can follow 'only'"),
    ("nightly", "write times of day, as in 15:00–18:00: nothing else can follow 'only'"),
    ("weekdays 11pm-8am, weekends", "write times of day, as in 15:00–18:00: nothing else can follow 'only'"),
    ("9-5", "write '9am–5pm' or '9pm–5am'"),
  ]

  @Test(arguments: only) func onlyField(said: String, hint: String) throws {
    let found = try Self.error("{target: kids, state: on, only: '\(said)'}").hint ?? ""
    #expect(found == hint)
    for times in Self.quoted(found) where times != "only" {
      #expect(try Self.decoded("{target: kids, state: on, only: '\(times)'}").policy != nil, "\(times)")
    }
  }

  @Test func onlyOfOtherStates() throws {
    let hint = try Self.error("{target: pihole, state: on, only: 10:00–12:00}").hint
    #expect(hint == "'only' goes with 'on': write the lines 'pihole paused' and 'pihole active daily 10:00–12:00'")
  }

  private static func quoted(_ hint: String) -> [String] {
    hint.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  private static func error(_ entry: String) throws -> Diagnostic {
    try #require(Self.decoded(entry).diagnostics.first { $0.severity == .error }, "\(entry)")
  }

  private static func decoded(_ entry: String) throws -> DecodedPolicy {
    try DecodedPolicy(
      """
      timezone: Europe/Berlin
      systems:
        gateway: {kind: unifi, url: https://g.example, api-key: {env: KEY}}
        pihole: {kind: pihole, url: https://p.example}
      targets: {kids: {wifi: [K]}, tv: {wifi: [T]}, rules: {acl-rules: [R]}}
      schedules:
        bedtime: 20:30–07:00
        night-shift: 22:00–06:00
        first-term: 2026-09-01..2026-12-18
        term-1: first-term
        late-school-nights: fri, sat
        friday-nights: fri 21:00–23:00
      policy: [\(entry)]
      """)
  }
}
