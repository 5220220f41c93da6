import CivilTime
import Documents
import Testing

@testable import Controller
@testable import Providers
@testable import Planning

/// Which runs are repeated soon: those in which something failed that may pass by itself.
@Suite struct UnsettledTests {
  @Test(
    "a kind that could not be read",
    arguments: [
      (Message(code: "pihole.database-locked", "its groups could not be read: locked", mayPass: true), true),
      (Message(code: "object.not-found", "not found"), false),
      (ProviderError(.locked, "locked").message, true), (ProviderError(.notReady, "starting").message, true),
      (ProviderError(.unexpectedReply, "strange").message, false),
    ])
  func problems(message: Message, isUnsettled: Bool) {
    let plan = Plan(
      now: Instant(secondsSinceEpoch: 0), systems: [], entries: [], problems: [Finding(message)], warnings: [],
      nextChange: nil)
    #expect(Report(.apply, plan: plan).isUnsettled == isUnsettled)
  }
}
