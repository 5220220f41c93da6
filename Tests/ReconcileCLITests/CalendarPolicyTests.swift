import JSONTree
import TestSupport
import Testing

@testable import Host

/// Policies whose schedules are calendars, from the command line.
@Suite struct CalendarPolicyTests {
  private static func calendar(_ events: [(day: String, name: String)]) -> String {
    let events = events.enumerated().map { number, event in
      """
      BEGIN:VEVENT
      UID:\(number)@example
      DTSTAMP:20260101T000000Z
      DTSTART;VALUE=DATE:\(event.day)
      SUMMARY:\(event.name)
      END:VEVENT

      """
    }
    return "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Example//EN\n" + events.joined() + "END:VCALENDAR\n"
  }

  private static func sketch(_ schedule: String, _ line: String = "kids off hols") -> String {
    "timezone: Europe/Berlin\ntargets: {kids: {}}\nschedules: {hols: \(schedule)}\npolicy: ['\(line)']\n"
  }

  private static let school = calendar([("20261224", "Christmas Eve"), ("20270503", "Trip")])

  // MARK: - Where a calendar may be

  @Test(
    arguments: [
      ("school.ics", 0, ""), ("calendars/school.ics", 0, ""),
      ("./school.ics", 0, ""), ("./calendars/school.ics", 0, ""), ("./", 65, "is not a plain path"),
      ("./none.ics", 65, "calendar 'none.ics' not found"), ("./../school.ics", 65, "is not a plain path"),
      ("././school.ics", 65, "is not a plain path"), (".//etc/school.ics", 65, "is not a plain path"),
      ("calendars/none.ics", 65, "calendar 'calendars/none.ics' not found"),
      ("../school.ics", 65, "'../school.ics' is not a plain path below the folder of the policy"),
      ("calendars/../school.ics", 65, "is not a plain path"),
      ("/etc/school.ics", 65, "'/etc/school.ics' does not begin in the folder of the policy"),
      ("~/school.ics", 65, "does not begin in the folder"),
      ("https://school.example/c.ics", 65, "this is an address, and a calendar is a file"),
      ("webcal://school.example/c.ics", 65, "is an address"), ("calendars", 65, "'calendars' is not a file"),
    ] as [(String, Int32, String)])
  func aCalendarIsBelowThePolicy(_ path: String, _ status: Int32, _ words: String) {
    let world = TestWorld(files: [
      "p.yaml": Self.sketch("{ics: '\(path)'}"), "school.ics": Self.school, "calendars/school.ics": Self.school,
    ])
    let run = world.run("validate", "p.yaml")
    #expect(run.status == status && run.output.unwrapped.contains(words), "\(run)")
  }

  /// The secret address of a calendar is what everybody tries first.
  @Test(arguments: ["ics", "url"], ["text", "json", "github"])
  func theAddressOfACalendarIsNotShown(_ key: String, _ format: String) {
    let world = TestWorld(files: [
      "p.yaml": Self.sketch("{\(key): 'https://cal.example/private-hunter2/basic.ics'}")
    ])
    let run = world.run("validate", "--format", format, "p.yaml")
    #expect(run.status == 65 && !(run.output + run.error).contains("hunter2"), "\(run)")
  }

  /// The policies of a folder share its calendars.
  @Test func aFolderOfPoliciesHasCalendarsBelowIt() {
    let world = TestWorld(files: [
      "home/a.yaml": Self.sketch("{ics: calendars/school.ics}"), "home/calendars/school.ics": Self.school,
    ])
    let run = world.run(
      "timeline", "--policy", "home", "--from", "2026-12-23", "--to", "2026-12-26 00:00", "--format", "json")
    #expect(run.status == 0 && run.output.contains("2026-12-23T23:00:00Z"), "\(run)")
  }

  /// A shift that begins when the one before it ends counts for its own day, not for that of the other.
  @Test(arguments: [
    ("sun", "2026-11-28T21:00:00Z", "2026-11-29T05:00:00Z"), ("sat", "2026-11-29T05:00:00Z", "2026-11-29T13:00:00Z"),
  ])
  func aHandoverDoesNotJoinShifts(_ day: String, _ from: String, _ until: String) {
    let shifts = ["20261128T210000Z/20261129T050000Z", "20261129T050000Z/20261129T130000Z"].map { shift in
      let ends = shift.split(separator: "/")
      return "BEGIN:VEVENT\nUID:\(ends[0])@example\nDTSTAMP:20260101T000000Z\nDTSTART:\(ends[0])\nDTEND:\(ends[1])\n"
        + "SUMMARY:Shift\nEND:VEVENT\n"
    }
    let world = TestWorld(files: [
      "p.yaml": Self.sketch("{ics: shift.ics, busy: true}", "kids off hols except \(day)"),
      "shift.ics": "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Example//EN\n" + shifts.joined() + "END:VCALENDAR\n",
    ])
    let run = world.run(
      "timeline", "--policy", "p.yaml", "--from", "2026-11-28", "--to", "2026-11-30 00:00", "--format", "json")
    let times = run.output.matches(of: /"(from|until)"\s*:\s*"([^"]*)"/).map { String($0.output.2) }
    #expect(
      run.status == 0 && Set(times).subtracting(["2026-11-27T23:00:00Z", "2026-11-29T23:00:00Z"]) == [from, until])
  }

  /// From Friday, 16:00, until Monday, 16:00.
  private static let camp = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//Example//EN
    BEGIN:VEVENT
    UID:camp@example
    DTSTAMP:20260101T000000Z
    DTSTART:20261127T150000Z
    DTEND:20261130T150000Z
    SUMMARY:Camp
    END:VEVENT
    END:VCALENDAR

    """

  private static func campWorld(_ line: String, _ schedules: String) -> TestWorld {
    TestWorld(files: [
      "p.yaml": "timezone: Europe/Berlin\ntargets: {kids: {}, gate: {action: door.open}}\n"
        + "schedules: {\(schedules)}\npolicy: ['kids off 12:00–13:00', '\(line)']\n", "camp.ics": camp,
    ])
  }

  private static let busy = "camp: {ics: camp.ics, busy: true}"

  /// A busy calendar is the same under another name, wherever it is defined.
  @Test(
    arguments: [busy + ", away: camp", "away: camp, " + busy, busy + ", gone: camp, away: gone"],
    ["kids off NAME", "kids off NAME except sat", "kids off 21:00–07:00 except NAME", "kids on except NAME"])
  func aBusyCalendarMayHaveAnotherName(_ schedules: String, _ line: String) {
    let states = ["camp", "away"].map { name -> [String] in
      let run = Self.campWorld(line.replacing("NAME", with: name), schedules).run(
        "timeline", "--policy", "p.yaml", "--from", "2026-11-26", "--to", "2026-12-02 00:00", "--format", "json")
      #expect(run.status == 0, "\(run)")
      return run.output.matches(of: /"(from|until|state)"\s*:\s*"([^"]*)"/).map { String($0.output.2) }
    }
    #expect(states[0] == states[1])
  }

  /// What cannot be said of a calendar cannot be said of another name of it, and both are used.
  @Test(arguments: [busy + ", away: camp", "away: camp, " + busy]) func anotherNameIsNoSetOfDays(_ schedules: String) {
    for line in ["gate at 07:00 except away", "kids off away 21:00–07:00", "kids off eves of away"] {
      let run = Self.campWorld(line, schedules).run("validate", "p.yaml")
      #expect(run.status == 65, "\(run)")
    }
    let run = Self.campWorld("kids off 21:00–07:00 except away", schedules).run("validate", "p.yaml")
    #expect(run.status == 0 && !run.output.contains("schedule.unused"), "\(run)")
  }

  /// An exception of one day takes that day of an event that lasts for several.
  @Test func aLongEventCountsDayByDay() {
    let run = Self.campWorld("kids off camp except sat", Self.busy).run(
      "timeline", "--policy", "p.yaml", "--from", "2026-11-27 14:00", "--to", "2026-11-30 11:00", "--format", "json")
    for time in ["2026-11-27T23:00:00Z", "2026-11-28T23:00:00Z"] { #expect(run.output.contains(time), "\(run)") }
  }

  /// An event of whole days is its days, also where events with times count.
  @Test(arguments: ["20261203", "20261204", "20261205"], ["2026-12-02", "2026-12-03"])
  func anEventOfDaysCountsDayByDay(_ end: String, _ exception: String) {
    let trip = Self.calendar([("20261202", "Trip")]).replacing("SUMMARY", with: "DTEND;VALUE=DATE:\(end)\nSUMMARY")
    let states = ["", ", busy: true"].map { busy in
      let world = TestWorld(files: [
        "p.yaml": Self.sketch("{ics: trip.ics\(busy)}", "kids off hols except \(exception)"), "trip.ics": trip,
      ])
      let run = world.run(
        "timeline", "--policy", "p.yaml", "--from", "2026-12-01", "--to", "2026-12-07 00:00", "--format", "json")
      #expect(run.status == 0, "\(run)")
      return run.output.matches(of: /"(from|until|state)"\s*:\s*"([^"]*)"/).map { String($0.output.2) }
    }
    #expect(states[0] == states[1] && states[0].contains("on"), "\(states)")
    #expect(states[0].contains("off") == (end != "20261203" || exception == "2026-12-03"))
  }

  // MARK: - What is said

  @Test func whatWorksWithACalendarIsSaid() {
    let run = Self.campWorld("kids off weekdays camp", Self.busy).run("validate", "p.yaml")
    #expect(run.status == 65 && run.output.unwrapped.contains("as in camp except sat, sun"), "\(run)")
  }

  @Test func aFaultIsShownInTheCalendar() {
    let broken = Self.school.replacing("20270503", with: "20271303")
    let world = TestWorld(files: ["p.yaml": Self.sketch("{ics: school.ics}"), "school.ics": broken])
    let run = world.run("validate", "p.yaml")
    #expect(run.status == 65)
    #expect(run.output.contains("school.ics:13") && run.output.contains("DTSTART;VALUE=DATE:20271303"), "\(run)")
  }

  /// Two schedules of one file that take different events do not contradict each other.
  @Test func theSelectedEventsAreNamed() {
    let schedules =
      "{hols: {ics: school.ics, summary: [Christmas*, 'Bank *']}, trips: {ics: school.ics, summary: Trip}, "
      + "old: {ics: school.ics, summary: Old}, all: {ics: school.ics}}"
    let world = TestWorld(files: [
      "p.yaml": Self.sketch("mon").replacing("schedules: {hols: mon}", with: "schedules: \(schedules)"),
      "school.ics": Self.calendar([
        ("20261124", "Christmas Fair"), ("20261203", "Bank Holiday"), ("20261212", "Trip"), ("20260101", "Old"),
      ]),
    ])
    let output = world.run("validate", "p.yaml").output.unwrapped
    for words in [
      "'school.ics' has no events that match 'Christmas*' or 'Bank *' after 2026-12-03",
      "'school.ics' has no events that match 'Trip' after 2026-12-12", "'school.ics' has no events after 2026-12-12",
      "all events that match 'Old' in 'school.ics' are past: the last day was 2026-01-01",
    ] { #expect(output.contains(words), "\(output)") }
  }

  @Test(arguments: [
    ("{ics: school.ics, sumary: Trip}", "did you mean 'summary'?"), ("{summary: Trip}", "needs 'ics'"),
    ("{ics: school.ics, busy: maybe}", "busy"), ("{}", "needs 'ics'"),
  ])
  func aKeyThatIsWrongIsTold(_ schedule: String, _ words: String) {
    let world = TestWorld(files: ["p.yaml": Self.sketch(schedule), "school.ics": Self.school])
    let run = world.run("validate", "p.yaml")
    #expect(run.status == 65 && run.output.unwrapped.contains(words), "\(run)")
  }

  // MARK: - An edit of a calendar is one of the policy

  @Test func compareTellsWhatACalendarChanges() {
    let world = TestWorld(files: [
      "a/p.yaml": Self.sketch("{ics: school.ics}"), "a/school.ics": Self.school,
      "b/p.yaml": Self.sketch("{ics: school.ics}"),
      "b/school.ics": Self.calendar([("20261224", "Christmas Eve"), ("20261124", "Strike")]),
    ])
    let run = world.run("compare", "a/p.yaml", "b/p.yaml")
    #expect(run.output.contains("kids") && run.output.contains("Tue 2026-11-24"), "\(run)")
  }

  /// What both read from one file is not compared, and that is said.
  @Test(arguments: ["text", "markdown", "json"]) func compareSaysWhatBothRead(_ format: String) {
    let policy = Self.sketch("{ics: school.ics}")
    let world = TestWorld(files: [
      ".old.yaml": policy, "p.yaml": policy, "school.ics": Self.school, "b/p.yaml": policy, "b/school.ics": Self.school,
    ])
    let shared = world.run("compare", ".old.yaml", "p.yaml", "--format", format)
    let said = format == "json" ? "\"sharedCalendars\":[\"school.ics\"]" : "an edit there is not compared"
    #expect(shared.status == 0 && shared.output.unwrapped.contains(said), "\(shared)")
    let apart = world.run("compare", "b/p.yaml", "p.yaml", "--format", format)
    #expect(apart.status == 0 && !apart.output.unwrapped.contains(said), "\(apart)")
  }

  /// A bad merge of a calendar keeps the last good policy with the calendar that it had: a strike on Friday, when the kids
  /// are off all day.
  @Test(arguments: ["<html>sign in</html>", nil]) func theLastGoodPolicyKeepsItsCalendars(_ broken: String?)
    async throws
  {
    let policy = PretendHousehold.policy.replacing("policy:\n", with: "schedules: {hols: {ics: school.ics}}\npolicy:\n")
      .replacing("  - kids off 21:00–07:00\n", with: "  - kids off hols\n")
    var story = Chronicle(policy: policy)
    story.world.files["another.ics"] = Self.school
    story.world.files["school.ics"] = Self.calendar([("20261120", "Strike"), ("20261121", "Strike")])
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(0))
    await story.pass(minutes: 1)
    await story.switchRule(0, on: false)
    story.world.files["school.ics"] = broken
    let run = story.apply()
    #expect(run.status == 65 && run.error.contains("school.ics"), "\(run.error)")
    #expect(run.output.unwrapped.contains("using the last valid policy"), "\(run)")
    #expect(await story.isRuleOn(0))
  }

  // MARK: - As it is understood

  @Test func explainShowsTheCanonicalForm() throws {
    let text = Self.sketch("mon", "kids off 9 pm till 7 am on weekdays, 11pm-8am on weekends")
    let world = TestWorld(files: ["p.yaml": text])
    let plain = world.run("explain", "--policy", "p.yaml", "--at", "2026-11-23 22:00").output
    #expect(plain.contains("9 pm till 7 am on weekdays"), "\(plain)")
    let run = world.run("explain", "--canonical", "--policy", "p.yaml", "--at", "2026-11-23 22:00")
    #expect(run.output.unwrapped.contains("kids off mon-fri 21:00–07:00 and sat-sun 23:00–08:00"), "\(run)")
    let json = try JSON(
      parsing: Array(
        world.run("explain", "--canonical", "--policy", "p.yaml", "--at", "2026-11-23 22:00", "--format", "json").output
          .utf8))
    #expect(
      json["targets"]?.elements?.first?["sentence"]?.string?.hasPrefix("kids off mon-fri 21:00") == true, "\(json)")
  }
}
