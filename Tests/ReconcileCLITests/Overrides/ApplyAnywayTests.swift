import Simulator
import TestSupport
import Testing

/// Who wants something applied at once and has it already gets the apply: it may be all that is missing.
@Suite struct ApplyAnywayTests {
  private static let policy = """
    timezone: Europe/Berlin
    systems:
      gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: unifi-api-key}}
      pihole: {kind: pihole, url: http://192.168.1.2, password: {credential: pihole-password}}
    targets:
      kids: {acl-rules: ["Downtime-*"]}
      tv: {acl-rules: [Allow-Printer]}
      both: {targets: [kids, tv]}
    policy:
      - kids off 02:00–07:00

    """

  private static func isRuleOn(_ scene: RequestScene) async -> Bool {
    await scene.household.console.inspect { $0.sites[0].aclRules[0].isEnabled }
  }

  /// After a lock of five minutes that was tried by hand, with nothing that runs by itself.
  private static func tried() async -> RequestScene {
    let scene = RequestScene(policy: policy)
    #expect(scene.run("lock kids --for 5m --apply").status == 0)
    #expect(await isRuleOn(scene))
    scene.pass(360)
    return scene
  }

  @Test(arguments: ["override end kids --apply", "override end 1 --apply", "override end kids, 1 --apply"])
  func whatHasEndedIsApplied(_ line: String) async {
    let scene = await Self.tried()
    for round in 1...2 {
      let run = scene.run(line)
      #expect(run.status == 0, "\(run)")
      #expect(round == 2 || run.error.contains("ended") && run.output.contains("Downtime-KidsRoom"), "\(run)")
      #expect(await !Self.isRuleOn(scene))
      scene.pass(60)
    }
  }

  @Test func withoutItsApplyTheHintNamesIt() async {
    let scene = await Self.tried()
    let run = scene.run("override end kids")
    let words = "no override is for 'kids' any more: lock 1 ended at 21:05:04\nhint: 'reconcile apply' brings about"
    #expect(run.status == 1 && run.error.contains(words), "\(run)")
    #expect(await Self.isRuleOn(scene))
    scene.enforce()
    let after = scene.run("override end kids")
    let shows = "no override is for 'kids'\nhint: 'reconcile override list' shows them"
    #expect(after.status == 1 && after.error.contains(shows), "\(after)")
  }

  /// What was not meant, or has yet to end, is not applied for something else.
  @Test(arguments: [
    "override end kidz --apply", "override end 7 --apply", "override end kids, 2 --apply", "override end kids --apply",
  ])
  func whatCannotEndIsNotApplied(_ line: String) async {
    let scene = await Self.tried()
    if line.contains("2") || line.contains("kids -") {
      #expect(scene.run("override both on --from 23:00 --until 03:00").status == 0)
    }
    let run = scene.run(line)
    #expect(run.status == 1, "\(run)")
    #expect(await Self.isRuleOn(scene))
  }

  @Test func anOverrideThatIsThereIsApplied() async {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    #expect(scene.run("override pihole paused --for 5m").status == 0)
    #expect(scene.run("override pihole paused --for 5m").status == 4)
    for _ in 1...2 {
      let run = scene.run("override pihole paused --for 5m --apply")
      #expect(run.status == 0 && run.error.contains("anyway"), "\(run)")
      #expect(await scene.household.pihole.inspect { !$0.blocking.isActive })
    }
  }
}
