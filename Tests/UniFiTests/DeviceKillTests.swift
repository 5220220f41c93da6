import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import UniFi

/// A run that ends anywhere, before or after the console did what it was last asked for, and the run after it.
@Suite struct DeviceKillTests {
  private static let everything = [
    ("emma", DeviceSelection(devices: [DeviceStage.ipad, DeviceStage.phone])),
    ("videos", DeviceSelection(devices: [DeviceStage.ipad], apps: [.name("YouTube")], sites: ["a.example"])),
  ]

  /// What is there before, and what the run that is killed has to do.
  struct Scene: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Brings the household to where the run begins.
    var prepare: @Sendable (inout DeviceStage) async throws -> Void
  }

  static let scenes: [Scene] = [
    Scene(testDescription: "making") { _ in },
    Scene(testDescription: "bringing up to date") { stage in
      var fewer = stage
      fewer.interest.wanted[0].selection.devices.removeLast()
      fewer.hours = .always
      try await fewer.settle()
    },
    Scene(testDescription: "removing") { stage in
      var more = stage
      more.interest.wanted += [
        DeviceInterest.Wanted(Name("gone"), DeviceSelection(devices: [DeviceStage.console])),
        DeviceInterest.Wanted(Name("lost"), DeviceSelection(devices: [DeviceStage.console], sites: ["b.example"])),
      ]
      try await more.settle()
    },
    Scene(testDescription: "some are there already, one of them twice") { stage in
      var some = stage
      some.interest.wanted.removeLast()
      try await some.settle()
      await some.byHand { console in
        guard var twin = console.firewall.policies.first(where: { $0.settings["name"] == "reconcile: emma" }) else {
          return
        }
        twin.id = "9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e66"
        console.firewall.add(twin)
      }
    },
  ]

  @Test(arguments: scenes, [false, true])
  func theNextRunPutsItRight(_ scene: Scene, _ isDone: Bool) async throws {
    // What a run leaves that nobody kills, and how many requests it takes.
    var whole = DeviceStage(Self.everything)
    try await scene.prepare(&whole)
    await whole.wire.clearLog()
    try await whole.settle()
    let count = await whole.wire.log.count
    let wanted = await Self.standing(whole)
    #expect(wanted.count == 3 && count > 8)

    for kill in 1...count {
      var stage = DeviceStage(Self.everything)
      try await scene.prepare(&stage)
      await stage.wire.clearLog()
      for number in kill...kill + 40 {
        await stage.wire.fail(request: number, with: isDone && number == kill ? .answerLost : .refused)
      }
      _ = try? await stage.settle()
      _ = await stage.wire.heal()
      // Nothing of the killed run is remembered.
      _ = try await stage.settle()
      #expect(await Self.standing(stage) == wanted, "killed at request \(kill) of \(count)")
      #expect(try await stage.settle().isEmpty, "killed at request \(kill) of \(count)")
    }
  }

  /// All that the console has of the file, but for ids.
  private static func standing(_ stage: DeviceStage) async -> [String] {
    await stage.made.map { "\($0.isEnabled) \($0.settings.sorted)" }.sorted()
  }
}
