import CivilTime
import Planning
import Policies
import Testing

/// How much is kept of what was done: enough that a clock that goes wrong does nothing again, and no more.
@Suite struct SettledActionsTests {
  private static func kept(_ moments: [Int64]) throws -> [Int64] {
    let policy = try Sample.policy([])
    let known = moments.map { seconds in
      RecordedAction(
        key: ActionKey(target: Name("bell"), at: Sample.now + seconds), system: Name("house"), action: "bell.ring",
        standing: .settled)
    }
    let actions = DueActions(policy, Evaluator(policy).edges, known: known, at: Sample.now)
    #expect(actions.due.isEmpty)
    return actions.recorded.map { $0.key.at - Sample.now }
  }

  @Test func aMonthOfThemIsKept() throws {
    let month: Int64 = 32 * 86_400
    #expect(try Self.kept([-month - 1, -month, 0, month, month + 1]) == [-month, 0, month])
  }

  /// Whether the clock is behind or before them.
  @Test(arguments: [Int64(-60), 60]) func ofTooManyTheNearestAreKept(step: Int64) throws {
    let moments = (1...2_500).map { step * $0 }
    #expect(try Self.kept(moments.shuffled()) == moments.prefix(2_000).sorted())
    #expect(try Self.kept(Array(moments.prefix(2_000))) == moments.prefix(2_000).sorted())
  }
}
