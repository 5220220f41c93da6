import Foundation
import Simulator
import TestSupport
import Testing

/// What a console lets work only within hours of its own is off at times only, and who asks the state alone reads that too.
@Suite struct OwnScheduleTests {
  static let policy = PretendHousehold.policy.replacing(
    #"acl-rules: ["Downtime-*"]"#, with: #"firewall-policies: ["Kids *", "Tablet *"]"#)
  static let said = "~ kids: off at times only: 'Kids bedtime', own schedule "

  private func tablet(_ console: inout UniFiConsole) {
    guard var firewall = console.sites[0].zoneFirewall,
      var twin = firewall.policies.first(where: { $0.name == "Kids bedtime" })
    else { return }
    twin.id = "0b0e0000-0000-4000-8000-00000000abcd"
    twin.settings["name"] = "Tablet bedtime"
    firewall.add(twin)
    console.sites[0].zoneFirewall = firewall
  }

  private func removeSchedules(_ console: inout UniFiConsole) {
    guard var firewall = console.sites[0].zoneFirewall else { return }
    for place in firewall.policies.indices { firewall.edit(at: place) { $0.settings["schedule"] = nil } }
    console.sites[0].zoneFirewall = firewall
  }

  private func status(_ story: Chronicle) -> String { story.world.run("status", "household.yaml").output.unwrapped }

  /// What is left alone is nothing at times.
  @Test func whatIsLeftAloneIsNotSaidToBe() async throws {
    var story = Chronicle(policy: Self.policy.replacing(#""Tablet *"]"#, with: #""Tablet *"], otherwise: leave"#))
    try await story.pass(until: "2026-11-21 12:00:00")
    for _ in 1...2 {
      #expect(story.apply().status == 0)
      #expect(status(story).contains("left alone") && !status(story).contains("at times"), "\(status(story))")
      await story.pass(minutes: 1)
    }
  }

  /// Only while it is to be off: on is on at all times. With a second one, at the second night too, and no more once the schedule
  /// is removed and a run has seen that.
  @Test func statusSaysSo() async throws {
    var story = Chronicle(policy: Self.policy)
    try await story.pass(until: "2026-11-21 12:00:00")
    #expect(story.apply().status == 0)
    #expect(!status(story).contains("at times"), "\(status(story))")
    for evening in ["2026-11-21 22:00:00", "2026-11-22 22:00:00"] {
      try await story.pass(until: evening)
      #expect(story.apply().status == 0)
      #expect(status(story).contains(Self.said), "\(status(story))")
      #expect(!status(story).contains("more"), "\(status(story))")
      await story.pass(minutes: 1)
      #expect(story.apply().status == 0)
      #expect(status(story).contains(Self.said), "what is in place goes on having its hours")
      try await story.pass(until: evening.replacing("2026-11-21", with: "2026-11-22").replacing(" 22", with: " 23"))
    }
    await story.household.console.inspect { tablet(&$0) }
    await story.pass(minutes: 1)
    #expect(story.apply().status == 0)
    #expect(status(story).contains("; and 1 more"), "\(status(story))")
    await story.household.console.inspect { removeSchedules(&$0) }
    await story.pass(minutes: 1)
    #expect(story.apply().status == 0)
    #expect(!status(story).contains("at times"), "\(status(story))")
  }
}
