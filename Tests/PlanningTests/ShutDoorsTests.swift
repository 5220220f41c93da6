import CivilTime
import Documents
import Planning
import Policies
import Providers
import TestSupport
import Testing

/// Who kept a door shut at some time, however many targets and ways it has.
@Suite struct ShutDoorsTests {
  /// Two targets have one door, over two ways to one address.
  private static func household() -> Policy {
    let (policy, front) = DoorTests.household(permits: true)
    var (yard, system) = (front, policy.systems[0])
    system.name = Name("shed")
    yard.name = Name("yard")
    if case .objects(_, let kind, let names, let whenOff) = front.selector {
      yard.selector = .objects(system: system.name, kind, names, whenOff: whenOff)
    }
    return Policy(
      path: "home.yaml", kinds: .withPretendHouse, zone: .utc, owner: "home", maxChanges: nil,
      systems: policy.systems + [system], targets: [front, yard], schedules: [], statements: [], tests: [])
  }

  /// It is what a search minute by minute finds, whatever was locked or held in between.
  @Test(arguments: 0..<200) func isAsASearchByMinutes(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let policy = Self.household()
    let start = Sample.now
    func range() -> (from: Instant, until: Instant) {
      let from = Int64.random(in: 0..<60, using: &random)
      return (start + from * 60, start + (from + Int64.random(in: 1...12, using: &random)) * 60)
    }
    func override(_ number: Int, _ state: TargetState) -> Override {
      let (from, until) = range()
      return Override(
        id: String(number), target: policy.targets[Int.random(in: 0...1, using: &random)].name, state: state,
        from: from,
        until: until, because: nil, by: "me", kind: state.isOff ? .lock : .override)
    }
    let overrides = (1...4).map {
      override($0, Int.random(in: 0...3, using: &random) == 0 ? .unlockedOn : .unlockedOff)
    }
    let keys = policy.systems.map { ObjectKey(system: $0.name, kind: .pretendLock, id: "Front") }
    var held: [ObjectKey: Override] = [:]
    if Bool.random(using: &random) { held[keys[Int.random(in: 0...1, using: &random)]] = override(9, .unlockedOff) }
    let overlay = Overlay(Evaluator(policy), of: policy, overrides: overrides)
    let doors = ShutDoors(policy, overlay, held: held)
    func isShut(at instant: Instant) -> Bool {
      policy.targets.contains { overlay.verdict(on: $0.name, at: instant)?.state == .unlockedOff }
        || held.values.contains { $0.range.contains(instant) }
    }
    var isAnyInBetween = false
    for due in stride(from: Int64(0), to: 70, by: 3) {
      for length in [0, 1, 5, 15, 40] as [Int64] {
        let (since, now) = (start + due * 60, start + (due + length) * 60)
        let wasShut = (0...length).contains { isShut(at: since + $0 * 60) }
        if wasShut, !isShut(at: since), !isShut(at: now) { isAnyInBetween = true }
        for key in keys {
          #expect((doors.keeper(of: key, since: since, at: now) != nil) == wasShut, "from \(due) for \(length)")
        }
      }
    }
    #expect(isAnyInBetween)
  }

  /// Of two doors that a target has, whichever was shut by hand, not all of it is open.
  @Test(arguments: [[true], [false], [true, false], [false, true], [false, false], [true, true]])
  func staysShutByHand(_ areShut: [Bool]) {
    let (_, target) = DoorTests.household(permits: true)
    var verdict = Verdict(
      state: .unlockedOn, decidedBy: .statement(0), since: Sample.now + -3_600, until: nil, nextActive: nil)
    verdict.wishedSince = Sample.now + -3_600
    // Shut before it was wished for is shut no more.
    for (after, counts) in [(-60, true), (-3_600, true), (-3_601, false)] as [(Int64, Bool)] {
      let seen = areShut.map { isShut in
        var object = RecordedObject(
          switchState: SwitchState(isShut ? .disabled : .enabled), at: Sample.now, wanted: SwitchState(.enabled))
        object.shutAfter = isShut ? Sample.now + after : nil
        return object
      }
      #expect(target.staysShut(by: verdict, seen) == (counts && areShut.contains(true)))
    }
  }
}
