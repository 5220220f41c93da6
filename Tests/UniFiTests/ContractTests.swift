import Providers
import Planning
import Simulator
import TestSupport
import Testing
import UniFi

@Suite struct ContractTests {
  static let usual = [
    ConsoleFixture(.rule, "10.5.66"), ConsoleFixture(.policy, "10.5.66"),
    ConsoleFixture(.wifi, "10.5.66", secret: "horse"),
  ]

  static let moods =
    [
      ConsoleFixture(.policy, "all kinds at once", kinds: [.aclRule, .firewallPolicy, .wifi]),
      ConsoleFixture(.rule, "10.0.162") { $0.version = "10.0.162" },
      ConsoleFixture(.policy, "10.1.78") { $0.version = "10.1.78" },
      ConsoleFixture(.wifi, "10.0.162") {
        $0.version = "10.0.162"
        $0.forget(["advertiseDeviceName", "channel2gLockedTo6", "dtimPeriod2gLockedTo3"])
      },
      ConsoleFixture(.wifi, "10.1.85", secret: "horse") {
        $0.version = "10.1.85"
        $0.forget(["channel2gLockedTo6", "dtimPeriod2gLockedTo3"])
      },
    ] + [.rule, .policy, .wifi].flatMap(moods)

  private static func moods(of own: Console.Switch) -> [ConsoleFixture] {
    [
      ConsoleFixture(own, "unset members as null") { $0.sendsUnsetAsNull = true },
      ConsoleFixture(own, "members that an update refuses") {
        $0.extraMembers = [.init("hitCount", 17), .init("badge", ["colour": "red", "sizes": [.number("1.50"), 2]])]
      },
      ConsoleFixture(own, "members that an update takes") {
        $0.extraMembers = [.init("hitCount", 17)]
        $0.takesExtraMembersBack = true
      },
    ]
  }

  static let stories =
    usual.flatMap { usual in ProviderContract.stories(of: usual).map { (usual, $0) } }
    + moods.flatMap { mood in
      ProviderContract.stories(of: mood, faults: [.answerLost, .neverServed]).map { (mood, $0) }
    }

  static let storiesOfDevices = [DeviceFixture(isThere: false), DeviceFixture(isThere: true)].flatMap { fixture in
    ProviderContract.stories(of: fixture).map { (fixture, $0) }
  }

  @Test(arguments: storiesOfDevices)
  func keepsTheContractForDevices(_ fixture: DeviceFixture, _ story: ContractStory) async throws {
    try await story.run()
  }

  @Test(arguments: stories)
  func keepsTheContract(_ fixture: ConsoleFixture, _ story: ContractStory) async throws {
    try await story.run()
  }
}

extension UniFiConsole {
  /// Takes away what an earlier version does not have, and would not keep.
  fileprivate mutating func forget(_ names: [String]) {
    for name in names { self[.wifi]?[name] = nil }
  }
}
