import CivilTime
import PiHole
import Policies
import Providers
import Planning
import TestSupport
import Testing
import UniFi

/// The truth table of a Pi-hole's blocking: pauses, failsafe timers, and somebody's own pause.
@Suite struct BlockingTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var wanted: Verdict
    var live: ObservedObject
    var enforcement: Enforcement = .normal
    var action: PlanEntry.Action
    /// The wanted end, in seconds from now.
    var ends: Int64?
    var testDescription: String { name }
  }

  static let untilNoon = Sample.verdict(.paused, until: 3600, nextActive: 3600)
  static let forEver = Sample.verdict(.paused)
  static let thenLeave = Sample.verdict(.paused, until: 3600, nextActive: 9000)
  static let active = Sample.verdict(.active)

  static let cases: [Case] = [
    Case(name: "a pause begins", wanted: untilNoon, live: Sample.blocking(.active), action: .change, ends: 3600),
    Case(
      name: "its timer is in place", wanted: untilNoon, live: Sample.blocking(.paused, endsIn: 3615), action: .none,
      ends: 3600),
    Case(
      name: "90 s later is in place", wanted: untilNoon, live: Sample.blocking(.paused, endsIn: 3690), action: .none,
      ends: 3600),
    Case(
      name: "91 s later is not", wanted: untilNoon, live: Sample.blocking(.paused, endsIn: 3691), action: .change,
      ends: 3600),
    Case(
      name: "exactly at the end is in place", wanted: untilNoon, live: Sample.blocking(.paused, endsIn: 3600),
      action: .none, ends: 3600),
    Case(
      name: "a second earlier is not", wanted: untilNoon, live: Sample.blocking(.paused, endsIn: 3599),
      action: .change, ends: 3600),
    Case(
      name: "91 s earlier is not", wanted: untilNoon, live: Sample.blocking(.paused, endsIn: 3509), action: .change,
      ends: 3600),
    Case(
      name: "a lost timer is put right", wanted: untilNoon, live: Sample.blocking(.paused), action: .change,
      ends: 3600),
    Case(name: "a pause without end", wanted: forEver, live: Sample.blocking(.active), action: .change, ends: nil),
    Case(
      name: "a pause without end is in place without a timer", wanted: forEver, live: Sample.blocking(.paused),
      action: .none),
    Case(
      name: "a timer where no end is wanted is put right", wanted: forEver,
      live: Sample.blocking(.paused, endsIn: 60), action: .change),
    Case(
      name: "where leave follows, a pause that is begun gets the timer", wanted: thenLeave,
      live: Sample.blocking(.active), action: .change, ends: 9000),
    Case(
      name: "where leave follows, a pause that is there stays", wanted: thenLeave,
      live: Sample.blocking(.paused), action: .none),
    Case(
      name: "active with a timer while a pause is wanted", wanted: untilNoon,
      live: Sample.blocking(.active, endsIn: 60), action: .change, ends: 3600),
    Case(name: "active is in place", wanted: active, live: Sample.blocking(.active), action: .none),
    Case(
      name: "active with a timer is put right", wanted: active, live: Sample.blocking(.active, endsIn: 60),
      action: .change),
    Case(
      name: "a person's pause is left alone", wanted: active, live: Sample.blocking(.paused, endsIn: 7200),
      action: .temporary),
    Case(
      name: "a pause over the limit is put right", wanted: active, live: Sample.blocking(.paused, endsIn: 7201),
      action: .change),
    Case(
      name: "a pause without end is put right", wanted: active, live: Sample.blocking(.paused), action: .change),
    Case(
      name: "strict ends a person's pause", wanted: active, live: Sample.blocking(.paused, endsIn: 60),
      enforcement: .strict, action: .change),
    Case(
      name: "observe never writes", wanted: active, live: Sample.blocking(.paused), enforcement: .observe,
      action: .observe),
    Case(
      name: "yield without a memory is like normal", wanted: active, live: Sample.blocking(.paused),
      enforcement: .yield, action: .change),
    Case(
      name: "leave wants nothing", wanted: Sample.verdict(.leave), live: Sample.blocking(.paused), action: .leave),
  ]

  @Test(arguments: cases) func decides(_ example: Case) throws {
    let target = Sample.target(
      "pihole", .blocking(system: Name("pihole")), enforcement: example.enforcement)
    let plan = try Sample.plan([(target, example.wanted)], blocking: example.live)
    let line = try #require(plan.entries.first)
    #expect(line.action == example.action)
    #expect(line.to?.ends == example.ends.map { Sample.now + $0 })
    #expect(plan.changes.count == (example.action == .change ? 1 : 0))
  }
}
