import Documents
import Foundation
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
    (
      "kids off fri midday to sun midnight",
      "write 'kids off fri 12:00–24:00 and sat all day and sun 00:00–24:00' or 'kids off fri 12:00–24:00 and sat all day'"
    ),
    // The word that is wrong is named, and not the one behind or before it.
    ("guests kids off 21:00-07:00", "the targets are kids, tv, rules and pihole"),
    ("rulez kids off", "did you mean 'rules'?"),
    ("block guests kids mon", "the targets are kids, tv, rules and pihole"),
    ("turn off guests kids mon", "the targets are kids, tv, rules and pihole"),
    ("turn rulez kids off mon", "did you mean 'rules'?"),
    ("turn guests kids", "the targets are kids, tv, rules and pihole"),
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

  /// The same in a policy with schedules whose names are everyday words.
  static let everyday: [(said: String, hint: String)] = [
    // The opposite is never proposed.
    ("pihole unpaused sat", "write 'pihole active sat'"), ("pihole inactive sat", "write 'pihole paused sat'"),
    ("pihole unpause sat", "write 'pihole active sat'"),
    ("tv no sat", "write 'tv off sat'"), ("kids and tv no sat", "write 'kids and tv off sat'"),
    ("kids disallowed sat", "write 'kids off sat'"), ("disallow kids sat", "write 'block kids sat'"),
    ("kids unblocked sat", "write 'kids on sat'"),
    ("kids no internet sat", "write 'kids off sat'"), ("no internet for kids sat", "write 'kids off sat'"),
    ("kids off no-holidays", "write 'kids off except holidays'"),
    ("kids off non holidays", "write 'kids off except holidays'"),
    ("kids off weekdays no holidays", "write 'kids off weekdays except holidays'"),
    ("kids off except no-holidays", "define 'no-holidays' under 'schedules'"),
    (
      "kids off no-school-nights 21:00-07:00",
      "write 'kids off 21:00-07:00 except school-nights' or 'kids off all day except school-nights 21:00-07:00'"
    ),
    // What the user has defined is meant.
    (
      "kids off on school nights from 9pm to 7am the next day",
      "write 'kids off on school-nights from 9pm to 7am'"
    ),
    ("everyone off school nights 21:00-07:00", "write 'kids, tv, classroom off school-nights 21:00-07:00'"),
    ("no tv school nights 21:00-07:00", "write 'tv off school-nights 21:00-07:00'"),
    (
      "kids off school nights & fri 21:00-07:00",
      "write 'kids off school-nights, fri 21:00-07:00' or 'kids off school-nights all day and fri 21:00-07:00'"
    ),
    (
      "don't allow kids on school nights 21:00-07:00", "write 'block kids on school-nights 21:00-07:00'"
    ),
    ("kids off week nights 21:00-07:00 please", "write 'kids off week-nights 21:00-07:00'"),
    ("please kids off weekend nights 21:00-07:00", "write 'kids off fri-sat 21:00-07:00'"),
    // Nobody is switched who was not named.
    ("all kids off sat", "write 'kids off sat'"), ("all the kids off sat", "write 'kids off sat'"),
    ("all of the kids are off sat", "write 'kids off sat'"), ("all off sat", "write 'kids, tv, classroom off sat'"),
    ("kids no tv sat", "write on or off after the names"),
    // Of two states both are shown.
    ("kids on, off sun", "write 'kids on sun' or 'kids off sun'"), ("tv on, off", "write 'tv on' or 'tv off'"),
    ("kids on off sun", "write 'kids on sun' or 'kids off sun'"), ("tv off and on", "write 'tv off' or 'tv on'"),
    ("kids off, on sat", "write 'kids off sat' or 'kids on sat'"), ("block kids on", "write 'block kids' or 'kids on'"),
    ("turn kids off on", "write 'turn kids off' or 'kids on'"), ("block kids off sat", "write 'block kids sat'"),
    ("kids on disabled", "write 'kids on' or 'kids disabled'"), ("kids off, off", "write 'kids off'"),
    ("kids sat", "write 'kids off sat' or 'kids on sat'"),
    ("pihole sat", "write 'pihole paused sat' or 'pihole active sat'"),
    ("kids holidays", "write 'kids off holidays' or 'kids on holidays'"),
    ("kids sat off", "write on or off after the names"),
    // Two words are one name.
    ("kids off on bank holidays", "define 'bank-holidays' under 'schedules'"),
    ("kids off school holidays 21:00-07:00", "define 'school-holidays' under 'schedules'"),
    ("kids off half term", "define 'half-term' under 'schedules'"),
    ("kids off holidys mon", "did you mean 'holidays'?"),
    // Words of other languages.
    ("kids off 24 Dezember 2026", "write 'kids off 2026-12-24'"),
    ("kids off 24 Dez 2026", "write 'kids off 2026-12-24'"),
    ("kids off 24. Dez.", "write 'kids off 24 december'"),
    ("kids off 3 Mai 21:00-22:00", "write 'kids off 3 may 21:00-22:00'"),
    ("kids off 3 März", "write 'kids off 3 march'"), ("kids an sa", "write 'kids on sat'"),
    ("kids aus sa", "write 'kids off sat'"), ("kids sa", "write 'kids off sat' or 'kids on sat'"),
    // Exceptions.
    ("kids off every day except for sunday", "write 'kids off every day except sunday'"),
    ("kids off every day minus sunday", "write 'kids off every day except sunday'"),
    ("kids off every day minus the holidays", "write 'kids off every day except holidays'"),
    ("kids off every day sunday excepted", "write 'kids off every day except sunday'"),
    ("kids off weekdays plus sunday", "write 'kids off weekdays and sunday'"),
    ("kids off weekdays plus foo", "write and"), ("kids off daily minus foo", "write except and the days or times"),
    ("kids off for sat", "leave 'for' out"),
  ]

  @Test(arguments: everyday) func everydayWords(said: String, hint: String) throws {
    let entry = { (sentence: String) in "'\(sentence.replacing("'", with: "''"))'" }
    let found = try #require(Self.decoded(entry(said), Self.household).diagnostics.first { $0.severity == .error }).hint
    #expect(found == hint)
    for sentence in Self.quoted(hint) where sentence.contains(" ") {
      #expect(try Self.decoded(entry(sentence), Self.household).policy != nil, "\(sentence)")
    }
  }

  private static let household = """
    timezone: Europe/Berlin
    systems:
      gateway: {kind: unifi, url: https://g.example, api-key: {env: KEY}}
      pihole: {kind: pihole, url: https://p.example}
    targets: {kids: {wifi: [K]}, tv: {wifi: [T]}, classroom: {wifi: [C]}}
    schedules:
      holidays: 2026-12-20..2027-01-06
      school-nights: sun-thu except eves of holidays
      week-nights: mon-wed

    """

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

  private static func decoded(_ entry: String, _ household: String = named) throws -> DecodedPolicy {
    try DecodedPolicy(household + "policy: [\(entry)]\n")
  }

  private static let named = """
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

    """
}
