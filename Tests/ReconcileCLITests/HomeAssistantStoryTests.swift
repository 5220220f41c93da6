import Approvals
import CivilTime
import Foundation
import Simulator
import TestSupport
import Testing

@testable import ReconcileCLI

/// A house with a Home Assistant, as a family has it: all of the program over the pretend server.
@Suite struct HomeAssistantStoryTests {
  private static let token = "eyJ0b2tlbiI6MX0.c2VjcmV0LXRva2Vu.c2lnbmF0dXJl"
  private static let code = "471108"
  private static let policy = """
    timezone: Europe/Berlin
    systems: {ha: {kind: home-assistant, url: http://192.168.1.4:8123, token: {credential: ha-token}}}
    targets:
      console: {entities: [switch.game_console]}
      screens: {entities: [switch.tv_plug], otherwise: leave}
      lamps: {entities: ["light.*"], not: [light.hall]}
      front: {entities: [lock.front_door], may-unlock: true}
      shed: {entities: [lock.shed], may-unlock: true, code: {credential: shed-code}}
      garage: {entities: [cover.garage_door]}
    policy:
      - console off 20:00–07:00
      - lamps off 22:00–06:00
      - lock front, shed 22:00–06:00
      - unlock shed 20:30–21:30
      - garage closed 21:00–07:00

    """

  private struct House {
    let wire: FakeWire<HomeAssistant>
    var world: TestWorld

    init(code: String = HomeAssistantStoryTests.code, policy: String = HomeAssistantStoryTests.policy) {
      let start = Double(TestWorld().now.secondsSinceEpoch)
      var server = HomeAssistant.household(token: HomeAssistantStoryTests.token, at: start - 86_400)
      server["lock.shed"]?.manner = .needsCode(HomeAssistantStoryTests.code)
      server["cover.garage_door"]?.state = "open"
      // Its time stands still between requests.
      server["cover.garage_door"]?.manner = .immediate
      wire = FakeWire(server, basePath: "/api", clock: start)
      var household = PretendHousehold()
      household.others = ["192.168.1.4": wire]
      world = household.world(policy: policy)
      for (name, secret) in [("ha-token", HomeAssistantStoryTests.token), ("shed-code", code)] {
        world.files["/etc/reconcile/credentials/\(name)"] =
          WrittenSecret(secret, for: "http://192.168.1.4:8123", "home-assistant").file
      }
    }

    func state(_ id: String) async -> String? { await wire.inspect { $0[id]?.state } }
    var calls: Int { get async { await wire.inspect { $0.serviceCalls.count } } }
  }

  /// From a ban on nobody learns of a token whether it is right.
  @Test("doctor calls no token accepted by a server that has banned this machine") func aBan() async {
    let house = House()
    await house.wire.inspect { $0.bannedAddresses = ["127.0.0.1"] }
    let run = house.world.run("doctor", "--format", "json", "household.yaml")
    #expect(run.status == 77 && !run.output.contains("the token is accepted"), "\(run)")
    #expect(run.output.contains(#"{"check":"credential","status":"failed","code":"credential.banned""#), "\(run)")
    #expect(run.output.contains(#"{"check":"rights","status":"not-tried""#), "\(run)")
  }

  @Test("an evening: planned, done, held, overridden, put right") func anEvening() async {
    let house = House()
    let plan = house.world.run("plan", "household.yaml")
    #expect(plan.status == 0 && plan.output.contains("locked → unlocked  lock 'lock.shed'"), "\(plan)")
    #expect(await house.calls == 0)
    let applied = house.world.run("household.yaml")
    #expect(applied.status == 0, "\(applied)")
    let ids = ["switch.game_console", "lock.shed", "light.kids_room", "lock.front_door", "cover.garage_door"]
    var states: [String?] = []
    for id in ids { states.append(await house.state(id)) }
    #expect(states == ["off", "unlocked", "on", "locked", "closed"])
    let calls = await house.calls
    #expect(house.world.run("household.yaml").status == 0)
    #expect(await house.calls == calls, "the second run has nothing to do")
    // Somebody turns the console on again.
    await house.wire.inspect { $0["switch.game_console"]?.state = "on" }
    #expect(house.world.run("drift", "household.yaml").status == 2)
    #expect(house.world.run("override", "console", "on", "--for", "30m", "--policy", "household.yaml").status == 0)
    #expect(house.world.run("drift", "household.yaml").status == 0)
    #expect(house.world.run("override", "garage", "open", "--for", "30m", "--policy", "household.yaml").status == 64)
    #expect(house.world.run("override", "end", "all", "--policy", "household.yaml").status == 0)
    #expect(house.world.run("household.yaml").status == 0)
    #expect(await house.state("switch.game_console") == "off")
    let history = house.world.run("history").output
    #expect(history.contains("'lock.shed' locked → unlocked") && !history.contains("enabled"), "\(history)")
  }

  /// What `init` proposes turns nothing on that is off, and opens nothing, when it is used as the file says.
  @Test func whatInitProposesTurnsNothingOn() async throws {
    var house = House()
    // Tue 2026-11-24 12:00 +01:00.
    house.world.now = Instant(secondsSinceEpoch: 1_795_518_000)
    let run = house.world.run("init", "--home-assistant", "http://192.168.1.4:8123", "-o", "first.yaml")
    #expect(run.status == 0, "\(run)")
    let policy = try #require(house.world.created["first.yaml"])
    #expect(policy.contains("from 'targets:' and 'policy:' above"), "\(policy)")
    let lines = policy.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex(of: "#targets:"))
    let used = lines[start...].map {
      $0 == "#targets:" || $0 == "#policy:" || $0.hasPrefix("#  ") ? $0.dropFirst() : $0
    }
    house.world.files["first.yaml"] = (lines[..<start] + used).joined(separator: "\n")
    let validation = house.world.run("validate", "first.yaml")
    #expect(validation.status == 0 && !validation.output.contains("leave.stranded"), "\(validation)")
    let plan = house.world.run("plan", "first.yaml")
    #expect(plan.status == 0 && plan.output.contains("\n0 changes"), "\(plan)")
    #expect(plan.output.contains("switch.game_console") && plan.output.contains("lock.front_door"), "\(plan)")
  }

  /// `light.upstairs` is a group that `light.kids_room` is in, and the pattern fits both.
  @Test func aBedtimeOfAGroupAndItsMemberIsNoFailure() async {
    var house = House()
    house.world.now = house.world.now + 3600
    for _ in 1...2 {
      await house.wire.inspect { $0["light.kids_room"]?.state = "on" }
      let run = house.world.run("household.yaml")
      #expect(run.status == 0 && !run.output.contains("changed meanwhile"), "\(run)")
      #expect(await house.state("light.kids_room") == "off")
      #expect(house.world.run("status", "household.yaml").output.contains("lamps: the last run") == false)
      house.world.now = house.world.now + 60
    }
  }

  private static func evening(_ targets: String...) -> String {
    let names = targets.compactMap { $0.split(separator: ":").first }
    return """
      timezone: Europe/Berlin
      systems: {ha: {kind: home-assistant, url: http://192.168.1.4:8123, token: {credential: ha-token}}}
      targets:
      \(targets.map { "  \($0)" }.joined(separator: "\n"))
      policy:
      \(names.map { "  - \($0) off 20:00–07:00" }.joined(separator: "\n"))

      """
  }

  /// What no target names any more is read all the same, beside a few names as beside a pattern.
  @Test(arguments: ["switch.game_console", "\"switch.game_cons*\""])
  func whatIsNotNamedAnyMoreIsLeftBehind(_ other: String) async {
    let rest = "console: {entities: [\(other)]}"
    var house = House(policy: Self.evening("tv: {entities: [switch.tv_plug]}", rest))
    #expect(house.world.run("household.yaml").status == 0)
    #expect(await house.state("switch.tv_plug") == "off")
    house.world.files["household.yaml"] = Self.evening(rest)
    for _ in 1...3 {
      house.world.now = house.world.now + 60
      let run = house.world.run("household.yaml")
      #expect(run.status == 0 && run.output.unwrapped.contains("'switch.tv_plug' is still"), "\(run)")
      #expect(run.output.unwrapped.contains("'reconcile release tv --policy household.yaml'"), "\(run)")
    }
    let released = house.world.run("release", "tv", "--yes", "--policy", "household.yaml")
    #expect(released.status == 0, "\(released)")
    #expect(await house.state("switch.tv_plug") == "on")
    for _ in 1...2 { #expect(!house.world.run("household.yaml").output.contains("tv_plug")) }
  }

  /// Nothing opens a door in passing, so that it is never on the list of what can be released.
  @Test func aDoorIsNotLeftBehind() async {
    let policy = Self.evening("console: {entities: [switch.game_console]}", "front: {entities: [lock.front_door]}")
      .replacing("front off", with: "front locked")
    var house = House(policy: policy)
    await house.wire.inspect { $0["lock.front_door"]?.state = "unlocked" }
    #expect(house.world.run("household.yaml").status == 0)
    #expect(await house.state("lock.front_door") == "locked")
    house.world.files["new.yaml"] = Self.evening("console: {entities: [switch.game_console]}")
    let compared = house.world.run("compare", "household.yaml", "new.yaml").output.unwrapped
    #expect(compared.contains("what it has locked stays locked") && !compared.contains("release"), "\(compared)")
    house.world.files["household.yaml"] = house.world.files["new.yaml"]
    for _ in 1...2 {
      house.world.now = house.world.now + 60
      #expect(!house.world.run("household.yaml").output.contains("front"))
      let all = house.world.run("release", "--policy", "household.yaml")
      #expect(all.status == 0 && all.output.contains("Nothing is left behind."), "\(all)")
      let named = house.world.run("release", "front", "--yes", "--policy", "household.yaml")
      #expect(named.output.contains("Nothing called 'front' is left behind."), "\(named)")
    }
    #expect(await house.state("lock.front_door") == "locked")
    // Nor is one whose server is gone from the policy with it.
    house.world.files["household.yaml"] = """
      timezone: Europe/Berlin
      systems: {gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: unifi-api-key}}}
      targets: {kids: {acl-rules: ["Downtime-*"]}}
      policy: [kids off 21:00–07:00]

      """
    let gone = house.world.run("household.yaml").output
    #expect(gone.contains("game_console") && !gone.contains("front"), "\(gone)")
  }

  /// Where nobody measures whether a door is locked, nothing says that it was verified, nor that it just is.
  @Test func anAssumedStateIsNotVerified() async {
    let policy = Self.evening("front: {entities: [lock.front_door]}").replacing("front off", with: "front locked")
    var house = House(policy: policy)
    await house.wire.inspect { server in
      server["lock.front_door"]?.assumedState = true
      server["lock.front_door"]?.state = "unlocked"
    }
    let sent = house.world.run(
      "--notify-command", "/bin/tell", "--notify-format", "text", "household.yaml")
    #expect(sent.status == 0 && !sent.output.contains("verified") && !sent.output.contains("done"), "\(sent)")
    #expect(sent.output.unwrapped.contains("'lock.front_door', sent, not confirmed"), "\(sent)")
    #expect(house.world.told.entries == ["front locked until Sat 07:00, not confirmed\ntimes of Europe/Berlin\n"])
    for _ in 1...2 {
      house.world.now = house.world.now + 60
      let later = house.world.run("household.yaml")
      #expect(
        later.status == 0 && later.output.unwrapped.contains("its state is assumed: its device reports none"),
        "\(later)")
    }
    house.world.files["household.yaml"] =
      policy.replacing(
        "targets:\n", with: "targets:\n  console: {entities: [switch.game_console]}\n")
      + "  - console off 20:00–07:00\n"
    await house.wire.inspect { $0["lock.front_door"]?.state = "unlocked" }
    let both = house.world.run("household.yaml").output.unwrapped
    #expect(both.contains("1 applied and verified, 1 sent, not confirmed."), "\(both)")
  }

  @Test func aJammedDoorIsToldOfWhileItsServerCannotBeRead() async {
    let policy = Self.evening("front: {entities: [lock.front_door]}").replacing("front off", with: "front locked")
    var house = House(policy: policy)
    await house.wire.inspect { server in
      server["lock.front_door"]?.manner = .jams
      server["lock.front_door"]?.state = "unlocked"
    }
    #expect(house.world.run("household.yaml").status == 3)
    #expect(house.world.run("status", "household.yaml").output.unwrapped.contains("front: stuck; 1 attempt"))
    await house.wire.inspect { $0.revoke(Self.token) }
    for _ in 1...2 {
      house.world.now = house.world.now + 60
      #expect(house.world.run("household.yaml").status != 0)
      let status = house.world.run("status", "household.yaml")
      #expect(status.status == 3 && status.output.unwrapped.contains("front: stuck; 1 attempt"), "\(status)")
    }
  }

  /// A cover is only ever closed, and more of a door is not its being locked.
  @Test(arguments: [
    ("lock garage --for 1h", "garage closed until 22:00:04"), ("lock shed --for 1h", "shed locked until 22:00:04"),
    ("lock console --for 1h", "console locked, off until 22:00:04"),
    ("more front 30m", "hint: for example: reconcile override front unlocked --for 30m"),
    ("override front --for 30m", "hint: for example: reconcile override front unlocked --for 30m"),
    ("override garage 30m", "hint: for example: reconcile override garage closed --for 30m"),
    ("more garage 30m", "hint: write 'may-open: true' in the target 'garage' to permit it"),
  ]) func eachKindHasItsOwnWords(_ line: String, _ says: String) {
    let house = House()
    let words = line.split(separator: " ").map(String.init) + ["--policy", "household.yaml"]
    for _ in 1...2 {
      let run = house.world.run(words)
      #expect((run.output + run.error).unwrapped.contains(says), "\(run)")
    }
  }

  /// Long before the night in which it is needed.
  @Test("a code that cannot be sent is told by whatever looks") func codeIsMissing() {
    var house = House()
    let place = "/etc/reconcile/credentials/shed-code"
    let says = "its code cannot be sent: "
    for words in [["plan"], ["doctor"]] {
      #expect(!(house.world.run(words + ["household.yaml"]).output).unwrapped.contains(says))
    }
    for file in [nil, WrittenSecret(Self.code, for: "http://192.168.1.5:8123").file] {
      house.world.files[place] = file
      for words in [["plan"], ["doctor"], ["plan", "--format", "json"]] {
        let run = house.world.run(words + ["household.yaml"])
        #expect(run.output.unwrapped.contains(says), "\(run)")
        #expect((run.status != 0) == (words == ["doctor"]), "\(run)")
      }
    }
  }

  /// A code is told to whatever drives the lock, as a token must not be.
  @Test("no token is sent as the code of a lock", arguments: [token, String(repeating: "7", count: 65)])
  func noTokenIsACode(_ secret: String) async {
    let house = House(code: secret)
    let applied = house.world.run("household.yaml")
    #expect(applied.status == 3 && applied.output.contains("put the code into a file of its own"), "\(applied)")
    #expect(await house.state("lock.shed") == "locked")
    #expect(await house.state("switch.game_console") == "off")
  }

  /// The console is in the group of screens: an edit that names the one beside the other switches neither.
  @Test(
    "a member of a group is not switched by two targets",
    arguments: [("switch.game_console", "group.screens"), ("group.screens", "switch.game_console")], [false, true])
  func aMemberBelongsToOneTarget(_ entities: (first: String, second: String), isGuarded: Bool) async {
    let hold = isGuarded ? ", guard: {approve: anna, edits: true}" : ""
    let before = """
      timezone: Europe/Berlin
      people: {anna: {}}
      systems: {ha: {kind: home-assistant, url: http://192.168.1.4:8123, token: {credential: ha-token}}}
      targets:
        den: {entities: [\(entities.first)]\(hold)}
      policy:
        - den off 20:00–07:00

      """
    var house = House(policy: before)
    house.world.boot = BootMoment(boot: "first", seconds: 5_000)
    #expect(house.world.run("household.yaml").status == 0)
    #expect(await house.state("switch.game_console") == "off")
    let calls = await house.calls
    house.world.files["household.yaml"] =
      before
      .replacing("policy:\n", with: "  attic: {entities: [\(entities.second)]}\npolicy:\n")
      + "  - attic on 20:00–07:00\n"
    for words in [[], ["--target", "attic"], ["--target", "den"], []] {
      house.world.now = house.world.now + 60
      house.world.boot?.seconds += 60
      let run = house.world.run(["apply", "household.yaml"] + words)
      #expect(run.status == (isGuarded && words.last == "den" ? 0 : 3), "\(run)")
      let told =
        isGuarded
        ? "'switch.game_console' belongs to 'den'" : "'switch.game_console' is switched by 'den' and 'attic'"
      #expect(run.output.unwrapped.contains(told) == (run.status == 3), "\(run)")
    }
    #expect(await house.calls == calls, "nothing is switched to and fro")
    #expect(await house.state("switch.game_console") == "off")
  }

  @Test("neither the token nor a code is seen anywhere", arguments: [code, "000000"])
  func secretsAreNotSeen(_ code: String) async throws {
    for (isNew, works) in [(true, true), (false, true), (false, false)] {
      let house = House(code: code)
      await house.wire.inspect { server in
        server.generation = isNew ? .new : .current
        if !works { server.revoke(Self.token) }
      }
      var seen = ""
      for line in [
        "plan -v", "plan --format json", "apply -v", "apply --format json -v", "apply --format markdown", "drift -v",
        "doctor -v", "doctor --format json", "explain", "history --format json", "history",
      ] {
        let words = line.split(separator: " ").map(String.init)
        let run = house.world.run(words + (line.hasPrefix("history") || line == "explain" ? [] : ["household.yaml"]))
        seen += run.output + run.error
      }
      seen += house.world.diary.entries.joined()
      for file in try FileManager.default.contentsOfDirectory(atPath: house.world.state.path) {
        let path = house.world.state.path + "/" + file
        seen += String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
      }
      #expect(seen.count > 2000)
      #expect(!seen.contains(Self.token) && !seen.contains("c2VjcmV0LXRva2Vu") && !seen.contains(code))
    }
  }

  @Test("a refused token is asked for once, until it is another one") func isAskedOnce() async {
    var house = House()
    await house.wire.inspect { $0.revoke(Self.token) }
    #expect(house.world.run("household.yaml").status == 77)
    let asked = await house.wire.log.count
    #expect(asked == 1)
    for seconds in [60, 3600, 86_400, 40 * 86_400] as [Int64] {
      house.world.now = TestWorld().now + seconds
      let run = house.world.run("household.yaml")
      let said = run.output.unwrapped
      #expect(run.status == 75 && said.contains("left alone since ") && said.contains(": the server refused"), "\(run)")
      #expect(said.contains("tries once more") && !said.contains("lock this machine out"), "\(run)")
      #expect(house.world.run("status", "household.yaml").output.unwrapped.contains(": the server refused the token"))
    }
    #expect(await house.wire.log.count == asked)
    let other = Self.token.replacing("c2lnbmF0dXJl", with: "b3RoZXI")
    house.world.files["/etc/reconcile/credentials/ha-token"] =
      WrittenSecret(other, for: "http://192.168.1.4:8123", "home-assistant").file
    await house.wire.inspect { $0.users.append(HomeAssistantUser(token: other, kind: .user)) }
    #expect(house.world.run("household.yaml").status == 0)
  }

  /// Each refusal brings this machine nearer to a ban. Whoever looks on may ask, and so may anybody with another token.
  @Test("the doctor asks with a refused token only in a terminal") func theDoctorAsksOnce() async {
    var house = House()
    await house.wire.inspect { $0.revoke(Self.token) }
    #expect(house.world.run("household.yaml").status == 77)
    func asked() async -> Int { await house.wire.log.count { $0.target != "/api/" } }
    #expect(await asked() == 1)
    for _ in 1...3 {
      let run = house.world.run("doctor", "household.yaml")
      #expect(run.status == 75 && run.output.unwrapped.contains(": the server refused the token"), "\(run)")
      // It was only knocked at: whether the API answers is not known.
      #expect(!run.output.contains("✓ api") && run.output.unwrapped.contains("not checked: api, "), "\(run)")
    }
    #expect(await asked() == 1)
    house.world.isAtTerminal = true
    #expect(house.world.run("doctor", "household.yaml").status == 77)
    #expect(await asked() == 2)
    house.world.isAtTerminal = false
    let other = Self.token.replacing("c2lnbmF0dXJl", with: "b3RoZXI")
    house.world.files["/etc/reconcile/credentials/ha-token"] =
      WrittenSecret(other, for: "http://192.168.1.4:8123", "home-assistant").file
    #expect(house.world.run("doctor", "household.yaml").status == 77)
    #expect(await asked() == 3, "another token is asked with")
  }
}
