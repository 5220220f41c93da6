import Simulator
import TestSupport
import Testing

/// Every recorded exchange of a real Easy Control server is answered in the same way, but for those that went to Home
/// Assistant's own API: these are done by the methods that stand for its administrator.
struct EasyControlRecordingTests {
  struct Play: CustomTestStringConvertible, Sendable {
    /// In the order recorded, on one server.
    var recordings: [String]
    var compared: Int
    var acted: Int
    var server: EasyControl
    var scenes: [String: EasyControlReplay.Scenes] = [:]

    var testDescription: String { recordings.joined(separator: " ") }
  }

  static let plays = [
    Play(
      recordings: ["v1-pairing", "v1-approval", "v1-action", "v1-token-end", "v1-limits"], compared: 120, acted: 27,
      server: EasyControl(.v1, entities: house), scenes: ["v1-limits": limits(options: [5, 9, 12, 17, 20, 24, 26], 28)]),
    Play(
      recordings: ["v2-pairing", "v2-approval", "v2-action", "v2-entities", "v2-token-end", "v2-limits"], compared: 147,
      acted: 26, server: EasyControl(.v2, entities: house),
      scenes: [
        "v2-entities": [
          34: { play, _ in
            play.server.entities["switch.ac"] = EasyControl.Entity("switch.ac", state: "off")
            play.server.entities["switch.lab_lagging"] = nil
          }
        ], "v2-limits": limits(options: [5, 9, 12, 17, 20, 25, 27], 29),
      ]),
    Play(
      recordings: ["v1-hangup"], compared: 4, acted: 4, server: EasyControl(.v1, entities: house),
      scenes: ["v1-hangup": hangUp]),
    Play(
      recordings: ["v2-hangup"], compared: 4, acted: 4, server: EasyControl(.v2, entities: house),
      scenes: ["v2-hangup": hangUp]),
  ]

  static let house: [String: EasyControl.Entity] = {
    var window = EasyControl.Entity(
      "Hall Window", state: "open", details: ["current_position": 10, "supported_features": 15])
    window.secondsPerStep = 1
    var failing = EasyControl.Entity("Lab failing", state: "off")
    failing.failure = "Device did not answer"
    var lagging = EasyControl.Entity("Lab lagging", state: "off")
    lagging.lag = 2
    return [
      "lock.front_door": EasyControl.Entity("Front Door", state: "locked", seconds: 2),
      "lock.kitchen_door": EasyControl.Entity("Kitchen Door", state: "unlocked", seconds: 2),
      "cover.hall_window": window,
      "switch.ac": EasyControl.Entity("AC", state: "off", details: ["device_class": "outlet"]),
      "light.kitchen_lights": EasyControl.Entity(
        "Kitchen Lights", state: "on", details: ["brightness": 180, "supported_color_modes": ["color_temp", "hs"]]),
      "climate.hvac": EasyControl.Entity(
        "Hvac", state: "cool",
        details: [
          "current_temperature": 22, "temperature": 21,
          "hvac_modes": ["off", "heat", "cool", "auto", "dry", "fan_only"], "hvac_action": "cooling", "min_temp": 7,
          "max_temp": 35,
        ]),
      "sensor.outside_temperature": EasyControl.Entity(
        "Outside Temperature", state: "15.6", details: ["unit": "°C", "device_class": "temperature"]),
      "switch.lab_unavailable": EasyControl.Entity("Lab unavailable", state: "unavailable"),
      "switch.lab_failing": failing, "switch.lab_lagging": lagging,
    ]
  }()

  /// What was set while the limits were recorded, and when Home Assistant was restarted.
  static func limits(options places: [Int], _ restart: Int) -> EasyControlReplay.Scenes {
    let changes: [@Sendable (inout EasyControl.Options) -> Void] = [
      { $0.nonceLifetime = 1 }, { $0.allowedSkew = 0 }, { $0.actionLimit = 3 },
      { ($0.requiresBinding, $0.requiresProof) = (true, true) }, { $0.localOnly = true }, { $0.approves = true },
      { _ in },
    ]
    var scenes: EasyControlReplay.Scenes = [
      restart: { play, _ in play.server.restart(at: play.now - 5, starting: 5.5) },
      restart + 1: { play, _ in play.now += 0.5 },
    ]
    for (place, change) in zip(places, changes) {
      scenes[place] = { play, _ in
        var options = EasyControl.Options()
        change(&options)
        play.server.options = options
      }
    }
    return scenes
  }

  /// The action that was not waited for is not in the recording, but the same was sent again.
  static let hangUp: EasyControlReplay.Scenes = [
    4: { play, exchanges in
      play.now -= 6
      play.beginAndHangUp(exchanges[5])
      play.now += 6
    }
  ]

  @Test(arguments: plays)
  func answersAsRecorded(_ play: Play) throws {
    let recordings = try play.recordings.map { try RecordedExchange.load($0, from: "easy-control-recordings") }
    var replay = EasyControlReplay(play.server, recordings.flatMap(\.self))
    for (name, exchanges) in zip(play.recordings, recordings) {
      replay.play(exchanges, scenes: play.scenes[name] ?? [:])
    }
    #expect(replay.differences == [])
    #expect([replay.compared, replay.acted] == [play.compared, play.acted])
  }

  @Test func playsEveryRecording() throws {
    let files = try Fixtures.names(in: "easy-control-recordings").filter { $0.hasSuffix(".json") }
    #expect(Self.plays.flatMap(\.recordings).map { $0 + ".json" }.sorted() == files)
  }
}
