import CivilTime
import Foundation
import Policies
import Providers
import Planning
import Simulator
import StateStore
import TestSupport
import Testing

@testable import Host

/// What befalls machines and their states, and what the next run makes of it.
@Suite struct MisfortuneTests {
  // MARK: Time

  @Test(arguments: [1, 7 * 24] as [Int64]) func aPowerCutIsMadeUpFor(hours: Int64) async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    await story.pass(hours: hours)
    let plain = story.household
    let run = story.apply()
    #expect(run.status == 0 && !run.output.unwrapped.contains("changed by somebody else"), "\(run.output)")
    // An hour later it is Friday 22:00, a week later Friday 21:00: the same states hold.
    #expect(await plain.console.inspect { $0.sites[0].aclRules[0].isEnabled })
    #expect(await story.isBlocking() == false)
    #expect(run.output.contains(hours == 1 ? "0 changes" : "1 change,"), "the timer has rung meanwhile: \(run.output)")
  }

  @Test func aPauseThatLostItsTimerIsTimedAnew() async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    await story.pass(minutes: 30)
    let now = await story.household.pihole.clock
    await story.household.pihole.inspect { $0.restart(at: now) }
    let run = story.apply()
    #expect(run.output.contains("paused → paused until Sat 00:00  blocking, done"), "\(run.output)")
    #expect(run.output.unwrapped.contains("· its timer is gone: a restart, or somebody paused it without an end"))
    try await story.pass(until: "2026-11-21 00:01:00")
    #expect(await story.isBlocking(), "the new timer rings")
  }

  @Test func aClockThatIsSetBackIsNoMatter() async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    story.world.now = story.now + -3600
    // 20:00 on a Friday: the kids are on, the Pi-hole is paused until midnight.
    let run = story.apply()
    #expect(run.status == 0, "\(run.output)")
    #expect(await story.isRuleOn(0) == false)
    #expect(await story.isRuleOn(1) == false)
    story.world.now = story.now + 3600
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(0))
    #expect(try story.store().verify(head: nil) != .broken(number: 1))
  }

  // MARK: The state

  @Test func aDryRunMakesAndChangesNothing() async throws {
    var story = Chronicle()
    for _ in 1...2 {
      let before = story.world.state.listing
      #expect(story.plan().error.isEmpty && story.drift().error.isEmpty)
      #expect(story.world.state.listing == before)
      #expect(story.apply().status == 0)
      await story.pass(minutes: 1)
      await story.switchRule(0, on: false)
    }
    #expect(!story.world.state.listing.isEmpty)
  }

  struct Damage: CustomTestStringConvertible, Sendable {
    var name: String
    var words: String
    var dryWords: String
    var ruin: @Sendable (StateFolder) throws -> Void
    var testDescription: String { name }
  }

  static let damages = [
    Damage(name: "overwritten", words: "is damaged and was set aside as", dryWords: "is damaged") {
      try Data(repeating: 7, count: 20_000).write(to: URL(filePath: $0.file))
    },
    Damage(name: "cut off", words: "is damaged and was set aside as", dryWords: "is damaged") {
      try Data(contentsOf: URL(filePath: $0.file)).prefix(5000).write(to: URL(filePath: $0.file))
    },
    Damage(name: "of a later version", words: "was written by a later version", dryWords: "by a later version") {
      // The number of the format is in the bytes 60 to 63 of an SQLite file.
      var bytes = try Data(contentsOf: URL(filePath: $0.file))
      bytes[63] = 99
      try bytes.write(to: URL(filePath: $0.file))
    },
  ]

  @Test(arguments: damages) func aBadStateIsNoReasonNotToEnforce(_ damage: Damage) async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    await story.pass(minutes: 1)
    await story.switchRule(0, on: false)
    try damage.ruin(story.world.state)
    let before = story.world.state.listing
    let plan = story.plan()
    let words = plan.output.unwrapped
    #expect(words.contains(damage.dryWords) && words.contains("causes and overrides are unknown"), "\(plan)")
    #expect(plan.status == 0 && story.world.state.listing == before)
    let run = story.apply()
    #expect(run.status == 0 && run.error.contains(damage.words), "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1, "one line")
    #expect(await story.isRuleOn(0))
  }

  /// Those that only look leave it to the next run.
  @Test(arguments: [["override", "list"], ["people"], ["requests"]], damages.dropLast())
  func aLookAtABadStateSaysWhatBecomesOfIt(_ command: [String], _ damage: Damage) throws {
    let story = Chronicle()
    #expect(story.apply().status == 0)
    try damage.ruin(story.world.state)
    let before = story.world.state.listing
    let run = story.world.run(command + ["--policy", "household.yaml", "--state", story.world.state.path])
    #expect(run.status == 1 && run.error.unwrapped.contains(damage.dryWords), "\(run)")
    #expect(run.error.contains("hint: the next apply sets the file aside and begins a new one\n"), "\(run)")
    #expect(story.world.state.listing == before)
  }

  // MARK: What a reader finds

  /// Every command that looks at the state and writes nothing.
  static let lookers = [
    ["plan", "household.yaml"], ["plan", "--format", "json", "household.yaml"], ["drift", "household.yaml"],
    ["explain", "kids", "household.yaml"], ["explain", "--format", "json", "kids", "household.yaml"],
    ["override", "list", "--policy", "household.yaml"], ["history"], ["history", "--verify"],
  ]

  /// A state that is not there yet is nothing to tell of; one that is not to be had is, in text and JSON.
  @Test(arguments: [
    ("/none", nil), ("/file", "Not a directory"), ("/file/below", "Not a directory"),
    ("/long" + String(repeating: "x", count: 300), "File name too long"),
  ])
  func aStateThatIsNotToBeHadIsToldOf(path: String, words: String?) throws {
    let story = Chronicle()
    let folder = try TemporaryFolder(["file": "mine"])
    func run(_ line: [String]) -> TestWorld.Outcome { story.world.run(line + ["--state", folder.url.path + path]) }
    for line in Self.lookers {
      let outcome = run(line)
      guard let words else {
        #expect(outcome.error.isEmpty && !outcome.output.contains("not known"), "\(line): \(outcome)")
        continue
      }
      let told = (outcome.output + outcome.error).unwrapped
      #expect(told.contains(words), "\(line): \(outcome)")
      if line[0] == "plan" || line[0] == "drift" || line[0] == "explain" {
        #expect(told.contains("causes and overrides are unknown"), "\(line): \(outcome)")
        #expect(outcome.status == (line[0] == "drift" ? 2 : 0))
      } else {
        #expect(outcome.status == 77 && outcome.output.isEmpty, "\(line): \(outcome)")
      }
      if line.contains("json") {
        #expect(outcome.output.contains(#""warnings":[{"code":"state.unknown","message":"the state in "#), "\(outcome)")
      }
    }
  }

  /// A run that is killed while it writes leaves changed pages in the file and what they were beside it.
  @Test func aWriteThatWasCutOffIsUndoneForReaders() async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    try story.override(.on, of: "kids", minutes: 30)
    #expect(story.apply().status == 0)
    await story.pass(minutes: 1)
    await story.switchRule(0, on: true)
    // The end of a pause is read a little differently each time, which only JSON shows.
    let lookers = Self.lookers.filter { $0[0] != "plan" || !$0.contains("json") }
    let before = lookers.map { story.world.run($0) }
    #expect(before.allSatisfy { $0.error.isEmpty }, "\(before[0])")
    #expect(before[0].output.unwrapped.contains("changed by somebody else"), "\(before[0])")

    let script = """
      import os, signal, sqlite3, sys
      db = sqlite3.connect(sys.argv[1], isolation_level=None)
      db.execute("PRAGMA cache_size = 1")
      db.execute("BEGIN IMMEDIATE")
      db.execute("UPDATE overrides SET ends = 0")
      db.execute("DELETE FROM objects")
      db.executemany("INSERT INTO notes VALUES(?, ?)", [(str(n), "x" * 900) for n in range(200)])
      os.kill(os.getpid(), signal.SIGKILL)
      """
    let file = story.world.state.file
    let whole = try Data(contentsOf: URL(filePath: file))
    #expect(try Program.run("/usr/bin/python3", ["-c", script, file]).status == 128 + SIGKILL)
    #expect(try Data(contentsOf: URL(filePath: file)) != whole, "the pages were written")
    let left = story.world.state.listing
    for (line, outcome) in zip(lookers, before) {
      let again = story.world.run(line)
      #expect(again == outcome, "\(line): \(again)")
    }
    #expect(story.world.state.listing == left, "looking changes nothing")
    let run = story.apply()
    #expect(run.status == 0 && run.error.isEmpty && run.output.contains("override 1"), "\(run)")
    #expect(await story.isRuleOn(0) == false)
  }

  /// Somebody edits rows by hand: what does not count any more is told of until it is put right.
  @Test func rowsThatCannotBeReadAreToldOf() async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    try story.override(.on, of: "kids", minutes: 30)
    #expect(story.apply().status == 0)
    let script = """
      import sqlite3, sys
      db = sqlite3.connect(sys.argv[1])
      db.execute("UPDATE overrides SET state = 'side-ways'")
      db.execute("UPDATE objects SET body = '{}' WHERE kind = 'acl-rule'")
      db.execute("UPDATE fuses SET ends = 'soon'")
      db.commit()
      """
    #expect(try Program.run("/usr/bin/python3", ["-c", script, story.world.state.file]).status == 0)
    let all =
      "unreadable rows in the state do not count: 2 objects as they were last seen, 1 timer and 1 override"
    #expect(story.plan().output.unwrapped.contains(all), "\(story.plan())")
    let json = story.plan("--format", "json").output
    #expect(json.contains(#""warnings":[{"code":"state.unreadable-rows","message":"\#(all)""#), "\(json)")
    #expect(story.world.run("override", "list", "--policy", "household.yaml").error.contains(all + "\n"))
    #expect(story.world.run("explain", "kids", "household.yaml").error.contains(all))
    #expect(story.apply().output.unwrapped.contains(all))
    await story.pass(minutes: 1)
    let next = story.apply().output.unwrapped
    #expect(next.contains("do not count: 1 override ") && !next.contains("objects as they"), "\(next)")
  }

  @Test func aStateThatMayNotBeOpenedStopsAnApply() async throws {
    let story = Chronicle()
    try FileManager.default.createDirectory(atPath: story.world.state.path, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: story.world.state.file, withDestinationPath: "/tmp/somewhere-else")
    let run = story.apply()
    #expect(run.status == 77 && run.output.isEmpty, "\(run)")
    #expect(run.error.contains("is a link or not a regular file"), "\(run.error)")
    #expect(await story.household.requests.isEmpty)
  }

  /// What others may write may hold anything: it is not looked at, and the schedule is enforced.
  @Test func aStateThatOthersMayWriteIsNotUsed() async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    try story.override(.on, of: "kids", minutes: 30)
    #expect(story.apply().output.contains("override 1"))
    let path = story.world.state.path
    #expect(chmod(path, 0o777) == 0)
    let before = story.world.state.listing
    let words = "the state cannot be trusted: the folder '\(path)' may be written by others (mode 0777)"
    for _ in 1...2 {
      await story.pass(minutes: 1)
      await story.switchRule(0, on: false)
      let run = story.apply()
      #expect(run.status == 0 && run.error.contains(words + "; the schedule is enforced"), "\(run)")
      #expect(run.error.hasSuffix("\nhint: chmod go-w \(path)\n") && !run.output.contains("override 1"), "\(run)")
      #expect(await story.isRuleOn(0))
      let plan = story.plan("--format", "json")
      #expect(plan.output.contains(#""code":"state.unknown","message":"\#(words)"#), "\(plan)")
      #expect(plan.output.contains("chmod go-w \(path)"), "\(plan)")
      let making = ["override", "kids", "on", "--for", "1h", "--policy", "household.yaml"]
      for line in [making, ["override", "list"], ["history"], ["history", "--verify"]] {
        let run = story.world.run(line)
        #expect(run.status == 77 && run.output.isEmpty, "\(line): \(run)")
        #expect(run.error.contains(words) && run.error.contains("hint: chmod go-w \(path)\n"), "\(line): \(run)")
      }
    }
    #expect(story.world.state.listing == before, "nothing is made or changed")
    #expect(chmod(path, 0o700) == 0)
    #expect(story.apply().output.contains("override 1"), "what was in it is still good")
    #expect(await !story.isRuleOn(0))
  }

  /// Somewhere else may be the state that is meant, with a lock in it.
  @Test(arguments: [
    ("state", "Not a directory"), ("state/below", "Not a directory"), ("none/below", "No such file or directory"),
    ("folders", "journal.db' is a folder"),
  ])
  func whatIsNoStateStopsAnApply(_ name: String, _ words: String) async throws {
    let story = Chronicle()
    let folder = try TemporaryFolder(["state": "mine"])
    let path = folder.url.appending(path: name).path
    if name == "folders" {
      try FileManager.default.createDirectory(atPath: path + "/journal.db", withIntermediateDirectories: true)
      #expect(chmod(path, 0o700) == 0)
    }
    let override = ["override", "kids", "on", "--for", "1h", "--policy", "household.yaml"]
    for line in [
      ["apply", "household.yaml"], override, ["lock", "kids", "--for", "1h", "--policy", "household.yaml"],
    ] {
      let run = story.world.run(line + ["--state", path])
      #expect(run.status == 77 && run.output.isEmpty, "\(line): \(run)")
      #expect(run.error.contains(path) && run.error.contains(words), "\(line): \(run)")
      #expect(run.error.contains("hint: ") && run.error.contains("--state"), "\(line): \(run)")
    }
    #expect(await story.household.requests.isEmpty)
    #expect(try String(contentsOf: folder.url.appending(path: "state"), encoding: .utf8) == "mine")
  }

  /// A page in the middle, after a check of the whole file: damage that shows only when the page is needed.
  @Test(arguments: ["objects", "overrides", "entries", "retreats", "notes"])
  func aPageThatTurnsOutDamagedIsReplacedAtOnce(of table: String) async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    try story.override(.on, of: "kids", minutes: 30)
    #expect(story.apply().status == 0)
    await story.pass(minutes: 1)
    await story.switchRule(0, on: true)
    try Self.damage(table, in: story.world.state.file)
    let run = story.apply()
    #expect(run.status == 0, "\(run)")
    #expect(run.error.contains("is damaged and was set aside as"), "within this run: \(run.error)")
    #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
    let isLost = table == "overrides"
    #expect(run.error.contains(isLost ? "are lost" : "but overrides are kept"))
    await story.pass(minutes: 1)
    let next = story.apply()
    #expect(next.status == 0 && next.error.isEmpty, "\(next)")
    #expect(await story.isRuleOn(0) == isLost, "the override goes on where it could be read")
    #expect(try story.store().verify(head: nil) != .broken(number: 1))
    #expect(try story.store().lastGoodPolicies().first != nil)
  }

  /// Damage that comes while the systems are read, and shows at the write, goes through what was remembered and cannot
  /// be read any more: what the run has read before is written again, with what it saw.
  @Test func whatWasReadBeforeTheDamageIsKept() async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    let before = try story.store().memory().objects.keys
    #expect(before.count == 3)
    await story.pass(minutes: 1)
    await story.switchRule(0, on: false)
    let file = story.world.state.file
    story.world.whenSecretsAreRead = {
      for table in ["entries_at", "objects"] { try? Self.damage(table, in: file) }
    }
    let run = story.apply()
    #expect(run.status == 0 && run.error.contains("is damaged and was set aside as"), "\(run)")
    #expect(try story.store().memory().objects.keys == before)
    story.world.whenSecretsAreRead = nil
    await story.pass(minutes: 1)
    await story.switchRule(0, on: false)
    #expect(story.drift().output.unwrapped.contains("changed by somebody else, in place until"), "\(story.drift())")
  }

  /// So is what that run could not see.
  @Test func whatWasNotSeenBesideTheDamageIsKept() async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    let before = try story.store().memory().objects.keys
    await story.pass(minutes: 1)
    await story.household.pihole.inspect { $0.password = "another" }
    let file = story.world.state.file
    story.world.whenSecretsAreRead = {
      for table in ["entries_at", "objects"] { try? Self.damage(table, in: file) }
    }
    let run = story.apply()
    #expect(run.status != 0 && run.error.contains("is damaged and was set aside as"), "\(run)")
    #expect(before.count == 3)
    #expect(try story.store().memory().objects.keys == before)
  }

  /// Overwrites the first page of `table`.
  private static func damage(_ table: String, in file: String) throws {
    let script = """
      import sqlite3, sys
      file, table = sys.argv[1:]
      db = sqlite3.connect(file)
      page = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [table]).fetchone()[0]
      size = db.execute("PRAGMA page_size").fetchone()[0]
      db.close()
      with open(file, "r+b") as f:
        f.seek((page - 1) * size)
        f.write(b"\\x2a" * size)
      """
    #expect(try Program.run("/usr/bin/python3", ["-c", script, file, table]).status == 0)
  }

  @Test func aDiskThatGoesOnDamagingIsNotFilled() async throws {
    var story = Chronicle()
    for _ in 1...9 {
      #expect(story.apply().status == 0)
      try Self.damage("objects", in: story.world.state.file)
      await story.pass(minutes: 1)
    }
    #expect(story.world.state.listing.count { $0.contains("journal.db.damaged-") } == 5)
  }

  /// A clock that is years ahead for one run, or a run each minute for longer than a quarter of an hour, and right again.
  @Test(arguments: [1, 16]) func aClockThatWasAheadForgetsNothing(runs: Int64) async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    try story.override(.on, of: "kids", minutes: 60)
    let entries = try story.store().entries(since: Instant(secondsSinceEpoch: 0))
    let right = story.now
    for minute in 1...runs {
      story.world.now = right + 5 * 366 * 86_400 + minute * 60
      #expect(story.apply().status == 0)
    }
    for minute in 1...3 as ClosedRange<Int64> {
      story.world.now = right + (runs + minute) * 60
      #expect(story.apply().status == 0)
      #expect(await story.isRuleOn(0) == false, "the override goes on")
    }
    let after = try story.store().entries(since: Instant(secondsSinceEpoch: 0))
    #expect(Array(after.prefix(entries.count)) == entries)
    #expect(try story.store().memory().objects.count == 3)
    #expect(try story.store().lastGoodPolicies().first != nil)
  }

  @Test func aStateWithoutAFolderAboveItIsToldOf() async {
    let story = Chronicle()
    let run = story.apply("--state", story.world.state.path + "/not/there")
    let words = "No such file or directory\nhint: make the folder above it, or give another folder with --state"
    #expect(run.status == 77 && run.error.contains(words), "\(run.error)")
    #expect(!story.world.state.listing.contains { $0.contains("not") }, "a slip of the finger makes no folders")
    #expect(await story.household.requests.isEmpty)
  }

  private static let looking: [(String, Int32)] = [
    ("plan household.yaml", 0), ("drift household.yaml", 2), ("explain kids household.yaml", 0),
    ("status household.yaml", 77), ("history", 77), ("override list --policy household.yaml", 77),
    ("requests --policy household.yaml", 77),
  ]

  /// An apply would stop: whoever only looks hears of it, too.
  @Test(arguments: looking) func whoOnlyLooksHearsOfAStateWithoutAFolderAboveIt(_ line: String, _ status: Int32) {
    let story = Chronicle()
    // The folder of the state, which is not made yet, is in one that is there.
    let folder = story.world.state.path
    for (path, isTold) in [("/there", true), ("/there/", true), ("", false), ("/", false)] {
      let words = line.split(separator: " ").map(String.init) + ["--state", folder + path]
      let run = story.world.run(words)
      let text = (run.output + run.error).unwrapped
      #expect(text.contains("cannot be opened: No such file or directory") == isTold, "\(path): \(run)")
      #expect(!isTold || run.status == status, "\(path): \(run)")
      // Warnings on standard error have no hints.
      let isHinted = isTold && !line.hasPrefix("explain")
      #expect(text.contains("make the folder above it, or give another folder") == isHinted, "\(path): \(run)")
    }
    #expect(!story.world.state.listing.contains { $0.contains("there") })
  }

  /// The disk that it is on is not mounted.
  @Test(arguments: looking + [("apply household.yaml", 77)])
  func aStateThatIsALinkToNothingIsToldOf(_ line: String, _ status: Int32) throws {
    var story = Chronicle()
    let link = story.world.state.path + "-link"
    defer { unlink(link) }
    for goal in ["/not-mounted/reconcile", story.world.state.path + "/none"] {
      unlink(link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: goal)
      for path in [link, link + "/", link + "/there", link + "/there/below", nil] {
        story.world.variables["STATE_DIRECTORY"] = path == nil ? link : nil
        let words = line.split(separator: " ").map(String.init) + (path.map { ["--state", $0] } ?? [])
        let run = story.world.run(words)
        let text = (run.output + run.error).unwrapped
        #expect(run.status == status, "\(goal): \(run)")
        let which = path?.contains("there") == true ? "'\(link)'" : "it"
        #expect(text.contains("cannot be opened: \(which) is a link to a folder that is not there"), "\(goal): \(run)")
        let isHinted = !line.hasPrefix("explain")
        #expect(text.contains("make that folder, or give another one with --state") == isHinted, "\(goal): \(run)")
      }
    }
  }

  @Test func foldersOfAUserAreMade() async {
    var story = Chronicle()
    let home = story.world.state.path
    story.world.variables = ["STATE_DIRECTORY": "", "HOME": home]
    // They will be, and are not missed.
    #expect(story.plan().error.isEmpty && !story.plan().output.contains("cannot be opened"))
    #expect(story.apply().error.isEmpty)
    #expect(story.world.state.listing.contains { $0.contains("state/.local/state/reconcile/journal.db ") })
  }

  // MARK: One writer

  @Test func aRunWaitsForAnother() async throws {
    let story = Chronicle()
    let other = try OtherRun(story.world.state.path)
    story.world.waiting.after(.seconds(3)) { other.end() }
    #expect(story.apply().status == 0)
    #expect(story.world.waiting.passed == .seconds(3))
  }

  @Test func aRunDoesNotWaitForEver() async throws {
    let story = Chronicle()
    let other = try OtherRun(story.world.state.path)
    let run = story.apply()
    #expect(run.status == 75 && run.output.isEmpty)
    #expect(run.error.contains("another run has held the state in"), "\(run.error)")
    #expect(story.world.waiting.passed == .seconds(10))
    #expect(await story.household.requests.isEmpty)
    #expect(story.plan().status == 0, "a dry run needs no lock")
    other.end()
    #expect(story.apply().status == 0)
  }

  // MARK: Backing off

  @Test func aRefusedSystemIsLeftAlone() async throws {
    var story = Chronicle()
    await story.household.pihole.inspect { $0.password = "another" }
    let refused = story.apply()
    #expect(refused.status == 77)
    await story.household.forgetRequests()
    await story.pass(seconds: 50)
    let left = story.apply()
    #expect(await story.household.pihole.log.isEmpty, "no second login within a minute")
    #expect(
      left.output.unwrapped.contains("left alone until 21:01:04: the Pi-hole did not accept the password"), "\(left)")
    #expect(left.status == 3)
    #expect(
      story.plan("--format", "json").output.contains("\"name\":\"pihole\",\"kind\":\"pihole\",\"status\":\"skipped\""))
    #expect(story.apply("--target", "pihole").status == 75, "every system is in its back-off")
    // The second retreat is longer.
    await story.pass(seconds: 10)
    #expect(story.apply().status == 77)
    await story.pass(seconds: 70)
    let again = story.apply()
    #expect(again.status == 3)
    #expect(again.output.unwrapped.contains("the password; 2 tries in a row have failed"), "\(again)")
    await story.pass(seconds: 51)
    #expect(story.apply().status == 77)
    #expect(try story.told().filter { $0.hasPrefix("system-lost") } == ["system-lost pihole"], "told once")
  }

  @Test func aRetreatEndsEarly() async throws {
    var story = Chronicle()
    await story.household.pihole.inspect { $0.password = "another" }
    #expect(story.apply().status == 77)
    story.world.isAtTerminal = true
    #expect(story.apply().status == 77, "somebody looks on")
    story.world.isAtTerminal = false
    #expect(story.apply().status == 3)
    story.world.files["/etc/reconcile/credentials/pihole-password"] =
      WrittenSecret("another", for: "http://192.168.1.2").file
    #expect(story.apply().status == 0, "another secret")
    #expect(try story.store().backoffs().isEmpty)
    #expect(try story.told().filter { $0.hasPrefix("system-") } == ["system-lost pihole", "system-back pihole"])
  }

  /// Another wrong password is asked at once, whatever was refused before, and waits for no longer than a first one.
  @Test func anotherWrongSecretWaitsAsAFirstOne() async throws {
    var story = Chronicle()
    await story.household.pihole.inspect { $0.password = "another" }
    for minutes in [1, 2, 5] as [Int64] {
      #expect(story.apply().status == 77)
      await story.pass(seconds: minutes * 60 - 10)
      #expect(story.apply().status == 3, "\(minutes) min are not over")
      await story.pass(seconds: 10)
    }
    let file = "/etc/reconcile/credentials/pihole-password"
    for secret in ["first slip", "second slip", "third slip"] {
      story.world.files[file] = WrittenSecret(secret, for: "http://192.168.1.2").file
      await story.household.forgetRequests()
      #expect(story.apply().status == 77, "\(secret) is asked at once")
      #expect(await !story.household.pihole.log.isEmpty)
      for minutes in [1, 2] as [Int64] {
        await story.pass(seconds: minutes * 60 - 10)
        await story.household.forgetRequests()
        #expect(story.apply().status == 3, "\(secret) waits for \(minutes) min")
        #expect(await story.household.pihole.log.isEmpty)
        await story.pass(seconds: 10)
        #expect(story.apply().status == 77, "\(secret) waits for no more than \(minutes) min")
      }
    }
    story.world.files[file] = WrittenSecret("another", for: "http://192.168.1.2").file
    #expect(story.apply().status == 0)
    #expect(try story.store().backoffs().isEmpty)
  }

  @Test func theStateKeepsNoSecret() async throws {
    var story = Chronicle()
    await story.household.pihole.inspect { $0.password = "another" }
    #expect(story.apply().status == 77)
    await story.pass(minutes: 1)
    #expect(story.apply().status == 77)
    let bytes = try Data(contentsOf: URL(filePath: story.world.state.file))
    for secret in ["demonstration-key", "demonstration-password"] { #expect(bytes.range(of: Data(secret.utf8)) == nil) }
    let backoff = try #require(try story.store().backoffs()[Name("pihole")])
    #expect(backoff.circumstances.split(separator: ":").last?.count == 2, "eight bits of a hash")
    let other = Chronicle()
    #expect(other.apply().status == 0)
    let accepted = try other.store().acceptedSecrets()
    #expect(accepted.count == 2 && accepted.values.allSatisfy { $0.fingerprint.count == 2 }, "no more of one that fits")
  }

  // MARK: Last good policy

  @Test(arguments: ["targets: [", nil]) func theLastGoodPolicyIsFollowed(broken: String?) async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    await story.pass(minutes: 1)
    await story.switchRule(0, on: false)
    story.world.files["household.yaml"] = broken
    #expect(story.plan().status == 65 && story.plan().output.isEmpty, "a dry run never falls back")
    let refused = story.apply("--no-last-good")
    #expect(refused.status == 65 && refused.output.isEmpty)
    #expect(refused.error.contains("from Fri 2026-11-20 21:00:04 +01:00, is not used"))
    #expect(await story.isRuleOn(0) == false)
    let run = story.apply()
    #expect(run.status == 65 && run.error.contains("error:"), "\(run.error)")
    #expect(run.output.unwrapped.contains("using the last valid policy, from Fri 2026-11-20 21:00:04"), "\(run.output)")
    #expect(await story.isRuleOn(0))
    #expect(story.world.run("apply", "another.yaml").output.isEmpty, "not for a policy that was never there")
  }

  /// The state keeps a text of each policy file, so a slip in one is covered whatever else was applied meanwhile.
  @Test func theLastGoodPolicyIsThatOfTheSameFile() async throws {
    var story = Chronicle()
    story.world.files["other.yaml"] = Self.later
    #expect(story.apply().status == 0)
    #expect(story.world.run("apply", "other.yaml").status == 0)
    #expect(await story.isRuleOn(0) == false)
    story.world.files["household.yaml"] = "targets: ["
    story.world.files["other.yaml"] = "policy: [x]"
    for _ in 0..<2 {
      let run = story.apply()
      #expect(run.status == 65 && run.output.unwrapped.contains("using the last valid policy"), "\(run)")
      #expect(await story.isRuleOn(0))
      #expect(story.world.run("apply", "other.yaml").status == 65)
      #expect(await story.isRuleOn(0) == false)
    }
    #expect(story.world.run("history", "--verify").status == 0)
  }

  private static let later = PretendHousehold.policy.replacing("kids off 21:00–07:00", with: "kids on 19:00–07:00")
    .replacing("  - kids off sun-thu 20:30–07:00\n", with: "")

  /// One edit after the other, good and broken ones: the last one that was good is followed, each time.
  @Test func theLastGoodPolicyIsTheLastOne() async throws {
    let edits: [(text: String?, since: Int?)] = [
      (PretendHousehold.policy, nil), ("targets: [", 0), (Self.later, nil), ("targets: [", 2), ("policy: [x]", 2),
      (nil, 2), (PretendHousehold.policy, nil), (nil, 6), (Self.later, nil), (Self.later + "  - nobody off\n", 8),
      (PretendHousehold.policy, nil), (PretendHousehold.policy + "# a remark\n", nil), ("", 11),
    ]
    var story = Chronicle()
    var isOff = true
    for (minute, edit) in edits.enumerated() {
      story.world.files["household.yaml"] = edit.text
      if let text = edit.text, edit.since == nil { isOff = !text.contains("kids on") }
      await story.switchRule(0, on: !isOff)
      let run = story.apply()
      #expect(await story.isRuleOn(0) == isOff, "edit \(minute): \(run)")
      #expect(run.status == (edit.since == nil ? 0 : 65), "edit \(minute): \(run)")
      let since = edit.since.map {
        "using the last valid policy, from Fri 2026-11-20 21:\($0 < 10 ? "0" : "")\($0):04 +01:00"
      }
      #expect(run.output.unwrapped.contains("using the last valid policy") == (since != nil), "edit \(minute): \(run)")
      if let since { #expect(run.output.unwrapped.contains(since), "edit \(minute): \(run)") }
      #expect(run.error.contains("error:") == (since != nil), "edit \(minute): \(run)")
      await story.pass(minutes: 1)
    }
  }

  /// A damaged state and a slip in the policy at once: what can be saved is enforced, and if it is nothing, that is said.
  @Test(arguments: ["objects", "overrides", "entries", "retreats", "notes", "all"])
  func aSlipBesideADamagedState(of table: String) async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    await story.pass(minutes: 1)
    let file = URL(filePath: story.world.state.file)
    switch table {
    case "all": try Data(repeating: 7, count: 20_000).write(to: file)
    default: try Self.damage(table, in: file.path)
    }
    story.world.files["household.yaml"] = "targets: ["
    let isLost = ["notes", "all"].contains(table)
    for _ in 1...3 {
      await story.switchRule(0, on: false)
      let run = story.apply()
      #expect(run.status == 65, "\(run)")
      #expect(await story.isRuleOn(0) == !isLost, "\(run)")
      let words = "nothing is enforced until the policy is fixed: no earlier valid version is known"
      #expect(run.error.contains(words) == isLost && run.output.isEmpty == isLost, "\(run)")
      #expect(!run.error.contains("schedule is enforced"), "\(run)")
      await story.pass(minutes: 1)
    }
    story.world.files["household.yaml"] = PretendHousehold.policy
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(0))
  }

  // MARK: Under systemd

  /// A desktop's terminal inherits the variable of the service that started it, and is not the journal.
  @Test func theJournalIsKnownByItsStream() throws {
    let folder = try TemporaryFolder(["journal": "", "terminal": ""])
    func stream(_ name: String) throws -> (file: FileHandle, words: String) {
      let file = try FileHandle(forReadingFrom: folder.url.appending(path: name))
      var status = stat()
      fstat(file.fileDescriptor, &status)
      return (file, "\(status.st_dev):\(status.st_ino)")
    }
    let (store, terminal) = (try stream("journal"), try stream("terminal"))
    #expect(SystemdJournal.isBehind(store.file.fileDescriptor) { $0 == "JOURNAL_STREAM" ? store.words : nil })
    #expect(!SystemdJournal.isBehind(terminal.file.fileDescriptor) { $0 == "JOURNAL_STREAM" ? store.words : nil })
    #expect(!SystemdJournal.isBehind(store.file.fileDescriptor) { $0 == "INVOCATION_ID" ? "0123" : nil })
  }

  @Test func aTroubleThatStaysIsToldInFullOnce() async throws {
    var story = Chronicle()
    story.world.isInJournal = true
    #expect(story.apply().status == 0)
    var lines: [Int] = []
    for minute in 1...9 {
      if minute == 4 {
        story.world.files["household.yaml"] = PretendHousehold.policy.replacing(
          "Downtime-*\"]", with: "Downtime-*\", Gone]")
      }
      if minute == 7 { await story.switchRule(0, on: false) }
      if minute == 8 { story.world.files["household.yaml"]? += "# edited\n" }
      await story.pass(minutes: 1)
      let run = story.apply()
      lines.append(run.output.split(separator: "\n").count)
      // Of what the first run has warned of nothing is new, whatever else is; `Gone` is a problem.
      #expect(!run.output.contains("is sent over plain http"), "\(minute): \(run.output)")
      #expect(run.output.contains("1 problem") == (minute >= 4), "\(run.output)")
    }
    #expect(lines.map { $0 == 1 } == [true, true, true, false, true, true, false, false, true], "\(lines)")
  }

  /// The same kind of warning about the same target is news when it says something else.
  @Test func aWarningInOtherWordsIsToldWithTheNextReport() async throws {
    var story = Chronicle()
    story.world.isInJournal = true
    var told: [[String]] = []
    for pattern in [nil, "Foo-*", "Foo-*", "Bar-*", "Bar-*", "Foo-*"] {
      story.world.files["household.yaml"] = PretendHousehold.policy.replacing(
        "Downtime-*\"]", with: pattern.map { "Downtime-*\", \"\($0)\"]" } ?? "Downtime-*\"]")
      await story.switchRule(0, on: false)
      let run = story.apply()
      #expect(!run.output.contains("0 changes"), "\(run)")
      told.append(["Foo-*", "Bar-*", "plain http"].filter(run.output.contains))
      await story.pass(minutes: 1)
    }
    #expect(told == [["plain http"], ["Foo-*"], [], ["Bar-*"], [], ["Foo-*"]])
  }

  @Test func theJournalOfTheMachineHoldsTheHead() async throws {
    var story = Chronicle()
    story.world.isInJournal = true
    let first = story.apply()
    let head = try story.store().head()
    #expect(
      first.error.split(separator: "\n") == [
        "changed kids acl-rule 'Downtime-KidsRoom' on gateway: disabled → enabled, first-run, policy-1",
        "changed pihole blocking 'blocking' on pihole: active → paused, first-run, policy-3",
        "journal head \(head)",
      ])
    #expect(first.output.contains("warning: the secret of system 'pihole' is sent over plain http"))
    await story.pass(minutes: 1)
    let again = story.apply()
    #expect(again.error.isEmpty, "not every minute")
    #expect(again.output == "0 changes, 3 in place. Nothing to do. Next change: Sat 00:00 (pihole).\n")
    story.world.isInJournal = false
    #expect(story.apply().output.contains("warning"), "but to a person")
  }
}
