import CivilTime
import HTTPTransport
import Simulator
import TestSupport
import Testing

@testable import ReconcileCLI

/// A door that is kept locked, and is unlocked at a time: what the run that does it says of it.
@Suite struct DoorActionTests {
  private struct House {
    var world: TestWorld
    let door: FakeWire<EasyControl>

    /// `systems` are passes of one server, which are all paired.
    init(
      allowing entities: [String] = ["lock.front_door"], policy: String, pairing systems: [String] = ["door"],
      days: Int = 90
    ) throws {
      let start = Double(TestWorld().now.secondsSinceEpoch)
      var server = EasyControl(
        .v2,
        entities: [
          "lock.front_door": EasyControl.Entity("Front door", state: "locked"),
          "lock.back_door": EasyControl.Entity("Back door", state: "locked"),
          "light.porch": EasyControl.Entity("Porch", state: "off"),
        ])
      let codes = systems.map { _ in
        server.makePass(for: entities, seconds: days * 86_400, needsApproval: false, at: start).code
      }
      door = FakeWire(server, basePath: "/api/easy_control", clock: start)
      world = PretendHousehold().world(policy: policy)
      world.household?.others = ["192.168.1.9": door]
      world.writable = ["/etc/reconcile/credentials"]
      for (system, code) in zip(systems, codes) {
        world.typed = [code]
        let paired = world.run("pair", system, "--policy", "household.yaml")
        try #require(paired.status == 0, "\(paired)")
        let place = "/etc/reconcile/credentials/\(system)-pairing"
        let secret: String = try #require(world.kept[place])
        world.files[place] = secret
      }
    }

    /// Runs the program at `time` of the evening of 2026-11-20, in seconds after 21:00.
    mutating func run(at seconds: Int64, _ arguments: String...) -> TestWorld.Outcome {
      world.now = Instant(secondsSinceEpoch: 1_795_204_800 + seconds)
      return world.run(arguments + ["household.yaml"])
    }

    var state: String { get async { await door.inspect { $0.entities["lock.front_door"]?.state ?? "" } } }
  }

  private static func policy(_ hours: String, _ limits: String = "") -> String {
    """
    timezone: Europe/Berlin
    \(limits)
    systems: {door: {kind: easy-control, url: http://192.168.1.9:8123, pairing: {credential: door-pairing}}}
    targets:
      front: {system: door, entities: [lock.front_door]}
      gate: {system: door, action: door.unlock, may-unlock: true}
    policy:
      - front locked \(hours)
      - {do: gate at 21:05, grace: 5m}

    """
  }

  /// Nobody else is said to have unlocked it.
  @Test("what was unlocked is locked when its hours begin", arguments: ["", "limits: {max-changes: 5}"])
  func isLockedAgain(_ limits: String) async throws {
    var house = try House(policy: Self.policy("21:08–23:00", limits))
    #expect(house.run(at: 0).status == 0)
    let run = house.run(at: 300)
    #expect(run.status == 0 && run.output.contains("door.unlock done, due 21:05"), "\(run)")
    #expect(await house.state == "unlocked")
    let next = house.run(at: 480)
    #expect(next.output.contains("unlocked → locked") && !next.output.contains("somebody else"), "\(next)")
    #expect(await house.state == "locked")
    let history = house.world.run("history", "--since", "2026-11-20").output
    #expect(history.contains("door.unlock due 21:05") && !history.contains("somebody else"), "\(history)")
    // Somebody does, and that is said.
    await house.door.inspect { $0.entities["lock.front_door"]?.state = "unlocked" }
    #expect(house.run(at: 540).output.contains("somebody else"))
  }

  /// The one write that lets somebody in counts like every other.
  @Test("a limit on changes holds back what opens a door") func isCounted() async throws {
    var house = try House(policy: Self.policy("22:00–23:00", "limits: {max-changes: 0}"))
    #expect(house.run(at: 0).status == 0)
    for command in ["plan", "drift"] {
      let look = house.run(at: 300, command)
      let words = "1 change is more than the limit of 0; an apply would make none"
      #expect(look.output.unwrapped.contains(words), "\(look)")
    }
    let refused = house.run(at: 300, "apply", "--max-changes", "5")
    #expect(refused.status == 4 && refused.output.contains("1 change is more than the limit of 0"), "\(refused)")
    #expect(await house.state == "locked")
    house.world.files["household.yaml"] = Self.policy("22:00–23:00")
    #expect(house.run(at: 360, "apply", "--max-changes", "0").status == 4)
    #expect(await house.state == "locked")
    let allowed = house.run(at: 420, "apply", "--max-changes", "1")
    #expect(allowed.status == 0 && allowed.output.contains("door.unlock done, due 21:05"), "\(allowed)")
    #expect(await house.state == "unlocked")
  }

  /// Whoever locks a door for the night does not expect a line about something else to unlock it.
  @Test(
    "what is to be locked is not unlocked at a time",
    arguments: [("06:00–23:00", nil), ("22:00–23:00", "lock"), ("22:00–23:00", "override")] as [(String, String?)],
    ["", "limits: {max-changes: 0}"])
  func isNotUnlocked(_ hours: (String, by: String?), _ limits: String) async throws {
    var house = try House(policy: Self.policy(hours.0, limits))
    #expect(house.run(at: 0).status == 0)
    if let by = hours.by {
      let words =
        by == "lock" ? ["lock", "front", "--until", "22:00"] : ["override", "front", "locked", "--for", "1h"]
      let made = house.world.run(words + ["--policy", "household.yaml"])
      #expect(made.status == 0, "\(made)")
      #expect(made.output.unwrapped.contains("'gate', due 21:05, is called off if it opens this door."), "\(made)")
    }
    let kept = "it opens what 'front' has: locked until 2"
    for command in ["explain", "next", "status"] {
      let told = house.run(at: 60, command)
      #expect(told.output.unwrapped.contains("unless \(kept)"), "\(told)")
    }
    let json = house.run(at: 60, "next", "--format", "json").output
    #expect(json.contains(#""unless":{"target":"front","state":"locked","until":"#), "\(json)")
    let plan = house.run(at: 299 + 1, "plan")
    #expect(plan.status == 0 && plan.output.contains("door.unlock called off, due 21:05"), "\(plan)")
    #expect(plan.output.contains("0 changes") && plan.output.unwrapped.contains(kept), "\(plan)")
    let run = house.run(at: 300, "apply", "--notify-command", "/bin/tell", "--notify-format", "text")
    #expect(run.status == 0 && run.output.contains("· gate") && run.output.unwrapped.contains(kept), "\(run)")
    #expect(run.output.contains("door.unlock called off, due 21:05"), "\(run)")
    #expect(house.world.told.entries.joined().contains("gate door.unlock: called-off; \(kept)"))
    #expect(await house.state == "locked")
    #expect(await house.door.inspect { $0.calls.isEmpty })
    let status = house.run(at: 360, "status").output.unwrapped
    #expect(status.contains("~ gate: door.unlock, due 21:05, was called off: \(kept)"), "\(status)")
    // It is over and told, and is not done later.
    let next = house.run(at: 400, "apply", "--notify-command", "/bin/tell", "--notify-format", "text")
    #expect(next.status == 0 && !next.output.contains("door.unlock"), "\(next)")
    #expect(house.world.told.entries.count == 1, "\(house.world.told.entries)")
    #expect(house.run(at: 700).status == 0)
    #expect(await house.state == "locked")
    let called = house.world.run("lock", "gate", "--for", "1h", "--policy", "household.yaml")
    #expect(called.status == 64 && called.error.unwrapped.contains("lock the target that has its door"), "\(called)")
  }

  /// Whoever locks a door while something that opens it waits for its next try is told of it.
  @Test("a lock that is made within the grace of what is to be tried again calls that off, and says so")
  func isCalledOffInItsGrace() async throws {
    var house = try House(policy: Self.policy("22:00–23:00"))
    #expect(house.run(at: 0).status == 0)
    await house.door.clearLog()
    #expect(house.run(at: 60).status == 0)
    let reads = await house.door.log.count
    for number in 1...8 { await house.door.fail(request: reads + number, with: .unavailable) }
    let run = house.run(at: 300)
    await house.door.heal()
    #expect(run.output.contains("door.unlock not done, due 21:05"), "\(run)")
    #expect(house.run(at: 310, "status").output.unwrapped.contains("tried again until 21:10 Next"))
    house.world.now = Instant(secondsSinceEpoch: 1_795_204_800 + 320)
    let made = house.world.run("lock", "front", "--for", "2m", "--policy", "household.yaml")
    #expect(made.output.unwrapped.contains("'gate', due 21:05, is called off if it opens this door."), "\(made)")
    let status = house.run(at: 330, "status").output.unwrapped
    #expect(
      status.contains("tried again until 21:10 unless it opens what 'front' has: locked until 21:07"), "\(status)")
    #expect(house.run(at: 330, "plan").output.contains("door.unlock called off, due 21:05"))
    // Also by a run that comes only after the lock.
    let late = house.run(at: 480)
    #expect(late.output.contains("door.unlock called off, due 21:05"), "\(late)")
    #expect(await house.state == "locked")
  }

  @Test("whoever asks what comes next hears first of what is due and has not been run yet")
  func isDueFirst() async throws {
    let policy = Self.policy("22:00–23:00").replacing("gate at 21:05,", with: "'gate at 21:05, 23:30',")
    var house = try House(policy: policy)
    #expect(house.run(at: 0).status == 0)
    func type(_ seconds: Int64, _ words: String...) -> String {
      house.world.now = Instant(secondsSinceEpoch: 1_795_204_800 + seconds)
      return house.world.run(words + ["--policy", "household.yaml"]).output.unwrapped
    }
    // Not before its time, and not after it.
    for seconds in [240, 601] as [Int64] {
      for command in ["status", "explain", "next"] {
        #expect(!type(seconds, command).contains("to be done until"), "\(type(seconds, command))")
      }
    }
    let status = type(310, "status")
    #expect(status.contains("gate due 21:05, to be done until 21:10 · policy-2, line"), "\(status)")
    #expect(status.contains("Next change: at the next run (gate, due 21:05)."), "\(status)")
    let explained = type(310, "explain")
    #expect(explained.contains("gate: due 21:05, to be done until 21:10 why"), "\(explained)")
    #expect(explained.contains("next runs 23:30, "), "\(explained)")
    let next = type(310, "next")
    #expect(next.contains("21:05 gate due, to be done until 21:10 "), "\(next)")
    #expect(type(310, "next", "--schedule-only").contains("due, to be") == false)
    #expect(type(310, "explain", "--at", "21:06").contains("to be done until") == false)
    let lock = type(315, "lock", "front", "--for", "1m")
    #expect(lock.contains("'gate', due 21:05, is called off if it opens this door."), "\(lock)")
    let unless = "unless it opens what 'front' has: locked until 21:06"
    for command in ["status", "explain", "next"] {
      #expect(type(320, command).contains(unless), "\(type(320, command))")
      let json = type(320, command, "--format", "json")
      #expect(json.contains(#""until":"2026-11-20T20:10:00Z","unless":{"target":"front""#), "\(json)")
    }
    let ended = type(330, "override", "end", "front")
    #expect(ended.contains("'gate', due 21:05, stays called off if it opens this door."), "\(ended)")
    let late = house.run(at: 340)
    #expect(late.output.contains("door.unlock called off, due 21:05"), "\(late)")
    // What is settled is not to come.
    for command in ["status", "explain", "next"] {
      #expect(!type(345, command).contains("to be done until"), "\(type(345, command))")
    }
  }

  @Test("what a lock calls off is not folded away, nor announced without that")
  func isNotFoldedAway() async throws {
    let bells = (1...9).map { "  bell\($0): {system: door, action: door.lock}\n" }.joined()
    let lines = (1...9).map { "  - bell\($0) at 22:30\n" }.joined()
    let policy = Self.policy("22:00–23:00").replacing("policy:\n", with: bells + "policy:\n") + lines
    var house = try House(policy: policy.replacing("21:05, grace", with: "21:40, grace"))
    #expect(house.run(at: 0).status == 0)
    let lock = house.world.run("lock", "front", "--until", "21:50", "--policy", "household.yaml")
    #expect(lock.status == 0, "\(lock)")
    let status = house.run(at: 60, "status").output.unwrapped
    let unless = "unless it opens what 'front' has: locked until 21:50"
    #expect(status.contains("gate runs 21:40, \(unless)"), "\(status)")
    #expect(status.contains("Next change: 21:40 (gate, \(unless))."), "\(status)")
    #expect(status.contains("more: all run at a time"), "\(status)")
  }

  @Test("every time is named at which a lock calls something off, or the first few") func isCalledOffTwice() throws {
    for (line, words) in [
      ("gate at 21:05, 21:15", "21:05 and 21:15"),
      ("gate at 21:05, 21:15, 21:20, 21:25, 21:30", "21:05, 21:15, 21:20 and later"),
    ] {
      var house = try House(
        policy: Self.policy("22:00–23:00").replacing("- {do: gate at 21:05, grace: 5m}", with: "- \(line)"))
      #expect(house.run(at: 0).status == 0)
      let made = house.world.run("lock", "front", "--until", "21:40", "--policy", "household.yaml")
      #expect(made.output.unwrapped.contains("'gate', due \(words), is called off if"), "\(made)")
    }
  }

  /// Nobody expects a door to come open minutes after it was told that it does not.
  @Test(
    "what was called off is not done when the door is free again",
    arguments: ["lock", "line", "line before the run"])
  func isNotDoneLater(_ how: String) async throws {
    var house = try House(policy: Self.policy(how == "lock" ? "22:00–23:00" : "06:00–21:08"))
    #expect(house.run(at: 0).status == 0)
    if how == "lock" {
      let made = house.world.run("lock", "front", "--until", "21:08", "--policy", "household.yaml")
      #expect(made.status == 0, "\(made)")
    }
    if how != "line before the run" { #expect(house.run(at: 310).output.contains("door.unlock called off")) }
    let after = house.run(at: 490)
    #expect(after.output.contains("door.unlock called off") == (how == "line before the run"), "\(after)")
    #expect(house.run(at: 550).status == 0)
    #expect(await house.state == "locked")
    let history = house.world.run("history", "--since", "2026-11-20").output
    #expect(history.split(separator: "\n").count { $0.contains("called-off") } == 1, "\(history)")
  }

  /// One pass for each door or action is what servers of the first contract force on people.
  @Test("what another way to the same server opens is called off") func isNotUnlockedByAnotherPass() async throws {
    let policy = Self.policy("06:00–23:00").replacing(
      "pairing: {credential: door-pairing}}",
      with: "pairing: {credential: door-pairing}}, "
        + "yard: {kind: easy-control, url: http://192.168.1.9:8123, pairing: {credential: yard-pairing}}"
    ).replacing("gate: {system: door", with: "gate: {system: yard")
    var house = try House(policy: policy, pairing: ["door", "yard"])
    #expect(house.run(at: 0).status == 0)
    let run = house.run(at: 300)
    #expect(run.output.contains("door.unlock called off, due 21:05"), "\(run)")
    #expect(run.output.unwrapped.contains("it opens what 'front' has: locked until 23:00"), "\(run)")
    #expect(await house.state == "locked")
  }

  /// A lock is for whoever might edit the policy, too.
  @Test("what a lock has shut is not unlocked after an edit", arguments: ["renamed", "removed"])
  func isNotUnlockedAfterAnEdit(_ edit: String) async throws {
    let policy = Self.policy("22:00–23:00")
    var house = try House(policy: policy)
    #expect(house.run(at: 0).status == 0)
    #expect(house.world.run("lock", "front", "--until", "22:00", "--policy", "household.yaml").status == 0)
    #expect(house.run(at: 60).status == 0)
    house.world.files["household.yaml"] =
      edit == "renamed"
      ? policy.replacing("front:", with: "haustuer:").replacing("- front", with: "- haustuer")
      : policy.replacing("  front: {system: door, entities: [lock.front_door]}\n", with: "")
        .replacing("  - front locked 22:00–23:00\n", with: "")
    #expect(house.run(at: 120).status == 0)
    if edit == "renamed" {
      // Nobody has ended the lock by moving the door.
      await house.door.inspect { $0.entities["lock.front_door"]?.state = "unlocked" }
      let back = house.run(at: 180)
      #expect(back.status == 0 && back.output.contains("unlocked → locked"), "\(back)")
      #expect(back.output.contains("lock 1"), "\(back)")
    }
    #expect(await house.state == "locked")
    for command in ["explain", "next", "status"] {
      let told = house.run(at: 240, command)
      #expect(told.output.unwrapped.contains("unless it opens what lock 1 keeps shut: locked until 22:00"), "\(told)")
    }
    let list = house.world.run("override", "list", "--policy", "household.yaml").output.unwrapped
    #expect(
      list.contains(edit == "renamed" ? "holds 1 object of 'haustuer'" : "only calls off what would open"), "\(list)")
    let run = house.run(at: 300)
    #expect(run.output.contains("door.unlock called off, due 21:05"), "\(run)")
    #expect(run.output.unwrapped.contains("it opens what lock 1 keeps shut: locked until 22:00"), "\(run)")
    #expect(await house.state == "locked")
    #expect(house.run(at: 360).status == 0)
    #expect(await house.state == "locked")
  }

  /// Of each it is said, also where another lock keeps another door of the same server shut.
  @Test("no lock that keeps a door shut is said to do nothing", arguments: [["front"], ["back"], ["front", "back"]])
  func isOneOfTwoLocks(_ locked: [String]) throws {
    let policy = Self.policy("22:00–23:00")
    let doors = "  front: {system: door, entities: [lock.front_door]}\n"
    let both = policy.replacing(doors, with: doors + "  back: {system: door, entities: [lock.back_door]}\n")
    var house = try House(allowing: ["lock.front_door", "lock.back_door"], policy: both)
    #expect(house.run(at: 0).status == 0)
    for target in locked {
      #expect(house.world.run("lock", target, "--until", "22:00", "--policy", "household.yaml").status == 0)
    }
    #expect(house.run(at: 60).status == 0)
    house.world.files["household.yaml"] = policy.replacing(doors, with: "").replacing(
      "  - front locked 22:00–23:00\n", with: "")
    #expect(house.run(at: 120).status == 0)
    let list = house.world.run("override", "list", "--policy", "household.yaml").output.unwrapped
    #expect(!list.contains("does nothing"), "\(list)")
    #expect(list.split(separator: "only calls off what would open").count - 1 == locked.count, "\(list)")
  }

  @Test("a door that is only observed, or another one, is unlocked", arguments: ["observe", "other"])
  func isUnlocked(_ why: String) async throws {
    let front =
      why == "observe"
      ? "entities: [lock.front_door], enforcement: observe" : #"entities: ["lock.*"], not: [lock.front_door]"#
    let policy = Self.policy("06:00–23:00").replacing("entities: [lock.front_door]", with: front)
    var house = try House(policy: policy)
    _ = house.run(at: 0)
    #expect(house.run(at: 300).output.contains("door.unlock done, due 21:05"))
    #expect(await house.state == "unlocked")
  }

  /// In its open hours, and nobody but an edit could open it again.
  @Test("a door that was locked by hand in its open hours is opened by an override, once") func isOpenedByWord()
    async throws
  {
    let policy = """
      timezone: Europe/Berlin
      systems: {door: {kind: easy-control, url: http://192.168.1.9:8123, pairing: {credential: door-pairing}}}
      targets:
        front: {system: door, entities: [lock.front_door], may-unlock: true}
      policy:
        - front unlocked 21:00–23:00

      """
    var house = try House(policy: policy)
    #expect(house.run(at: 10).output.contains("locked → unlocked"))
    let again = house.world.run("override", "front", "unlocked", "--for", "20m", "--policy", "household.yaml")
    #expect(again.status == 4 && again.error.contains("unlocked until 23:00 anyway"), "\(again)")
    await house.door.inspect { $0.entities["lock.front_door"]?.state = "locked" }
    let left = house.run(at: 70)
    #expect(left.output.contains("left as changed by hand"), "\(left)")
    let status = house.run(at: 80, "status")
    #expect(status.status == 0 && status.output.contains("front  should be unlocked until 23:00"), "\(status)")
    let made = house.world.run("override", "front", "unlocked", "--for", "20m", "--policy", "household.yaml")
    #expect(made.status == 0, "\(made)")
    #expect(house.run(at: 130).output.contains("locked → unlocked"))
    // And once alone; its end opens nothing either.
    await house.door.inspect { $0.entities["lock.front_door"]?.state = "locked" }
    for seconds in [190, 1_300, 1_360, 1_420] as [Int64] { #expect(house.run(at: seconds).status == 0) }
    #expect(await house.state == "locked")
    let later = house.run(at: 1_430, "status").output
    #expect(later.contains("front  should be unlocked until 23:00"), "\(later)")
    // Who is the last to leave locks it once more, to be sure.
    #expect(house.world.run("lock", "front", "--for", "5m", "--policy", "household.yaml").status == 0)
    for seconds in [1_440, 1_500, 1_740, 1_800, 3_600] as [Int64] { #expect(house.run(at: seconds).status == 0) }
    #expect(await house.state == "locked")
  }

  /// Two wishes that it be open, and a lock beside them: only who wishes anew opens it.
  @Test("neither an older override nor a later end opens a door that was locked by hand") func isLeftToTheNewest()
    async throws
  {
    let policy = Self.policy("22:00–23:00").replacing("lock.front_door]}", with: "lock.front_door], may-unlock: true}")
      .replacing("gate at 21:05", with: "gate at 05:00")
    var house = try House(policy: policy)
    func type(_ words: String...) -> TestWorld.Outcome { house.world.run(words + ["--policy", "household.yaml"]) }
    #expect(house.run(at: 0).status == 0)
    #expect(type("override", "front", "unlocked", "--for", "40m").status == 0)
    #expect(house.run(at: 10).output.contains("locked → unlocked"))
    await house.door.inspect { $0.entities["lock.front_door"]?.state = "locked" }
    #expect(house.run(at: 70).output.contains("left as changed by hand"))
    let made = type("lock", "front", "--for", "10m")
    #expect(made.output.unwrapped.contains("then front: should be unlocked until 21:40"), "\(made)")
    #expect(made.output.unwrapped.contains("is left as changed by hand"), "\(made)")
    #expect(house.run(at: 80).status == 0)
    let ended = type("override", "end", "2")
    #expect(ended.output.unwrapped.contains("now front: should be unlocked until 21:40"), "\(ended)")
    #expect(house.run(at: 82, "status").output.unwrapped.contains("somebody changed it, and it is left that way"))
    for seconds in [90, 150, 210] as [Int64] { #expect(house.run(at: seconds).status == 0) }
    #expect(await house.state == "locked")
    #expect(type("override", "front", "unlocked", "--for", "5m").status == 0)
    #expect(house.run(at: 215).output.contains("locked → unlocked"))
    await house.door.inspect { $0.entities["lock.front_door"]?.state = "locked" }
    #expect(house.run(at: 275).output.contains("left as changed by hand"))
    let extended = type("override", "extend", "3", "--for", "20m")
    #expect(extended.status == 4, "\(extended)")
    let words = extended.error.unwrapped
    #expect(words.contains("should be unlocked") && words.contains("left as changed by hand"), "\(words)")
    #expect(words.contains("'reconcile override front unlocked --until"), "\(words)")
    for seconds in [520, 580, 640] as [Int64] { #expect(house.run(at: seconds).status == 0) }
    #expect(await house.state == "locked")
  }

  /// An action waits for its device, and that may be jammed.
  @Test(
    "what a jammed door has a run wait for keeps nothing open", arguments: ["", "limits: {max-changes: 5}"])
  func holdsUpNothing(_ limits: String) async throws {
    let policy = Self.policy("22:00–23:00", limits).replacing("door.unlock, may-unlock: true", with: "door.lock")
      .replacing(
        "policy:\n", with: "  porch: {system: door, entities: [light.porch]}\npolicy:\n  - porch off 21:05–22:00\n")
    var house = try House(allowing: ["lock.front_door", "light.porch"], policy: policy)
    #expect(house.run(at: 0).status == 0)
    await house.door.inspect { server in
      server.entities["lock.front_door"]?.state = "unlocked"
      server.entities["lock.front_door"]?.endsAs = "unlocked"
      server.entities["light.porch"]?.state = "on"
    }
    let run = house.run(at: 300, "apply", "--deadline", "30s")
    #expect(await house.door.inspect { $0.entities["light.porch"]?.state } == "off", "\(run)")
    #expect(run.output.contains("light.porch") && run.output.contains("on → off"), "\(run)")
    #expect(!run.output.contains("not tried"), "\(run)")
    let again = house.run(at: 360)
    #expect(again.output.contains("0 changes") && !again.output.contains("somebody else"), "\(again)")
    let history = house.world.run("history", "--since", "2026-11-20").output
    // On at first, and then off.
    #expect(history.split(separator: "\n").count { $0.contains("light.porch") } == 2, "\(history)")
  }

  /// Where a timer starts the runs nobody reads what they warn of.
  @Test("the end of a pass is told once before it comes, and then with its reason") func endOfThePass() async throws {
    var house = try House(policy: Self.policy("22:00–23:00"), days: 15)
    func apply(_ house: inout House, day: Int64) -> TestWorld.Outcome {
      house.run(at: day * 86_400, "apply", "--notify-command", "/bin/tell", "--notify-format", "text")
    }
    #expect(apply(&house, day: 0).status == 0)
    #expect(!house.run(at: 1, "status").output.contains("guest pass"))
    #expect(house.world.told.entries.isEmpty)
    await house.door.pass(.seconds(2 * 86_400))
    let warned = "the guest pass is good only until Sat 2026-12-05 21:00"
    for day in [2, 2, 3] as [Int64] {
      #expect(apply(&house, day: day).output.unwrapped.contains(warned))
    }
    func warnings(_ house: House) -> [String] { house.world.told.entries.filter { $0.contains("the guest pass is") } }
    #expect(warnings(house).map { $0.contains("door: \(warned)") } == [true], "\(house.world.told.entries)")
    let status = house.run(at: 3 * 86_400 + 1, "status")
    #expect(status.status == 0 && status.output.unwrapped.contains("~ door: \(warned)"), "\(status)")
    #expect(house.run(at: 3 * 86_400 + 1, "doctor").output.unwrapped.contains(warned))
    // Under another name it is the same pass.
    house.world.files["household.yaml"] = Self.policy("22:00–23:00")
      .replacing("{door: {kind", with: "{yard: {kind").replacing("system: door", with: "system: yard")
    _ = apply(&house, day: 4)
    #expect(house.run(at: 4 * 86_400 + 1, "status").output.unwrapped.contains("~ yard: \(warned)"))
    #expect(warnings(house).count == 1, "\(house.world.told.entries)")
    await house.door.pass(.seconds(14 * 86_400))
    _ = apply(&house, day: 16)
    let last = house.world.told.entries.last ?? ""
    #expect(last.contains("yard cannot be read: the guest pass has expired"), "\(house.world.told.entries)")
    let ended = house.run(at: 16 * 86_400 + 1, "status").output
    #expect(!ended.contains("good only until"), "\(ended)")
  }

  @Test("a pass that does not allow it is found before its time") func isNotAllowed() throws {
    let policy = """
      timezone: Europe/Berlin
      systems: {door: {kind: easy-control, url: http://192.168.1.9:8123, pairing: {credential: door-pairing}}}
      targets:
        gate: {system: door, action: door.unlock, may-unlock: true}
      policy: ['gate at 21:05']

      """
    var house = try House(allowing: ["light.porch"], policy: policy)
    let doctor = house.run(at: 0, "doctor")
    #expect(doctor.status != 0 && doctor.output.contains("does not allow 'door.unlock'"), "\(doctor)")
    var other = try House(policy: policy)
    #expect(!other.run(at: 0, "doctor").output.contains("does not allow"))
  }
}
