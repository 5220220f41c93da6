import Simulator

/// The recordings about switching, and about times in which a server is not itself.
extension HomeAssistantRecordingTests {
  static let switching: [Play] = [
    Play(
      recording: "services", count: 66,
      states: [
        "switch.lab_plain": "off", "input_boolean.kids_tv": "off", "switch.ac": "off", "group.all_mode": "off",
        "switch.lab_slow": "off", "switch.lab_very_slow": "off",
      ],
      leftOut: [
        52: .other("only the test integration has such a service"),
        53: .other("only the test integration has such a service"),
      ]),
    Play(
      recording: "slow", count: 26,
      states: [
        "switch.lab_slow": "off", "switch.lab_very_slow": "off", "switch.lab_reverts": "off",
        "switch.lab_assumed": "off", "input_boolean.homework": "off", "input_boolean.kids_tv": "off",
        "switch.lab_plain": "on",
      ],
      leftOut: [
        15: .other("scripts of templates are not simulated"),
        24: .other("the group was changed between two recordings"),
      ],
      scenes: [
        18: { play, request in
          var call = request
          (call.method, call.target) = ("POST", "/api/services/switch/turn_off")
          call.body = Array(#"{"entity_id":"switch.lab_slow"}"#.utf8)
          _ = play.server.respond(to: call, at: play.now - 1)
        },
        20: { play, _ in play.server.set("switch.lab_very_slow", to: "off", at: play.now - 754) },
        23: { play, _ in play.server.set("switch.lab_plain", to: "unavailable", at: play.now) },
        25: { play, _ in play.server.set("switch.lab_plain", to: "on", at: play.now) },
      ]),
    Play(
      recording: "locks", count: 30,
      states: [
        "lock.kitchen_door": "unlocked", "lock.poorly_installed_door": "unlocked", "lock.openable_lock": "locked",
        "lock.lab_lock_slow": "locked", "light.bed_light": "off",
      ],
      leftOut: Dictionary(uniqueKeysWithValues: (23...25).map { ($0, .other("a lock that is jammed by unlocking it")) })
    ),
    Play(
      recording: "covers", count: 36,
      states: ["cover.hall_window": "open", "cover.lab_cover_assumed": "unknown"],
      leftOut: [
        13: .other("positions on the way are not simulated"), 15: .other("positions on the way are not simulated"),
      ],
      scenes: [
        7: { play, _ in play.server["cover.hall_window"]?.attributes["current_position"] = 10 },
        32: { play, _ in play.server.set("cover.garage_door", to: "open", at: play.now) },
      ]),
    Play(
      recording: "domains", count: 67,
      states: [
        "light.kitchen_lights": "on", "light.lab_light": "unknown", "fan.living_room_fan": "off",
        "media_player.lounge_room": "playing", "media_player.lab_tv": "off", "media_player.lab_tv_off_only": "on",
        "climate.hvac": "cool", "climate.lab_climate": "heat", "climate.lab_climate_no_off": "heat",
        "automation.bedtime": "on", "automation.no_id": "on", "switch.lab_plain": "on",
        "input_boolean.kids_tv": "off", "light.ceiling_lights": "on", "light.bed_light": "off", "siren.siren": "on",
        "humidifier.humidifier": "on", "water_heater.demo_water_heater": "eco", "script.long": "off",
        "script.quick": "off",
      ],
      leftOut: [
        49: .other("what a script is at is not shown"), 50: .other("what a script is at is not shown"),
        51: .other("that a script stops is not put down to the caller who stopped it"),
      ]),
    Play(
      recording: "groups", count: 9,
      states: ["lock.front_door": "unlocked", "lock.kitchen_door": "unlocked", "switch.lab_assumed": "off"],
      leftOut: [2: .other("thirty groups were made for it, of which no answer shows the members")],
      scenes: [
        4: { play, _ in
          // It was made just when the recording began.
          play.server["group.x20"]?.lastChanged = play.now - 2
          play.server["group.x20"]?.lastUpdated = play.now - 2
        },
        5: { play, _ in
          play.server.set("lock.kitchen_door", to: "unlocked", at: play.now - 4)
          play.server.set("lock.front_door", to: "unlocked", at: play.now - 4)
          play.server.set("lock.kitchen_door", to: "unlocking", at: play.now - 2)
          play.server.set("lock.front_door", to: "locked", at: play.now - 2)
          play.server.set("lock.kitchen_door", to: "unlocked", at: play.now)
        },
      ]),
  ]

  static let odd: [Play] = [
    Play(
      recording: "startup", count: 33,
      states: ["switch.lab_plain": "off", "input_boolean.kids_tv": "off", "switch.ac": "off"],
      scenes: [
        // The first answers, 3.6 s later, are of the second in which the recording begins.
        0: { play, _ in
          play.start = play.now - 3.2
          play.server.restart(at: play.now - 3.2)
          play.now += 0.4
        },
        // Forty milliseconds later all automations have begun.
        19: { play, _ in play.now += 0.04 },
      ]),
    Play(
      recording: "restart", count: 5, states: ["switch.lab_plain": "on", "input_boolean.kids_tv": "off"],
      scenes: [
        1: { play, _ in
          // That start took longer than it does here.
          play.server.restart(at: play.now - 12)
          play.server["switch.lab_plain"]?.abandon()
          play.server["lock.lab_lock_slow"]?.abandon()
        }
      ]),
    Play(
      recording: "reload", count: 7, states: ["input_boolean.kids_tv": "on", "switch.lab_plain": "off"],
      scenes: [
        0: { play, _ in play.server.vanish("group.kids_devices", from: play.now, until: play.now + 0.005) },
        1: { play, _ in play.now += 0.01 },
        2: { play, _ in
          play.server.vanish("switch.tpl_tv", from: play.now - 0.005, until: play.now)
          play.server["switch.tpl_tv"]?.abandon()
        },
        3: { play, _ in
          play.server["switch.tpl_tv"]?.state = "on"
          play.server["switch.tpl_tv"]?.attributes = ["friendly_name": "Template TV"]
        },
        4: { play, _ in
          play.server.vanish("switch.ac", from: play.now - 0.005, until: play.now)
          play.server["switch.ac"]?.abandon()
          // Its name was that of its device.
          play.server["switch.ac"]?.friendlyName = nil
        },
        6: { play, _ in
          play.server["switch.ac"]?.state = "off"
          play.server["switch.ac"]?.attributes = ["device_class": "outlet", "friendly_name": "AC"]
        },
      ]),
    Play(
      recording: "recovery-mode", count: 6,
      scenes: [
        0: { play, _ in
          play.server.recoveryMode = true
          play.server["switch.ac"]?.friendlyName = nil
        }
      ]),
  ]
}
