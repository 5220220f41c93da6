import CivilTime
import Foundation
import PiHole
import Policies
import Providers
import Planning
import StateStore
import TestSupport
import Testing
import UniFi

@testable import ReconcileCLI

/// `history`: the past as people and programs read it, and whether it was edited.
@Suite struct HistoryTests {
  private static let kids = Name("kids")
  private static let gateway = Name("gateway")

  private static func change(
    _ at: Instant, _ from: SwitchState.Position, _ to: SwitchState.Position, _ cause: Cause, _ outcome: String,
    name: String = "Downtime-KidsRoom", message: String? = nil, sentence: String? = nil
  ) -> Event {
    var event = Event(
      at: at, .change, by: "reconcile", target: kids, system: gateway, object: .aclRule, id: "id-1", name: name,
      from: SwitchState(from), to: SwitchState(to), state: .off, cause: cause, decidedBy: "policy-1", outcome: outcome,
      message: message)
    event.sentence = sentence
    return event
  }

  /// One of each kind, over a week in which clocks go back.
  private static func events(_ now: Instant) -> [Event] {
    let start = now + -6 * 86_400
    let pihole = Name("pihole")
    return [
      Event(at: start, .policy, message: "3fd1c0ffee00"),
      change(start, .disabled, .enabled, .firstRun, "applied"),
      Event(
        at: start + 3600, .moved, target: kids, system: gateway, object: .aclRule, id: "id-1",
        name: "Downtime-KidsRoom", from: SwitchState(.enabled), to: SwitchState(.disabled), state: .on,
        cause: .outside),
      change(start + 3660, .disabled, .enabled, .outside, "applied"),
      Event(
        at: start + 3700, .moved, target: kids, system: gateway, object: .aclRule, id: "id-1",
        name: "Downtime-KidsRoom", from: SwitchState(.enabled), to: SwitchState(.disabled), cause: .contended),
      change(start + 3760, .disabled, .enabled, .contended, "failed", message: "the console answered with 500"),
      Event(at: start + 86_400, .systemLost, system: gateway, message: "cannot connect to '192.168.1.1:443'"),
      Event(at: start + 86_460, .systemBack, system: gateway),
      Event(
        at: start + 90_000, .change, by: "reconcile", target: pihole, system: pihole, object: .blocking,
        name: "blocking", from: SwitchState(.active), to: SwitchState(.paused, ends: start + 180_000), state: .paused,
        cause: .override, decidedBy: "override:2", outcome: "applied"),
      change(
        start + 100_000, .disabled, .enabled, .schedule, "unverified", name: "Evil \u{1B}[31m\u{202E}\nname",
        message: "no answer", sentence: "kids off 21:00–07:00"),
    ]
  }

  private func scene(now: String = "2026-11-20T21:00:04+01:00") throws -> OverrideScene {
    let scene = OverrideScene()
    scene.pass(try Instant(now, in: .utc) - scene.now)
    try scene.store().record(Self.events(scene.now))
    return scene
  }

  @Test func tellsEverything() throws {
    let scene = try scene()
    let run = scene.run("history")
    #expect(run.status == 0 && run.error == "")
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    try Golden.check(run.output, "history/week.txt")
    try Golden.check(scene.run("history --format json").output, "history/week.json")
  }

  /// A time is told as on the day of its entry.
  @Test func timesAreThoseOfTheirDay() {
    let scene = OverrideScene()
    #expect(scene.run("override kids on --for 30m").status == 0)
    scene.pass(8 * 86_400)
    let told = scene.run("history --since 2026-11-01").output
    #expect(told.contains("kids: on until 21:30:04 · override 1"), "\(told)")
  }

  /// What a lock switched is its doing, by its name; what an override switched is an override's.
  @Test(arguments: ["lock", "override"]) func namesWhatDecided(_ word: String) {
    let scene = RequestScene()
    for number in 1...2 {
      scene.enforce()
      let made = scene.run(word == "lock" ? "lock phone --until 21:30" : "override phone off --until 21:30")
      #expect(made.status == 0, "\(made)")
      scene.enforce()
      let history = scene.run("history").output.unwrapped
      #expect(history.contains("· \(word) \(number) · applied"), "\(history)")
      scene.pass(1800 * 48)
      scene.enforce()
    }
  }

  /// An edit can give the number of a line to another one: each entry quotes the line of its time.
  @Test func quotesTheLineThatDecidedThen() {
    let scene = RequestScene()
    scene.edit("- kids off 21:00–07:00", "- phone off 20:00–20:30\n  - kids off 21:00–07:00")
    scene.enforce()
    scene.edit(
      "- phone off 20:00–20:30\n  - kids off 21:00–07:00",
      "- {target: phone, state: off, when: [21:00–23:00, 02:00–03:00]}")
    scene.pass(60)
    scene.enforce()
    let told = scene.run("history").output.unwrapped
    let quoted = told.matches(of: /policy-[0-9]+: '[^']*'/).map { String($0.output) }
    #expect(
      quoted == [
        "policy-2: 'kids off 21:00–07:00'", "policy-1: 'phone off daily 21:00–23:00 and daily 02:00–03:00'",
      ], "\(told)")
    let json = scene.run("history --format json").output
    #expect(json.contains(#""decidedBy":"policy-2","sentence":"kids off 21:00–07:00""#), "\(json)")
    #expect(json.contains(#""decidedBy":null,"sentence":null"#), "\(json)")
  }

  @Test func aTimeThatClocksShowTwiceHasItsOffset() throws {
    let scene = OverrideScene()
    let first = try Instant("2026-10-25T02:30:00+02:00", in: .utc)
    scene.pass(first - scene.now)
    try scene.store().record([
      Self.change(first, .disabled, .enabled, .schedule, "applied"),
      Self.change(first + 3600, .enabled, .disabled, .schedule, "applied"),
    ])
    scene.pass(7200)
    try Golden.check(scene.run("history").output, "history/repeated.txt")
  }

  /// The clock is at 21:00:04 on Friday, 2026-11-20, by the machine in Vienna.
  @Test(
    arguments: [
      ("2h", "2026-11-20T18:00:04Z"), ("-1h30m", "2026-11-20T18:30:04Z"), ("today", "2026-11-19T23:00:00Z"),
      ("yesterday", "2026-11-18T23:00:00Z"), ("20:00", "2026-11-20T19:00:00Z"), ("23:00", "2026-11-19T22:00:00Z"),
      ("2026-11-16 07:00", "2026-11-16T06:00:00Z"), ("+1h", "2026-11-20T21:00:04Z"),
    ])
  func aStartLiesInThePast(_ text: String, _ start: String) throws {
    let zone = try #require(Chronicle.zone)
    let now = Instant(secondsSinceEpoch: 1_795_204_804)
    #expect(try Instant(given: text, for: .since, as: .past, in: zone, now: now).description == start)
  }

  @Test func sinceIsWhereItBegins() throws {
    let scene = try scene()
    let all = scene.run("history --since 2026-01-01T00:00:00Z --format json").output
    #expect(all.components(separatedBy: "\"number\":").count - 1 == 10)
    let some = scene.run("history --since 2026-11-15T20:00:04Z --format json").output
    #expect(some.components(separatedBy: "\"number\":").count - 1 == 4)
    let none = scene.run("history --since 21:00")
    #expect(none.status == 0)
    #expect(none.output.hasSuffix("\n\nNothing happened since 21:00.\n"))
    // Plenty happened, but of another sort.
    let unasked = scene.run("history --requests --since 2026-01-01T00:00:00Z")
    #expect(unasked.output.hasSuffix("\n\nNobody asked for anything since Thu 2026-01-01 01:00.\n"), "\(unasked)")
  }

  @Test func withoutAStateThereIsNothingToTell() {
    let scene = OverrideScene()
    let text = scene.run("history")
    #expect(text.status == 0)
    #expect(text.output == "There is no history yet: no state in '/var/lib/reconcile'.\n")
    #expect(
      scene.run("history --format json").output
        == #"{"formatVersion":1,"entries":[],"head":null,"forgotten":0,"keptFrom":null}"# + "\n")
    #expect(scene.run("history --verify").output == "0 entries, unbroken\n")
    #expect(scene.run("history --verify " + String(repeating: "a", count: 64)).status == 1)
  }

  // MARK: - Whether it was edited

  private func head(_ scene: OverrideScene) throws -> String {
    let output = scene.run("history --verify").output
    return String(try #require(output.split(separator: " ").last).dropLast())
  }

  @Test func anUntouchedPastHolds() throws {
    let scene = try scene()
    let noted = try head(scene)
    #expect(scene.run("history --verify").output == "10 entries, unbroken, head \(noted)\n")
    _ = scene.run("override kids on --for 1h")
    let later = try head(scene)
    #expect(later != noted)
    let found = "The head that was given is that of entry 10. Entries 1 to 10 are as they were when it was noted.\n"
    let verified = scene.run("history --verify \(noted.uppercased())").output
    #expect(verified == "11 entries, unbroken, head \(later)\n" + found)
    #expect(
      scene.run("history --verify \(noted) --format json").output
        == #"{"formatVersion":1,"check":"holds","count":11,"brokenAt":null,"head":"\#(later)","differences":[],"#
        + #""headFound":true,"breaks":0,"lastBroken":null,"first":1,"last":11,"forgotten":0,"setAside":[]}"# + "\n"
    )
  }

  @Test func anEditedPastIsFound() throws {
    let scene = try scene()
    let file = URL(filePath: scene.folder + "/journal.db")
    var bytes = try Data(contentsOf: file)
    let place = try #require(bytes.range(of: Data("answered with 500".utf8)))
    bytes.replaceSubrange(place, with: Data("answered with 200".utf8))
    try bytes.write(to: file)
    let run = scene.run("history --verify")
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("broken at entry 6 (Sat 22:02:44): "), "\(run)")
    #expect(
      run.output.contains(
        "\nEntries that fit each other: 1 to 5; 7 to 10.\nNo later entry vouches for those before entry 6: "), "\(run)")
    #expect(
      run.output.unwrapped.contains("says whether the entries from 7 on are still there as they are now"), "\(run)")
    #expect(!run.output.contains("that was given"), "\(run)")
    #expect(
      scene.run("history --verify --format json").output.contains(#""check":"broken","count":null,"brokenAt":6,"#))
    // What can be read is told all the same.
    let told = scene.run("history").output
    #expect(
      told.unwrapped.contains("answered with 200 · entry 6, which does not fit the one before it; see"), "\(told)")
    #expect(told.contains("\n! ") && told.unwrapped.components(separatedBy: "does not fit").count == 2, "\(told)")
  }

  private static func edit(_ scene: OverrideScene, _ sql: String) throws {
    let script = "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.executescript(sys.argv[2]); db.commit()"
    let edit = try Tool.run("/usr/bin/python3", ["-c", script, scene.folder + "/journal.db", sql])
    #expect(edit.status == 0, "\(edit)")
  }

  /// What is done after an edit shows as well, and a head that was noted is looked for.
  @Test func anEditHidesNoOther() throws {
    let scene = try scene()
    let noted = try head(scene)
    try Self.edit(scene, "UPDATE entries SET at = at + 1 WHERE number = 3")
    let found = scene.run("history --verify \(noted)").output
    let vouched = "\nThe head that was given is that of entry 10. Entries 4 to 10 are as they were when it was noted.\n"
    #expect(found.contains(vouched), "\(found)")
    #expect(found.contains("'reconcile history --verify \(noted)'"), "\(found)")
    try Self.edit(scene, "DELETE FROM entries WHERE number IN (7, 10)")
    let cut = scene.run("history --verify \(noted)")
    #expect(cut.status == 1 && cut.output.contains("the head that was given is not among the entries"), "\(cut)")
    #expect(cut.output.contains("): entry 7 before it was removed\n"), "\(cut)")
    #expect(cut.output.contains("\nEntries that fit each other: 1 to 2; 4 to 6; 9.\nNo later entry "), "\(cut)")
    #expect(cut.output.contains("\nNo later entry vouches for those before entry 8: "), "\(cut)")
    let json = scene.run("history --verify \(noted) --format json").output
    #expect(json.contains(#""headFound":false,"breaks":2,"lastBroken":8,"first":1,"last":9,"#), "\(json)")
  }

  /// Whose entries were removed is not said to have added what they were about.
  @Test func aBeginningThatIsCutOffAccusesNobodyElse() throws {
    let scene = try scene()
    for target in ["kids", "tv"] { #expect(scene.run("override \(target) on --for 90m").status == 0) }
    try Self.edit(scene, "DELETE FROM entries WHERE number <= 11")
    let said = scene.run("history --verify")
    #expect(said.status == 1 && said.output.contains("entries 1 to 11 before it were removed"), "\(said)")
    let words = "is not in the history: its entry is among those that were removed, or somebody else added it"
    #expect(said.output.contains(words), "\(said)")
    #expect(!said.output.contains("history: somebody else added it"), "\(said)")
  }

  /// Nor to have changed or removed it; and what was noted of the entry behind the gap is there.
  @Test func aGapAccusesNobodyElse() throws {
    let scene = try scene()
    for target in ["kids", "tv"] { #expect(scene.run("override \(target) on --for 90m").status == 0) }
    #expect(scene.run("override end 1").status == 0)
    let last = try scene.store().entries(since: Instant(secondsSinceEpoch: 0)).map(\.number).max() ?? 0
    #expect(scene.run("override end 2").status == 0)
    #expect(scene.run("lock tv --for 10m").status == 0)
    let all = try scene.store().entries(since: Instant(secondsSinceEpoch: 0))
    let behind = try #require(all.first { $0.number == last + 2 })
    try Self.edit(
      scene, "DELETE FROM entries WHERE number IN (\(last), \(last + 1)); DELETE FROM overrides WHERE id = 2")
    let said = scene.run("history --verify \(behind.hash)")
    #expect(
      said.status == 1 && said.output.contains("entries \(last) to \(last + 1) before it were removed"), "\(said)")
    #expect(
      said.output.contains("override 1 differs from the history: what changed it is among the entries"), "\(said)")
    #expect(said.output.contains("override 2 is in the history, but not there: what forgot it is among"), "\(said)")
    #expect(!said.output.contains("history: somebody else changed it"), "\(said)")
    #expect(said.output.contains("The head that was given is that of entry \(behind.number)."), "\(said)")
    #expect(said.output.unwrapped.contains("so it vouches for none of those before."), "\(said)")
    let json = scene.run("history --verify \(behind.hash) --format json").output
    #expect(json.contains(#""headFound":true"#), "\(json)")
  }

  /// Nor is it where that is not the first of what does not fit.
  @Test(arguments: ["number = 3", "number = 12", "number IN (3, 12)", "number = 99"])
  func aGapAnywhereAccusesNobodyElse(_ changed: String) throws {
    let scene = try scene()
    for target in ["kids", "tv"] { #expect(scene.run("override \(target) on --for 90m").status == 0) }
    #expect(scene.run("lock tv --for 2h").status == 0)
    try Self.edit(scene, "UPDATE entries SET at = at + 1 WHERE \(changed); DELETE FROM entries WHERE number = 11")
    let said = scene.run("history --verify")
    #expect(said.status == 1 && said.output.contains("entry 11 before it was removed"), "\(said)")
    let words =
      "override 1 is not in the history: its entry is among those that were removed, or somebody else added it"
    #expect(said.output.contains(words), "\(said)")
    #expect(!said.output.contains("history: somebody else added it"), "\(said)")
  }

  /// Behind a broken entry nothing hangs on what is before it: that can be written anew, with hashes that fit.
  @Test func whatIsBeforeABreakMayBeMadeUp() throws {
    let scene = try scene()
    let head = try head(scene)
    try Self.edit(scene, "UPDATE entries SET at = at + 1 WHERE number = 6")
    let before = scene.run("history --verify \(head)").output
    try Self.forge(scene, from: 3, to: 5)
    let after = scene.run("history --verify \(head)").output
    #expect(
      after.hasPrefix("broken at entry 6 ") && after.contains("Entries that fit each other: 1 to 5; 7 to 10."),
      "\(after)")
    for said in [before, after] {
      #expect(said.contains("Entries 7 to 10 are as they were when it was noted.\n"), "\(said)")
      #expect(!said.contains("as they were written") && !said.contains("all entries until now"), "\(said)")
    }
    // A head of before the break tells the one from the other.
    let scene2 = try self.scene()
    let old = try #require(
      try scene2.store().entries(since: Instant(secondsSinceEpoch: 0)).first { $0.number == 5 }?.hash)
    try Self.edit(scene2, "UPDATE entries SET at = at + 1 WHERE number = 6")
    #expect(scene2.run("history --verify \(old)").output.contains("entry 5. Entries 1 to 5 are as they were"))
    try Self.forge(scene2, from: 3, to: 5)
    #expect(scene2.run("history --verify \(old)").output.contains("is not among the entries"))
  }

  /// Where the last entry is broken the head of now says nothing of what is there.
  @Test func aBrokenLastEntryHasNoHead() throws {
    let scene = try scene()
    try Self.edit(scene, "UPDATE entries SET at = at + 1 WHERE number IN (1, 10)")
    let run = scene.run("history --verify")
    #expect(run.output.contains("\nEntries that fit each other: 2 to 9.\n"), "\(run)")
    #expect(run.output.unwrapped.contains("The last entry is broken: no head vouches for"), "\(run)")
    #expect(!run.output.contains("From now on"), "\(run)")
  }

  /// Writes the entries between these numbers anew, so that they fit each other.
  private static func forge(_ scene: OverrideScene, from first: Int, to last: Int) throws {
    let script = """
      import hashlib, sqlite3, sys
      db = sqlite3.connect(sys.argv[1])
      first, last = int(sys.argv[2]), int(sys.argv[3])
      before = db.execute("SELECT hash FROM entries WHERE number = ?", (first - 1,)).fetchone()[0]
      for number in range(first, last + 1):
        body = db.execute("SELECT body FROM entries WHERE number = ?", (number,)).fetchone()[0]
        body = body.replace("Downtime", "Sauna").replace("household", "sauna")
        before = hashlib.sha256(before + body.encode()).digest()
        db.execute("UPDATE entries SET body = ?, hash = ? WHERE number = ?", (body, before, number))
      db.commit()
      """
    let edit = try Tool.run("/usr/bin/python3", ["-c", script, scene.folder + "/journal.db", "\(first)", "\(last)"])
    #expect(edit.status == 0, "\(edit)")
  }

  /// What is too old is not said not to have happened.
  @Test func whatIsNoLongerKeptIsTold() throws {
    let scene = try scene()
    let oldest = try #require(try scene.store().entries(since: Instant(secondsSinceEpoch: 0)).first).hash
    let (start, memory) = (scene.now, RecordedState(policy: "p"))
    let store = try scene.store()
    for day in stride(from: Int64(5), through: 420, by: 5) {
      let now = start + day * 86_400
      let news = day == 300 ? [Self.change(now, .disabled, .enabled, .schedule, "applied")] : []
      try store.record(news, before: memory, after: memory, at: now)
    }
    scene.pass(420 * 86_400)
    let all = scene.run("history --since 2026-11-01").output
    #expect(
      all.contains("\n\nEntries before Thu 2027-09-16 22:00:04 are no longer kept.\n\nThu 2027-09-16\n"), "\(all)")
    #expect(!scene.run("history --since 2027-09-17").output.contains("no longer kept"))
    let json = scene.run("history --format json").output
    #expect(json.contains(#""forgotten":10,"keptFrom":"2027-09-16T20:00:04Z"}"#), "\(json)")
    let verified = scene.run("history --verify").output
    let words = "1 entry (11, from Thu 2027-09-16 22:00:04 on; the 10 before are no longer kept), unbroken, head "
    #expect(verified.hasPrefix(words), "\(verified)")
    let missing = scene.run("history --verify \(oldest)")
    #expect(missing.status == 1 && missing.output.contains("or the head is older than the entries"), "\(missing)")
    try Self.edit(scene, "DELETE FROM entries")
    let none = scene.run("history --since 2026-11-01").output
    #expect(none.hasSuffix("\n\nThe 10 entries that there were are no longer kept.\n"), "\(none)")
  }

  /// A history that damage has begun anew does not pass for a whole one.
  @Test func damageIsToldAfterwards() throws {
    let scene = try scene()
    #expect(scene.run("override kids on --for 1h").status == 0)
    _ = try StateStore(replacing: scene.folder, now: scene.now)
    let told = scene.run("history").output.unwrapped
    #expect(
      told.contains("the state was damaged, and this history begins again: what was before is in 'journal.db.damaged-"),
      "\(told)")
    #expect(told.contains("; its override was taken over"), "\(told)")
    let run = scene.run("history --verify")
    #expect(run.status == 0 && run.output.contains("\nThe history begins again, as the state was damaged: "), "\(run)")
  }

  @Test func aPastThatWasCutOffIsFound() throws {
    let scene = try scene()
    let earlier = try Data(contentsOf: URL(filePath: scene.folder + "/journal.db"))
    _ = scene.run("override kids on --for 1h")
    let noted = try head(scene)
    try earlier.write(to: URL(filePath: scene.folder + "/journal.db"))
    #expect(scene.run("history --verify").status == 0)
    let run = scene.run("history --verify \(noted)")
    #expect(run.status == 1)
    #expect(run.output.contains("cut off"))
    #expect(scene.run("history --verify \(noted) --format json").output.contains(#""check":"head-missing""#))
  }

  static let unavailableKinds: [(line: String, message: String)] = [
    ("history yesterday", "unexpected argument 'yesterday'"),
    ("history --verify abc", "'abc' is not a head"),
    ("history --verify --since now", "'--since' cannot be used with '--verify'"),
    ("history --since tomorrow", "'--since' is yet to come: Sat 00:00"),
    ("history --since +2h", "'--since' is yet to come: 23:00:04"),
    ("history --since soon", "invalid value 'soon' for '--since'"),
    ("history --policy x", "'--policy' does not belong to 'history'"),
  ]

  @Test(arguments: unavailableKinds) func refuses(_ refusal: (line: String, message: String)) {
    let run = OverrideScene().run(refusal.line)
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.error.hasPrefix("reconcile: \(refusal.message)\n"))
  }
}
