import CivilTime
import Policies
import Providers
import TestSupport
import Testing

@testable import Controller
@testable import Planning
@testable import ReconcileCLI

/// The law of what is due, against a second definition: random runs, edits, kills, clocks.
@Suite struct DueActionsTests {
  private static let lines = [
    "gate at 06:45, 12:00", "gate at 06:45 on weekdays", "{do: gate at 07:00, grace: 1h}",
    "{do: 'gate at 06:30, 06:40, 06:50', grace: 30m}", "bell at 12:00, 12:01, 12:02",
  ]

  private static func policy(_ lines: [String]) throws -> Policy {
    var world = TestWorld()
    world.kinds = ProviderKinds(ProviderKinds.shipped.all + [.pretendHouse])
    world.files["home.yaml"] = """
      timezone: Europe/Berlin
      systems: {house: {kind: pretend-house, url: http://192.168.1.9}}
      targets:
        gate: {action: gate.open, may-open: true}
        bell: {action: bell.ring}
      policy:
      \(lines.map { "  - \($0)" }.joined(separator: "\n"))
      """
    let loaded = LoadedPolicy(path: "home.yaml", world.environment(Written(), Written()), takesSketches: false)
    return try #require(loaded.policy, "\(loaded.diagnostics)")
  }

  /// A run as it was: when by its clock, and what its policy wanted.
  private struct Run {
    var at: Instant
    var policy: Int
  }

  @Test(arguments: 0..<16) func isDoneOnceAndOnlyWhenExpected(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let policies = try (0..<3).map { _ in
      try Self.policy(Self.lines.filter { _ in Bool.random(using: &random) } + ["{do: bell at 20:00, grace: 3h}"])
    }
    let calendars = policies.map { Evaluator($0).edges }
    var (known, runs): ([RecordedAction], [Run]) = ([], [])
    var (done, told): ([ActionKey: Int], [ActionKey: Int]) = ([:], [:])
    var missed: Set<ActionKey> = []
    var (open, total): (Set<ActionKey>, Int) = ([], 0)
    // Sat 2026-03-28, the day before the clocks change.
    var now = Instant(secondsSinceEpoch: 1_774_652_400)
    var policy = 0
    var wrongBy: Int64 = 0
    for _ in 0..<400 {
      switch Int.random(in: 0..<20, using: &random) {
      case 0: now = now + -Int64.random(in: 1...7200, using: &random)
      case 1: policy = Int.random(in: 0..<3, using: &random)
      case 2:
        // Everything is lost, and the clock is right from then on.
        total += done.count
        (known, runs, done, told, open, missed) = ([], [], [:], [:], [], [])
        now = now + 90_000
      case 3: now = now + Int64.random(in: 3600...40_000, using: &random)
      case 4: now = now + Int64.random(in: 86_400...600_000, using: &random)
      case 5:
        // The clock goes wrong by days, or is put right again.
        let before = wrongBy
        wrongBy = before == 0 ? Int64.random(in: -500_000...500_000, using: &random) : 0
        now = now + (wrongBy - before)
      default: now = now + Int64.random(in: 1...900, using: &random)
      }
      let due = DueActions(policies[policy], calendars[policy], known: known, at: now)
      known = due.recorded
      #expect(Set(known.map(\.key)).count == known.count)
      for action in due.due {
        // By its very line.
        let lines = calendars[policy].edges(of: action.key.target, at: action.key.at)
          .map { policies[policy].edges[$0].sentence }
        let isExpected = runs.contains { run in
          run.at < action.key.at && action.key.at - run.at <= DueActions.horizonSeconds
            && calendars[run.policy].occurrences(
              of: [action.key.target], in: action.key.at..<(action.key.at + 1)
            ).contains {
              action.standing == .interrupted || lines.contains(policies[run.policy].edges[$0.edge].sentence)
            }
        }
        #expect(isExpected && action.key.at <= now)
        switch action.standing {
        case .due:
          #expect(now <= action.until && told[action.key] == nil && done[action.key] == nil)
          Self.carryOut(action.key, &known, &done, &open, &random)
        case .missed:
          #expect(now > action.until && done[action.key] == nil)
          missed.insert(action.key)
          known.removeAll { $0.key == action.key }
        case .interrupted:
          #expect(open.remove(action.key) != nil)
          told[action.key, default: 0] += 1
          Self.set(.settled, action.key, &known)
        }
      }
      // Nothing that the last run expected goes by in silence.
      if let last = runs.last, last.policy == policy, last.at < now {
        let over = calendars[policy].occurrences(of: calendars[policy].targets, in: (last.at + 1)..<(now + 1))
        for occurrence in over.prefix(while: { $0.at - last.at <= DueActions.horizonSeconds }) {
          let key = ActionKey(target: occurrence.target, at: occurrence.at)
          #expect(
            done[key] != nil || told[key] != nil || missed.contains(key) || due.due.contains { $0.key == key })
        }
      }
      // What is to come and was never begun is expected, also where a clock that was ahead had called it missed.
      let ahead = calendars[policy].occurrences(
        of: calendars[policy].targets, in: (now + 1)..<(now + DueActions.horizonSeconds + 1))
      for key in ahead.map({ ActionKey(target: $0.target, at: $0.at) })
      where done[key] == nil && told[key] == nil && !open.contains(key) {
        #expect(known.contains { $0.key == key && $0.standing == .expected })
      }
      // What was begun and is not over is told by the very next run.
      #expect(open.allSatisfy { key in known.contains { $0.key == key && $0.standing == .begun } })
      runs.append(Run(at: now, policy: policy))
    }
    #expect(done.values.allSatisfy { $0 == 1 } && told.values.allSatisfy { $0 == 1 })
    #expect(total + done.count > 0)
  }

  private static func set(
    _ standing: RecordedAction.Standing, _ key: ActionKey, _ known: inout [RecordedAction]
  ) {
    for place in known.indices where known[place].key == key { known[place].standing = standing }
  }

  /// One of the ways in which a run can go.
  private static func carryOut(
    _ key: ActionKey, _ known: inout [RecordedAction], _ done: inout [ActionKey: Int], _ open: inout Set<ActionKey>,
    _ random: inout SplitMix64
  ) {
    switch Int.random(in: 0..<5, using: &random) {
    // Killed, or refused, before it was sent.
    case 0: break
    // Killed after it was written down: done or not.
    case 1:
      set(.begun, key, &known)
      open.insert(key)
      if Bool.random(using: &random) { done[key, default: 0] += 1 }
    default:
      done[key, default: 0] += 1
      set(.settled, key, &known)
    }
  }
}
