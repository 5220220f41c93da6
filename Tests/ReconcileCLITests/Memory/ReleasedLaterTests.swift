import Foundation
import Simulator
import TestSupport
import Testing

@testable import Host

/// What somebody edits while a release waits for its answer is what holds then.
@Suite(.waitsForPrograms) struct ReleasedLaterTests {
  private static let kind = ReleaseTests.kinds[0]
  private static let head = (WholeHouse.policy.components(separatedBy: "targets:").first ?? "")
    .replacing("timezone:", with: "people: {anna: {}}\ntimezone:")
  private static let gone = head + "targets: {printer: {firewall-policies: [Guest internet]}}\npolicy: [printer on]\n"
  private static func named(_ more: String) -> String {
    gone.replacing("targets: {", with: "targets: {tablet: {\(kind.selector)\(more)}, ")
      .replacing("[printer on]", with: "[printer on, tablet off]")
  }

  /// The policy that comes back has a guard, or none; it is applied meanwhile, or not yet.
  @Test(arguments: [(", guard: {approve: anna}", true), (", guard: {approve: anna}", false), ("", true), ("", false)])
  func whatThePolicyKeepsShutByThenIsNotReleased(_ more: String, isApplied: Bool) async throws {
    let house = WholeHouse()
    await house.systems.console.inspect { _ = $0.perform(Self.kind.before, seconds: nil, at: 0) }
    let edited = EditedPolicy(Self.named(""))
    var world = house.world(edited.policy)
    #expect(edited.run("household.yaml", in: world).status == 0)
    world.isAtTerminal = true
    world.typed = []
    // What had a guard is not even asked about.
    for _ in 1...(isApplied && !more.isEmpty ? 1 : 2) {
      edited.edit(Self.gone)
      #expect(edited.run("household.yaml", in: world).output.contains("still blocks"))
      let closed = await house.state()
      let answered = edited.run("release", "--policy", "household.yaml", in: world) { [world] environment in
        environment.input = {
          edited.edit(Self.named(more))
          if isApplied { _ = edited.run("household.yaml", in: world) }
          return "y"
        }
      }
      #expect(answered.status == 4 && answered.error.contains("the policy has changed meanwhile"), "\(answered)")
      #expect(await house.state() == closed, "\(answered)")
    }
    edited.edit(Self.gone)
    _ = edited.run("household.yaml", in: world)
    let yes = edited.run("release", "--policy", "household.yaml", in: world) { $0.input = { "y" } }
    #expect(yes.status == (!more.isEmpty && isApplied ? 4 : 0), "what was guarded is asked for: \(yes)")
  }
}
