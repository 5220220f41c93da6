import Simulator
import TestSupport

/// What there is in a house beside its network: two switches and a fridge, doors, and services.
enum HouseDevices {
  static let switches = ["switch.game", "switch.television"]
  static let lock = "lock.front"
  static let cover = "cover.garage"
  /// Opened at times, and never held in a state.
  static let gate = "lock.gate"
  /// No target names them.
  static let unnamed = ["switch.fridge", "lock.cellar"]
  static let capsules = ["media-films", "media-music"]
  /// The one that no target names.
  static let unnamedCapsule = "backup"

  /// A lock takes its time, and the call waits for it.
  static func home(token: String, now: Int64) -> HomeAssistant {
    let entities = (switches + [lock] + unnamed).map { id in
      HomeAssistantEntity(
        id: id, state: HouseDoor.words(id)?.off ?? "on",
        manner: HouseDoor.words(id) == nil ? .immediate : .moving(seconds: 2))
    }
    return HomeAssistant(token: token, entities: entities, startedAt: Double(now))
  }

  static var server: EasyControl {
    let ids = [cover, gate]
    return EasyControl(
      .v2,
      entities: Dictionary(
        uniqueKeysWithValues: ids.map { id in
          (id, EasyControl.Entity(id, state: HouseDoor.words(id)?.off ?? "off", seconds: 2))
        }))
  }

  static func host(key: String, now: Int64) -> BuilderOS {
    let all = (capsules + [unnamedCapsule]).map { BuilderOS.Capsule($0, isRunning: true) }
    return BuilderOS(key: key, capsules: all, startedAt: Double(now))
  }
}

extension House {
  /// How everything stands that is held in a state, by system and id: what is on its way has arrived.
  var deviceStates: [String: [String: String]] {
    get async {
      var states: [String: [String: String]] = [:]
      for (name, wire) in homes {
        var later = await wire.system
        later.advance(to: await wire.clock + 60)
        states[name] = Dictionary(uniqueKeysWithValues: later.entities.map { ($0.id, $0.state) })
      }
      for (name, wire) in guests { states[name] = await wire.system.entities.mapValues(\.state) }
      return states
    }
  }
}
