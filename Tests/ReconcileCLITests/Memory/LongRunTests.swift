import CivilTime
import Foundation
import Journal
import Reconciliation
import TestSupport
import Testing

@testable import ReconcileCLI

/// A timer that starts the program every minute, for days.
@Suite struct LongRunTests {
  /// Three days, or as many as `LONG_RUN_DAYS` says.
  static let days = ProcessInfo.processInfo.environment["LONG_RUN_DAYS"].flatMap { Int($0) } ?? 3

  @Test func everyMinuteOfSomeDays() async throws {
    var story = Chronicle()
    story.world.variables["INVOCATION_ID"] = "0123"
    var randomness = SplitMix64(seed: 30)
    var meddled = 0
    var writing = 0
    var times: [Duration] = []
    for _ in 0..<Self.days * 1440 {
      if Int.random(in: 0..<700, using: &randomness) == 0 {
        let isOn = await story.isRuleOn(0)
        await story.switchRule(0, on: !isOn)
        meddled += 1
      }
      let begun = ContinuousClock.now
      let run = story.apply()
      times.append(ContinuousClock.now - begun)
      #expect(run.status == 0, "\(story.now): \(run.output) \(run.error)")
      if run.error.contains("journal head") { writing += 1 }
      await story.pass(minutes: 1)
    }
    let entries = try story.journal().entries(since: Instant(secondsSinceEpoch: 0))
    #expect(entries.count { $0.event?.kind == .moved } == meddled)
    // Twice a day the rules move, and at most twice the Pi-hole; a first run, and what was put right.
    #expect(writing <= Self.days * 4 + 2 + meddled, "\(writing)")
    #expect(try story.journal().verify(head: nil) == .holds(entries: entries.count))
    #expect(story.world.state.size < 5 << 20, "\(story.world.state.size) bytes")
    if Self.days > 3 {
      print("\(Self.days) days: \(entries.count) entries, \(story.world.state.size) bytes,")
      print("first runs \(times.prefix(3)), last runs \(times.suffix(3))")
    }
  }
}
