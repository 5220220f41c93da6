import CivilTime
import Policies
import Providers
import StateStore
import TestSupport
import Testing

@testable import Controller
@testable import Planning

/// What is done after an event, case by case.
@Suite struct PacerTests {
  static let now = Instant(secondsSinceEpoch: 1_795_204_804)

  /// A pacer that has run once, at zero, without anything wrong.
  static func settled(
    interval: Duration = .seconds(60), _ ran: Pacer.Ran = Pacer.Ran()
  ) -> Pacer {
    var pacer = Pacer(interval: interval)
    _ = pacer.action(after: .started, at: moment(0), random: 0.5)
    _ = pacer.action(after: .ran(ran), at: moment(0), random: 0.5)
    return pacer
  }

  /// So many seconds after zero, by both clocks; `ahead` is how far the wall clock has been set.
  static func moment(_ seconds: Double, ahead: Int64 = 0) -> Pacer.Moment {
    Pacer.Moment(clock: now + Int64(seconds.rounded(.down)) + ahead, uptime: .seconds(seconds))
  }

  /// Of several systems that are left alone, the first that may be asked again is waited for; none that is not in the plan.
  @Test func theFirstBackOffIsWaitedFor() {
    let names = ["gateway", "pihole", "house"].map { Name($0) }
    let systems = names.prefix(2).map { name in
      SystemStatus(name: name, kind: "unifi", reading: .failed(ProviderError(.busy(retryAfterSeconds: nil), "busy")))
    }
    let plan = Plan(now: Self.now, systems: systems, entries: [], problems: [], warnings: [], nextChange: nil)
    func ends(_ seconds: [Int64]) -> Instant? {
      let backoffs = Dictionary(
        uniqueKeysWithValues: zip(names, seconds).map { name, seconds in
          (name, Backoff(failures: 1, until: Self.now + seconds, circumstances: "", reason: .busy))
        })
      return Pacer.Ran(Report(.apply, plan: plan), backoffs).backoffEnds
    }
    #expect(ends([60, 900, 30]) == Self.now + 60)
    #expect(ends([900, 60, 30]) == Self.now + 60)
    #expect(ends([900, 0, 30]) == Self.now + 900, "what is over is not waited for")
    #expect(ends([0, -60, 30]) == nil)
  }

  @Test func itRunsAtOnceAndThenSleeps() {
    var pacer = Pacer(interval: .seconds(60))
    #expect(pacer.action(after: .started, at: Self.moment(0), random: 0.5) == .run)
    #expect(pacer.action(after: .ran(Pacer.Ran()), at: Self.moment(2), random: 0.5) == .sleep(.seconds(60)))
    #expect(pacer.action(after: .woke, at: Self.moment(61), random: 0.5) == .sleep(.seconds(1)))
    #expect(pacer.action(after: .woke, at: Self.moment(62), random: 0.5) == .run)
  }

  @Test(arguments: [(0.0, 54), (0.5, 60), (0.999_999, 66)])
  func theIntervalIsATenthMoreOrLess(random: Double, seconds: Int64) {
    var pacer = Pacer(interval: .seconds(60))
    _ = pacer.action(after: .started, at: Self.moment(0), random: random)
    _ = pacer.action(after: .ran(Pacer.Ran()), at: Self.moment(0), random: random)
    #expect(pacer.action(after: .woke, at: Self.moment(Double(seconds) - 0.1), random: 0) != .run)
    #expect(pacer.action(after: .woke, at: Self.moment(Double(seconds)), random: 0) == .run)
  }

  @Test func aChangeComesBeforeTheLook() {
    var pacer = Self.settled(Pacer.Ran(nextChange: Self.now + 20))
    #expect(pacer.action(after: .woke, at: Self.moment(3.5), random: 0.5) == .sleep(.seconds(17)))
    #expect(pacer.action(after: .woke, at: Self.moment(20.5), random: 0.5) == .run)
  }

  /// Also one that fell into a run.
  @Test func aReminderIsARun() {
    var pacer = Self.settled(Pacer.Ran(nextChange: Self.now + 600, reminder: Self.now + 20))
    #expect(pacer.action(after: .woke, at: Self.moment(3.5), random: 0.5) == .sleep(.seconds(17)))
    #expect(pacer.action(after: .woke, at: Self.moment(20.5), random: 0.5) == .run)
    let late = Pacer.Event.ran(Pacer.Ran(reminder: Self.now + 21))
    #expect(pacer.action(after: late, at: Self.moment(22), random: 0.5) == .sleep(.seconds(1)))
    #expect(pacer.action(after: .woke, at: Self.moment(23), random: 0.5) == .run)
  }

  @Test func aLookShortlyBeforeAChangeWaitsForIt() {
    var pacer = Self.settled(Pacer.Ran(nextChange: Self.now + 63))
    #expect(pacer.action(after: .woke, at: Self.moment(60), random: 0.5) == .sleep(.seconds(3)))
    var other = Self.settled(Pacer.Ran(nextChange: Self.now + 65))
    #expect(other.action(after: .woke, at: Self.moment(60), random: 0.5) == .run)
  }

  @Test func aChangeDuringARunIsFollowedByAnother() {
    var pacer = Self.settled()
    let ran = Pacer.Event.ran(Pacer.Ran(nextChange: Self.now + 10))
    #expect(pacer.action(after: ran, at: Self.moment(12), random: 0.5) == .sleep(.seconds(1)))
    #expect(pacer.action(after: .woke, at: Self.moment(13), random: 0.5) == .run)
  }

  @Test(arguments: [(1, 5), (2, 10), (3, 20), (4, 40), (5, 60), (6, 60), (70, 60)])
  func whatFailsForNowIsTriedAgainLaterAndLater(times: Int, seconds: Int64) {
    var pacer = Self.settled()
    let failed = Pacer.Event.ran(Pacer.Ran(isUnsettled: true))
    var action = Pacer.Action.run
    for _ in 0..<times { action = pacer.action(after: failed, at: Self.moment(100), random: 0.5) }
    #expect(action == .sleep(.seconds(seconds)))
    // One that goes well ends it.
    _ = pacer.action(after: .ran(Pacer.Ran()), at: Self.moment(100), random: 0.5)
    #expect(pacer.action(after: failed, at: Self.moment(100), random: 0.5) == .sleep(.seconds(5)))
  }

  @Test func aFailureIsNotTriedMoreOftenThanEveryFewSeconds() {
    var pacer = Self.settled(interval: .seconds(1), Pacer.Ran(isUnsettled: true))
    #expect(pacer.action(after: .woke, at: Self.moment(0), random: 0) == .sleep(.seconds(5)))
  }

  @Test func theEndOfARetreatWakes() {
    var pacer = Self.settled(Pacer.Ran(backoffEnds: Self.now + 30))
    #expect(pacer.action(after: .woke, at: Self.moment(1), random: 0.5) == .sleep(.seconds(29)))
    #expect(pacer.action(after: .woke, at: Self.moment(30), random: 0.5) == .run)
    var over = Self.settled(Pacer.Ran(backoffEnds: Self.now + -30))
    #expect(over.action(after: .woke, at: Self.moment(1), random: 0.5) == .sleep(.seconds(59)))
  }

  @Test(arguments: [(-7200, true), (-3, true), (-1, false), (0, false), (1, false), (3, true), (86_400, true)])
  func aClockThatJumpsMakesItRun(ahead: Int64, runs: Bool) {
    var pacer = Self.settled()
    let action = pacer.action(after: .woke, at: Self.moment(30, ahead: ahead), random: 0.5)
    #expect(action == (runs ? .run : .sleep(.seconds(30))))
  }

  @Test func anEditIsReadWhenItHasSettled() {
    var pacer = Self.settled()
    let settling = Duration.milliseconds(250)
    #expect(pacer.action(after: .filesMoved, at: Self.moment(10), random: 0.5) == .sleep(settling))
    #expect(pacer.action(after: .filesMoved, at: Self.moment(10.125), random: 0.5) == .sleep(settling))
    #expect(pacer.action(after: .woke, at: Self.moment(10.375), random: 0.5) == .read)
    #expect(pacer.action(after: .read(isNew: true), at: Self.moment(10.375), random: 0.5) == .run)
  }

  @Test func aFileThatIsTouchedWithoutEndIsReadAllTheSame() {
    var pacer = Self.settled()
    let reads = (0..<400).count { step in
      let moment = Self.moment(10 + Double(step) / 100)
      guard pacer.action(after: .filesMoved, at: moment, random: 0.5) == .read else { return false }
      return true
    }
    #expect(reads == 1)
  }

  @Test func whatIsTheSameAfterAllMakesNoRun() {
    var pacer = Self.settled()
    _ = pacer.action(after: .filesMoved, at: Self.moment(10), random: 0.5)
    #expect(pacer.action(after: .woke, at: Self.moment(10.25), random: 0.5) == .read)
    let action = pacer.action(after: .read(isNew: false), at: Self.moment(10.25), random: 0.5)
    #expect(action == .sleep(.seconds(49.75)))
  }

  @Test func whoAsksIsObeyedAtOnce() {
    var pacer = Self.settled()
    #expect(pacer.action(after: .reloadAsked, at: Self.moment(10), random: 0.5) == .read)
    #expect(pacer.action(after: .stopAsked, at: Self.moment(10), random: 0.5) == .stop)
    #expect(pacer.action(after: .woke, at: Self.moment(90), random: 0.5) == .stop)
  }

  @Test func aRunEndsBeforeTheNextChange() {
    let pacer = Self.settled(Pacer.Ran(nextChange: Self.now + 40))
    #expect(pacer.deadline(60, at: Self.now) == 40)
    #expect(pacer.deadline(10, at: Self.now) == 10)
    #expect(pacer.deadline(60, at: Self.now + 39) == 5)
    #expect(pacer.deadline(60, at: Self.now + 40) == 60, "that change is what the run is for")
    #expect(Self.settled().deadline(60, at: Self.now) == 60)
  }
}
