import CivilTime
import Testing

@testable import Controller
@testable import Providers
@testable import Reconciliation

/// Which runs are repeated soon: those in which something failed that may pass by itself.
@Suite struct UnsettledTests {
  @Test(
    "a kind that could not be read",
    arguments: [
      (Notice(code: "pihole.database-locked", "its groups could not be read: locked", mayPass: true), true),
      (Notice(code: "object.not-found", "not found"), false),
      (ProviderError(.locked, "locked").notice, true), (ProviderError(.notReady, "starting").notice, true),
      (ProviderError(.unexpectedReply, "strange").notice, false),
    ])
  func problems(notice: Notice, isUnsettled: Bool) {
    let plan = Plan(
      now: Instant(secondsSinceEpoch: 0), systems: [], lines: [], problems: [Finding(notice)], warnings: [],
      nextChange: nil)
    #expect(Report(.apply, plan: plan).isUnsettled == isUnsettled)
  }
}
