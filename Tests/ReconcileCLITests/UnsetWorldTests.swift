import Testing

@testable import Host

/// A fake that says nothing where nobody has set it would hide that a test does not know its world.
@Suite struct UnsetWorldTests {
  private static let environment = TestWorld().environment(Written(), Written())

  @Test func aSupervisorThatNobodyHasSet() {
    withKnownIssue { Self.environment.notify("READY=1") }
  }

  @Test func lineThatNobodyHasTyped() {
    withKnownIssue { #expect(Self.environment.input() == nil) }
  }

  @Test func networkThatNobodyHasSet() {
    withKnownIssue { Self.environment.withNetwork(nil) { _, _ in } }
  }

  @Test func eventsThatNobodySends() {
    var world = TestWorld()
    world.household = PretendHousehold()
    let environment = world.environment(Written(), Written())
    environment.withNetwork(nil) { network, _ in
      withKnownIssue { environment.listen(WakeSignal(), network).close() }
      withKnownIssue { network.listen(to: 0) {} }
      withKnownIssue { network.stopListening(to: 0) }
    }
  }

  /// What a test has set is no issue, the last line and what follows it included.
  @Test func whatIsTypedIsRead() {
    var world = TestWorld()
    world.typed = ["y"]
    let environment = world.environment(Written(), Written())
    #expect([environment.input(), environment.input()] == ["y", nil])
  }
}
