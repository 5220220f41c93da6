import Foundation
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
    await story.pass(minutes: 70)
    let before = story.world.told.entries.count
    #expect(story.apply("--notify-command", "/bin/tell").status == 0)
    let over = story.world.told.entries.dropFirst(before).joined()
    #expect(over.contains("kids: nobody else keeps changing it any more"), "\(over)")
    #expect(!story.world.run("status", "household.yaml").output.contains("again and again"))
    let kinds = try story.told().filter { $0.hasPrefix("contended") }
    #expect(kinds.count == 2, "\(kinds)")
  }
}
