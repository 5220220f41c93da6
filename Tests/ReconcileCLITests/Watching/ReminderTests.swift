import CivilTime
import JSONTree
import Policies
import StateStore
import TestSupport
import Testing

@testable import Controller
@testable import ReconcileCLI

/// `--notify-before`: people hear of what is coming once, whichever way the program runs.
@Suite struct ReminderTests {
  private static let policy = PretendHousehold.policy.replacing("21:00–07:00", with: "21:30–07:00")
  private static let options = ["--notify-command", "/bin/tell", "--notify-format", "text", "--notify-before", "10m"]

  /// The lines of `told` that are about what is to come.
  private static func reminders(_ told: [String]) -> [String] {
    told.flatMap { $0.split(separator: "\n").map(String.init) }.filter { $0.contains(", in ") }
  }

  /// Runs `apply` every minute, as a timer does, for so many `minutes` after 21:00:04, a little late.
  private static func byTimer(
    _ minutes: Int64, _ policy: String = policy, meanwhile: (Int64, TestWorld) throws -> Void = { _, _ in }
  ) throws -> [String] {
    var world = PretendHousehold().world(policy: policy)
    let start = world.now
    for minute in 0..<minutes {
      world.now = start + minute * 60
      try meanwhile(minute, world)
      #expect(world.run(["apply"] + options + ["household.yaml"]).status == 0)
    }
    return reminders(world.told.entries)
  }

  @Test func aTimerTellsWithinTheMinute() throws {
    #expect(try Self.byTimer(45) == ["kids off at 21:30, in 10 minutes"])
  }

  @Test func aProgramThatStaysTellsTheSameAtTheTime() {
    let stage = WatchStage(policy: Self.policy)
    let status = stage.play(
      "--interval", "1h", "--notify-command", "/bin/tell", "--notify-format", "text", "--notify-before", "10m"
    ) { await $0.wait(2_700) }
    #expect(status == 143)
    let told = stage.told.entries.map { entry in
      let parts = entry.split(separator: " ", maxSplits: 1).map(String.init)
      return (seconds: Int64(parts[0]) ?? -1, text: parts[1])
    }
    let reminder = told.filter { $0.text.contains(", in ") }
    #expect(reminder.map(\.text) == ["kids off at 21:30, in 10 minutes\ntimes of Europe/Berlin\n"], "\(told)")
    // 21:20 is 1196 seconds after the beginning.
    #expect(reminder.first.map { (1196...1197).contains($0.seconds) } == true, "\(told)")
  }

  /// A program that is started again remembers.
  @Test func aNewStartTellsNothingAgain() {
    let stage = WatchStage(policy: Self.policy, start: 1_795_204_804 + 1_260)
    for _ in 1...2 {
      _ = stage.play(
        "--notify-command", "/bin/tell", "--notify-format", "text", "--notify-before", "10m"
      ) { await $0.wait(5) }
    }
    let reminders = stage.told.entries.filter { $0.contains(", in ") }
    #expect(reminders.count == 1 && reminders[0].contains("kids off at 21:30, in 9 minutes"), "\(stage.told.entries)")
  }

  /// What an override keeps from coming about is not told; its own end is, when that is near.
  @Test func anOverrideThatRemovesItIsRespected() throws {
    let told = try Self.byTimer(125) { minute, world in
      guard minute == 10 else { return }
      let store = try StateStore(writing: world.state.path, now: world.now)
      _ = try store.make(.on, of: Name("kids"), from: world.now, until: world.now + 6_596, because: nil, by: "anna")
    }
    #expect(told == ["kids off at 23:00, in 10 minutes"])
  }

  /// Told of 21:30, then given half an hour more: that is another bedtime.
  @Test func aBedtimeThatMovesIsToldAgain() throws {
    let told = try Self.byTimer(65) { minute, world in
      guard minute == 25 else { return }
      let store = try StateStore(writing: world.state.path, now: world.now)
      _ = try store.make(.on, of: Name("kids"), from: world.now, until: world.now + 2_096, because: nil, by: "anna")
    }
    #expect(told == ["kids off at 21:30, in 10 minutes", "kids off at 22:00, in 10 minutes"])
  }

  @Test func whatIsOnlyObservedIsNotTold() throws {
    #expect(
      try Self.byTimer(35, Self.policy.replacing("[\"Downtime-*\"]}", with: "[\"Downtime-*\"], enforcement: observe}"))
        == [])
  }

  /// In the night in which the clocks go back, two hours by the clock are three; people are told two hours beforehand.
  @Test(arguments: [(-1, 0), (0, 1), (59, 1)] as [(Int64, Int)])
  func aClockChangeChangesNothing(_ seconds: Int64, _ count: Int) {
    var world = PretendHousehold().world(policy: Self.policy.replacing("21:30–07:00", with: "03:05–07:00"))
    // 00:05 in UTC, when it is 02:05 in summer: two hours before 03:05 in winter.
    world.now = Instant(secondsSinceEpoch: 1_824_941_100 + seconds)
    let run = world.run(
      "apply", "--notify-command", "/bin/tell", "--notify-format", "text", "--notify-before", "2h", "household.yaml")
    #expect(run.status == 0)
    let told = Self.reminders(world.told.entries)
    #expect(told == (count == 0 ? [] : ["kids off at 03:05, in 120 minutes"]), "\(world.told.entries)")
  }

  @Test func programsGetTheInstant() throws {
    var world = PretendHousehold().world(policy: Self.policy)
    world.now = world.now + 1_200
    let run = world.run("apply", "--notify-command", "/bin/tell", "--notify-before", "10m", "household.yaml")
    #expect(run.status == 0)
    let told = try JSON(parsing: Array((world.told.entries.first ?? "").utf8))
    let coming = try #require(told["coming"]?.elements?.first)
    #expect(coming.text == #"{"target":"kids","at":"2026-11-20T20:30:00Z","from":"on","to":"off"}"#)
    #expect(told["summary"]?.string?.hasPrefix("kids: off at 21:30") == true)
  }

  /// Without the option nobody hears of anything beforehand, and nothing is remembered.
  @Test func nobodyIsToldUnasked() throws {
    var world = PretendHousehold().world(policy: Self.policy)
    world.now = world.now + 1_200
    _ = world.run("apply", "--notify-command", "/bin/tell", "--notify-format", "text", "household.yaml")
    #expect(Self.reminders(world.told.entries).isEmpty)
    #expect(try StateStore(reading: world.state.path)?.told().changes == [])
  }
}
