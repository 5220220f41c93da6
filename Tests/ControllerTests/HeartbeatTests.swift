import Testing

@testable import Controller

/// What the supervisor is told by, so that it starts a program again that hangs.
@Suite struct HeartbeatTests {
  @Test func whoHasNotMovedForTooLongIsNotAlive() {
    let heart = Heartbeat(longestStep: .seconds(10))
    heart.step(at: .seconds(5))
    #expect(heart.isAlive(at: .seconds(15)))
    #expect(!heart.isAlive(at: .seconds(16)))
    heart.step(at: .seconds(16))
    #expect(heart.isAlive(at: .seconds(16)))
    // The second, the third and any other step counts as the first one did.
    for number in 2...5 {
      heart.step(at: .seconds(number * 100))
      #expect(heart.isAlive(at: .seconds(number * 100 + 10)))
      #expect(!heart.isAlive(at: .seconds(number * 100 + 11)))
    }
  }
}
