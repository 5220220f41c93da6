import CivilTime
import Foundation
import FoundationXML
import JSONTree
import TestSupport
import Testing

/// Overrides in everything that shows time ahead: `next`, and `timeline` as text, JSON and picture.
@Suite struct ShownOverridesTests {
  /// Friday, 21:00:04: the children, who would be off since 21:00, are on until 22:30.
  private static func filmNight() -> OverrideScene {
    let scene = OverrideScene()
    _ = scene.run("override kids on --until 22:30 --because \"film <night>\"")
    scene.pass(300)
    return scene
  }

  @Test func nextFollowsAnOverride() throws {
    let scene = Self.filmNight()
    let run = scene.run("next --hours 12")
    #expect(run.status == 0 && run.error.isEmpty)
    try Golden.check(run.output, "override/next.txt")
    try Golden.check(scene.run("next --hours 12 --format json").output, "override/next.json")
    #expect(run.output.contains("22:30      kids"))
    // It tells the same as what explains it, and as a plan.
    #expect(scene.run("explain kids").output.contains("next   off from 22:30"))
    _ = scene.run("override end 1")
    let ended = scene.run("next --hours 12").output
    #expect(!ended.contains("22:30") && ended.contains("Sat 07:00  kids"))
  }

  /// An override and a lock have one sign, and the words below say which of them is meant.
  @Test func theLegendNamesLocks() {
    let scene = OverrideScene()
    _ = scene.run("lock tv --until 23:00")
    #expect(scene.run("timeline tv").output.contains("off by a lock"))
    _ = scene.run("override kids on --until 22:30")
    let both = scene.run("timeline").output
    #expect(both.contains("off by a lock") && both.contains("on by an override"), "\(both)")
    _ = scene.run("override kids off --from \"sat 12:00\" --until \"sat 13:00\"")
    let mixed = scene.run("timeline").output.unwrapped
    #expect(mixed.contains("off by an override or a lock") && mixed.contains("on by an override"), "\(mixed)")
    #expect(scene.run("timeline kids").output.contains("off by an override"))
  }

  /// Two Mondays, a week apart: neither may be taken for the other one.
  @Test func endsAWeekApartHaveTheirDates() {
    let scene = OverrideScene()
    _ = scene.run("override kids on --from \"2026-11-23 00:00\" --until \"2026-11-30 00:00\"")
    let week = "from Mon 2026-11-23 00:00 until Mon 2026-11-30 00:00"
    let why = scene.run("explain kids --at 2026-11-26T12:00:00Z").output.unwrapped
    #expect(why.contains("why override 1 by anna, \(week)"), "\(why)")
    #expect(why.contains("kids: on since Mon 2026-11-23 00:00, until Mon 2026-11-30 00:00"), "\(why)")
    _ = scene.run("override kids off --from \"2026-11-24 00:00\" --until \"2026-11-25 00:00\"")
    let beaten = scene.run("explain kids --at 2026-11-24T12:00:00Z").output.unwrapped
    #expect(beaten.contains("why override 2 by anna, from 00:00 until Wed 00:00"), "\(beaten)")
    #expect(beaten.contains("beats override 1 by anna: on \(week)"), "\(beaten)")
  }

  /// One that is ended before it begins has no length.
  @Test func theEndedIsNoShorterThanNothing() {
    let scene = OverrideScene()
    _ = scene.run("override kids off --from \"sat 12:00\" --until \"sat 13:00\"")
    let run = scene.run("override end 1 --format json")
    #expect(run.status == 0, "\(run)")
    let range = #""from":"2026-11-21T11:00:00Z","until":"2026-11-21T11:00:00Z""#
    #expect(run.output.contains(range), "\(run)")
  }

  /// What holds beneath an override is what comes back: an older override before the schedule, by its own name.
  @Test func whatAnOverrideBeatsIsTold() {
    let scene = OverrideScene()
    _ = scene.run("lock tv --until 23:00")
    let made = scene.run("override tv on --for 30m").output
    #expect(made.contains("then   tv: off until Sat 06:00 · lock 1"), "\(made)")
    let why = scene.run("explain tv").output
    #expect(
      why.contains("    beats  lock 1 by anna: off from 21:00:04 until 23:00\n    next   off from 21:30:04, lock 1\n"),
      "\(why)")
    #expect(!why.contains("without this"))
    #expect(scene.run("explain tv --format json").output.contains(#""beatsOverrides":[{"id":"1","target":"tv""#))
    scene.pass(3_900)
    _ = scene.run("override tv on --until 22:30")
    let both = scene.run("explain tv").output
    #expect(both.contains("    beats  lock 1 by anna: off from 21:00:04 until 23:00\n           policy-2: "), "\(both)")
  }

  /// One that is yet to begin and never will decide is told as such, and one of which something is left is not.
  @Test func theListTellsWhatNeverTakesEffect() {
    let scene = OverrideScene()
    func note(_ id: String) -> String {
      let lines = scene.run("override list").output.split(separator: "\n")
      return lines.first { $0.hasPrefix("  \(id) ") }.map(String.init) ?? ""
    }
    _ = scene.run("override tv off --from 21:30 --until 21:45")
    #expect(!note("1").isEmpty && !note("1").contains("beaten"))
    _ = scene.run("override tv on --until 21:40")
    #expect(!note("1").contains("beaten"), "five minutes are left")
    _ = scene.run("override tv on --from 21:38 --until 21:46")
    #expect(note("1").contains("beaten by 2 and 3"), "\(note("1"))")
    #expect(!note("2").contains("beaten") && !note("3").contains("beaten"))
    _ = scene.run("override end 3")
    #expect(!note("1").contains("beaten"))
  }

  /// Overrides, and which of them the list says to beat the first one; nil where something of it is left.
  static let beaten: [(lines: [String], by: String?)] = [
    // Each is named that decides in its time, whichever begins first.
    (
      [
        "tv off --from 21:30 --until 21:45", "tv on --until 21:50", "tv off --from 21:33 --until 21:35",
        "tv off --from 21:40 --until 21:42",
      ], "2 and 3 and 4"
    ),
    (
      [
        "tv off --from 21:30 --until 21:45", "tv on --until 21:50", "tv off --from 21:40 --until 21:42",
        "tv off --from 21:33 --until 21:35",
      ], "2 and 4 and 3"
    ),
    // Of a group each member has its own.
    (["devices on --from 23:00 --until 23:30", "kids off --until 23:40"], nil),
    (["devices on --from 23:00 --until 23:30", "kids off --until 23:40", "tv off --until 23:40"], "2 and 3"),
    (["devices on --from 23:00 --until 23:30", "tv off --until 23:40", "kids off --until 23:40"], "3 and 2"),
    (["devices on --from 23:00 --until 23:30", "devices off --until 23:40"], "2"),
  ]

  @Test(arguments: beaten) func theListNamesAllThatBeatIt(_ lines: [String], _ by: String?) throws {
    let scene = OverrideScene()
    for line in lines {
      let run = scene.run("override \(line)")
      #expect(run.status == 0, "\(line): \(run)")
    }
    let list = scene.run("override list").output
    let first = list.split(separator: "\n").first { $0.hasPrefix("  1 ") } ?? ""
    #expect(first.contains("beaten by") == (by != nil), "\(list)")
    if let by { #expect(first.hasSuffix("beaten by \(by)"), "\(list)") }
    let json = try JSON(parsing: Array(scene.run("override list --format json").output.utf8))
    let told = (json["overrides"]?.elements ?? []).first { $0["id"]?.string == "1" }?["beatenBy"]?.elements
    #expect(told?.compactMap(\.string).joined(separator: " and ") == by ?? "", "\(json)")
  }

  /// A change at the very end of the hours that are shown is one of those that come later.
  @Test func aChangeAtTheEndComesLater() throws {
    let scene = OverrideScene()
    scene.pass(-3_604)
    let next = try JSON(parsing: Array(scene.run("next kids --hours 1 --format json").output.utf8))
    #expect(next["changes"]?.elements?.count == 0)
    #expect(next["later"]?.elements?.map { $0["at"]?.string } == ["2026-11-20T20:00:00Z"])
    let later = try JSON(parsing: Array(scene.run("next kids --hours 2 --format json").output.utf8))
    #expect(later["changes"]?.elements?.map { $0["at"]?.string } == ["2026-11-20T20:00:00Z"])
    #expect(later["later"]?.elements?.map { $0["at"]?.string } == ["2026-11-21T06:00:00Z"])
  }

  /// A change that is shown is followed by the override that it comes from, however far it is.
  @Test func theOverrideOfALaterChangeIsNamed() {
    let scene = OverrideScene()
    _ = scene.run("override tv off --from \"2026-11-22 12:00\" --until \"2026-11-22 13:00\"")
    let run = scene.run("next tv --hours 1")
    #expect(run.output.contains("override 1: tv off") == run.output.contains("  override 1\n"), "\(run)")
    _ = scene.run("override tv on --until \"2026-11-22 12:00\"")
    let later = scene.run("next tv --hours 3").output
    #expect(later.contains("Sun 12:00  tv") && later.contains("override 1: tv off"), "\(later)")
  }

  @Test func theTimelineMarksAnOverride() throws {
    let scene = Self.filmNight()
    let range = "--from today --days 2"
    let run = scene.run("timeline \(range)")
    #expect(run.status == 0 && run.error.isEmpty)
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    try Golden.check(run.output, "override/timeline.txt")
    try Golden.check(scene.run("timeline \(range) --format json").output, "override/timeline.json")
    let picture = scene.run("timeline \(range) --format svg").output
    try Golden.check(picture, "override/timeline.svg")
    #expect(XMLParser(data: Data(picture.utf8)).parse())
    #expect(picture.contains(">by an override</text>"))
    #expect(picture.contains("override 1: on from") && picture.contains("(film &lt;night&gt;)"))
  }

  /// Without a state, and with the schedule alone, it is what the policy says.
  @Test(arguments: [
    "next", "next --format json", "timeline", "timeline --format json", "timeline --format svg", "explain",
  ])
  func withoutOverrides(_ line: String) {
    let bare = OverrideScene()
    bare.pass(300)
    let plain = bare.run(line)
    #expect(plain.status == 0 && plain.error.isEmpty)
    let scene = Self.filmNight()
    #expect(scene.run(line + " --schedule-only").output == plain.output)
    #expect(scene.run(line).output != plain.output)
    #expect(bare.run(line + " --state \(scene.folder)").output == scene.run(line).output)
  }

  /// A state that is there and cannot be read is told of, and the schedule is shown.
  @Test(arguments: ["next", "timeline"])
  func aStateThatCannotBeRead(_ command: String) throws {
    let scene = Self.filmNight()
    let file = scene.folder + "/elsewhere"
    try Data().write(to: URL(filePath: file))
    let run = scene.run("\(command) --state \(file)")
    #expect(run.status == 0)
    #expect(run.error.contains("overrides are unknown"), "\(run.error)")
    #expect(run.output == scene.run("\(command) --schedule-only").output)
    // For a program as `explain` has it, and for all of them an empty list where nothing is wrong.
    let told = try Self.warnings(scene.run("\(command) --state \(file) --format json").output)
    #expect(told.compactMap { $0["code"]?.string } == ["state.unknown"])
    let expected = try Self.warnings(scene.run("explain --state \(file) --format json").output)
    #expect(told == expected)
    for rest in ["", " --schedule-only"] {
      let none = try Self.warnings(scene.run("\(command) --format json\(rest)").output)
      #expect(none.isEmpty)
    }
  }

  private static func warnings(_ output: String) throws -> [JSON] {
    try #require(try JSON(parsing: Array(output.utf8))["warnings"]?.elements, "\(output)")
  }

  /// What does not count is told, too: overrides about a target that is gone, and those of another policy.
  @Test(arguments: ["next", "timeline"]) func whatDoesNotCountInJSON(_ command: String) throws {
    let scene = Self.filmNight()
    let other = OverrideScene(policy: OverrideScene.policy.replacing("kids", with: "children"))
    other.pass(300)
    let line = "--state \(scene.folder) --format json"
    let expected = try Self.warnings(other.run("explain \(line)").output)
    let told = try Self.warnings(other.run("\(command) \(line)").output)
    #expect(told.count == 1 && told == expected, "\(told)")
  }

  /// An override of a target of targets is one of each member, the newest wins, and one about what is gone is told of.
  @Test func severalOnOneTarget() throws {
    let scene = Self.filmNight()
    _ = scene.run("override devices off --for 10m")
    let changes = scene.run("next --hours 3").output
    #expect(changes.contains("21:15:04  kids  off → on"), "\(changes)")
    #expect(changes.contains("22:30     kids  on → off"), "\(changes)")
    let json = scene.run("timeline --format json --to 22:30").output
    #expect(json.contains("\"decidedBy\":\"override:2\"") && json.contains("\"decidedBy\":\"override:1\""))
    let other = OverrideScene(policy: OverrideScene.policy.replacing("kids", with: "children"))
    other.pass(300)
    let gone = other.run("next --state \(scene.folder)")
    #expect(gone.error.contains("kids"), "\(gone.error)")
    #expect(!gone.output.contains("override 1"))
  }

  /// A Pi-hole that nothing in the policy names is shown while an override names it.
  @Test func aPiHoleThatNothingNames() {
    let scene = OverrideScene()
    #expect(!scene.run("timeline").output.contains("pihole"))
    #expect(scene.run("override pihole paused --for 1h").status == 0)
    #expect(scene.run("next --hours 2").output.contains("pihole  paused → active"))
    #expect(scene.run("timeline").output.contains("override 1: paused from Fri 2026-11-20 21:00:04 until"))
  }

  @Test func oneTargetAlone() {
    let scene = Self.filmNight()
    #expect(!scene.run("next --target tv --hours 12").output.contains("kids"))
    #expect(scene.run("next --target devices --hours 12").output.contains("kids"))
    let strip = scene.run("timeline --target kids --days 1").output
    #expect(strip.contains("  kids") && !strip.contains("  tv") && strip.contains("Fri 2026-11-20\n"))
    #expect(scene.run("timeline --target kid").error.contains("did you mean 'kids'?"))
    for command in ["next", "timeline --days 1"] {
      let named = scene.run("\(command) KIDS")
      #expect(named.status == 0 && named.output == scene.run("\(command) --target kids").output)
      #expect(scene.run("\(command) policy.yaml kids").output == named.output)
      #expect(scene.run("\(command) kids tv").output == scene.run("\(command) --target kids --target tv").output)
      #expect(scene.run("\(command) kid").error.contains("did you mean 'kids'?"))
      #expect(scene.run("\(command) kids").output.contains("tv") == false)
    }
    #expect(scene.run("timeline --days 2 --to midnight").error.contains("'--days' and '--to' exclude each other"))
  }
}
