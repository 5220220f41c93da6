import CivilTime
import Policies
import TestSupport
import Testing

/// For how long a door may still be opened after its time, where several lines open it at the same time.
@Suite struct ActionGraceTests {
  private static func times(_ graces: [String]) throws -> ActionTimes {
    let lines = graces.map { "{do: gate at 06:45, grace: \($0)}" }
    let decoded = try DecodedPolicy(
      """
      timezone: UTC
      systems: {house: {kind: pretend-house, url: http://192.168.1.9}}
      targets: {gate: {action: gate.open, may-open: true}}
      policy: [\(lines.joined(separator: ", "))]
      """, kinds: .withPretendHouse)
    let policy = try #require(decoded.policy, "\(decoded.lines())")
    return ActionTimes(policy, on: Name("house"))
  }

  /// Of several lines the one that waits for longest counts, wherever it stands: nothing is loosened by a line that was there.
  @Test(
    arguments: [
      (["2h"], ["2h"], false), (["2h"], ["5m"], false), (["5m"], ["2h"], true),
      (["2h", "5m"], ["2h", "5m"], false), (["5m", "2h"], ["5m", "2h"], false), (["2h", "5m"], ["5m", "2h"], false),
      (["2h", "5m"], ["2h"], false), (["5m", "2h"], ["2h"], false), (["2h", "5m", "1h"], ["90m", "2h"], false),
      (["1h", "5m"], ["5m", "2h"], true), (["5m", "1h"], ["2h", "5m"], true), ([], ["5m"], true), (["5m"], [], false),
    ])
  func theLongestCounts(_ old: [String], _ new: [String], _ isLoosened: Bool) throws {
    let loosened = try Self.times(new).loosened(beside: try Self.times(old))
    #expect(loosened == (isLoosened ? [Name("gate")] : []))
  }
}
