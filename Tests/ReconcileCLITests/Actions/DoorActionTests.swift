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

    init(allowing entity: String = "lock.front_door", policy: String) throws {
      let start = Double(TestWorld().now.secondsSinceEpoch)
      var server = EasyControl(
        .v2,
        entities: [
          "lock.front_door": EasyControl.Entity("Front door", state: "locked"),
          "light.porch": EasyControl.Entity("Porch", state: "off"),
        ])
      let code = server.makePass(for: [entity], seconds: 90 * 86_400, needsApproval: false, at: start).code
      door = FakeWire(server, basePath: "/api/easy_control", clock: start)
      world = PretendHousehold().world(policy: policy)
      world.household?.others = ["192.168.1.9": door]
      world.typed = [code]
      world.writable = ["/etc/reconcile/credentials"]
      let paired = world.run("pair", "door", "--policy", "household.yaml")
      try #require(paired.status == 0, "\(paired)")
      let place = "/etc/reconcile/credentials/door-pairing"
      let secret: String = try #require(world.kept[place])
      world.files[place] = secret
    }

    /// Runs the program at `time` of the evening of 2026-11-20, in seconds after 21:00.
    mutating func run(at seconds: Int64, _ arguments: String...) -> TestWorld.Outcome {
      world.now = Instant(secondsSinceEpoch: 1_795_204_800 + seconds)
      return world.run(arguments + ["household.yaml"])
    }

    var state: String { get async { await door.inspect { $0.entities["lock.front_door"]?.state ?? "" } } }
  }

  private static func policy(_ limits: String = "") -> String {
    """
    timezone: Europe/Berlin
    \(limits)
    systems: {door: {kind: easy-control, url: http://192.168.1.9:8123, pairing: {credential: door-pairing}}}
    targets:
      front: {system: door, entities: [lock.front_door]}
      gate: {system: door, action: door.unlock, may-unlock: true}
    policy:
      - front locked 06:00–23:00
      - {do: gate at 21:05, grace: 5m}

    """
  }

  /// It is never said to be locked because it was before, and nobody else is said to have unlocked it.
  @Test("what was unlocked is locked again in the same run", arguments: ["", "limits: {max-changes: 5}"])
  func isLockedAgain(_ limits: String) async throws {
    var house = try House(policy: Self.policy(limits))
    #expect(house.run(at: 0).status == 0)
    let run = house.run(at: 300)
    #expect(run.status == 0 && run.output.contains("door.unlock done, due 21:05"), "\(run)")
    #expect(run.output.contains("unlocked → locked") && !run.output.contains("somebody else"), "\(run)")
    #expect(await house.state == "locked")
    let next = house.run(at: 360)
    #expect(next.status == 0 && next.output.contains("in place"), "\(next)")
    let history = house.world.run("history", "--since", "2026-11-20").output
    #expect(history.contains("door.unlock due 21:05") && !history.contains("somebody else"), "\(history)")
    // Somebody does, and that is said.
    await house.door.inspect { $0.entities["lock.front_door"]?.state = "unlocked" }
    #expect(house.run(at: 420).output.contains("somebody else"))
  }

  @Test("a limit that keeps it from being locked again is told") func isOverTheLimit() async throws {
    var house = try House(policy: Self.policy("limits: {max-changes: 0}"))
    #expect(house.run(at: 0).status == 0)
    let run = house.run(at: 300)
    #expect(run.status == 3 && run.output.contains("door.unlock done"), "\(run)")
    #expect(run.output.contains("more than the limit of 0") && run.output.contains("front  unlocked"), "\(run)")
    #expect(await house.state == "unlocked")
    #expect(house.run(at: 310, "status").status == 3)
    let next = house.run(at: 360)
    #expect(next.status == 4 && !next.output.contains("somebody else"), "\(next)")
  }

  @Test("a pass that does not allow it is found before its time") func isNotAllowed() throws {
    let policy = """
      timezone: Europe/Berlin
      systems: {door: {kind: easy-control, url: http://192.168.1.9:8123, pairing: {credential: door-pairing}}}
      targets:
        gate: {system: door, action: door.unlock, may-unlock: true}
      policy: ['gate at 21:05']

      """
    var house = try House(allowing: "light.porch", policy: policy)
    let doctor = house.run(at: 0, "doctor")
    #expect(doctor.status != 0 && doctor.output.contains("does not allow 'door.unlock'"), "\(doctor)")
    var other = try House(policy: policy)
    #expect(!other.run(at: 0, "doctor").output.contains("does not allow"))
  }
}
