import HTTPTransport
import Policies
import Providers
import TestSupport
import Testing

@testable import BuilderOS

/// What the rest of the program is told of BuilderOS hosts.
@Suite struct KindTests {
  @Test(
    "requests begin below the policy's URL",
    arguments: [("", "/api"), ("/api", "/api"), ("/studio", "/studio/api"), ("/studio/api", "/studio/api")])
  func basePath(_ path: String, _ begins: String) {
    let url = BaseURL(scheme: .http, host: "studio.local", port: 8080, path: path)
    #expect(ProviderKind.builderOS.basePath(url) == begins)
  }

  @Test("a first policy proposes the capsules that can be asked, as comments") func proposes() {
    let ids = ["plex", "backup", "a/b", "star*"]
    let objects = ids.compactMap { Capsule(json: #"{"id":"\#($0)","name":"\#($0.uppercased())"}"#) }
      .map { ObservedObject($0) }
    #expect(objects.count == ids.count)
    let found = Setup.Found(system: Name("studio"), objects: objects, includes: [])
    let draft = ProviderKind.builderOS.setup.draft(found)
    #expect(draft.targets.isEmpty && draft.statements.isEmpty)
    #expect(
      draft.proposals.map(\.target) == [
        [
          "# Capsules of 'studio'. They are stopped and started when the schedule changes.",
          "# When the hours of the sentence are over, all of them are started:",
          "#  studio-capsules:", "#    system: studio", "#    capsules:", "#      - \"backup\"",
          "#      - \"id:star*\" # star*", "#      - \"plex\"",
        ]
      ])
    #expect(draft.proposals.map(\.statement) == ["#  - studio-capsules stopped 01:00–06:00"])
    let none = Setup.Found(system: Name("studio"), objects: [], includes: [])
    #expect(ProviderKind.builderOS.setup.draft(none).proposals.isEmpty)
  }

  @Test("a capsule is running or stopped, and usually running") func states() throws {
    let selector = try #require(SystemKind.builderOS.selectors("capsules").first)
    #expect(selector.states == .runningStopped && selector.states?.usual == StatePair.runningStopped.on)
    #expect(
      SystemKind.builderOS.secretSetting?.key == "api-key" && SystemKind.builderOS.secretSetting?.isRequired == true)
  }
}
