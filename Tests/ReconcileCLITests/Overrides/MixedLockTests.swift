import Policies
import StateStore
import Testing

@testable import ReconcileCLI

/// A group of doors and switches is locked as one: each member in its own word for that.
@Suite struct MixedLockTests {
  private static let policy = """
    timezone: Europe/Berlin
    systems:
      ha: {kind: home-assistant, url: https://homeassistant.example:8123, token: {credential: ha-token}}
      pihole: {kind: pihole, url: https://192.168.1.2}
    targets:
      garage: {system: ha, entities: [cover.garage]}
      front: {system: ha, entities: [lock.front]}
      plug: {system: ha, entities: [switch.plug]}
      fan: {system: ha, entities: [switch.fan], enforcement: observe}
      both: {targets: [garage, plug]}
      house: {targets: [front, both, fan]}
      media: {targets: [plug, pihole]}
    policy:
      - front locked 01:00–02:00
      - garage closed 01:00–02:00
      - plug off 01:00–02:00
      - fan off 01:00–02:00

    """

  @Test(
    arguments: [
      ("lock both --until 21:30", ["garage closed", "plug off"]),
      ("lock house --until 21:30", ["front locked", "garage closed", "plug off"]),
    ])
  func eachMemberIsLocked(_ line: String, _ made: [String]) throws {
    let scene = OverrideScene(policy: Self.policy)
    let run = scene.run(line)
    #expect(run.status == 0, "\(run)")
    let overrides = try scene.store().overrides()
    #expect(overrides.map { "\($0.target) \($0.state)" }.sorted() == made && overrides.allSatisfy { $0.kind == .lock })
    let isTold = run.output.unwrapped.contains("'fan' of 'house' is left out: the policy only observes it.")
    #expect(isTold == line.contains("house"), "\(run)")
    #expect(scene.run("override end \(line.contains("house") ? "house" : "both")").status == 0)
    #expect(scene.run("override list").output.contains("No override is active"))
  }

  /// Who takes back a lock of several does not take back what was made for one of them.
  @Test func whatWasMadeForAMemberGoesOn() throws {
    let scene = OverrideScene(policy: Self.policy)
    for line in [
      "lock garage --until 21:50", "override plug off --from 21:10 --until 21:40", "lock both --until 21:30",
    ] {
      #expect(scene.run(line).status == 0)
    }
    let ended = scene.run("override end both")
    let text = ended.output.unwrapped
    #expect(ended.status == 0 && text.contains("lock 4 ended") && text.contains("lock 3 ended"), "\(ended)")
    #expect(!text.contains("lock 1 ended") && !text.contains("override 2 ended"), "\(ended)")
    #expect(
      text.contains("lock 1 goes on: garage closed until 21:50. 'reconcile override end 1' ends it."), "\(ended)")
    #expect(text.contains("override 2 goes on: plug off from 21:10 until 21:40."), "\(ended)")
    // Where nothing was made for it, what is about a part of it is meant.
    let rest = scene.run("override end both").output
    #expect(rest.contains("lock 1 ended") && rest.contains("override 2 ended"), "\(rest)")
  }

  @Test func whatIsPausedIsNotLockedWithOthers() throws {
    let scene = OverrideScene(policy: Self.policy)
    let run = scene.run("lock media --until 21:30")
    #expect(run.status == 64 && run.error.contains("'pihole' cannot be locked: it is active or paused"), "\(run)")
    #expect(try scene.store().overrides().isEmpty)
  }
}
