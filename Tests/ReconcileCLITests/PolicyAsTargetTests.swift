import Testing

/// A policy whose name looks like that of a target.
@Suite struct PolicyAsTargetTests {
  /// It is never taken for the policy, also where there is no other: what a word means must not depend on which targets
  /// a file has. What to type is said, and works.
  @Test(arguments: ["next", "timeline", "explain"], ["house", "my house"])
  func theWayToSayItIsTold(_ command: String, _ name: String) {
    for other in [[:], ["policy.yaml": OverrideScene.policy], ["/etc/reconcile/policy.yaml": OverrideScene.policy]] {
      let world = TestWorld(files: ["\(name)/one.yaml": OverrideScene.policy].merging(other) { $1 })
      let run = world.run(command, name)
      let word = name == "house" ? "house" : "'my house'"
      #expect(run.status == 64 && run.output.isEmpty)
      #expect(
        run.error == "reconcile: '\(name)' is a policy, not a target\nhint: give it as --policy \(word)\n", "\(run)")
      #expect(world.run(command, "--policy", name).status == 0)
    }
  }

  @Test(arguments: ["next", "timeline", "explain"]) func aTargetOfThatNameIsMeant(_ command: String) {
    let world = TestWorld(files: ["kids/one.yaml": OverrideScene.policy, "policy.yaml": OverrideScene.policy])
    #expect(world.run(command, "kids").output == world.run(command, "kids", "--policy", "policy.yaml").output)
    #expect(world.run(command, "kids", "--policy", "kids").status == 0)
  }

  @Test func whereNothingIsThereThePolicyIsMissing() {
    let run = TestWorld().run("next", "house")
    #expect(run.error.contains("/etc/reconcile/policy.yaml"), "\(run)")
  }
}
