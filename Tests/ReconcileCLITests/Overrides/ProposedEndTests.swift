import Testing

@testable import ReconcileCLI

/// What is proposed where an override would change nothing does what its maker wants: it holds for longer than what holds
/// anyway, for each of its targets.
@Suite struct ProposedEndTests {
  private static func policy(_ lines: [String]) -> String {
    """
    timezone: Europe/Berlin
    systems: {home: {kind: home-assistant, url: http://192.168.1.9:8123, token: {credential: token}}}
    targets:
      front: {entities: [lock.front]}
      back: {entities: [lock.back]}
      doors: {targets: [front, back]}
    policy:
    \(lines.map { "  - " + $0 }.joined(separator: "\n"))

    """
  }

  /// It is 21:00:04 on a Friday. Where one of them never ends, nothing goes on from there.
  @Test(
    arguments: [
      (["front locked 20:00–22:00", "back locked 20:00–23:00"], "23:30"),
      (["front locked 20:00–23:00", "back locked 20:00–22:00"], "23:30"),
      (["front locked 20:00–22:00", "back locked 20:00–22:00"], "22:30"),
      (["front locked", "back locked 20:00–22:00"], nil),
    ] as [([String], String?)])
  func goesOnFromTheLastEnd(_ lines: [String], _ end: String?) throws {
    let scene = OverrideScene(policy: Self.policy(lines))
    let run = scene.run("override doors locked --for 30m")
    #expect(run.status == 4 && run.error.unwrapped.contains("locked until"), "\(run)")
    let command = end.map { "override doors locked --until \($0)" }
    #expect(
      run.error.unwrapped.contains("'reconcile \(command ?? "override doors")") == (command != nil), "\(run)")
    // And it is taken.
    if let command { #expect(scene.run(command).status == 0) }
  }

  /// What is to begin later is told of its own time, and what is proposed is taken. It is 21:00:04 on a Friday, and the kids are
  /// off until 07:00.
  @Test(
    arguments: [
      (
        "override kids off --from 23:00 --for 30m", "kids: off from 23:00 until Sat 07:00 anyway",
        "lock kids --from 23:00 --for 30m"
      ),
      (
        "override kids off --from 23:00 --until 23:30", "kids: off from 23:00 until Sat 07:00 anyway",
        "lock kids --from 23:00 --until 23:30"
      ),
      (
        "override kids off --from \"sat 22:00\" --for 30m", "kids: off from Sat 22:00 until Sun 07:00 anyway",
        "lock kids --from \"2026-11-21 22:00\" --for 30m"
      ),
      ("override kids on --from \"sat 12:00\" --for 30m", "kids: on from Sat 12:00 until Sat 21:00 anyway", nil),
      ("override kids off --for 30m", "kids: off until Sat 07:00 anyway", "lock kids --for 30m"),
    ] as [(String, String, String?)])
  func beginsLater(_ line: String, _ words: String, _ proposed: String?) {
    let scene = OverrideScene()
    let run = scene.run(line)
    #expect(run.status == 4 && run.error.unwrapped.contains(words), "\(run)")
    #expect(run.error.unwrapped.contains("'reconcile \(proposed ?? "lock")") == (proposed != nil), "\(run)")
    if let proposed { #expect(scene.run(proposed).status == 0) }
  }

  /// A few of hundreds are named, and how many others there are, whether they are named one by one or by one target.
  @Test(arguments: ["all", "each"]) func namesAFewOfMany(_ way: String) {
    let names = (0..<300).map { "t\($0)" }
    let policy = """
      timezone: Europe/Berlin
      systems:
        gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: key}}
      targets:
      \(names.map { "  \($0): {acl-rules: [\($0)]}" }.joined(separator: "\n"))
        many: {targets: [\(names.joined(separator: ", "))]}
      policy:
        - many on

      """
    let scene = OverrideScene(policy: policy)
    for state in ["on", "off"] {
      if state == "off" { _ = scene.run("override many off --for 3h") }
      let run = scene.run("override \(way == "all" ? "many" : names.joined(separator: " ")) \(state) --for 1h")
      #expect(run.status == 4 && run.error.utf8.count < 1_000, "\(run.error.prefix(2_000))")
      #expect(
        run.error.unwrapped.contains("t4: \(state)") && run.error.unwrapped.contains("; and 295 more"), "\(run.error)")
    }
  }

  /// At 20:00 somebody is off until bedtime at 21:00 and longer; a lock is what holds them off for longer than that, and
  /// of no use to whoever wants less.
  @Test(
    arguments: [
      ("override extend 1 --until 22:00", nil),
      ("override extend 1 --until 23:30", "reconcile lock kids --until 23:30"),
      ("override extend 1 --for 4h", "reconcile lock kids --until"),
    ] as [(String, String?)])
  func locksWhoeverWantsMore(_ line: String, _ proposed: String?) {
    let scene = OverrideScene()
    scene.pass(-3_600)
    #expect(scene.run("override kids off --until 23:00").status == 0)
    let run = scene.run(line)
    #expect(run.status == 4 && run.error.contains("anyway"), "\(run)")
    let words = proposed ?? "reconcile lock"
    #expect(run.error.unwrapped.contains(words) == (proposed != nil), "\(run)")
  }
}
