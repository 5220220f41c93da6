import Foundation
import JSONTree
import StateStore
import TestSupport
import Testing

/// What somebody else moves again and again: told where people look, and once on the phone.
@Suite struct ContentionTests {
  /// Somebody who moves a rule again and again is named where people look, told once on the phone, and so is the end.
  @Test func aFightIsToldOfOnce() async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    var told: [String] = []
    for number in 1...8 {
      await story.pass(minutes: 1)
      await story.switchRule(0, on: false)
      let before = story.world.told.entries.count
      let run = story.apply("--notify-command", "/bin/tell")
      #expect(run.status == 0, "\(run)")
      told.append(story.world.told.entries.dropFirst(before).joined(separator: "\n"))
      let isContended = number >= 3
      #expect(run.output.unwrapped.contains("another reconcile wants it otherwise") == isContended, "\(number): \(run)")
      let words = "kids: somebody else changes it again and again (\(number) times since 21:01:04)"
      for look in [["status"], ["doctor"]] {
        let seen = story.world.run(look + ["household.yaml"])
        #expect(seen.output.unwrapped.contains(words) == isContended, "\(seen)")
      }
      let explained = story.world.run("explain", "kids", "--policy", "household.yaml")
      #expect(explained.error.unwrapped.contains(words) == isContended, "\(explained)")
      // Nothing of it is said of another target, and of another time, at which nobody knows it.
      for other in [["pihole"], ["kids", "--at", "tomorrow 09:00"]] {
        let explained = story.world.run(["explain"] + other + ["--policy", "household.yaml"])
        #expect(explained.status == 0 && !explained.error.contains("again and again"), "\(explained)")
      }
    }
    #expect(told[0].contains("again") && told[1].contains("again"), "\(told)")
    #expect(told[2].contains("kids: somebody else keeps changing it") && !told[2].contains("again,"), "\(told)")
    #expect(told[3...].allSatisfy { $0.isEmpty }, "\(told)")
    let begun = try JSON(parsing: Array(told[2].utf8))
    #expect(begun["trouble"]?.bool == true && begun["settled"] == nil)
    #expect(begun["contended"]?.elements?.compactMap { $0["target"]?.string } == ["kids"], "\(begun)")
    await story.pass(minutes: 70)
    let before = story.world.told.entries.count
    #expect(story.apply("--notify-command", "/bin/tell").status == 0)
    let over = story.world.told.entries.dropFirst(before).joined()
    #expect(over.contains("kids: nobody else keeps changing it any more"), "\(over)")
    let ended = try JSON(parsing: Array(over.utf8))
    #expect(ended["trouble"]?.bool == false && ended["contended"] == nil)
    #expect(ended["settled"]?.elements?.compactMap(\.string) == ["kids"], "\(ended)")
    #expect(!story.world.run("status", "household.yaml").output.contains("again and again"))
    let kinds = try story.told().filter { $0.hasPrefix("contended") }
    #expect(kinds.count == 2, "\(kinds)")
  }

  /// A pause of half an hour is not the end: that is told once, after an hour without a change, and then each change is news again.
  @Test func aFightWithPausesGoesOn() async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    let start = try story.told().count
    var told: [String] = []
    var minutes: Int64 = 0
    /// A run so many minutes after the first, after somebody has moved the rule or not.
    func run(at minute: Int64, moved: Bool) async {
      await story.pass(minutes: minute - minutes)
      minutes = minute
      if moved { await story.switchRule(0, on: false) }
      let before = story.world.told.entries.count
      #expect(story.apply("--notify-command", "/bin/tell").status == 0)
      let new = story.world.told.entries.dropFirst(before).filter { $0.contains("kids") }
      told += new.map { "\(minute) \($0)" }
    }
    for minute in stride(from: 1, through: 148, by: 7) as StrideThrough<Int64> {
      await run(at: minute, moved: minute % 28 == 1)
    }
    #expect(told.map { $0.prefix { $0 != " " } } == ["1", "29", "57"], "\(told)")
    #expect(told.last?.contains("keeps changing it") ?? false, "\(told)")
    let status = story.world.run("status", "household.yaml").output.unwrapped
    #expect(status.contains("again and again (3 times since 22:25:04)"), "\(status)")
    for minute in 195...206 as ClosedRange<Int64> { await run(at: minute, moved: false) }
    #expect(told.count == 4 && told[3].hasPrefix("201 ") && told[3].contains("nobody else"), "\(told)")
    await run(at: 240, moved: true)
    #expect(told.count == 5 && told[4].contains("again"), "\(told)")
    let kinds = try story.told().dropFirst(start).filter { $0.hasPrefix("contended") }
    #expect(kinds.count == 2, "\(kinds)")
  }

  /// Whichever run sees first that it begins and that it is over, those who are told hear of it, and again if they did not take it.
  @Test func whatRunsSawThatTellNobodyIsToldOnce() async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    for _ in 1...3 {
      await story.pass(minutes: 1)
      await story.switchRule(0, on: false)
      #expect(story.apply().status == 0)
    }
    func told(_ words: String) async -> Int {
      await story.pass(minutes: 1)
      let before = story.world.told.entries.count
      #expect(story.apply("--notify-command", "/bin/tell").status == 0)
      return story.world.told.entries.dropFirst(before).count { $0.contains(words) }
    }
    story.world.programStatus = 7
    #expect(await told("somebody else keeps changing it") == 1)
    story.world.programStatus = 0
    #expect(await told("somebody else keeps changing it") == 1)
    #expect(await told("somebody else keeps changing it") == 0)
    await story.pass(minutes: 70)
    #expect(story.apply().status == 0)
    story.world.programStatus = 7
    #expect(await told("nobody else keeps changing it any more") == 1)
    story.world.programStatus = 0
    #expect(await told("nobody else keeps changing it any more") == 1)
    #expect(await told("kids") == 0)
  }

  /// What people heard that it was not put right is taken back by the run that puts it right, however often that is done.
  @Test func anAlarmIsTakenBack() async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    func told(_ hanging: Set<String>) async -> [String] {
      await story.pass(minutes: 1)
      await story.switchRule(0, on: false)
      story.world.household?.hanging = hanging
      let before = story.world.told.entries.count
      _ = story.apply("--notify-command", "/bin/tell", "--notify-format", "text")
      return story.world.told.entries.dropFirst(before).flatMap { $0.split(separator: "\n").map(String.init) }
        .filter { $0 != "times of Europe/Berlin" }
    }
    for _ in 1...3 { #expect(await told([]).count == 1) }
    #expect(await told([]).isEmpty, "it is put right each time")
    let failed = await told(["PUT 192.168.1.1"])
    #expect(failed.count == 1 && failed[0].hasPrefix("kids not off: "), "\(failed)")
    let put = await told([])
    #expect(put.count == 1 && put[0].hasPrefix("kids off until "), "\(put)")
    #expect(await told([]).isEmpty)
  }
}
