import Simulator
import TestSupport
import Testing

/// A household whose policy names something of every kind: what a run prints, what it asks, and what it moves.
@Suite struct WholeHouseTests {
  @Test func aWholeDay() async throws {
    let house = WholeHouse()
    let world = house.world()
    let before = await house.state()
    try Golden.check(world.run("validate", "household.yaml").output, "house/0-validate.txt")
    let plan = world.run("--dry-run", "household.yaml")
    #expect(plan.status == 0 && plan.error.isEmpty)
    try Golden.check(plan.output, "house/1-plan.txt")
    try Golden.check(world.run("plan", "--format", "json", "household.yaml").output, "house/1-plan.json")
    #expect(await house.systems.writes.isEmpty, "a dry run writes nothing")

    await house.systems.forgetRequests()
    let apply = world.run("household.yaml")
    #expect(apply.status == 0, "\(apply)")
    try Golden.check(apply.output, "house/2-apply.txt")
    try Golden.check(await house.systems.requests.joined(separator: "\n") + "\n", "house/2-requests.txt")
    let after = await house.state()
    #expect(after.foreign == before.foreign, "what the policy does not name is as it was")
    #expect(!after.isBlocking)

    await house.systems.forgetRequests()
    let again = world.run("household.yaml")
    #expect(again.status == 0)
    try Golden.check(again.output, "house/3-again.txt")
    #expect(await house.systems.writes.isEmpty)
    try Golden.check(await house.systems.requests.sorted().joined(separator: "\n") + "\n", "house/3-requests.txt")
    #expect(await house.state() == after)
    #expect(await house.systems.seatsTaken == 0)
  }

  // MARK: By hand

  @Test func whatIsChangedByHandIsSeenAndPutRight() async throws {
    let house = WholeHouse()
    let world = house.world()
    #expect(world.run("household.yaml").status == 0)
    let wanted = await house.state()
    await house.systems.console.inspect { console in
      for words in [["rules", "Downtime-iPad"], ["policies", "Guest internet"], ["wifi", "Kids"]] {
        _ = console.perform(words + ["toggle"], seconds: nil, at: 0)
      }
    }
    await house.systems.pihole.inspect { pihole in
      let now = pihole.startedAt + 3700
      for words in [
        ["groups", "no-youtube"], ["lists", "block", "https://lists.example/advertising.txt"],
        ["domains", "deny", "exact", "youtube.com"],
      ] {
        _ = pihole.perform(words + ["toggle"], seconds: nil, at: now)
      }
      _ = pihole.perform(["blocking", "resume"], seconds: nil, at: now)
    }
    let drift = world.run("drift", "household.yaml")
    #expect(drift.status == 2)
    try Golden.check(drift.output, "house/4-drift.txt")
    #expect(world.run("household.yaml").status == 0)
    #expect(await house.state() == wanted)
    #expect(world.run("drift", "household.yaml").status == 0)
  }

  // MARK: Meanwhile

  struct Meanwhile: Sendable, CustomTestStringConvertible {
    /// The file of the expected output.
    var testDescription: String
    var status: Int32
    /// What is different before, or comes to pass between the plan and a write.
    var change: @Sendable (PretendHousehold) async -> Void
    /// Whether the next run, undisturbed, finds all in order.
    var heals = true
    /// A group that is deleted leaves the rows that belonged to it without it.
    var takesMoreAlong: Bool { testDescription == "6-group-deleted" }
  }

  static let meanwhile: [Meanwhile] = [
    Meanwhile(
      testDescription: "5-policy-deleted", status: 3,
      change: { household in
        await household.console.beforeNext({ $0.method == "PUT" && $0.target.contains("policies") }) {
          _ = $0.perform(["policies", "Guest internet", "delete"], seconds: nil, at: 0)
        }
      }, heals: false),
    Meanwhile(
      testDescription: "5-policy-deleted-before-it-is-read", status: 3,
      change: { household in
        await household.console.beforeNext({ $0.target.hasSuffix("9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e30") }) {
          _ = $0.perform(["policies", "Guest internet", "delete"], seconds: nil, at: 0)
        }
      }, heals: false),
    Meanwhile(
      testDescription: "6-group-deleted", status: 3,
      change: { household in
        await household.pihole.beforeNext({ $0.target.hasSuffix("/groups/no-youtube") }) { pihole in
          _ = pihole.gravity.delete([("no-youtube", .group)], at: pihole.startedAt + 3700)
        }
      }, heals: false),
    Meanwhile(testDescription: "7-locked-for-writing", status: 3) { household in
      await household.pihole.inspect { $0.lock = GravityLock(.write) }
    },
    Meanwhile(testDescription: "7-locked-for-a-moment", status: 0) { household in
      await household.pihole.beforeNext({ $0.method == "PUT" }) { $0.lock = GravityLock(.write, .requests(3)) }
    },
    Meanwhile(testDescription: "7-locked-for-all", status: 3) { household in
      await household.pihole.inspect { $0.lock = GravityLock(.exclusive) }
    },
    Meanwhile(testDescription: "7-database-gone", status: 3) { household in
      await household.pihole.inspect { $0.databaseIsGone = true }
    },
    Meanwhile(
      testDescription: "8-version-10-1-68", status: 3,
      change: { household in
        await household.console.inspect { $0.version = "10.1.68" }
      }, heals: false),
    Meanwhile(
      testDescription: "9-no-zone-firewall", status: 3,
      change: { household in
        await household.console.inspect { $0.hidesZoneFirewall = true }
      }, heals: false),
    Meanwhile(
      testDescription: "10-policy-without-id", status: 3,
      change: { household in
        await household.console.inspect {
          _ = $0.perform(["policies", "Guest internet", "hide-id"], seconds: nil, at: 0)
        }
      }, heals: false),
    Meanwhile(
      testDescription: "11-two-of-one-name", status: 3,
      change: { household in
        await household.console.inspect { $0.addNamesake() }
      }, heals: false),
    Meanwhile(
      testDescription: "12-no-acl-rules", status: 3,
      change: { household in
        await household.console.inspect { $0.sites[0].aclRules = [] }
      }, heals: false),
    Meanwhile(testDescription: "13-view-only-key", status: 77) { household in
      await household.console.inspect { _ = $0.perform(["mode", "view-only", "on"], seconds: nil, at: 0) }
    },
    Meanwhile(
      testDescription: "14-entry-of-somebody-else", status: 3,
      change: { household in
        await household.pihole.inspect { pihole in
          let now = pihole.startedAt
          _ = try? pihole.gravity.insert("youtube.com", in: .domain(.deny, .exact), comment: "by hand", at: now)
        }
      }, heals: false),
  ]

  @Test(arguments: meanwhile) func whatIsFoundIsSaidAndNothingElseIsTouched(_ example: Meanwhile) async throws {
    let house = WholeHouse()
    let world = house.world()
    await example.change(house.systems)
    let before = await house.state()
    let run = world.run("household.yaml")
    try Golden.check(run.output + run.error, "house/\(example.testDescription).txt")
    #expect(run.status == example.status)
    let after = await house.state()
    #expect(example.takesMoreAlong || after.foreign == before.foreign)
    #expect(await house.systems.seatsTaken == 0)
    for secret in await house.secrets() { #expect(!(run.output + run.error).contains(secret)) }
    guard example.heals else { return }
    await house.systems.console.inspect { _ = $0.perform(["mode", "view-only", "off"], seconds: nil, at: 0) }
    await house.systems.pihole.inspect {
      $0.lock = nil
      $0.databaseIsGone = false
    }
    // With a state of its own: a system that refused a key is left alone for a minute.
    #expect(house.world().run("household.yaml").status == 0)
    let undisturbed = WholeHouse()
    #expect(undisturbed.world().run("household.yaml").status == 0)
    #expect(await house.state() == undisturbed.state())
  }

  /// A lock asks for no peace: it passes by itself, and every run looks whether it has.
  @Test func whatIsLockedAsAWholeIsTriedAgainAtOnce() async throws {
    let house = WholeHouse()
    let world = house.world(
      """
      timezone: Europe/Berlin
      systems:
        pihole: {kind: pihole, url: http://192.168.1.2, password: {credential: pihole-password}}
      targets:
        homework: {groups: [no-youtube], when-off: enabled}
      policy:
        - homework off
      """)
    await house.systems.pihole.inspect { $0.lock = GravityLock(.exclusive) }
    for _ in 1...2 {
      await house.systems.forgetRequests()
      let run = world.run("household.yaml")
      #expect(run.status == 75 && run.output.contains("another program keeps the Pi-hole's database locked"), "\(run)")
      #expect(await !house.systems.requests.isEmpty)
    }
    await house.systems.pihole.inspect {
      $0.lock = nil
      $0.databaseIsGone = true
    }
    let gone = world.run("household.yaml")
    #expect(gone.status == 69 && gone.output.contains("pihole -g") && !gone.output.contains("update of gravity"))
    await house.systems.pihole.inspect { $0.databaseIsGone = false }
    #expect(world.run("household.yaml").status == 0)
  }

  /// What the doctor says of the same: of each system the targets, with what to do.
  @Test(arguments: meanwhile.filter { ["8-", "9-", "10", "11", "12", "14"].contains($0.testDescription.prefix(2)) })
  func theDoctorSaysWhatToDo(_ example: Meanwhile) async throws {
    let house = WholeHouse()
    await example.change(house.systems)
    let run = house.world().run("doctor", "household.yaml")
    #expect(run.status == 3)
    try Golden.check(run.output, "house/doctor-\(example.testDescription).txt")
    #expect(await house.systems.writes.isEmpty)
    #expect(await house.systems.seatsTaken == 0)
  }

  // MARK: An edit

  @Test func anEntryThatIsNamedNoMoreIsRemoved() async throws {
    let house = WholeHouse()
    var world = house.world()
    #expect(world.run("household.yaml").status == 0)
    let before = await house.state()
    let edited = WholeHouse.policy.replacing(#", 'regex:(^|\.)ytimg\.com$'"#, with: "")
    #expect(edited != WholeHouse.policy)
    // A state that has not seen the entry leaves it alone.
    let strange = house.world(edited).run("household.yaml")
    #expect(strange.status == 0 && strange.output.contains("state does not know"), "\(strange)")
    #expect(await house.state() == before)
    world.files["household.yaml"] = edited
    let run = world.run("household.yaml")
    #expect(run.status == 0)
    try Golden.check(run.output, "house/15-pruned.txt")
    var wanted = before
    wanted.rows[#"(^|\.)ytimg\.com$"#] = nil
    #expect(await house.state() == wanted, "that entry alone")
    #expect(house.world(edited).run("drift", "household.yaml").status == 0)
  }

  // MARK: Requests

  /// Entries need the groups that they belong to, and nothing of the clients in them.
  @Test(
    arguments: [
      ("domains: {deny: [youtube.com], groups: [kids]}", ["/domains", "/groups"]),
      ("groups: [kids], when-off: enabled", ["/clients", "/groups"]),
      (#"lists: ["https://lists.example/needed.txt"], when-off: enabled"#, ["/lists"]),
    ])
  func onlyWhatIsNeededIsRead(_ selector: String, _ tables: [String]) async {
    let policy = """
      timezone: Europe/Berlin
      systems: {pihole: {kind: pihole, url: "http://192.168.1.2", password: {credential: pihole-password}}}
      targets: {it: {\(selector)}}
      policy: [it off]
      """
    for command in ["plan", "apply", "doctor"] {
      let house = WholeHouse()
      #expect(house.world(policy).run(command, "household.yaml").status == 0)
      let requests = await house.systems.requests.filter { $0.hasPrefix("GET /api/") }
      let asked = Set(requests.map { String($0.dropFirst("GET /api".count).prefix { $0 != "?" }) })
      let known: Set = ["/clients", "/domains", "/groups", "/lists", "/dns/blocking"]
      #expect(asked.intersection(known) == Set(tables), "\(command): \(requests)")
    }
  }
}

extension UniFiConsole {
  /// A second policy with the name of one, between other zones.
  fileprivate mutating func addNamesake() {
    guard let firewall = sites[0].zoneFirewall,
      var twin = firewall.policies.first(where: { $0.name == "Guest internet" })
    else { return }
    twin.id = "9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2eff"
    twin.index = 0
    twin.settings["source"] = firewall.policies.first { $0.name == "Kids no games" }?.settings["source"]
    sites[0].zoneFirewall?.add(twin)
  }
}
