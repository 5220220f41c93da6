import JSONTree
import Policies
import StateStore
import Testing

/// A policy with errors, by every command that has another format than text.
@Suite struct PolicyErrorsTests {
  private static let broken = "timezone: Nowhere\nsystems: {}\ntargets: {kids: {}}\npolicy: [kids off 7-8]\n"
  private static var world: TestWorld { TestWorld(files: ["policy.yaml": broken, "fine.yaml": MixedHousehold.file]) }

  static let lines = [
    "plan", "--dry-run", "drift", "apply", "explain", "next", "timeline", "test", "doctor", "trust gateway",
    "compare policy.yaml fine.yaml", "override kids off --for 1h",
  ]

  @Test(arguments: lines) func areJSONWhereThatIsAskedFor(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let run = Self.world.run(words + ["--format", "json"])
    // An apply says beside it what follows from that.
    let isSaid = line == "apply" ? run.error.hasPrefix("reconcile: nothing is enforced") : run.error.isEmpty
    #expect(run.status == 65 && isSaid, "\(run)")
    let json = try JSON(parsing: Array(run.output.utf8))
    #expect(json["formatVersion"] == .number("1"))
    let codes = json["diagnostics"]?.elements?.compactMap { $0["code"]?.string } ?? []
    #expect(codes.contains("timezone.unknown"))
    let text = Self.world.run(words)
    #expect(text.status == 65 && text.output.isEmpty && text.error.contains("[timezone.unknown]"))
  }

  /// Where the package looks, a new policy is what is missing; elsewhere it may be the path.
  @Test(arguments: [
    ("/etc/reconcile/policy.yaml", "hint: 'sudo reconcile init' makes a first one"),
    ("none.yaml", "hint: check the path"),
  ])
  func aPolicyThatIsNotThereIsMadeOrNamed(_ path: String, _ hint: String) {
    let run = TestWorld(files: [:]).run("validate", path)
    #expect(run.status == 65 && run.output.contains(hint), "\(run)")
  }

  /// Where runs follow another policy a first one would be a second.
  @Test(arguments: ["validate", "status", "doctor", "explain", "more kids 1h"])
  func aPolicyThatIsFollowedElsewhereIsNamed(_ line: String) throws {
    var world = TestWorld(files: ["/srv/our home.yaml": Self.broken])
    world.userName = "anna"
    let words = line.split(separator: " ").map(String.init)
    func hints() -> String {
      let run = world.run(words)
      return (run.output + run.error).unwrapped
    }
    #expect(hints().contains("hint: 'sudo reconcile init' makes a first one"))
    let followed = PolicyFile(path: "/srv/our home.yaml", owner: "x")
    try StateStore(writing: world.state.path, now: world.now).follow(followed, isSame: false, at: world.now)
    for _ in 0..<2 {
      #expect(hints().contains("runs follow '/srv/our home.yaml': add --policy '/srv/our home.yaml'"), "\(hints())")
      #expect(!hints().contains("init"))
    }
    // What is not there any more is no policy to follow.
    world.files["/srv/our home.yaml"] = nil
    #expect(hints().contains("'sudo reconcile init' makes a first one"))
  }

  /// YAML makes one scalar of a line and of a `-` line below that is indented further.
  @Test(arguments: [
    ("  - kids off sat\n    - kids off sun\n", "6:5"),
    ("  - kids off sat\n   - kids off sun\n  - kids off mon\n", "6:4"),
    ("  - do: kids off sat\n      - kids off sun\n", "6:7"), ("  - kids off sat\n    - tv off sun\n", "6:5"),
  ])
  func aLineThatIsIndentedTooFarIsToldSo(_ lines: String, _ place: String) {
    let policy = "timezone: Europe/Berlin\ntargets: {kids: {}}\n\npolicy:\n"
    let run = TestWorld(files: ["p.yaml": policy + lines]).run("validate", "p.yaml")
    let message = "this line is indented further than the '-' above, so it continues that sentence"
    #expect(run.status == 65 && run.output.contains("p.yaml:\(place): error: \(message)"), "\(run)")
    #expect(run.output.contains("hint: indent it exactly like the '-' above") && !run.output.contains("one state"))
  }

  @Test func aSentenceMayGoOnInTheNextLine() {
    let policy =
      "timezone: Europe/Berlin\ntargets: {kids: {}}\npolicy:\n  - kids off mon\n    - fri 21:00\n    - 07:00\n"
    let run = TestWorld(files: ["p.yaml": policy]).run("validate", "p.yaml")
    #expect(run.status == 0, "\(run)")
  }

  /// A plan that is named as a policy is told for what it is, and nothing else.
  @Test func aPlanIsNoPolicy() {
    let plan = #"{"document":"reconcile-plan","formatVersion":1,"policy":"p.yaml"}"# + "\n"
    let run = TestWorld(files: ["x.plan": plan]).run("apply", "x.plan")
    let said = run.output + run.error
    #expect(run.status == 65 && said.contains("'x.plan': this is a plan, not a policy"), "\(run)")
    #expect(said.contains("reconcile apply POLICY --plan x.plan") && !said.contains("timezone"), "\(run)")
  }

  @Test func bothFilesOfACompareAreInOneObject() throws {
    let run = Self.world.run("compare", "policy.yaml", "none.yaml", "--format", "json")
    let json = try JSON(parsing: Array(run.output.utf8))
    let codes = json["diagnostics"]?.elements?.compactMap { $0["code"]?.string } ?? []
    #expect(codes.contains("timezone.unknown") && codes.contains("policy.not-found"))
  }

  @Test(arguments: ["plan", "compare policy.yaml policy.yaml"]) func areMarkdownWhereThatIsAskedFor(_ line: String) {
    let run = Self.world.run(line.split(separator: " ").map(String.init) + ["--format", "markdown"])
    #expect(run.status == 65 && run.error.isEmpty)
    #expect(run.output.hasPrefix("### The policy has errors: `policy.yaml`\n\n- `policy.yaml:1:11`: error: "))
  }

  /// A result of its own follows, so that the errors are beside it.
  @Test func whereTheLastGoodPolicyIsAppliedTheyAreBesideTheResult() throws {
    var world = PretendHousehold().world()
    #expect(world.run("apply", "household.yaml").status == 0)
    world.files["household.yaml"] = Self.broken
    let run = world.run("apply", "household.yaml", "--format", "json")
    #expect(run.status == 65 && run.error.contains("[timezone.unknown]"))
    #expect(try JSON(parsing: Array(run.output.utf8))["command"]?.string == "apply")
    let refused = world.run("apply", "household.yaml", "--format", "json", "--no-last-good")
    #expect(refused.status == 65)
    #expect(try JSON(parsing: Array(refused.output.utf8))["diagnostics"] != nil)
  }
}
