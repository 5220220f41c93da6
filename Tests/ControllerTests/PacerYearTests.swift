import CivilTime
import Providers
import Planning
import TestSupport
import Testing

@testable import Controller

/// A year of a program that stays: changes of the schedule, runs that take long or fail, edits, clocks that jump.
@Suite struct PacerYearTests {
  /// The world around a pacer, with clocks that are exact to the millisecond.
  struct World {
    var pacer: Pacer
    var random: SplitMix64
    /// Milliseconds by the clock that nobody sets.
    var uptime: Int64 = 0
    /// Milliseconds by the wall clock.
    var clock: Int64 = 1_795_204_804_321
    /// When the schedule changes, in seconds, ascending; and how many of them are over.
    let changes: [Int64]
    var passed = 0
    /// The change for which no run has begun yet, with the uptime at which that became visible.
    var waiting: (change: Int64, since: Int64)?
    var runs = 0
    var lastRunEnded: Int64 = -10_000
    var isFailing = false
    /// Whether runs fail, take long, and the clock jumps.
    let isRough: Bool
    var complaints: [String] = []

    init(seed: UInt64, interval: Int64, isRough: Bool) {
      random = SplitMix64(seed: seed)
      pacer = Pacer(interval: .seconds(interval))
      self.isRough = isRough
      var at = clock / 1000
      var changes: [Int64] = []
      while at < clock / 1000 + 400 * 86_400 {
        // Edges of two targets may be minutes, and with seconds in the policy a second, apart.
        at += random.oneIn(20) ? Int64(random.int(in: 1..<90)) : Int64(random.int(in: 60..<40_000))
        changes.append(at)
      }
      self.changes = changes
    }

    var moment: Pacer.Moment {
      Pacer.Moment(clock: Instant(secondsSinceEpoch: clock / 1000), uptime: .milliseconds(uptime))
    }

    mutating func pass(_ milliseconds: Int64) {
      uptime += milliseconds
      clock += milliseconds
      while passed < changes.count, changes[passed] * 1000 <= clock {
        if waiting == nil { waiting = (changes[passed], uptime - (clock - changes[passed] * 1000)) }
        passed += 1
      }
    }

    mutating func live(days: Int64) {
      var event = Pacer.Event.started
      while uptime < days * 86_400_000, complaints.count < 5 {
        let unit = Double(random.int(in: 0..<1000)) / 1000
        switch pacer.action(after: event, at: moment, random: unit) {
        case .run: event = run()
        case .read: event = .read(isNew: random.oneIn(2))
        case .sleep(let duration): event = sleep(duration)
        case .stop: complaints.append("stopped without being asked")
        }
      }
    }

    private mutating func sleep(_ duration: Duration) -> Pacer.Event {
      let milliseconds = Int64((duration / .milliseconds(1)).rounded(.up))
      if milliseconds <= 0 { complaints.append("a sleep of \(duration)") }
      if milliseconds > 60_000 { complaints.append("a sleep of \(duration) hides a jump for too long") }
      if passed < changes.count, clock + milliseconds >= (changes[passed] + 1) * 1000, waiting == nil {
        complaints.append("slept beyond \(changes[passed])")
      }
      // Timers wake a little late, and now and then something else wakes first.
      if isRough, random.oneIn(50) {
        pass(Int64(random.int(in: 0..<Int(milliseconds) + 1)))
        return random.oneIn(2) ? .filesMoved : .woke
      }
      pass(milliseconds + (isRough ? Int64(random.int(in: 0..<5)) : 0))
      if isRough, random.oneIn(5000) { jump() }
      return .woke
    }

    private mutating func jump() {
      clock += Int64(random.int(in: -7_200_000..<7_200_000))
      passed = changes.firstIndex { $0 * 1000 > clock } ?? changes.count
      waiting = nil
    }

    private mutating func run() -> Pacer.Event {
      runs += 1
      if uptime - lastRunEnded < 1000 { complaints.append("two runs within a second") }
      if let waiting, uptime - waiting.since > 2000 + graceForSlowRuns {
        complaints.append("\(waiting.change) was followed after \(uptime - waiting.since) ms")
      }
      waiting = nil
      let now = clock / 1000
      let next = changes.first(after: now, from: max(0, passed - 1))
      pass(isRough ? Int64(random.int(in: 20..<1500)) : 100)
      lastRunEnded = uptime
      isFailing = isRough && random.oneIn(isFailing ? 3 : 200)
      return .ran(
        Pacer.Ran(nextChange: next.map { Instant(secondsSinceEpoch: $0) }, isUnsettled: isFailing))
    }

    /// A run that is under way when the schedule changes ends first.
    private var graceForSlowRuns: Int64 { isRough ? 1500 : 0 }
  }

  @Test(arguments: [(UInt64(1), Int64(60), false), (2, 60, true), (3, 3600, false), (4, 7, true)])
  func weeksPass(seed: UInt64, interval: Int64, isRough: Bool) {
    var world = World(seed: seed, interval: interval, isRough: isRough)
    world.live(days: interval < 60 ? 3 : 21)
    #expect(world.complaints.isEmpty, "\(world.complaints)")
    #expect(world.runs > 500)
  }

  @Test func aYearPasses() {
    var world = World(seed: 5, interval: 3600, isRough: true)
    world.live(days: 365)
    #expect(world.complaints.isEmpty, "\(world.complaints)")
    #expect(world.runs > 8000)
  }

  @Test func failuresAreNotHammeredAt() {
    var pacer = Pacer(interval: .seconds(1))
    var moment = Pacer.Moment(clock: PacerTests.now, uptime: .zero)
    var event = Pacer.Event.started
    var runs = 0
    while moment.uptime < .seconds(7200) {
      switch pacer.action(after: event, at: moment, random: 0) {
      case .run:
        runs += 1
        event = .ran(Pacer.Ran(isUnsettled: true))
      case .sleep(let duration):
        moment.uptime += duration
        moment.clock = PacerTests.now + Int64(moment.uptime / .seconds(1))
        event = .woke
      case .read, .stop: Issue.record("nobody asked for that")
      }
    }
    #expect(runs <= 7200 / 4)
  }
}

extension [Int64] {
  /// The first element greater than `limit`, looked for from the index `start` on.
  fileprivate func first(after limit: Int64, from start: Int) -> Int64? {
    self[start...].first { $0 > limit }
  }
}
