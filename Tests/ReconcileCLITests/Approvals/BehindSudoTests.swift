import Testing

@testable import ReconcileCLI

/// What somebody can make of the lines of sudo that docs/requests.md proposes.
@Suite struct BehindSudoTests {
  private static let policy = """
    timezone: Europe/Berlin
    systems:
      gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: unifi-api-key}}
    targets:
      TARGET: {system: gateway, acl-rules: ["Downtime-*"]}
    policy:
      - TARGET off 21:00–07:00

    """

  private static func policy(about target: String) -> String { policy.replacing("TARGET", with: target) }

  /// A world in which root runs the program for emma, where nothing is enforced yet.
  private static func world(_ variables: [String: String] = [:]) -> TestWorld {
    var world = TestWorld(files: [
      "/etc/reconcile/policy.yaml": policy(about: "installed"), "policy.yaml": policy(about: "here"),
      "/home/emma/policy.yaml": policy(about: "elsewhere"),
    ])
    world.runningUser = 0
    world.variables = variables.merging(["SUDO_USER": "emma"]) { $1 }
    return world
  }

  /// The policy is the machine's, whatever is in the folder and is in variables.
  @Test(arguments: [
    "ask nobody on --for 5m", "ask nobody --more 5m", "lock nobody --for 5m",
  ])
  func hasNoSayInThePolicy(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    for variables in [[:], ["RECONCILE_POLICY": "/home/emma/policy.yaml"]] {
      let outcome = Self.world(variables).run(words)
      #expect(outcome.status == 64 && outcome.error.contains("the targets are installed"), "\(outcome)")
    }
    // Root alone is asked for the one that is here.
    var world = Self.world()
    world.variables["SUDO_USER"] = "root"
    #expect(world.run(words).error.contains("the targets are here"))
  }

  /// `ask *` and `lock *` of sudo fit one word with a space in it as well, whatever stands after it.
  @Test(arguments: ["ask x.yaml", "lock x.yaml", "ask ", "ask\tx.yaml", "ask kids on", "plan b.yaml", "cancel x.yaml"])
  func oneWordIsNoPolicy(_ word: String) {
    var world = TestWorld(files: [word: Self.policy(about: "kids"), "./" + word: Self.policy(about: "kids")])
    for more in [[], ["--notify-command", "/home/emma/evil"], ["--dry-run"], ["--state", "/tmp/x"]] {
      let outcome = world.run([word] + more)
      #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.error.contains("is one word") || outcome.error.contains("does not belong"), "\(outcome)")
    }
    world.household = PretendHousehold()
    let named = world.run("--dry-run", "./" + word)
    #expect(!named.error.contains("one word"), "what is named as a path is the policy: \(named)")
  }

  @Test(arguments: ["lock kids --for 5m --apply", "approve 1 --apply"]) func enforcesNothing(_ line: String) {
    let outcome = Self.world().run(line.split(separator: " ").map(String.init))
    #expect(outcome.status == 64 && outcome.error.contains("'--apply' cannot be used through sudo"), "\(outcome)")
  }

  @Test func whatToRunNextNeedsSudoAsWell() throws {
    var world = Self.world()
    world.variables["STATE_DIRECTORY"] = world.state.path
    let outcome = world.run("override", "here", "on", "--for", "5m")
    #expect(outcome.output.unwrapped.contains("Run 'sudo reconcile apply' now."), "\(outcome)")
  }

  @Test func whatShowsTheAnswerNeedsSudoAsWell() {
    for (user, words) in [("emma", "'sudo reconcile requests' shows"), ("root", "'reconcile requests' shows")] {
      let scene = RequestScene()
      var world = scene.world(as: user)
      world.runningUser = 0
      world.variables["SUDO_USER"] = user
      let outcome = world.run("override", "kids", "on", "--for", "30m")
      #expect(outcome.status == 4 && outcome.output.unwrapped.contains(words), "\(outcome)")
    }
  }

  @Test func takingBackNeedsSudoAsWell() {
    let names = ["one", "two", "three", "four"]
    let targets = names.map { "  \($0): {acl-rules: [\($0)], guard: {approve: anna}}" }.joined(separator: "\n")
    var world = RequestScene().world()
    world.files["/etc/reconcile/policy.yaml"] = """
      timezone: UTC
      people: {anna: {}}
      systems: {gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: unifi-api-key}}}
      targets:
      \(targets)
      policy: [\(names.map { "\($0) off" }.joined(separator: ", "))]

      """
    for (user, words) in [("emma", "'sudo reconcile cancel 1' takes"), ("root", "'reconcile cancel 1' takes")] {
      world.runningUser = 0
      (world.userName, world.variables["SUDO_USER"], world.variables["RECONCILE_POLICY"]) = (user, user, nil)
      let outcomes = names.map { world.run("ask", $0, "on", "--for", "5m") }
      #expect(outcomes.map(\.status) == [0, 0, 0, 4], "\(outcomes)")
      #expect(outcomes[3].error.contains(words), "\(outcomes[3])")
    }
  }

  /// Who may run single commands alone is refused `apply`, and `requests` with more words than the lines of sudo have.
  @Test func nothingIsProposedThatSudoRefuses() {
    for (user, mayApply) in [("emma", false), ("ben", true), ("root", true)] {
      let scene = RequestScene()
      var world = scene.world(as: user)
      world.runningUser = 0
      world.variables["SUDO_USER"] = user
      world.files["/etc/reconcile/policy.yaml"] = RequestScene.policy
      let locked = world.run("lock", "kids", "--for", "30m")
      #expect(locked.status == 0 && locked.output.contains("reconcile apply") == mayApply, "\(locked)")
      let asked = world.run("more", "phone", "30m", "--policy", "household.yaml")
      #expect(asked.status == 4 && asked.output.contains("reconcile apply") == mayApply, "\(asked)")
      let requests = user == "root" ? "'reconcile requests --policy household.yaml'" : "'sudo reconcile requests'"
      #expect(asked.output.unwrapped.contains(requests + " shows"), "\(asked)")
    }
  }

  @Test func asksForNobodyElse() {
    let outcome = Self.world().run("ask", "installed", "on", "--for", "5m", "--as", "ben")
    #expect(outcome.status == 64 && outcome.error.contains("only root may use --as ben"), "\(outcome)")
  }
}
