import Policies
import Simulator
import TestSupport
import Testing

/// A lock whose target has another name by now goes on being guarded: by whoever guards what it keeps shut.
@Suite struct RenamedLockTests {
  private static let policy = """
    timezone: Europe/Berlin
    people: {anna: {}, emma: {}}
    systems:
      gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: unifi-api-key}}
    targets:
      wires: {acl-rules: ["Downtime-*"], guard: {approve: anna}}
    policy:
      - wires off 02:00–07:00

    """

  /// The wires are locked, and are called cables a minute later; `edit` is another edit.
  private static func scene(_ edit: (String, String)? = nil) -> RequestScene {
    let scene = RequestScene(policy: policy, people: "anna: {command: /bin/tell}\n")
    scene.enforce()
    #expect(scene.run("lock wires --for 2h").status == 0)
    scene.enforce()
    scene.pass(60)
    scene.edit("wires", "cables")
    if let edit { scene.edit(edit.0, edit.1) }
    scene.enforce()
    return scene
  }

  @Test func isListedWithWhatItHolds() {
    let plan = Self.scene().run("plan")
    #expect(plan.output.unwrapped.contains("lock 1 on 'wires' has switched it and holds"), "\(plan)")
    let list = Self.scene().run("override list").output.unwrapped
    #expect(list.contains("off (lock)") && list.contains("holds 2 objects of 'cables'"), "\(list)")
    #expect(!list.contains("does nothing"), "\(list)")
    for command in ["explain cables", "next", "timeline"] {
      let run = Self.scene().run(command)
      let words = "no longer exists in the policy, and holds 2 objects of 'cables' until 23:00:04"
      #expect(run.error.contains(words), "\(command): \(run)")
    }
  }

  @Test(arguments: [
    "override end 1", "override end cables", "override end all", "override extend 1 --until 21:30",
    "override end 1 --apply",
  ])
  func asksWhoGuardsWhatItHolds(_ line: String) async throws {
    let scene = Self.scene()
    for _ in 1...2 {
      let run = scene.run(line)
      #expect(run.status == 4 && run.output.unwrapped.contains("asked"), "\(run)")
      #expect(run.output.contains("anna"), "\(run)")
      #expect(try scene.overrides().map(\.id) == ["1"])
    }
    scene.enforce()
    #expect(await scene.household.console.inspect { $0.sites[0].aclRules[0].isEnabled })
  }

  @Test func opensWithHerLeave() async throws {
    let scene = Self.scene()
    #expect(scene.run("override end 1").status == 4)
    let code = try #require(scene.codes()["anna"])
    let run = scene.run("approve 1", typing: [code])
    let words = run.output.unwrapped
    #expect(run.status == 0 && words.contains("lock 1 held 2 objects of 'cables', which 'wires' had before."), "\(run)")
    #expect(words.contains("now cables: on until") && !words.contains("nothing changes"), "\(run)")
    #expect(try scene.overrides().isEmpty)
    scene.enforce()
    #expect(await scene.household.console.inspect { !$0.sites[0].aclRules[0].isEnabled })
  }

  @Test func whatNobodyGuardsNeedsNobody() throws {
    let scene = Self.scene((", guard: {approve: anna}", ""))
    let run = scene.run("override end cables")
    let words = run.output.unwrapped
    #expect(run.status == 0 && words.contains("now cables: on until"), "\(run)")
    #expect(words.contains("reconcile apply") && !words.contains("nothing changes"), "\(run)")
  }

  /// More time does not lift a lock, and an override does not beat one that is about another target.
  @Test func nothingElseOpensIt() throws {
    let scene = Self.scene((", guard: {approve: anna}", ""))
    scene.edit("02:00–07:00", "22:00–07:00")
    let more = scene.run("more cables 30m")
    #expect(more.status == 4 && more.error.contains("cables: locked until 23:00:04 (lock 1 by emma)"), "\(more)")
    let idle = scene.run("override cables on --for 10m")
    #expect(idle.status == 4 && idle.error.contains("but lock 1 on 'wires' holds 2 objects of 'cables'"), "\(idle)")
    #expect(idle.error.contains("'reconcile override end 1' lifts it"), "\(idle)")
    let on = scene.run("override cables on --for 90m")
    let words = "lock 1 by emma, on 'wires', holds 2 objects of 'cables' until 23:00:04 all the same"
    #expect(on.status == 0 && on.output.unwrapped.contains(words), "\(on)")
  }
}
