import Simulator
import TestSupport
import Testing

@Suite struct ContractTests {
  static let usual = ACLRuleFixture("10.5.66")
  static let moods = [
    ACLRuleFixture("10.0.162") { $0.version = "10.0.162" },
    ACLRuleFixture("unset members as null") { $0.sendsUnsetAsNull = true },
    ACLRuleFixture("members that an update refuses") {
      $0.extraMembers = [.init("hitCount", 17), .init("badge", ["colour": "red", "sizes": [.number("1.50"), 2]])]
    },
    ACLRuleFixture("members that an update takes") {
      $0.extraMembers = [.init("hitCount", 17)]
      $0.takesExtraMembersBack = true
    },
  ]

  static let stories =
    ProviderContract.stories(of: usual).map { (usual, $0) }
    + moods.flatMap { mood in
      ProviderContract.stories(of: mood, faults: [.answerLost, .neverServed]).map { (mood, $0) }
    }

  @Test(arguments: stories)
  func keepsTheContract(_ fixture: ACLRuleFixture, _ story: ContractStory) async throws {
    try await story.run()
  }
}
