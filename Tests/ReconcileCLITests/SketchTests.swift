import Foundation
import TestSupport
import Testing

/// A policy without systems says what holds when; only commands that talk to systems ask for more.
@Suite struct SketchTests {
  static let sketch = """
    timezone: Europe/Berlin
    targets:
      kids: {}
      tv: {acl-rules: [Television], system: gateway}
      pihole: {}
      guests: {otherwise: leave}
      gate: {action: open}
      screens: {targets: [kids, tv]}
    policy:
      - screens off 21:00–07:00
      - pause pihole weekdays
      - guests off sat
      - gate at 06:45 on weekdays
    tests:
      - at: 2026-11-20 22:00
        expect: {screens: off, pihole: paused, guests: leave}
      - at: 2026-11-21 12:00
        expect: {kids: on, pihole: active, guests: off}

    """

  private let world = TestWorld(files: ["p.yaml": sketch])

  @Test(arguments: [
    ["validate", "p.yaml"], ["test", "p.yaml"], ["timeline", "--format", "json", "p.yaml"], ["next", "p.yaml"],
    ["explain", "--policy", "p.yaml"], ["compare", "p.yaml", "p.yaml"],
  ])
  func isEnoughWithoutANetwork(_ arguments: [String]) {
    let run = world.run(arguments)
    #expect(run.status == 0, "\(run)")
  }

  @Test(arguments: ["apply", "plan", "drift"]) func isNotEnoughForARun(_ command: String) {
    let run = world.run(command, "p.yaml")
    #expect(run.status == 65)
    #expect(run.error.contains("p.yaml:3:3: error: the target 'kids' does not say what it controls [target.selector]"))
  }

  /// Nothing that is made for it would ever take effect.
  @Test(arguments: [
    ["override", "kids", "on", "--for", "1h"], ["more", "kids", "30m"], ["lock", "kids", "--for", "1h"],
  ])
  func nothingIsMadeForIt(_ arguments: [String]) throws {
    let folder = try TemporaryFolder([:])
    let run = world.run(arguments + ["--policy", "p.yaml", "--state", folder.url.path])
    #expect(run.status == 65 && run.output.isEmpty && run.error.contains("[target.selector]"), "\(run)")
    let list = world.run("override", "list", "--policy", "p.yaml", "--state", folder.url.path)
    #expect(list.status == 0, "\(list)")
  }

  @Test func anActionHasNoStatesInASketchEither() {
    let next = world.run("next", "p.yaml", "--hours", "72")
    #expect(next.output.contains(/gate +runs/), "\(next)")
    let off = TestWorld(files: ["p.yaml": Self.sketch.replacing("gate at 06:45 on weekdays", with: "gate off sat")])
      .run("validate", "p.yaml")
    #expect(off.status == 65 && off.output.contains("'gate' has no states"), "\(off)")
  }

  /// The check of an edit that lost its systems is green without that, and no run enforces anything new by it.
  @Test(arguments: ["text", "json", "github"]) func validateSaysThatNoRunCanFollowIt(_ format: String) {
    let run = world.run("validate", "p.yaml", "--format", format)
    #expect(run.status == 0 && run.output.contains("policy.sketch"), "\(run)")
    #expect(run.output.contains("no run can follow it"), "\(run)")
    let complete = world.run("validate", "--complete", "p.yaml", "--format", format)
    #expect(complete.status == 65 && complete.output.contains("target.selector"), "\(complete)")
  }

  /// Once runs follow a file, they and what tells of them take a version without systems for one with errors, run after run.
  @Test func whatRunsFollowIsNoSketch() throws {
    let scene = RequestScene()
    scene.enforce()
    let lines = RequestScene.policy.split(separator: "\n").filter { $0 == "systems:" || $0.contains("kind: ") }
    scene.edit(lines.joined(separator: "\n") + "\n", "")
    scene.edit("kids off 21:00", "kids off 20:30")
    for round in 1...2 {
      for line in ["next", "explain", "timeline", "override kids on --for 1h", "more kids 30m", "lock kids --for 1h"] {
        let run = scene.run(line)
        #expect(run.status == 65 && run.error.contains("[target.system]"), "\(round), \(line): \(run)")
      }
      let status = scene.run("status")
      #expect(status.status == 65 && status.error.contains("[target.system]"), "\(status)")
      let words = status.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.hasPrefix("The policy has errors. Runs use its last valid version"), "\(status)")
      #expect(try scene.overrides().isEmpty)
      scene.enforce()
    }
    // About the file alone they say as much as anywhere.
    for line in ["validate", "test", "next --schedule-only"] { #expect(scene.run(line).status == 0, "\(line)") }
  }

  @Test func aPolicyWithSystemsIsNoSketch() {
    let systems = "systems: {gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: k}}}\n"
    let run = TestWorld(files: ["p.yaml": systems + Self.sketch]).run("validate", "p.yaml")
    #expect(run.status == 65 && run.output.contains("[target.selector]"), "\(run)")
  }
}
