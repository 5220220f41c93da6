import CivilTime
import Foundation
import Providers
import Planning
import Simulator
import StateStore
import TestSupport
import Testing

/// A timer that starts the program again and again, for days.
@Suite struct LongRunTests {
  /// Three days, or as many as `LONG_RUN_DAYS` says.
  static let days = number("LONG_RUN_DAYS") ?? 3
  /// A run every so many minutes; `LONG_RUN_MINUTES=1` is what a timer does, and takes long.
  static let minutes = number("LONG_RUN_MINUTES") ?? 15

  private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

  /// `lead` is how much the Pi-hole's clock gains between two runs, in milliseconds.
  @Test(arguments: [0, 5000]) func dayAfterDay(lead: Int) async throws {
    var story = Chronicle()
    story.world.isInJournal = true
    await story.household.pihole.inspect { $0.loginMilliseconds = lead }
    var randomness = SplitMix64(seed: 30)
    var meddled = 0
    var costs: [Int64] = []
    for _ in 0..<Self.days * 1440 / Self.minutes {
      if Int.random(in: 0..<60, using: &randomness) == 0 {
        let isOn = await story.isRuleOn(0)
        await story.switchRule(0, on: !isOn)
        meddled += 1
      }
      let before = Self.processorMicroseconds
      let run = story.apply()
      costs.append(Self.processorMicroseconds - before)
      #expect(run.status == 0, "\(story.now): \(run.output) \(run.error)")
      await story.pass(minutes: Int64(Self.minutes))
    }
    let entries = try story.store().entries(since: Instant(secondsSinceEpoch: 0))
    let moved = entries.compactMap(\.event).filter { $0.kind == .moved }
    #expect(moved.count == meddled, "\(moved.map { "\($0.at) \($0.name ?? "") \(String(describing: $0.from))" })")
    #expect(try story.store().verify(head: nil) == .holds(entries: entries.count))
    #expect(story.world.state.size < 5 << 20, "\(story.world.state.size) bytes")
    if Self.days > 3 {
      print("\(Self.days) days: \(entries.count) entries, \(story.world.state.size) bytes,")
      print("first thousand \(Self.median(costs.prefix(1000))) µs, last \(Self.median(costs.suffix(1000))) µs each")
    }
  }

  /// What this thread has cost so far: told, not judged.
  private static var processorMicroseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  private static func median(_ costs: ArraySlice<Int64>) -> Int64 { costs.sorted()[costs.count / 2] }
}
