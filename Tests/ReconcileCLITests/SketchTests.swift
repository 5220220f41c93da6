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

  @Test func anActionHasNoStatesInASketchEither() {
    let next = world.run("next", "p.yaml", "--hours", "72")
    #expect(next.output.contains(/gate +runs/), "\(next)")
    let off = TestWorld(files: ["p.yaml": Self.sketch.replacing("gate at 06:45 on weekdays", with: "gate off sat")])
      .run("validate", "p.yaml")
    #expect(off.status == 65 && off.output.contains("'gate' has no states"), "\(off)")
  }

  @Test func aPolicyWithSystemsIsNoSketch() {
    let systems = "systems: {gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: k}}}\n"
    let run = TestWorld(files: ["p.yaml": systems + Self.sketch]).run("validate", "p.yaml")
    #expect(run.status == 65 && run.output.contains("[target.selector]"), "\(run)")
  }
}
