import CivilTime
import Policies
import TestSupport
import Testing

/// What only one of two policies has is compared with being left alone: nobody has to guess what a new line does.
@Suite struct NewTargetTests {
  private static func compared(_ old: [String], _ new: [String], now: Int64 = 1_795_172_400) throws -> [String] {
    let policies = try [old, new].map { lines in
      let targets = lines.filter { $0.contains("{") && !$0.hasPrefix("{do") }.map { "  " + $0 }.joined(separator: "\n")
      let rest = lines.filter { !$0.contains("{") || $0.hasPrefix("{do") }.map { "  - " + $0 }.joined(separator: "\n")
      let decoded = try DecodedPolicy(
        """
        timezone: Europe/Berlin
        systems:
          house: {kind: pretend-house, url: http://192.168.1.9}
          gateway: {kind: unifi, url: https://192.168.1.1, api-key: {env: KEY}}
          pihole: {kind: pihole, url: http://192.168.1.2, password: {env: KEY}}
        targets:
          kids: {acl-rules: [Kids]}
        \(targets)
        policy:
          - kids off 21:00–07:00
        \(rest)
        """, kinds: .withPretendHouse)
      return try #require(decoded.policy, "\(decoded.lines())")
    }
    let comparison = PolicyComparison(
      old: policies[0], new: policies[1], now: Instant(secondsSinceEpoch: now), days: 7)
    return comparison.targets.flatMap { target in
      target.differences.map { difference in
        let when =
          difference.clock.map { clock in
            "\(time(clock.start))–\(time(clock.end)) x\(difference.ranges.count)"
          } ?? "always"
        return "\(target.target) \(difference.before.state.rawValue)→\(difference.after.state.rawValue) \(when)"
      }
    }
  }

  /// `3:00`
  private static func time(_ reading: WallClockStretch.Reading) -> String {
    let minutes = reading.secondOfDay / 60
    return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
  }

  @Test func whatANewTargetDoesIsSaid() throws {
    #expect(try Self.compared([], ["pause pihole"]) == ["pihole leave→paused always"])
    #expect(try Self.compared([], ["tv: {acl-rules: [TV]}", "tv off"]) == ["tv leave→off always"])
    #expect(try Self.compared([], ["tv: {acl-rules: [TV]}", "tv off 20:00–22:00"]) == ["tv leave→off 20:00–22:00 x7"])
    let gate = ["gate: {action: gate.open, may-open: true}", "gate at 03:00"]
    #expect(try Self.compared([], gate) == ["gate leave→runs 3:00–3:00 x7"])
    // As it is without any line, which the definition says.
    #expect(try Self.compared([], ["tv: {acl-rules: [TV]}"]).isEmpty)
  }

  @Test func whatIsGoneIsSaid() throws {
    #expect(try Self.compared(["tv: {acl-rules: [TV]}", "tv off 20:00–22:00"], []) == ["tv off→leave 20:00–22:00 x7"])
    #expect(try Self.compared(["pause pihole"], []) == ["pihole paused→leave always"])
    let gate = ["gate: {action: gate.open, may-open: true}", "gate at 03:00"]
    #expect(try Self.compared(gate, []) == ["gate runs→leave 3:00–3:00 x7"])
  }

  @Test func anotherSortOfTargetIsAnother() throws {
    let gate = ["gate: {action: gate.open, may-open: true}", "gate at 03:00"]
    let lamp = ["gate: {lamps: [Gate], otherwise: leave}", "gate on"]
    #expect(try Self.compared(gate, lamp) == ["gate leave→on always", "gate runs→leave 3:00–3:00 x7"])
    #expect(try Self.compared(lamp, gate) == ["gate on→leave always", "gate leave→runs 3:00–3:00 x7"])
  }

  /// A new name alone is none; other hours under a new name are.
  @Test func aRenamedTargetIsTheSame() throws {
    let old = ["ads: {acl-rules: [Ads]}", "ads off sat 20:00–22:00"]
    #expect(try Self.compared(old, ["adverts: {acl-rules: [Ads]}", "adverts off sat 20:00–22:00"]).isEmpty)
    let longer = ["adverts: {acl-rules: [Ads]}", "adverts off sat 20:00–23:00"]
    #expect(try Self.compared(old, longer) == ["adverts on→off 22:00–23:00 x1"])
    let gate = ["gate: {action: gate.open, may-open: true}", "gate at 03:00"]
    let door = ["door: {action: gate.open, may-open: true}", "door at 03:00"]
    #expect(try Self.compared(gate, door).isEmpty)
    // Nobody can tell which of two it is.
    let two = ["a: {acl-rules: [Ads]}", "b: {acl-rules: [Ads]}", "a off sat 20:00–22:00"]
    #expect(try Self.compared(old, two) == ["a leave→off 20:00–22:00 x1", "ads off→leave 20:00–22:00 x1"])
    #expect(try Self.compared(two, old) == ["ads leave→off 20:00–22:00 x1", "a off→leave 20:00–22:00 x1"])
    let gates = ["a: {action: gate.open, may-open: true}", "b: {action: gate.open, may-open: true}"]
    let times = ["a at 03:00", "b at 04:00"]
    let told = [("a", "3:00"), ("b", "4:00")].map { name, time in "\(name) runs→leave \(time)–\(time) x7" }
    #expect(try Self.compared(gates + times, door) == ["door leave→runs 3:00–3:00 x7"] + told)
    #expect(
      try Self.compared(door, gates + times) == [
        "a leave→runs 3:00–3:00 x7", "b leave→runs 4:00–4:00 x7", "door runs→leave 3:00–3:00 x7",
      ])
  }
}
