import CivilTime
import Policies
import TestSupport
import Testing

/// Who keeps a door shut is remembered from one question to the next, and what is remembered is what a fresh look finds.
@Suite struct DoorKeepersTests {
  /// Friday, 2026-11-20 00:00.
  private static let midnight = Instant(secondsSinceEpoch: 1_795_132_800)

  private static func at(_ hour: Int) -> Instant { midnight + Int64(hour) * 3_600 }

  /// What is wanted with these lines, and with overrides that are made of the policy.
  private static func overlay(
    _ statements: [String], overrides: (Policy) throws -> [Override] = { _ in [] }
  ) throws -> Overlay {
    let decoded = try DecodedPolicy(
      """
      timezone: UTC
      systems:
        door: {kind: easy-control, url: http://192.168.1.9:8123, pairing: {credential: door-pairing}}
        shed: {kind: easy-control, url: http://192.168.1.8:8123, pairing: {credential: shed-pairing}}
      targets:
        front: {system: door, entities: [lock.front]}
        terrace: {system: door, entities: [lock.terrace]}
        seen: {system: door, entities: [lock.cellar], enforcement: observe}
        lid: {system: shed, entities: [lock.lid]}
        gate: {system: door, action: door.unlock, may-unlock: true}
        back: {system: door, action: door.unlock, may-unlock: true}
        hatch: {system: shed, action: door.unlock, may-unlock: true}
      policy: [\((["gate at 06:00", "back at 07:00", "hatch at 08:00"] + statements).joined(separator: ", "))]
      """)
    let policy = try #require(decoded.policy, "\(decoded.lines())")
    return Overlay(Evaluator(policy), of: policy, overrides: try overrides(policy))
  }

  /// When which target keeps the gate shut, from 18:00 on, hour by hour.
  @Test(
    arguments: [
      (["front locked 20:00–22:00", "terrace locked 23:00–01:00"], "--ff-tt-"),
      (["terrace locked 20:00–22:00", "front locked 23:00–01:00"], "--tt-ff-"),
      (["front locked 19:00–23:00", "terrace locked 21:00–01:00"], "-fffftt-"),
      (["front locked 19:00–20:00 and 22:00–23:00", "terrace locked 20:00–21:00"], "-ft-f---"),
      (["lid locked", "seen locked"], "--------"), (["front locked"], "ffffffff"),
    ])
  func theFirstThatKeepsItShut(_ statements: [String], _ expected: String) throws {
    var keepers = DoorKeepers(try Self.overlay(statements))
    let found = (18..<26).map { hour in
      keepers.keeper(against: Name("gate"), at: Self.at(hour)).map { String($0.target.text.prefix(1)) } ?? "-"
    }
    #expect(found.joined() == expected)
  }

  /// Whatever was asked before, in whatever order, and for whichever action.
  @Test(arguments: 0..<40) func whatIsRememberedIsWhatAFreshOneFinds(seed: UInt64) throws {
    var numbers = SplitMix64(seed: seed)
    let locks = ["front", "terrace", "lid", "seen"]
    let statements = (0..<4).map { _ in
      let (start, length) = (numbers.int(in: 0..<24), numbers.int(in: 1..<12))
      let clock = { (hour: Int) in (hour < 10 ? "0" : "") + "\(hour):00" }
      return "\(numbers.pick(locks)) locked \(clock(start))–\(clock((start + length) % 24))"
    }
    let overlay = try Self.overlay(statements) { policy in
      try (0..<numbers.int(in: 0..<3)).map { number in
        let start = numbers.int(in: 0..<48)
        let state = try #require(policy.kinds.state(numbers.oneIn(2) ? "locked" : "unlocked"))
        return Override(
          id: String(number + 1), target: Name(numbers.pick(locks)), state: state, from: Self.at(start),
          until: Self.at(start + numbers.int(in: 1..<9)), because: nil, by: "anna")
      }
    }
    var keepers = DoorKeepers(overlay)
    for _ in 0..<60 {
      let (action, instant) = (Name(numbers.pick(["gate", "back", "hatch"])), Self.at(numbers.int(in: 0..<48)))
      var fresh = DoorKeepers(overlay)
      #expect(
        keepers.keeper(against: action, at: instant) == fresh.keeper(against: action, at: instant),
        "\(action) at \(instant): \(statements)")
    }
  }
}
