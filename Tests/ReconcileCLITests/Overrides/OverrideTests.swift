import CivilTime
import Foundation
import Policies
import Providers
import Planning
import StateStore
import TestSupport
import Testing
import Text

@testable import Controller
@testable import Host

/// `override`: what it takes, what it refuses, and what it writes.
@Suite struct OverrideTests {
  struct Refusal: Sendable, CustomTestStringConvertible {
    var line: String
    var message: String
    var hint: String?
    var testDescription: String { line }

    init(_ line: String, _ message: String, _ hint: String? = nil) {
      (self.line, self.message, self.hint) = (line, message, hint)
    }
  }

  static let lengthHint = "a length is written like 30m, 1h30m, 90s, '30 minutes' or '1 day'"
  private static let targets = "the targets are kids, tv, guests, devices, everything, pihole"

  static let unavailableKinds: [Refusal] = [
    Refusal(
      "", "override needs a target and a state, or list, end or extend",
      "for example: reconcile override kids on --for 30m"),
    Refusal(
      "kids", "the state for 'kids' is missing", "for example: reconcile override kids on --for 30m"),
    Refusal(
      "kids on", "an override needs an end: --for DURATION or --until INSTANT",
      "for example: reconcile override kids on --for 30m"),
    Refusal(
      "kids on --for 1h --until 23:00", "'--for' and '--until' exclude each other", "give only one of them"),
    Refusal("kids off 2h", "'2h' needs --for in front of it", "type: reconcile override kids off --for 2h"),
    Refusal(
      "kids, tv off for 2h", "'for' is an option: --for", "type: reconcile override kids, tv off --for 2h"),
    Refusal(
      "kids off until 22:00", "'until' is an option: --until",
      "type: reconcile override kids off --until 22:00"),
    Refusal(
      "kids off until fri 22:00", "'until' is an option: --until",
      "type: reconcile override kids off --until 'fri 22:00'"),
    Refusal(
      "kids off --from 22:00 2h", "'2h' needs --for in front of it",
      "type: reconcile override kids off --from 22:00 --for 2h"),
    Refusal("kids off to 22:00", "'to' is written --until", "type: reconcile override kids off --until 22:00"),
    Refusal("kids off until 21h", "'until' is an option: --until", "type: reconcile override kids off --until 21:00"),
    Refusal("kids off until 9 pm", "'until' is an option: --until", "type: reconcile override kids off --until 9pm"),
    Refusal(
      "kids off until 7:30", "'until' is an option: --until",
      "type: reconcile override kids off --until 07:30; or: reconcile override kids off --until 7:30pm"),
    Refusal(
      "kids off until sat", "'until' is an option: --until",
      "type: reconcile override kids off --until 'sat 00:00'; or: reconcile override kids off --until 'sat 24:00'"),
    Refusal(
      "kids off from 22:00 until 23:00", "'from' is an option: --from",
      "type: reconcile override kids off --from 22:00 --until 23:00"),
    Refusal(
      "kids off from 10pm to 11pm", "'from' is an option: --from",
      "type: reconcile override kids off --from 10pm --until 11pm"),
    Refusal(
      "kids off from tomorrow 6pm for 2 hours", "'from' is an option: --from",
      "type: reconcile override kids off --from 'tomorrow 6pm' --for '2 hours'"),
    Refusal(
      "kids off 22:00-23:00", "'22:00-23:00' is written with --from and --until",
      "type: reconcile override kids off --from 22:00 --until 23:00"),
    Refusal(
      "kids off tomorrow", "'tomorrow' is written with --from and --until",
      "type: reconcile override kids off --from tomorrow --until 24:00"),
    Refusal(
      "kids off from 22:00 --until 23:00", "'from' is an option: --from",
      "type: reconcile override kids off --from 22:00 --until 23:00"),
    Refusal(
      "kids off from 22:00", "'from' is an option: --from",
      "for example: reconcile override kids off --from 22:00 --for 2h"),
    Refusal(
      "kids off at 22:00", "'at' is written --from",
      "for example: reconcile override kids off --from 22:00 --for 2h"),
    Refusal("kids off next friday", "unexpected argument 'next'", "'reconcile help' shows what may be given"),
    Refusal("kids off now --for 2h", "unexpected argument 'now'", "'reconcile help' shows what may be given"),
    Refusal("kids off 2h please", "unexpected argument 'please'", "'reconcile help' shows what may be given"),
    Refusal("kids off from 22:00 please", "unexpected argument 'please'", "'reconcile help' shows what may be given"),
    Refusal("kids 2h off", "'2h' needs --for in front of it", "type: reconcile override kids off --for 2h"),
    Refusal("off kids 2h", "'off' belongs after the targets", "type: reconcile override kids off --for 2h"),
    Refusal(
      "off kids --until 22:00", "'off' belongs after the targets", "type: reconcile override kids off --until 22:00"),
    Refusal("kids off tv", "'off' belongs after the targets", "for example: reconcile override kids tv off --for 30m"),
    Refusal("kids off 2h tv", "'off' belongs after the targets", "type: reconcile override kids tv off --for 2h"),
    Refusal(
      "off kids from 22:00 --for 2h", "'off' belongs after the targets",
      "type: reconcile override kids off --from 22:00 --for 2h"),
    // What a line to type would be refused for comes first.
    Refusal("kids please off 2h", "the policy has no target 'please'", targets),
    Refusal("kids tw off until 22:00", "the policy has no target 'tw'", "did you mean 'tv'?"),
    Refusal("kids please off", "the policy has no target 'please'", targets),
    Refusal("kids please off from 22:00", "the policy has no target 'please'", targets),
    Refusal("please off kids 2h", "the policy has no target 'please'", targets),
    Refusal("kids paused 2h", "'kids' can be on or off, not 'paused'", "write on or off"),
    Refusal("kids onn", "'kids' can be on or off, not 'onn'", "did you mean 'on'?"),
    Refusal(
      "kids tv --for 1h", "the state for 'kids tv' is missing",
      "for example: reconcile override kids tv on --for 1h"),
    Refusal("kids tv", "the state for 'kids tv' is missing", "for example: reconcile override kids tv on --for 30m"),
    Refusal("kids off on friday", "unexpected argument 'on'", "'reconcile help' shows what may be given"),
    Refusal(
      "kids off mon 21:00-07:00", "'mon 21:00-07:00' is written with --from and --until",
      "type: reconcile override kids off --from 'mon 21:00' --until 07:00"),
    Refusal("kids off for an hour", "'for' is an option: --for", "type: reconcile override kids off --for 1h"),
    Refusal("kids off for 1.5 hours", "'for' is an option: --for", "type: reconcile override kids off --for 1h30m"),
    Refusal("kids on 22:00", "'22:00' needs --until in front of it", "type: reconcile override kids on --until 22:00"),
    Refusal("kids 2h", "the state for 'kids' is missing", "for example: reconcile override kids on --for 2h"),
    Refusal(
      "kids off --for 5 minutes", "'--for' takes one word", "put quotes around it: --for '5 minutes'"),
    Refusal(
      "kids off --until tomorrow 7am", "'--until' takes one word",
      "put quotes around it: --until 'tomorrow 7am'"),
    Refusal("kids off 400d", "an override lasts at most 366 days", "write what should last longer in the policy"),
    Refusal("kids 400d", "an override lasts at most 366 days", "write what should last longer in the policy"),
    Refusal(
      "kids off from 22:00 for 0m", "invalid value '0m' for '--for'", "that is too short: a length is more than 0s"),
    Refusal(
      "kids off from 2028-01-01", "an override lasts at most 366 days", "write what should last longer in the policy"),
    Refusal(
      "kids off until 2020-01-01", "the end is not in the future: Wed 2020-01-01 00:00",
      "end an override with 'reconcile override end ID'"),
    Refusal("extend 1 400d", "an override lasts at most 366 days", "write what should last longer in the policy"),
    Refusal(
      "off kids --for soon", "'off' belongs after the targets", "for example: reconcile override kids off --for 30m"),
    Refusal(
      "off kids --for 2h --until 22:00", "'off' belongs after the targets",
      "for example: reconcile override kids off --for 30m"),
    Refusal(
      "kids --until 22:00", "the state for 'kids' is missing",
      "for example: reconcile override kids on --until 22:00"),
    Refusal(
      "kids off --from 22:00", "an override needs an end: --for DURATION or --until INSTANT",
      "for example: reconcile override kids off --from 22:00 --for 30m"),
    Refusal("kids on off --for 1h", "unexpected argument 'off'", "'reconcile help' shows what may be given"),
    Refusal("kids on --for soon", "invalid value 'soon' for '--for'", lengthHint),
    Refusal("kids on --for 0s", "invalid value '0s' for '--for'", "that is too short: a length is more than 0s"),
    Refusal("kids on --for 0", "invalid value '0' for '--for'", "that is too short: a length is more than 0s"),
    Refusal(
      "pihole --for 30m", "the state for 'pihole' is missing",
      "for example: reconcile override pihole active --for 30m"),
    Refusal(
      "pihole 2h", "the state for 'pihole' is missing", "for example: reconcile override pihole active --for 2h"),
    Refusal(
      "kids, tv 2h", "the state for 'kids, tv' is missing", "for example: reconcile override kids, tv on --for 2h"),
    Refusal(
      "kids and pihole 2h", "the state for 'kids and pihole' is missing",
      "no state suits all of these: name one of them"),
    Refusal(
      "guests",
      "'guests' is only observed: the policy has 'enforcement: observe' for it, so nothing is ever written",
      "change its enforcement in the policy first"),
    Refusal("kid", "the policy has no target 'kid'", "did you mean 'kids'?"),
    Refusal("lst", "unknown command 'override lst'", "did you mean 'reconcile override list'?"),
    Refusal("edn 3", "unknown command 'override edn'", "did you mean 'reconcile override end 3'?"),
    Refusal(
      "kids on --until late", "invalid value 'late' for '--until'",
      "a time is written like 21:30, 7am, noon, 'fri 21:30', 'tomorrow 7am', '2026-11-20 21:30', midnight or +90m"),
    Refusal(
      "kids on --until now", "the end is not in the future: 21:00:04",
      "end an override with 'reconcile override end ID'"),
    Refusal(
      "kids on --until 2026-11-20T20:00:00Z", "the end is not in the future: 21:00",
      "end an override with 'reconcile override end ID'"),
    Refusal(
      "kids on --for 366d1s", "an override lasts at most 366 days", "write what should last longer in the policy"),
    Refusal("kid on --for 1h", "the policy has no target 'kid'", "did you mean 'kids'?"),
    Refusal("fridge on --for 1h", "the policy has no target 'fridge'", targets),
    Refusal("kids, fridge on --for 1h", "the policy has no target 'fridge'", targets),
    Refusal("kids paused --for 1h", "'kids' can be on or off, not 'paused'", "write on or off"),
    Refusal("kids allow --for 1h", "'kids' can be on or off, not 'allow'", "did you mean 'on'?"),
    Refusal("kids no --for 1h", "'kids' can be on or off, not 'no'", "did you mean 'off'?"),
    Refusal("pihole unpaused --for 1h", "'pihole' can be active or paused, not 'unpaused'", "did you mean 'active'?"),
    Refusal("pihole inactive --for 1h", "'pihole' can be active or paused, not 'inactive'", "did you mean 'paused'?"),
    Refusal("kids leave --for 1h", "'kids' can be on or off, not 'leave'", "write on or off"),
    Refusal("pihole off --for 1h", "'pihole' can be active or paused, not 'off'", "write active or paused"),
    Refusal("pihole pause --for 1h", "'pihole' can be active or paused, not 'pause'", "did you mean 'paused'?"),
    Refusal(
      "guests on --for 1h",
      "'guests' is only observed: the policy has 'enforcement: observe' for it, so nothing is ever written",
      "change its enforcement in the policy first"),
    Refusal(
      "kids guests on --for 1h",
      "'guests' is only observed: the policy has 'enforcement: observe' for it, so nothing is ever written",
      "change its enforcement in the policy first"),
    Refusal(
      "end", "say what to end: reconcile override end ID, TARGET or all", "'reconcile override list' shows them"
    ),
    Refusal("end all 1", "unexpected argument 'all'", "'reconcile help' shows what may be given"),
    Refusal("end 1 --from now", "'--from' does not belong to 'override end'"),
    Refusal("cancel 1", "unknown command 'override cancel'", "did you mean 'reconcile override end 1'?"),
    Refusal("rm kids tv", "unknown command 'override rm'", "did you mean 'reconcile override end kids tv'?"),
    Refusal("rm", "unknown command 'override rm'", "did you mean 'reconcile override end all'?"),
    Refusal("show", "unknown command 'override show'", "did you mean 'reconcile override list'?"),
    Refusal(
      "kids on --from 23:00 --until 2026-11-20T22:00:00Z", "the end, 23:00, is not after the start, 23:00",
      "end an override before it begins with 'reconcile override end ID'"),
    Refusal(
      "kids on --for 1h --because " + String(repeating: "x", count: 201),
      "'--because' has 201 characters; a reason has at most 200", "say it in fewer words"),
    Refusal(
      "kids on --from 2026-11-20T20:00:00Z --for 1h", "the start is in the past: 21:00",
      "leave out --from to begin now"),
    Refusal(
      "kids off --from 2026-11-20T19:00:00Z --until 20:30", "that is over: it began at 20:00 and ended at 20:30"),
    Refusal(
      "kids off --from 2026-11-20T19:00:00Z --for 30m", "that is over: it began at 20:00 and ended at 20:30"),
    Refusal("end 1 --for 1h", "'--for' does not belong to 'override end'"),
    Refusal("list --because x", "'--because' does not belong to 'override list'"),
    Refusal("list 3", "unexpected argument '3'", "'reconcile help' shows what may be given"),
    Refusal(
      "extend kids 2h", "'kids' is not the number of an override", "'reconcile override list' shows them"),
    Refusal(
      "extend kids 1 --for 2h", "'kids' is not the number of an override", "'reconcile override list' shows them"),
    Refusal("extend 1 2h please", "unexpected argument 'please'", "'reconcile help' shows what may be given"),
    Refusal("extend 1 please 2h", "unexpected argument 'please'", "'reconcile help' shows what may be given"),
    Refusal(
      "extend 1", "an override needs an end: --for DURATION or --until INSTANT",
      "for example: reconcile override extend 1 --for 30m"),
    Refusal(
      "kids\u{1B}[2J on --for 1h", #"the policy has no target 'kids\u{1B}[2J'"#, targets),
  ]

  @Test(arguments: unavailableKinds) func refusesAndWritesNothing(_ refusal: Refusal) {
    let scene = OverrideScene()
    let run = scene.run("override " + refusal.line)
    #expect(run.status == 64)
    #expect(run.output == "")
    let error = "reconcile: \(refusal.message)\n" + (refusal.hint.map { "hint: \($0)\n" } ?? "")
    #expect(run.error == error)
    #expect(!FileManager.default.fileExists(atPath: scene.folder))
  }

  @Test(
    "what a hint says to type is accepted", arguments: unavailableKinds.filter { $0.hint?.contains("type: ") == true })
  func typed(_ refusal: Refusal) throws {
    let hint = try #require(refusal.hint)
    for part in hint.split(separator: "; or: ") {
      let line = part.replacing("type: ", with: "").replacing("reconcile override ", with: "")
      let run = OverrideScene().run("override " + line.replacing("'", with: "\""))
      // What is off anyway is understood, too.
      #expect(run.status == 0 || run.error.contains(" anyway\n"), "\(line): \(run.error)")
    }
  }

  struct Made: Sendable, CustomTestStringConvertible {
    var line: String
    var target: String
    var state: TargetState
    var until: String
    var testDescription: String { line }
  }

  static let made: [Made] = [
    Made(line: "kids on --for 30m", target: "kids", state: .on, until: "2026-11-20T20:30:04Z"),
    Made(line: "KIDS Off --until 08:00", target: "kids", state: .off, until: "2026-11-21T07:00:00Z"),
    Made(line: "kids on --until 23:00", target: "kids", state: .on, until: "2026-11-20T22:00:00Z"),
    Made(line: "kids on --until 07:00", target: "kids", state: .on, until: "2026-11-21T06:00:00Z"),
    Made(line: "kids on --until 21:00", target: "kids", state: .on, until: "2026-11-21T20:00:00Z"),
    Made(line: "kids on --until +90m", target: "kids", state: .on, until: "2026-11-20T21:30:04Z"),
    Made(line: "kids on --for 366d", target: "kids", state: .on, until: "2027-11-21T20:00:04Z"),
    Made(line: "devices off --for 1h", target: "devices", state: .off, until: "2026-11-20T21:00:04Z"),
    Made(line: "pihole paused --for 1h", target: "pihole", state: .paused, until: "2026-11-20T21:00:04Z"),
  ]

  @Test(arguments: made) func writesWhatWasAsked(_ example: Made) throws {
    let scene = OverrideScene()
    let run = scene.run("override \(example.line) --because because")
    #expect(run.status == 0 && run.error == "")
    let override = try #require(try scene.store().overrides().first)
    #expect(
      override
        == Override(
          id: "1", target: Name(example.target), state: example.state, from: scene.now,
          until: try Instant(example.until, in: .utc), because: "because", by: "anna",
          policy: PolicyFile(path: "/policy.yaml", owner: "home")))
    #expect(try scene.store().entries(since: scene.now).map(\.event?.kind) == [.overrideMade])
  }

  struct Person: Sendable {
    var variables: [String: String]
    var userName: String?
    var by: String
  }

  static let people: [Person] = [
    Person(variables: ["SUDO_USER": "berta", "USER": "root"], userName: "root", by: "berta"),
    Person(variables: ["SUDO_USER": "", "USER": "x"], userName: "anna", by: "anna"),
    Person(variables: ["SUDO_USER": "berta"], userName: "anna", by: "anna"),
    Person(variables: ["USER": "carl"], userName: nil, by: "carl"),
    Person(variables: [:], userName: nil, by: "somebody"),
  ]

  @Test(arguments: people) func saysWhoItWas(_ person: Person) throws {
    let scene = OverrideScene(userName: person.userName, variables: person.variables)
    #expect(scene.run("override kids on --for 1h").status == 0)
    #expect(try scene.store().overrides().first?.by == person.by)
  }

  // MARK: - Stories

  static let stories: [(name: String, lines: [String])] = [
    (
      "evening",
      [
        "override list", "override kids on --until 21:30 --because \"film night\"", "override list", "explain kids",
        "override extend 1 --for 15m", "override devices off --until 22:30", "override list", "explain devices",
        "override end 2", "override end 2", "override extend 2 --for 1h", "override end 7", "override list",
        "override pihole paused --for 2h", "explain pihole", "override extend 1 --until 21:20", "override list",
        "history",
      ]
    ),
    (
      "evening-json",
      [
        "override list --format json", "override kids on --until 21:30 --because \"film night\" --format json",
        "override extend 1 --until 22:00 --format json", "override list --format json",
        "explain kids --format json", "override end 1 --format json", "override list --format json",
      ]
    ),
    (
      "hostile",
      [
        "override kids on --for 1h --because \"a\u{1B}[31m\u{202E}b\nc\"",
        "override list", "explain kids", "history",
      ]
    ),
  ]

  @Test(arguments: stories.map(\.name)) func story(_ name: String) throws {
    let scene = OverrideScene()
    let lines = try #require(Self.stories.first { $0.name == name }).lines
    let told = lines.map { line in
      defer { scene.pass(60) }
      return scene.told(line)
    }.joined(separator: "\n")
    #expect(told.split(separator: "\n").allSatisfy { $0.hasPrefix("{") || $0.hasPrefix("$") || $0.count <= 80 })
    try Golden.check(told, "override/\(name).txt")
  }

  /// In the night in which 02:00 becomes 03:00, nothing is between two times that the clock skips. What only begins there or only
  /// ends there means the jump.
  @Test(
    arguments: [
      ("sun 02:30", "sun 02:45", nil), ("sun 02:30", "02:45", nil), ("sun 02:30", "sun 03:00", nil),
      ("2027-03-28 02:00", "2027-03-28 03:00", nil),
      ("sun 02:30", "sun 03:15", "off from Sun 03:00 until Sun 03:15"),
      ("sun 01:30", "sun 02:30", "off from Sun 01:30 until Sun 03:00"),
      ("sun 02:30", "sun 02:15", "off from Sun 03:00 until Sun 2027-04-04 02:15"),
      ("sun 03:00", "sun 02:45", "off from Sun 03:00 until Sun 2027-04-04 02:45"),
      ("sun 02:30", "mon 02:45", "off from Sun 03:00 until Mon 02:45"),
    ] as [(String, String, String?)])
  func aSkippedHour(_ from: String, _ until: String, _ made: String?) throws {
    let scene = OverrideScene()
    scene.pass(try Instant("2027-03-27T11:00:00Z", in: .utc) - scene.now)
    let run = scene.run("lock tv --from \"\(from)\" --until \"\(until)\"")
    guard let made else {
      #expect(run.status == 64, "\(run)")
      let gap = "on Sun 2027-03-28 the clocks go forward from 02:00 to 03:00"
      #expect(
        run.error
          == "reconcile: nothing is between '\(from)' and '\(until)': \(gap)\nhint: begin earlier or end later\n")
      return
    }
    #expect(run.status == 0 && run.output.contains(made), "\(run)")
  }

  @Test func endedOnesAreNotListed() {
    let scene = OverrideScene()
    _ = scene.run("override kids on --for 30m")
    scene.pass(1799)
    #expect(scene.run("override list").output.contains("kids"))
    scene.pass(1)
    #expect(scene.run("override list").output.hasSuffix("\n\nNo override is active: the schedule decides.\n"))
    #expect(scene.run("override list --format json").output == "{\"formatVersion\":1,\"overrides\":[]}\n")
    #expect(scene.run("explain kids").output.contains("why    policy-1"))
    let extended = scene.run("override extend 1 --for 30m")
    #expect(extended.status == 1 && extended.error.contains("has already ended"), "\(extended)")
  }

  /// As the page takes it, so does the command line.
  @Test(arguments: ["1", "01", "0001"]) func aNumberIsMeantHoweverItIsWritten(_ number: String) {
    let scene = OverrideScene()
    _ = scene.run("override kids on --for 30m")
    let run = scene.run("override end \(number)")
    #expect(run.status == 0 && run.output.hasPrefix("override 1 ended"), "\(run)")
    #expect(!scene.run("override list").output.contains("kids"))
  }

  /// What holds now is told once of each target, however many ended.
  @Test func whatHoldsAfterTheEndIsToldOnce() {
    let scene = OverrideScene()
    for line in ["override kids on --for 30m", "more kids 30m", "override devices off --for 1h"] { _ = scene.run(line) }
    let output = scene.run("override end all").output
    for target in ["kids: off until Sat 07:00", "tv: on until 22:00"] {
      #expect(output.components(separatedBy: target).count == 2, "\(output)")
    }
  }

  @Test func anEarlierInstantKnowsNothingOfALaterOverride() {
    let scene = OverrideScene()
    let before = scene.run("explain kids --at 21:00").output
    _ = scene.run("override kids on --for 30m")
    #expect(scene.run("explain kids --at 21:00").output == before)
    #expect(scene.run("explain kids --at 21:10").output.contains("kids: on"))
    #expect(scene.run("explain kids --at 21:40").output.contains("kids: off"))
  }

  @Test func aBrokenPolicyKeepsNobodyFromEnding() throws {
    let scene = OverrideScene()
    _ = scene.run("override kids on --for 30m")
    let other = FakeFiles(texts: ["policy.yaml": "policy: nonsense\n"])
    let list = scene.run(["override", "list"], files: other)
    #expect(list.status == 0 && list.output.contains("Europe/Vienna"))
    #expect(scene.run(["override", "extend", "1", "--for", "1h"], files: other).status == 0)
    #expect(scene.run(["override", "extend", "1", "--until", "23:00"], files: other).status == 65)
    #expect(scene.run(["override", "kids", "on", "--for", "1h"], files: other).status == 65)
    let end = scene.run(["override", "end", "1"], files: other)
    #expect(end.status == 0 && end.output.hasPrefix("override 1 ended: kids on until 22:30"))
    #expect(try scene.store().overrides().first?.until == scene.now)
  }

  // MARK: - The state

  @Test func anotherWriterIsWaitedFor() throws {
    let scene = OverrideScene()
    var lock = try WriterLock(scene.folder)
    #expect(lock != nil)
    let held = scene.run("override kids on --for 1h")
    #expect(held.status == 75)
    #expect(held.output == "")
    #expect(held.error.contains("hint: "))
    #expect(scene.pauses == 100)
    lock = nil
    #expect(scene.run("override kids on --for 1h").status == 0)
    #expect(try scene.store().overrides().count == 1)
  }

  @Test func aStateThatCannotBeOpenedIsNeverReplacedByAnother() throws {
    let home = try TemporaryFolder([:])
    let scene = OverrideScene(variables: ["HOME": home.url.path])
    try FileManager.default.createDirectory(atPath: scene.folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: scene.folder + "/journal.db", withDestinationPath: home.url.path + "/elsewhere")
    let run = scene.run("override kids on --for 1h")
    #expect(run.status == 77)
    #expect(run.output == "")
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.url.path) == [])
  }

  /// Where the clock was set back, a lock goes on holding, and every command sees that it does.
  @Test func aLockThatHoldsIsSeenToHold() throws {
    let scene = OverrideScene()
    for number in 1...2 {
      #expect(scene.run("lock kids --for 30m").status == 0)
      scene.pass(-3_600)
      let list = scene.run("override list --format json").output
      #expect(list.contains(#""from":"2026-11-20T19:00:04Z","until":"2026-11-20T20:30:04Z""#), "\(list)")
      #expect(scene.run("override list").output.unwrapped.contains("made at 21:00:04, which is yet to come"))
      let shorter = scene.run("override extend \(number) --until 20:10")
      #expect(shorter.status == 0 && shorter.output.unwrapped.contains("kids locked, off until 20:10, not 21:30:04"))
      #expect(scene.run("explain kids").output.contains("lock \(number)"))
      #expect(scene.run("override list").output.contains("20:10"))
      let ended = scene.run("override end kids")
      #expect(ended.status == 0 && ended.output.contains("lock \(number) ended"), "\(ended)")
      #expect(!ended.output.contains("had not begun"), "\(ended)")
      #expect(!scene.run("override list").output.contains("kids"))
      scene.pass(3_600)
      #expect(!scene.run("override list").output.contains("kids"), "it has ended by the right clock, too")
    }
  }

  /// What somebody has ended does not come back where the clock is set back, and is not ended a second time.
  @Test(arguments: ["lock kids --for 2h", "override kids on --for 2h", "lock kids --from 22:00 --for 2h"])
  func whatWasEndedStaysEnded(_ made: String) throws {
    let scene = OverrideScene()
    #expect(scene.run(made).status == 0)
    scene.pass(300)
    #expect(scene.run("override end kids").status == 0)
    let ended = try scene.store().overrides()
    for seconds in [-120, -86_400] as [Int64] {
      scene.pass(seconds)
      #expect(scene.run("override list").output.contains("No override is active"))
      let explained = scene.run("explain kids --format json").output
      #expect(!explained.contains("override:1") && !explained.contains("made-ahead"), "\(explained)")
      let again = scene.run("override end 1")
      #expect(again.status != 0 && again.error.contains("has already ended"), "\(again)")
      scene.pass(-seconds)
    }
    #expect(try scene.store().overrides() == ended)
  }

  @Test func aClockInThePastMakesNoOverride() {
    let scene = OverrideScene()
    scene.pass(-10 * 366 * 86_400)
    let run = scene.run("override kids on --for 1h")
    #expect(run.status == 75 && run.output == "" && run.error.contains("the clock says"))
    #expect(!FileManager.default.fileExists(atPath: scene.folder))
  }

  /// A machine on which the service's folder may not be looked into, or is a link to what is gone.
  struct Closed: Files {
    var inner: FakeFiles
    var closed: String
    var isGone = false
    func kind(of path: String) throws(FileError) -> FileKind? {
      if path == closed {
        if isGone { return nil }
        throw FileError(path: path, reason: "Permission denied")
      }
      return try inner.kind(of: path)
    }
    func names(in path: String) throws(FileError) -> [String] {
      isGone && path == closed.folderAbove ? [closed.lastName] : try inner.names(in: path)
    }
    func bytes(of path: String, limit: Int) throws(FileError) -> [UInt8] { try inner.bytes(of: path, limit: limit) }
    func resolved(_ path: String) -> String? { inner.resolved(path) }
  }

  @Test(arguments: [false, true]) func aFolderThatMayNotBeLookedAtIsTheMachines(_ isGone: Bool) throws {
    var environment = TestWorld(variables: ["HOME": "/home/anna", "STATE_DIRECTORY": ""]).environment(
      Written(), Written())
    #expect(StateDirectory(given: nil, environment).path == "/home/anna/.local/state/reconcile")
    environment.files = Closed(inner: FakeFiles(texts: [:]), closed: environment.machineState, isGone: isGone)
    #expect(StateDirectory(given: nil, environment).path == environment.machineState)
  }

  @Test(arguments: ["/var/lib/a", "/var/lib/a:/var/lib/b"]) func theFirstFolderOfAServiceIsTheState(_ folders: String) {
    let environment = TestWorld(variables: ["STATE_DIRECTORY": folders]).environment(Written(), Written())
    #expect(StateDirectory(given: nil, environment).path == "/var/lib/a")
    #expect(StateDirectory(given: "/mine:too", environment).path == "/mine:too")
  }

  @Test func aDamagedStateIsSetAsideAndSaid() throws {
    let scene = OverrideScene()
    _ = scene.run("override kids on --for 1h")
    let file = scene.folder + "/journal.db"
    try Data(repeating: 7, count: 9000).write(to: URL(filePath: file))
    #expect(scene.run("override list").status == 1)
    let explained = scene.run("explain kids")
    #expect(explained.status == 0 && explained.error.contains("warning: "))
    let run = scene.run("override kids on --for 1h")
    #expect(run.status == 0 && run.error.contains("was set aside"))
    #expect(try scene.store().overrides().count == 1)
  }

  @Test func anApplyBringsItAboutAndUndoesIt() async throws {
    let household = PretendHousehold()
    let world = household.world()
    let policy = ["--policy", "household.yaml"]
    #expect(world.run("household.yaml").status == 0)
    let before = await household.writes.count
    let made = world.run(["override", "kids", "on", "--for", "30m", "--because", "film night"] + policy)
    #expect(made.status == 0 && made.output.contains("then   kids: off until Sat 07:00"))
    #expect(await household.writes.count == before)
    let plan = world.run("--dry-run", "household.yaml")
    #expect(plan.output.contains("override 1: kids on until 21:30:04 (film night)"))
    #expect(world.run("household.yaml").status == 0)
    let during = await household.writes.count
    #expect(during == before + 2)
    #expect(world.run(["override", "extend", "1", "--for", "1h"] + policy).status == 0)
    #expect(world.run("household.yaml").status == 0)
    #expect(await household.writes.count == during)
    #expect(world.run(["override", "end", "1"] + policy).status == 0)
    #expect(world.run("household.yaml").status == 0)
    #expect(await household.writes.count == during + 2)
    let history = world.run("history").output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(history.contains("'Downtime-KidsRoom' enabled → disabled · override 1 · applied"))
    #expect(
      history.contains(
        "'Downtime-KidsRoom' disabled → enabled · override 1 ended (policy-1: 'kids off 21:00–07:00') · applied"))
    #expect(world.run("history", "--verify").status == 0)
  }

  /// While another file is followed it has not ended; a lock that has is called one.
  @Test func whatHasNotEndedIsNotSaidToHave() {
    let household = PretendHousehold()
    var world = household.world()
    world.files["second.yaml"] = PretendHousehold.policy.replacing("timezone:", with: "owner: second\ntimezone:")
    #expect(world.run("household.yaml").status == 0)
    #expect(world.run("override", "kids", "on", "--for", "30m", "--policy", "household.yaml").status == 0)
    for file in ["household.yaml", "second.yaml", "household.yaml"] {
      world.now = world.now + 60
      #expect(world.run(file).status == 0)
    }
    let history = world.run("history").output.unwrapped
    #expect(
      history.contains(
        "disabled → enabled · override 1 does not count for this policy (policy-1: 'kids off 21:00–07:00')"),
      "\(history)")
    #expect(!history.contains("ended"), "\(history)")
    world.now = world.now + 3600
    #expect(world.run("lock", "kids", "--for", "11h", "--policy", "household.yaml").status == 0)
    for hours in [0, 9, 4] as [Int64] {
      world.now = world.now + hours * 3600
      #expect(world.run("household.yaml").status == 0)
    }
    let later = world.run("history").output.unwrapped
    #expect(later.contains("enabled → disabled · lock 2 ended (otherwise)"), "\(later)")
  }

  @Test func readingLeavesNothingBehind() {
    let scene = OverrideScene()
    for line in ["override list", "explain", "history", "history --verify"] { #expect(scene.run(line).status == 0) }
    #expect(!FileManager.default.fileExists(atPath: scene.folder))
  }
}
