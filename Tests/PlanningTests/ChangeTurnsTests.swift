import Documents
import Planning
import Policies
import Providers
import Testing
import UniFi

/// What is made is removed last, and only where everything that is to block in its place is there.
@Suite struct ChangeTurnsTests {
  private static func change(
    _ id: String, from: SwitchState.Position, to: SwitchState.Position, isMade: Bool = true, of target: String = "kids"
  ) -> Change {
    var change = Change(
      target: Name(target), system: Name("gateway"), kind: isMade ? .devicePolicy : .aclRule, id: id, name: id,
      from: SwitchState(from), to: SwitchState(to))
    if isMade { change.made = MadeObject(target: Name("kids")) }
    return change
  }

  private static let old = change("old", from: .enabled, to: .absent)
  private static let new = change("new", from: .absent, to: .enabled)
  private static let resting = change("resting", from: .enabled, to: .disabled)
  private static let rule = change("rule", from: .disabled, to: .enabled, isMade: false, of: "telly")
  private static let instead = change("instead", from: .disabled, to: .enabled, isMade: false)
  private static let doubt = Message(code: "x", "x")

  @Test func removalsComeLast() {
    let turns = ChangeTurns([Self.old, Self.rule, Self.new, Self.resting])
    #expect(turns.first.map(\.name) == ["rule", "new", "resting"])
    #expect(turns.removals.map(\.name) == ["old"])
  }

  @Test(
    arguments: [
      (Outcome.applied([]), true), (.failed(doubt), false), (.unverified(doubt), false), (.superseded(doubt), false),
      (.skipped(doubt), false), (nil, false),
    ] as [(Outcome?, Bool)]) func waitForWhatIsToBlock(_ outcome: Outcome?, _ mayFollow: Bool)
  {
    let turns = ChangeTurns([Self.old, Self.new])
    let outcomes = outcome.map { [Self.new.key: $0] } ?? [:]
    #expect((turns.obstacle(after: outcomes) == nil) == mayFollow)
    // So does what somebody else made and the same target switches.
    let switching = ChangeTurns([Self.old, Self.instead])
    #expect((switching.obstacle(after: outcome.map { [Self.instead.key: $0] } ?? [:]) == nil) == mayFollow)
    // What rests, and what somebody else made for another target, takes nothing's place.
    #expect(ChangeTurns([Self.old, Self.resting, Self.rule]).obstacle(after: [:]) == nil)
  }
}
