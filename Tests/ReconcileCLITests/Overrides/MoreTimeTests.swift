import CivilTime
import Documents
import Foundation
import Policies
import Providers
import Planning
import StateStore
import TestSupport
import Testing

@testable import Controller
@testable import Presentation

/// `more`, `lock`, overrides of the future, and those that would do nothing.
@Suite struct MoreTimeTests {
  /// The overrides that are there, the first one first: `kids on 21:00:04 21:30:04`.
  private static func stretches(_ scene: OverrideScene) throws -> [String] {
    let moments = Moments(zone: try #require(Chronicle.zone), now: scene.now)
    return try scene.store().overrides().reversed().map { override in
      "\(override.target) \(override.state.rawValue) \(moments.short(override.from)) \(moments.short(override.until))"
    }
  }

  /// At 21:00:04 the children are off until 07:00, and the TV will be from 22:00 to 06:00.
  static let stretches: [(lines: [String], made: [String])] = [
    (["more kids 30m"], ["kids on 21:00:04 21:30:04"]),
    (["more tv 30m"], ["tv on 22:00 22:30"]),
    (["more tv 30m", "more tv 15m", "more tv 1h"], ["tv on 22:00 22:30", "tv on 22:30 22:45", "tv on 22:45 23:45"]),
    (["more kids 30m", "more kids 30m"], ["kids on 21:00:04 21:30:04", "kids on 21:30:04 22:00:04"]),
    (["more devices 10m"], ["kids on 21:00:04 21:10:04", "tv on 22:00 22:10"]),
    (["more kids, tv 10m"], ["kids on 21:00:04 21:10:04", "tv on 22:00 22:10"]),
    (["more KIDS and tv 10m"], ["kids on 21:00:04 21:10:04", "tv on 22:00 22:10"]),
    // What is off by hand, and what is on by hand.
    (["override tv off --for 10m", "more tv 5m"], ["tv off 21:00:04 21:10:04", "tv on 21:00:04 21:05:04"]),
    (["override kids on --until 23:00", "more kids 5m"], ["kids on 21:00:04 23:00", "kids on 23:00 23:05"]),
    // A lock that something newer beats throughout, also below a later `off`, and one that ends as it begins.
    (
      ["lock tv --from 22:10 --for 10m", "override tv on --from 22:10 --for 10m", "more tv 30m"],
      ["tv off 22:10 22:20", "tv on 22:10 22:20", "tv on 22:00 22:30"]
    ),
    (
      ["lock tv --until 22:00", "lock tv --from 22:30 --for 1h", "override tv on --until 22:00", "more tv 30m"],
      ["tv off 21:00:04 22:00", "tv off 22:30 23:30", "tv on 21:00:04 22:00", "tv on 22:00 22:30"]
    ),
    (
      [
        "lock kids --until 21:40", "override kids on --until 21:40", "override kids off --until 21:40", "more kids 10m",
      ],
      ["kids off 21:00:04 21:40", "kids on 21:00:04 21:40", "kids off 21:00:04 21:40", "kids on 21:00:04 21:10:04"]
    ),
    (
      ["lock tv --from 21:20 --until 21:40", "override tv off --until 21:50", "more tv 10m"],
      ["tv off 21:20 21:40", "tv off 21:00:04 21:50", "tv on 21:00:04 21:10:04"]
    ),
    (["override kids tv on --until 23:00"], ["kids on 21:00:04 23:00", "tv on 21:00:04 23:00"]),
    (["override kids and tv on --until 23:00"], ["kids on 21:00:04 23:00", "tv on 21:00:04 23:00"]),
    (["override kids on --from 23:00 --until 01:00"], ["kids on 23:00 Sat 01:00"]),
    (["override kids on --from 23:00 --for 30m"], ["kids on 23:00 23:30"]),
    (["override kids on --from 2026-11-20T20:00:04Z --for 30m"], ["kids on 21:00:04 21:30:04"]),
    // Only what changes something is made.
    (["override kids tv on --for 30m"], ["kids on 21:00:04 21:30:04"]),
    // It repeats what holds now and bites later.
    (["override tv on --until 22:01"], ["tv on 21:00:04 22:01"]),
    (["lock kids --for 1h", "lock tv --until 23:00"], ["kids off 21:00:04 22:00:04", "tv off 21:00:04 23:00"]),
    (["lock kids, tv --from 22:00 --for 1h"], ["kids off 22:00 23:00", "tv off 22:00 23:00"]),
    // One that is yet to come, made longer and shorter.
    (["override kids on --from 23:00 --for 30m", "override extend 1 --for 15m"], ["kids on 23:00 23:45"]),
    (["override kids on --from 23:00 --for 30m", "override extend 1 --until 23:10"], ["kids on 23:00 23:10"]),
  ]

  /// Whoever sees another time than in the line learns why: before, while and after it is moved.
  @Test func whoHasMovedAnEndIsSaid() throws {
    let scene = OverrideScene()
    func says(_ line: String, _ words: String, _ isSaid: Bool = true, _ place: SourceLocation = #_sourceLocation) {
      let told = scene.run(line)
      #expect(told.output.unwrapped.contains(words) == isSaid, "\(told)", sourceLocation: place)
    }
    says("explain tv", "moved", false)
    for (number, end) in [(1, "22:30"), (2, "23:00")] {
      #expect(scene.run("more tv 30m").status == 0)
      says("explain tv", "moved override 1 by anna: on from 22:00 until 22:30")
      says("explain tv", "override \(number) by anna: on from \(number == 1 ? "22:00" : "22:30") until \(end)")
      says("status", "on until \(end) · otherwise · override 1 from 22:00")
    }
    scene.pass(75 * 60)
    says("explain tv", "why override 1 by anna")
    says("explain tv", "moved override 2 by anna: on from 22:30 until 23:00")
    scene.pass(46 * 60)
    says("explain tv", "off since 23:00")
    says("explain tv", "moved override 1 by anna: on from 22:00 until 22:30 override 2 by anna: on from 22:30")
    // What ends with a line has moved nothing.
    #expect(scene.run("lock tv --until 06:00").status == 0)
    scene.pass(7 * 3600)
    says("explain tv", "on since 06:00")
    says("explain tv", "moved", false)
  }

  @Test(arguments: stretches) func makes(_ lines: [String], _ made: [String]) throws {
    let scene = OverrideScene()
    for line in lines {
      let run = scene.run(line)
      #expect(run.status == 0 && run.error == "", "\(line): \(run)")
      #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
    #expect(try Self.stretches(scene) == made)
  }

  static let unavailableKinds: [(lines: [String], status: Int32, error: String)] = [
    (["more guests 30m"], 64, "'guests' is only observed"),
    (["more pihole 30m"], 64, "'pihole' has no bedtime: it is active or paused"),
    (["more kids"], 64, "'kids' is not a length"), (["more 30m"], 64, "more needs a target and a length"),
    (["more"], 64, "more needs a target"),
    (["more kids 0m"], 64, "'0m' is no more time\nhint: for example: reconcile more kids 30m\n"),
    (["more kids 0"], 64, "'0' is no more time"), (["more 0m kids"], 64, "'0m' is no more time"),
    (["more kids +0m"], 64, "'+0m' is no more time"), (["more 400d kids"], 64, "an override lasts at most 366 days"),
    (["more kids for 400d"], 64, "an override lasts at most 366 days"),
    (["more kids +400d"], 64, "an override lasts at most 366 days"),
    (["more kids until 2028-01-01"], 64, "an override lasts at most 366 days"),
    (["lock kids 400d"], 64, "an override lasts at most 366 days"),
    (["lock kids for 0m"], 64, "that is too short: a length is more than 0s\n"),
    (["lock kids until 2020-01-01"], 64, "the end is not in the future"),
    (["lock kids from 2020-01-01"], 64, "that is over: it began"),
    (["ask kids on 400d"], 64, "an override lasts at most 366 days"),
    (["ask kids on 30m --expires 2h"], 64, "hint: type: reconcile ask kids on --for 30m --expires 2h\n"),
    (["more kids 00m"], 64, "'00m' is no more time"), (["more kids -- -30m"], 64, "'-30m' is no more time"),
    (["more kids -30m"], 64, "unknown option '-3'\nhint: a length is written without '-', such as 30m\n"),
    (["override kids off --for -30m"], 64, "hint: a length is written like 30m"),
    (["more fridge 30m"], 64, "the policy has no target 'fridge'\nhint: the targets are kids, tv"),
    (["lock"], 64, "lock needs a target and an end"), (["lock kids"], 64, "a lock needs an end"),
    (["more 30m kids"], 64, "'30m' belongs at the end\nhint: type: reconcile more kids 30m\n"),
    (
      ["more 30 minutes kids tv"], 64,
      "'30 minutes' belongs at the end\nhint: type: reconcile more kids tv '30 minutes'\n"
    ),
    (["more kids 30m tv"], 64, "'30m' belongs at the end\nhint: type: reconcile more kids tv 30m\n"),
    (
      ["more kids for 30 minutes and tv"], 64,
      "'30 minutes' belongs at the end\nhint: type: reconcile more kids and tv '30 minutes'\n"
    ),
    (
      ["override extend 1 2h"], 64,
      "'2h' needs --for in front of it\nhint: type: reconcile override extend 1 --for 2h\n"
    ),
    (["override extend 1 2h --for 2h"], 64, "unexpected argument '2h'"),
    (["override extend 1 kids"], 64, "unexpected argument 'kids'"),
    // What a line to type would be refused for comes first.
    (["more kids 30m please"], 64, "the policy has no target 'please'"),
    (["more 30m kids tw"], 64, "the policy has no target 'tw'\nhint: did you mean 'tv'?\n"),
    (["more kids tw for 30m"], 64, "the policy has no target 'tw'\nhint: did you mean 'tv'?\n"),
    (["more kids tw half an hour"], 64, "the policy has no target 'tw'\nhint: did you mean 'tv'?\n"),
    (["more kids tw until 22:00"], 64, "the policy has no target 'tw'\nhint: did you mean 'tv'?\n"),
    (["more pihole until 22:00"], 64, "'pihole' has no bedtime: it is active or paused"),
    (["lock kids tw"], 64, "the policy has no target 'tw'\nhint: did you mean 'tv'?\n"),
    (["lock kids tw 2h"], 64, "the policy has no target 'tw'\nhint: did you mean 'tv'?\n"),
    (["lock kids tw from 22:00"], 64, "the policy has no target 'tw'\nhint: did you mean 'tv'?\n"),
    (["lock kids tw from 22:00 --for 1h"], 64, "the policy has no target 'tw'\nhint: did you mean 'tv'?\n"),
    (["lock kids 2h please"], 64, "unexpected argument 'please'"),
    (["lock kids 2h tv"], 64, "'2h' needs --for in front of it\nhint: type: reconcile lock kids tv --for 2h\n"),
    (
      ["lock kids until bedtime"], 64,
      "a lock needs an end: --for DURATION or --until INSTANT\nhint: for example: reconcile lock kids --for 2h\n"
    ),
    (["ask kids tw on 30m"], 64, "the policy has no target 'tw'\nhint: did you mean 'tv'?\n"),
    (["ask kids tw on"], 64, "the policy has no target 'tw'\nhint: did you mean 'tv'?\n"),
    (["ask on kids 30m"], 64, "'on' belongs after the targets\nhint: type: reconcile ask kids on --for 30m\n"),
    (["more kids for 30m"], 64, "'for' is not needed before a length\nhint: type: reconcile more kids 30m\n"),
    (
      ["more kids until 22:00"], 64,
      "more takes a length, such as 30m, and no time of the clock\nhint: for a time, type: reconcile override kids on "
        + "--until 22:00\n"
    ),
    (
      ["more kids until bedtime"], 64,
      "'bedtime' is not a length: say how much more time at the end\nhint: for example: reconcile more kids 30m\n"
    ),
    (["more kids half hour"], 64, "'half hour' is written 30m\nhint: type: reconcile more kids 30m\n"),
    (["more kids tv half an hour"], 64, "'half an hour' is written 30m\nhint: type: reconcile more kids tv 30m\n"),
    (["more kids for an hour"], 64, "'for an hour' is written 1h\nhint: type: reconcile more kids 1h\n"),
    (["more kids +30m"], 64, "'+30m' is written 30m\nhint: type: reconcile more kids 30m\n"),
    (["more kids tw +30m"], 64, "the policy has no target 'tw'\nhint: did you mean 'tv'?\n"),
    (["more kids an hour and a half"], 64, "hint: type: reconcile more kids 1h30m\n"),
    (["lock kids for an hour and a half"], 64, "hint: type: reconcile lock kids --for 1h30m\n"),
    (["lock kids 2 hours and a half"], 64, "hint: type: reconcile lock kids --for 2h30m\n"),
    (["more tv"], 64, "hint: for example: reconcile more tv 30m\n"),
    (["more fridge soon"], 64, "hint: for example: reconcile more kids 30m\n"),
    (
      ["lock kids off --until 08:00"], 64,
      "a lock takes no state: it keeps a target off, closed, locked or stopped\nhint: leave out 'off'\n"
    ),
    (["lock kids off 2h"], 64, "hint: leave out 'off'\n"),
    (["lock kids on --for 2h"], 64, "hint: leave out 'on'; for another state, use 'reconcile override'\n"),
    (
      ["ask pihole --for 30m"], 64,
      "the state for 'pihole' is missing\nhint: for example: reconcile ask pihole active --for 30m\n"
    ),
    (
      ["lock kids next friday"], 64,
      "a lock needs an end: --for DURATION or --until INSTANT\nhint: for example: reconcile lock kids --for 2h\n"
    ),
    (
      ["lock kids from 22:00 until 23:00"], 64,
      "'from' is an option: --from\nhint: type: reconcile lock kids --from 22:00 --until 23:00\n"
    ),
    (
      ["lock kids from 22:00 --for 1h"], 64,
      "'from' is an option: --from\nhint: type: reconcile lock kids --from 22:00 --for 1h\n"
    ),
    (["lock kids 22:00"], 64, "'22:00' needs --until in front of it\nhint: type: reconcile lock kids --until 22:00\n"),
    (["lock kids for 2 hours"], 64, "'for' is an option: --for\nhint: type: reconcile lock kids --for '2 hours'\n"),
    (["lock kids --for 2 hours"], 64, "put quotes around it: --for '2 hours'\n"),
    (["plan --at tomorrow 7am household.yaml"], 64, "put quotes around it: --at 'tomorrow 7am'\n"),
    (["explain --at fri 21:00 kids"], 64, "put quotes around it: --at 'fri 21:00'\n"),
    (["history --since 2 days"], 64, "put quotes around it: --since '2 days'\n"),
    (["ask kids on 30m"], 64, "'30m' needs --for in front of it\nhint: type: reconcile ask kids on --for 30m\n"),
    (["explain kids at fri 9pm"], 64, "'at' is an option: --at\nhint: type: reconcile explain kids --at 'fri 9pm'\n"),
    (
      ["lock pihole --for 1h"], 64,
      "'pihole' cannot be locked: it is active or paused\nhint: for example: reconcile override pihole active --for 30m\n"
    ),
    (["lock kids --for 2h", "more kids 30m"], 4, "kids: locked until 23:00:04 (lock 1 by anna)"),
    // All that hold are named: once the first has ended, the second one decides.
    (
      ["lock kids --until 21:40", "lock kids --until 22:40", "more kids 10m"], 4,
      "kids: locked until 22:40 (lock 2 by anna) and until 21:40 (lock 1 by anna); more time does not lift a lock\n"
        + "hint: 'reconcile override end 2 1' lifts them\n"
    ),
    // One that something newer beats throughout is none of them.
    (
      ["lock kids --until 21:40", "override kids on --until 21:40", "lock kids --until 22:40", "more kids 10m"], 4,
      "hint: 'reconcile override end 3' lifts it\n"
    ),
    (
      ["override kids on --for 360d", "more kids 360d"], 4,
      "kids: more time would last until Thu 2028-11-09 21:00:04, and an override ends within 366 days"
    ),
    // It goes on holding below a later `off`.
    (
      ["lock tv --until 21:40", "override tv off --until 21:50", "more tv 10m"], 4,
      "tv: locked until 21:40 (lock 1 by anna); more time does not lift a lock\n"
        + "hint: 'reconcile override end 1' lifts it\n"
    ),
    (
      ["lock tv --from 21:20 --until 21:40", "override tv off --until 21:50", "more tv 30m"], 4,
      "tv: locked from 21:20 until 21:40 (lock 1 by anna)"
    ),
    // A lock that is yet to come, and is in what would be given.
    (["lock tv --from 22:10 --for 1h", "more tv 30m"], 4, "tv: locked from 22:10 until 23:10 (lock 1 by anna)"),
    // Something newer decides where it begins, in its middle, or at its end.
    (
      ["lock tv --from 22:10 --until 23:10", "override tv on --from 22:10 --until 22:20", "more tv 30m"], 4,
      "tv: locked from 22:10 until 23:10 (lock 1 by anna)"
    ),
    (
      ["lock tv --from 22:10 --until 22:30", "override tv on --from 22:15 --until 23:00", "more tv 30m"], 4,
      "tv: locked from 22:10 until 22:30 (lock 1 by anna)"
    ),
    (
      [
        "lock kids --until 23:00", "lock devices --until 22:00", "override kids on --until 21:40",
        "override kids off --until 21:10", "more kids 45m",
      ], 4, "kids: locked until 22:00 (lock 2 by anna) and until 23:00 (lock 1 by anna)"
    ),
    (["override extend 1 --for 1h"], 1, "override 1 not found"),
    (["override end kids"], 1, "no override is for 'kids'\nhint: 'reconcile override list' shows them"),
    (["override end kidz"], 1, "no override is for 'kidz'\nhint: did you mean 'kids'?"),
    (
      ["override devices off --for 2h", "override end kids"], 1,
      "no override is for 'kids' alone\nhint: override 1 is for 'devices'"
    ),
  ]

  @Test(arguments: unavailableKinds) func refuses(_ lines: [String], _ status: Int32, _ error: String) throws {
    let scene = OverrideScene()
    for line in lines.dropLast() { #expect(scene.run(line).status == 0) }
    let before = lines.count > 1 ? try Self.stretches(scene) : []
    let run = scene.run(lines.last ?? "")
    #expect(run.status == status && run.error.contains(error), "\(run)")
    #expect(run.output == "")
    if lines.count > 1 { #expect(try Self.stretches(scene) == before) }
  }

  @Test func neverOffIsNothingToPutOff() {
    let policy = OverrideScene.policy.replacingOccurrences(of: "  - tv off 22:00–06:00", with: "  - tv on")
    let run = OverrideScene(policy: policy).run("more tv 30m")
    #expect(run.status == 4 && run.error.contains("tv: never off within a year"), "\(run)")
    // Of two, the one that can have more gets it, and of the other it is told.
    let both = OverrideScene(policy: policy).run("more devices 30m")
    #expect(both.status == 0 && both.output.contains("tv: never off within a year"), "\(both)")
  }

  /// What is only observed, or has no bedtime, keeps nobody else from more time.
  @Test(arguments: ["more kids guests 30m", "more guests, kids 30m", "more pihole kids 30m", "more everything 30m"])
  func whatHasNoBedtimeKeepsNobodyFromMore(_ line: String) throws {
    let scene = OverrideScene()
    let run = scene.run(line)
    let note = line.contains("pihole") ? "'pihole' has no bedtime" : "'guests' is only observed"
    #expect(run.status == 0 && run.output.unwrapped.contains(note), "\(run)")
    #expect(try Self.stretches(scene) == ["kids on 21:00:04 21:30:04"])
    #expect(scene.run("more kids nobody 30m").status == 64)
    #expect(scene.run("more guests pihole 30m").status == 64)
  }

  @Test func whereNothingOfTheNightIsLeftItSaysSo() {
    let scene = OverrideScene()
    #expect(!scene.run("more tv 7h59m").output.contains("Nothing is left"))
    let run = scene.run("more tv 1m")
    #expect(run.output.contains("Nothing is left of the 'off' of tv from Sat 05:59 to Sat 06:00."), "\(run)")
    // A third one takes from the next night.
    #expect(scene.run("more tv 5m").output.contains("tv on from Sat 22:00 until Sat 22:05"))
  }

  // MARK: - What would change nothing

  /// A time in seconds from 21:00:04, what was made before, what is refused, and what holds after the quoted command.
  static let idle: [(pass: Int64, before: [String], line: String, error: String, after: [String])] = [
    (
      -3604, [], "override kids on --for 30m",
      "kids: on until 21:00 anyway\nhint: 'reconcile more kids 30m' moves bedtime to 21:30", ["kids on 21:00 21:30"]
    ),
    (
      -3604, [], "override devices on --for 10m",
      "kids: on until 21:00 anyway; tv: on until 22:00 anyway\nhint: 'reconcile more devices 10m' moves bedtime\n",
      ["kids on 21:00 21:10", "tv on 22:00 22:10"]
    ),
    (
      0, [], "override kids off --for 1h",
      "kids: off until Sat 07:00 anyway\n"
        + "hint: 'reconcile lock kids --for 1h' keeps it off until then whatever the schedule says",
      ["kids off 21:00:04 22:00:04"]
    ),
    (
      5400, [], "override devices off --for 1h",
      "kids: off until Sat 07:00 anyway; tv: off until Sat 06:00 anyway\n"
        + "hint: 'reconcile lock devices --for 1h' keeps them off until then whatever the schedule says",
      ["devices off 22:30:04 23:30:04"]
    ),
    (
      0, ["override kids on --until 23:00"], "override kids on --until 22:30",
      "kids: on until 23:00 anyway (override 1)\n"
        + "hint: 'reconcile override extend 1 --until 22:30' ends override 1 at that time",
      ["kids on 21:00:04 22:30"]
    ),
    (
      0, ["override pihole paused --for 1h"], "override pihole paused --for 30m",
      "pihole: paused until 22:00:04 anyway (override 1)\n"
        + "hint: 'reconcile override pihole paused --until 22:30:04' goes on from there",
      ["pihole paused 21:00:04 22:00:04", "pihole paused 21:00:04 22:30:04"]
    ),
  ]

  /// More time now would not be more of what was asked for.
  @Test func ofALaterStartNoMoreTimeIsProposed() {
    let run = OverrideScene().run("override kids on --from \"sat 08:00\" --for 1h")
    #expect(run.status == 4 && run.error == "reconcile: kids: on from Sat 08:00 until Sat 21:00 anyway\n", "\(run)")
  }

  @Test(arguments: idle)
  func anOverrideThatChangesNothingIsRefusedWithTheCommandThatWould(
    _ pass: Int64, _ before: [String], _ line: String, _ error: String, _ after: [String]
  ) throws {
    let scene = OverrideScene()
    scene.pass(pass)
    for line in before { #expect(scene.run(line).status == 0) }
    let run = scene.run(line)
    #expect(run.status == 4 && run.output == "")
    #expect(run.error.hasPrefix("reconcile: \(error)"), "\(run.error)")
    let quoted = try #require(run.error.components(separatedBy: "'reconcile ").dropFirst().first)
    let command = try #require(quoted.components(separatedBy: "'").first)
    #expect(scene.run(command).status == 0, "\(command)")
    #expect(try Self.stretches(scene) == after)
  }

  // MARK: - Yet to come, ended, locked

  @Test func whatBeginsLaterIsNotSaidToHoldAtTheNextRun() {
    let scene = OverrideScene()
    let idle = scene.run("override kids on --from 22:00 --until 22:30").output
    #expect(idle.contains("This makes a difference from 22:00 on. No timer"), "\(idle)")
    #expect(idle.contains("Then run") || idle.contains("Then\nrun"), "\(idle)")
    LastRun.mark(scene.folder, at: scene.now)
    // What another state holds from is not when something is switched: more time only lets it be.
    for (line, start) in [
      ("override kids off --from 22:10 --until 22:20", "22:10"), ("override extend 2 --until 22:25", "22:20"),
      ("more tv 10m", "22:00"), ("lock kids --from 22:05 --until \"sat 09:00\"", "22:05"),
      ("lock tv --from 23:00 --until \"sat 08:00\"", "Sat 06:00"),
    ] {
      let output = scene.run(line).output.unwrapped
      #expect(
        output.contains("makes a difference from \(start) on.") && !output.contains("at the next run"), "\(output)")
    }
    #expect(scene.run("override end 5 4 3").status == 0)
    let lock = scene.run("lock tv --from 23:00 --until 23:45").output.unwrapped
    #expect(lock.contains("As things are, this makes no difference: it is so anyway. The lock keeps it so."), "\(lock)")
    #expect(scene.run("override end 6").status == 0)
    let ended = scene.run("override end 2").output
    #expect(ended.contains("It had not begun, so nothing changes now.") && !ended.contains("next run"), "\(ended)")
    // One that holds now among them takes effect at once, whichever is named first.
    for line in ["more kids tv 5m", "more tv kids 5m"] {
      let output = scene.run(line).output
      #expect(output.contains("at the next run") && !output.contains("difference"), "\(line): \(output)")
      #expect(scene.run("override end all").status == 0)
    }
  }

  /// It is 21:00:04, and the television is on until 22:00: what holds from now on changes nothing before that.
  @Test func whatChangesNothingYetIsToldSo() {
    let scene = OverrideScene()
    let idle = scene.run("override tv on --until 23:00").output.unwrapped
    #expect(idle.contains("This makes a difference from 22:00 on. No timer"), "\(idle)")
    #expect(idle.contains("Then run 'reconcile apply'."), "\(idle)")
    LastRun.mark(scene.folder, at: scene.now)
    let soon = scene.run("override tv on --until 23:30").output.unwrapped
    #expect(soon.contains("This makes a difference from 23:00 on. Runs see to it"), "\(soon)")
    // What differs now does not wait.
    let both = scene.run("override devices on --until 23:45").output.unwrapped
    #expect(both.contains("It takes effect at the next run"), "\(both)")
  }

  /// A console that keeps the hours by itself is told of them before they begin.
  @Test func hoursThatASystemKeepsAreToldAtOnce() {
    let scene = OverrideScene(
      policy: """
        timezone: Europe/Berlin
        devices: {pad: 02:00:5e:00:53:01}
        systems:
          gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: key}, console-timezone: Europe/Berlin}
        targets:
          emma: {devices: [pad]}
          tv: {acl-rules: [TV]}
          screens: {targets: [emma, tv]}
        policy:
          - screens off 22:00–07:00

        """)
    let idle = scene.run("more emma 30m").output
    #expect(idle.contains("Run 'reconcile apply' now.") || idle.contains("Run\n'reconcile apply' now."), "\(idle)")
    LastRun.mark(scene.folder, at: scene.now)
    for line in ["more emma 10m", "lock screens --from 06:00 --until 08:00", "override end all"] {
      let output = scene.run(line).output
      #expect(output.contains("A system keeps these hours by its own clock, and is told at the next run"), "\(output)")
    }
    #expect(scene.run("lock tv --from 06:00 --until 08:00").output.contains("makes a difference from Sat 07:00"))
  }

  @Test(arguments: [
    ("kids off --until 06:00", "--until 06:30", "kids: off from Sat 06:00 until Sat 07:00 anyway"),
    ("kids on --until 22:30", "--until 22:30", "override 1 already ends then: 22:30"),
  ])
  func anEndThatChangesNothingIsRefused(_ made: String, _ end: String, _ error: String) throws {
    let scene = OverrideScene(
      policy: OverrideScene.policy.replacing("kids off 21:00–07:00", with: "kids off 21:30–07:00"))
    #expect(scene.run("override " + made).status == 0)
    let before = try Self.stretches(scene)
    let run = scene.run("override extend 1 " + end)
    #expect(run.status == 4 && run.error.hasPrefix("reconcile: \(error)"), "\(run.error)")
    #expect(try Self.stretches(scene) == before)
    // Both ways, and an end that does change something.
    #expect(scene.run("override extend 1 --until 07:30").status == 0)
    #expect(scene.run("override extend 1 --until 21:10").status == 0)
    #expect(scene.run("override extend 1 --until 21:10").status == 4)
  }

  @Test func anEndBehindANewerOverrideIsRefusedWithTheCommandThatWould() {
    let scene = OverrideScene()
    _ = scene.run("override kids on --until 22:30")
    _ = scene.run("override kids off --until 23:30")
    let run = scene.run("override extend 1 --until 23:00")
    #expect(run.status == 4 && run.error.contains("anyway (override 2)"), "\(run.error)")
    #expect(run.error.contains("hint: 'reconcile override end 2' ends override 2"), "\(run.error)")
    #expect(scene.run("override end 2").status == 0)
    #expect(scene.run("override extend 1 --until 23:00").status == 0)
  }

  @Test func whoeverBeatsALockIsTold() {
    let scene = OverrideScene()
    _ = scene.run("lock devices --until 08:00")
    let made = scene.run("override kids on --for 30m")
    #expect(made.status == 0 && made.output.contains("override 2 beats lock 1 by anna (devices locked, off until"))
    #expect(scene.run("override kids off --for 2h").output.contains("beats") == false)
    // Behind a newer one the lock is beaten already, and a lock that is over is none.
    #expect(scene.run("override kids on --for 1h").output.contains("beats") == false)
    _ = scene.run("override end all")
    #expect(scene.run("override kids on --for 1h").output.contains("beats") == false)
  }

  @Test func whatIsYetToComeIsInEveryAnswer() {
    let scene = OverrideScene()
    let made = scene.run("override kids on --from 22:00 --until 22:30")
    #expect(made.output.hasPrefix("kids on from 22:00 until 22:30 · override 1\n"))
    #expect(made.output.contains("  from   Fri 2026-11-20 22:00 +01:00\n  until  Fri 2026-11-20 22:30 +01:00\n"))
    let now = scene.run("explain kids").output
    #expect(now.contains("kids: off since 21:00, until 22:00\n") && now.contains("on from 22:00, override 1"), "\(now)")
    #expect(scene.run("explain kids --at 22:10").output.contains("kids: on since 22:00, until 22:30\n"))
    #expect(scene.run("override list").output.contains("kids    on     22:00  22:30"))
    // A newer one wins where both hold, whichever begins first.
    _ = scene.run("override kids off --from 21:50 --until 22:10")
    #expect(scene.run("explain kids --at 22:05").output.contains("kids: off since 21:00, until 22:10\n"))
    #expect(scene.run("explain kids --at 22:15").output.contains("kids: on since 22:10, until 22:30\n"))
    // What was ended before it began never held, and the one beneath it holds from its own beginning.
    #expect(scene.run("override end 2").output.hasPrefix("override 2 ended: kids off from 21:50 until 22:10\n"))
    #expect(scene.run("explain kids --at 22:05").output.contains("kids: on since 22:00, until 22:30\n"))
    #expect(scene.run("override end 2").status == 1)
    scene.pass(7200)
    #expect(scene.run("explain kids --at 22:05").output.contains("kids: on since 22:00, until 22:30\n"))
  }

  @Test func aLockIsALockInEveryAnswerAndEndsLikeAnyOther() throws {
    let scene = OverrideScene()
    let made = scene.run("lock kids --until 08:00 --because phone")
    #expect(made.output.hasPrefix("kids locked, off until Sat 08:00 (phone) · lock 1\n"), "\(made)")
    #expect(scene.run("override list").output.contains("kids    off (lock)  21:00:04  Sat 08:00"))
    #expect(scene.run("override list --format json").output.contains(#""kind":"lock""#))
    #expect(scene.run("explain kids").output.contains("why    lock 1 by anna, from 21:00:04 until Sat 08:00"))
    #expect(scene.run("history").output.contains("kids: off until Sat 08:00 (phone) · lock 1 · by anna"))
    scene.pass(60)
    #expect(scene.run("override end kids").output.hasPrefix("lock 1 ended: kids locked, off until Sat 08:00 (phone)\n"))
    let again = scene.run("override end kids")
    #expect(again.status == 1 && again.error.contains("no override is for 'kids'\n"))
    #expect(scene.run("history").output.contains("kids: off ended early (phone) · lock 1 · by anna"))
    #expect(try scene.store().overrides().map(\.kind) == [.lock])
  }

  @Test func severalEndTogetherByNameOrAll() throws {
    let scene = OverrideScene()
    func ahead() throws -> [String] {
      try scene.store().overrides().filter { $0.isAhead(of: scene.now) }.map(\.id).reversed()
    }
    for line in [
      "override kids on --for 1h", "more kids 30m", "lock tv --for 2h", "override devices off --until 09:00",
    ] { #expect(scene.run(line).status == 0, "\(line)") }
    scene.pass(60)
    let kids = scene.run("override end kids")
    #expect(kids.output.contains("override 4, for 'devices', still applies to kids"), "\(kids)")
    #expect(try ahead() == ["3", "4"])
    // Nothing of what is asked for ends where one of it cannot.
    #expect(scene.run("override end 3 1").status == 1)
    #expect(try ahead() == ["3", "4"])
    // What was made for one of several goes on.
    #expect(scene.run("override end devices").status == 0)
    #expect(try ahead() == ["3"])
    #expect(scene.run("override end tv").status == 0)
    #expect(try ahead() == [])
    _ = scene.run("lock kids tv --for 1h")
    _ = scene.run("more pihole 1h")
    #expect(try ahead() == ["5", "6"])
    scene.pass(1)
    #expect(scene.run("override end all").status == 0)
    #expect(try ahead() == [])
    let nothing = scene.run("override end all --format json")
    #expect(nothing.status == 0 && nothing.output.contains(#""deed":"ended","override":null"#), "\(nothing)")
  }

  // MARK: - When it takes effect

  @Test func whereNothingRunsItSaysSo() {
    let scene = OverrideScene()
    let line = "override kids on --for 1h"
    #expect(scene.run(line).output.contains("No timer and no watch has run with this state yet"))
    LastRun.mark(scene.folder, at: scene.now)
    let marks: [(pass: Int64, words: String)] = [
      (60, "within a minute if the timer runs"), (240, "within a minute if the timer runs"),
      (1, "has run for 5 min"), (3 * 3600, "has run for 3 h"), (4 * 86_400, "has run for 4 days"),
      (-4 * 86_400 - 5 * 3600, "has run since the clock was set back"),
    ]
    for mark in marks {
      scene.pass(mark.pass)
      let told = scene.run("lock kids --for 1h").output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
      #expect(told.contains(mark.words), "\(mark): \(told)")
    }
  }

  @Test func aRunLeavesItsMarkAndApplyBringsItAboutAtOnce() async throws {
    let household = PretendHousehold()
    var world = household.world()
    let policy = ["--policy", "household.yaml"]
    #expect(world.run("household.yaml").status == 0)
    let made = world.run(["override", "kids", "on", "--for", "30m"] + policy)
    #expect(made.output.contains("within a minute if the timer runs"), "\(made)")
    let before = await household.writes.count
    let ended = world.run(["override", "end", "kids", "--apply"] + policy)
    #expect(ended.status == 0 && ended.output.contains("Nothing to do."), "\(ended)")
    let applied = world.run(["more", "kids", "30m", "--apply", "--format", "json"] + policy)
    #expect(applied.output.split(separator: "\n").count == 2)
    #expect(await household.writes.count == before + 2)
    // Somebody at a terminal is no timer.
    world.now = world.now + 3600
    world.isAtTerminal = true
    #expect(world.run("household.yaml").status == 0)
    #expect(world.run(["lock", "kids", "--for", "30m"] + policy).output.contains("has run for 1 h"))
  }

  @Test func whatIsYetToComeIsTheNextChangeOfARun() throws {
    let household = PretendHousehold()
    let world = household.world()
    let policy = ["--policy", "household.yaml"]
    #expect(world.run(["override", "kids", "on", "--from", "21:20", "--for", "30m"] + policy).status == 0)
    let plan = world.run("--dry-run", "household.yaml")
    #expect(plan.output.contains("Next change: 21:20 (kids)."), "\(plan)")
    #expect(!plan.output.contains("override 1: kids"))
  }

  // MARK: - Which policy

  private static let (home, copy) = ("/etc/reconcile/policy.yaml", "/home/anna/policy.yaml")

  @Test func overridesBelongToThePolicyThatTheyWereMadeFor() throws {
    let scene = OverrideScene()
    var files = FakeFiles(texts: [Self.home: OverrideScene.policy, Self.copy: OverrideScene.policy])
    func run(_ line: String, _ policy: String) -> TestWorld.Outcome {
      scene.run(line.split(separator: " ").map(String.init) + ["--policy", policy], files: files)
    }
    func follow(_ path: String, isSame: Bool) throws {
      try scene.store().follow(PolicyFile(path: path, owner: "home"), isSame: isSame, at: scene.now)
    }
    try follow(Self.home, isSame: false)
    #expect(run("override kids on --for 1h", Self.home).status == 0)
    #expect(run("explain kids", Self.home).output.contains("kids: on"))
    let other = run("explain kids", Self.copy)
    #expect(other.output.contains("kids: off"))
    #expect(
      other.error.hasPrefix("reconcile: warning: override 1 was made for '\(Self.home)', and does not count here\n"))
    // It is as it should be: nothing is to be done about it.
    let json = run("explain kids --format json", Self.copy).output
    #expect(json.contains("runs follow that policy, and there it counts") && !json.contains("override end"), "\(json)")
    // One that is made for a policy that is not followed says so, and each counts for its own.
    let made = run("override kids on --for 2h", Self.copy)
    #expect(made.status == 0 && made.output.contains("It does not count yet: it was made for another"), "\(made)")
    #expect(!made.output.contains("next run") && !made.output.contains("reconcile apply"), "\(made)")
    let list = run("override list", Self.home).output
    #expect(list.contains("does not count: made for\n") && list.contains(" \(Self.copy)\n"), "\(list)")
    #expect(run("explain kids", Self.home).output.contains("until 22:00:04"))
    #expect(run("explain kids", Self.copy).output.contains("until 23:00:04"))
    // An apply of the copy, and back again.
    try follow(Self.copy, isSame: false)
    #expect(run("explain kids", Self.home).output.contains("until 22:00:04"))
    #expect(run("explain kids", Self.copy).output.contains("until 23:00:04"))
    #expect(!run("lock kids --for 1h", Self.copy).output.contains("does not count"))
    let all = run("override end all", Self.copy)
    #expect(all.output.contains("override 1 was made for '\(Self.home)'"), "\(all)")
    #expect(try scene.store().overrides().filter { $0.isAhead(of: scene.now) }.map(\.id) == ["1"])
    try follow(Self.home, isSame: false)
    #expect(run("explain kids", Self.home).output.contains("kids: on"))
    // What is followed is moved: it is the same policy where its owner is.
    files.texts[Self.home] = nil
    #expect(run("explain kids", Self.copy).output.contains("kids: on"))
    files.texts[Self.copy] = "owner: somebody\n" + OverrideScene.policy
    #expect(run("explain kids", Self.copy).output.contains("kids: off"))
  }

  /// By whichever link it is named, it is the same policy.
  @Test func aLinkLeadsToTheSamePolicy() throws {
    let scene = OverrideScene()
    let links = ["/home/anna/link.yaml", "/home/ben/link.yaml"]
    let files = FakeFiles(
      texts: [Self.home: OverrideScene.policy], links: Dictionary(uniqueKeysWithValues: links.map { ($0, Self.home) }))
    func run(_ line: String, _ policy: String) -> TestWorld.Outcome {
      scene.run(line.split(separator: " ").map(String.init) + ["--policy", policy], files: files)
    }
    try scene.store().follow(PolicyFile(path: Self.home, owner: "home"), isSame: false, at: scene.now)
    for (link, end) in zip(links, ["21:10:04", "21:20:04"]) {
      #expect(run("override kids on --until \(end)", link).status == 0)
      for path in [Self.home] + links {
        let told = run("explain kids", path)
        #expect(told.error.isEmpty && told.output.contains("until \(end)"), "\(path): \(told)")
      }
      #expect(!run("override list", Self.home).output.contains("does not count"))
    }
  }

  /// The line that is shown ends all of them.
  @Test(arguments: [(["7"], "7' ends it"), (["7", "9"], "7 9' ends them")])
  func theLineEndsAllThatWereMadeForAnother(_ ids: [String], _ ends: String) {
    let scene = OverrideScene()
    let foreign = ids.map { id in
      Override(
        id: id, target: Name("kids"), state: .on, from: scene.now, until: scene.now + 60, because: nil, by: "anna",
        policy: PolicyFile(path: id, owner: "home"))
    }
    #expect(StateMessages.madeForAnother(foreign, nil).message.hint == "'reconcile override end \(ends)")
  }

  @Test func anApplyOfAnotherPolicySaysThatItIsFollowed() throws {
    let household = PretendHousehold()
    var world = household.world()
    world.files["other.yaml"] = world.files["household.yaml"]
    let first = world.run("household.yaml")
    #expect(!first.output.contains("now following"))
    _ = world.run("override", "kids", "on", "--for", "1h", "--policy", "household.yaml")
    world.files["/household.yaml"] = ""
    let plan = world.run("--dry-run", "other.yaml")
    #expect(plan.output.contains("override 1 was made for '/household.yaml'"), "\(plan)")
    #expect(!plan.output.contains("override 1: kids on"))
    let other = world.run("other.yaml")
    #expect(other.output.contains("now following '/other.yaml' instead of '/household.yaml'"), "\(other)")
    // What was made for the one before counts nowhere from now on, and this run says it already.
    let ends = "'reconcile override end 1 --policy other.yaml' ends it"
    #expect(other.output.unwrapped.contains(ends) && !other.output.contains("there it counts"), "\(other)")
    let again = world.run("other.yaml")
    #expect(!again.output.contains("now following") && again.output.unwrapped.contains(ends), "\(again)")
    #expect(world.run("history").output.contains("now following '/other.yaml' instead of"))
    world.files["/other.yaml"] = ""
    #expect(world.run("household.yaml").output.contains("override 1: kids on until"))
    // Moved: the old place is empty.
    world.files["/household.yaml"] = nil
    let moved = world.run("other.yaml")
    #expect(moved.output.contains("moved from '/household.yaml' to '/other.yaml'"), "\(moved)")
    #expect(moved.output.contains("override 1: kids on until"))
    #expect(world.run("other.yaml").output.contains("override 1: kids on until"))
  }

  // MARK: - A Pi-hole

  @Test func aPiHoleIsPausedAlsoWhereOtherTargetsAreOnIt() {
    let policy = """
      timezone: Europe/Berlin
      systems:
        pihole: {kind: pihole, url: https://192.168.1.2}
      targets:
        games: {groups: [games], when-off: disabled}
      policy:
        - games off 21:00–07:00

      """
    let scene = OverrideScene(policy: policy)
    let valid = scene.run("validate")
    #expect(valid.status == 0 && !valid.output.contains("warning"), "\(valid)")
    #expect(scene.run("override pihole paused --from 22:00 --for 5m").status == 0)
    #expect(scene.run("explain pihole").output.contains("pihole: left alone until 22:00"))
    #expect(scene.run("explain pihole --at 22:01").output.contains("pause  ends 22:05"))
    #expect(scene.run("override pihole paused --for 5m").status == 0)
    let now = scene.run("explain pihole").output
    #expect(
      now.contains("pihole: paused since 21:00:04, until 21:05:04") && now.contains("pause  ends 21:05:04"), "\(now)")
  }

  // MARK: - A clock that was set back

  @Test func aClockThatWasSetBackLosesNoOverride() throws {
    let scene = OverrideScene()
    #expect(scene.run("override kids on --for 1h").status == 0)
    scene.pass(-1800)
    #expect(scene.run("override list").output.contains("kids    on     21:00:04  22:00:04"))
    let now = scene.run("explain kids").output
    #expect(now.contains("kids: on") && now.contains("until 21:00\n"), "\(now)")
    // A later one is the newer one, although the clock says that it was made before.
    #expect(scene.run("override kids off --until 21:30").status == 0)
    scene.pass(1860)
    #expect(scene.run("explain kids").output.contains("why    override 2"))
    scene.pass(1800)
    #expect(scene.run("explain kids").output.contains("why    override 1"))
  }
}
