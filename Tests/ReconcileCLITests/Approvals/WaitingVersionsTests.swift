import StateStore
import Testing

@testable import Controller

/// Who may edit the policy can make edits wait in version after version. Each of them is read by every run.
@Suite struct WaitingVersionsTests {
  private static func line(_ number: Int) -> String { "  - g\(number) off 21:00–07:00\n" }
  private static let waits = "does not hold edits yet: edits of 8 versions of the policy wait for approvers"

  @Test func noMoreThanSoManyWait() throws {
    let scene = RequestScene(
      policy: HeldEditTests.policy.replacing("  - phone off nights\n", with: "").replacing(", edits: true", with: ""))
    scene.enforce()
    // Each version guards a new target, and frees the one before.
    for number in 1...14 {
      scene.edit(
        "targets:\n", "targets:\n  g\(number): {acl-rules: [R\(number)], guard: {approve: anna, edits: true}}\n")
      scene.edit("\npolicy:\n", "\npolicy:\n\(Self.line(number))")
      if number > 1 { scene.edit(Self.line(number - 1), Self.line(number - 1).replacing("21:00", with: "23:00")) }
      scene.enforce()
      scene.pass(60)
    }
    let store = try scene.store()
    let versions = try store.policyVersions().count
    #expect((ApprovedVersions.mostWaiting...ApprovedVersions.mostWaiting + 1).contains(versions))
    // Those that began to hold go on holding.
    #expect(scene.run("explain g1").output.contains("off since"))
    let held = try store.approvedEdits().filter { $0.heldSince != nil }
    #expect(held.count > 1 && held.count <= ApprovedVersions.mostWaiting)
    #expect(scene.run("plan").output.unwrapped.contains("the guard of 'g14' \(Self.waits)"))
    #expect(!scene.run("plan").output.unwrapped.contains("the guard of 'g2' \(Self.waits)"))
    // Where the edits are undone there is room again.
    for number in 1...13 { scene.edit(Self.line(number).replacing("21:00", with: "23:00"), Self.line(number)) }
    scene.enforce()
    scene.enforce()
    #expect(!scene.run("plan").output.unwrapped.contains(Self.waits))
    #expect(try scene.store().approvedEdits().count == 14)
  }
}
