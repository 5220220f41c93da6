import CivilTime
import Foundation
import HTTPTransport
@testable import Host
import JSONTree
import Providers
import Simulator
import Synchronization
import TestSupport
import Testing

/// Faults at the requests of a run over a Home Assistant, a guest pass and a BuilderOS host, side by side: what is not
/// named stays as it is, no capsule is asked twice, no secret is seen, and later runs put the doors right.
@Suite struct DoorsAndCapsulesFaultTests {
  private static let token = "eyJ0b2tlbiI6MX0.c2VjcmV0LXRva2Vu.c2lnbmF0dXJl"
  private static let key = "a-key-of-a-studio"
  /// More than any run takes of one system.
  private static let mostRequests = 24

  private struct House {
    var story: Chronicle
    let home: FakeWire<HomeAssistant>
    let door: FakeWire<EasyControl>
    let studio: FakeWire<BuilderOS>
    var secrets: [String] = [DoorsAndCapsulesFaultTests.token, DoorsAndCapsulesFaultTests.key]

    private static let policy = """
      timezone: Europe/Berlin
      systems:
        ha: {kind: home-assistant, url: http://192.168.1.4:8123, token: {credential: ha-token}}
        door: {kind: easy-control, url: http://192.168.1.9:8123, pairing: {credential: door-pairing}}
        studio: {kind: builderos, url: http://192.168.1.5:8080, api-key: {credential: studio-key}}
      targets:
        front: {system: ha, entities: [lock.front_door]}
        console: {system: ha, entities: [switch.game_console]}
        garage: {system: door, entities: [cover.garage]}
        media: {capsules: [jellyfin]}
      policy:
        - front locked 22:00–06:00
        - console off 22:00–06:00
        - garage closed 22:00–06:00
        - media stopped 22:00–06:00

      """

    init() throws {
      let start = Double(TestWorld().now.secondsSinceEpoch)
      func entity(_ id: String, _ state: String) -> HomeAssistantEntity { HomeAssistantEntity(id: id, state: state) }
      let states = [
        "lock.front_door": "unlocked", "switch.game_console": "on", "switch.fridge": "on", "lock.shed": "unlocked",
      ]
      home = FakeWire(
        HomeAssistant(
          token: DoorsAndCapsulesFaultTests.token, entities: states.map(entity), startedAt: start - 86_400),
        basePath: "/api", clock: start)
      var server = EasyControl(
        .v2,
        entities: [
          "cover.garage": EasyControl.Entity("Garage", state: "open"),
          "cover.blind": EasyControl.Entity("Blind", state: "open"),
        ])
      let code = server.makePass(
        for: ["cover.garage", "cover.blind"], seconds: 90 * 86_400, needsApproval: false, at: start
      ).code
      door = FakeWire(server, basePath: "/api/easy_control", clock: start)
      studio = FakeWire(
        BuilderOS(
          key: DoorsAndCapsulesFaultTests.key,
          capsules: [BuilderOS.Capsule("jellyfin", isRunning: true), BuilderOS.Capsule("plex", isRunning: true)]),
        basePath: "/api", clock: start)
      story = Chronicle(policy: Self.policy)
      story.world.household?.others = ["192.168.1.4": home, "192.168.1.9": door, "192.168.1.5": studio]
      for (name, secret, port, kind) in [
        ("ha-token", DoorsAndCapsulesFaultTests.token, "4:8123", "home-assistant"),
        ("studio-key", DoorsAndCapsulesFaultTests.key, "5:8080", "builderos"),
      ] {
        story.world.files["/etc/reconcile/credentials/\(name)"] =
          WrittenSecret(secret, for: "http://192.168.1.\(port)", kind).file
      }
      story.world.typed = [code]
      story.world.writable = ["/etc/reconcile/credentials"]
      let paired = story.world.run("pair", "door", "--policy", "household.yaml")
      try #require(paired.status == 0, "\(paired)")
      let place = "/etc/reconcile/credentials/door-pairing"
      let text = try #require(story.world.kept[place])
      story.world.files[place] = text
      let kept = try JSON(parsing: Array(text.utf8.prefix { $0 != UInt8(ascii: "\n") }))
      secrets += [code] + ["token", "seed"].compactMap { kept[$0]?.string }
      #expect(secrets.count == 5)
    }

    /// Lets time pass for everybody.
    mutating func pass(seconds: Int64) async {
      await story.pass(seconds: seconds)
      await home.pass(.seconds(seconds))
      await door.pass(.seconds(seconds))
      await studio.pass(.seconds(seconds))
    }

    func fail(request number: Int, with fault: WireFault) async {
      await home.fail(request: number, with: fault)
      await door.fail(request: number, with: fault)
      await studio.fail(request: number, with: fault)
    }

    /// Whether every request with that number was made.
    func heal() async -> Bool { await [home.heal(), door.heal(), studio.heal()] == [false, false, false] }

    /// What the policy names, and what it does not.
    var named: [String] {
      get async {
        let ids = ["lock.front_door", "switch.game_console"]
        return await home.inspect { server in ids.map { server[$0]?.state ?? "" } }
          + [await door.inspect { $0.entities["cover.garage"]?.state ?? "" }]
      }
    }
    var foreign: [String] {
      get async {
        await home.inspect { server in ["switch.fridge", "lock.shed"].map { server[$0]?.state ?? "" } }
          + [await door.inspect { $0.entities["cover.blind"]?.state ?? "" }]
          + [await studio.inspect { $0.capsules[1].isRunning ? "runs" : "stands" }]
      }
    }
    var stops: Int { get async { await studio.inspect { $0.calls.count } } }
  }

  @Test(arguments: WireFault.allCases.indices) func laterRunsPutEverythingRight(_ place: Int) async throws {
    let fault = WireFault.allCases[place]
    for number in stride(from: 1 + place % 4, to: Self.mostRequests, by: 4) {
      var house = try House()
      let label = "\(fault) at request \(number)"
      let foreign = await house.foreign
      #expect(house.story.apply().status == 0, "\(label)")
      // 22:00:02
      await house.pass(seconds: 3598)
      await house.fail(request: number, with: fault)
      var seen = ""
      for line in [["apply", "-v"], ["plan", "--format", "json"], ["doctor", "-v"]] {
        let run = house.story.world.run(line + ["household.yaml"])
        seen += run.output + run.error
      }
      let wasStruck = await house.heal()
      #expect(await house.foreign == foreign, "\(label)")
      for _ in 1...4 {
        await house.pass(seconds: 360)
        let run = house.story.apply("-v")
        seen += run.output + run.error
      }
      #expect(await house.named == ["locked", "off", "closed"], "\(label): \(seen)")
      #expect(await house.foreign == foreign, "\(label)")
      #expect(await house.stops <= 1, "\(label)")
      // Where no answer came nobody knows, and it is left alone; else it was asked.
      #expect(await house.stops == 1 || seen.contains("unclear whether it was done"), "\(label): \(seen)")
      seen += house.story.world.run("history", "--format", "json").output + house.story.world.diary.entries.joined()
      for file in try FileManager.default.contentsOfDirectory(atPath: house.story.world.state.path) {
        let path = house.story.world.state.path + "/" + file
        seen += String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
      }
      for secret in house.secrets { #expect(!seen.contains(secret), "\(label)") }
      if !wasStruck { return #expect(number > 8, "every request was struck") }
    }
  }

  /// A door that does not stop moving is looked at every few seconds for a minute. Who ends the program waits neither for
  /// it nor for the next look: the kernel's timer would end it with nothing told.
  @Test(arguments: [12, 13.5, 15, 30]) func aSignalEndsTheWaitForADoor(_ seconds: Double) async throws {
    var house = try House()
    await house.pass(seconds: 3598)
    await house.door.inspect { $0.entities["cover.garage"]?.state = "opening" }
    let isAsked = Switch()
    house.story.world.household?.beforeAnswering = { sent in
      guard sent.entry == "GET 192.168.1.9", !isAsked.isOn else { return }
      isAsked.turnOn()
      Task(executorPreference: sent.time) {
        await sent.time.sleep(.seconds(seconds))
        sent.stop?.request(.terminated)
      }
    }
    let run = house.story.apply()
    #expect(run.status == 143, "\(run)")
    #expect(
      run.output.contains("cover 'cover.garage'") && run.output.contains("the run was ended before it was done"),
      "\(run)")
    let end = house.story.world.diary.end
    #expect(end > seconds && end <= seconds + 4, "\(house.story.world.diary.entries)")
    #expect(await house.named.prefix(2) == ["locked", "off"])
  }
}

/// Something that is turned on.
private final class Switch: Sendable {
  private let held = Atomic(false)
  var isOn: Bool { held.load(ordering: .acquiring) }
  func turnOn() { held.store(true, ordering: .releasing) }
}
