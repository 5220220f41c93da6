import Testing

@testable import ReconcileCLI

/// What the supervisor is told by, so that it starts a program anew that hangs.
@Suite struct HeartbeatTests {
  @Test func whoHasNotMovedForTooLongIsNotAlive() {
    let heart = Heartbeat(longestStep: .seconds(10))
    heart.step(at: .seconds(5))
    #expect(heart.isAlive(at: .seconds(15)))
    #expect(!heart.isAlive(at: .seconds(16)))
    heart.step(at: .seconds(16))
    #expect(heart.isAlive(at: .seconds(16)))
  }
}
