import Simulator
import Testing

/// The entities of the server that the recordings were made with.
struct HomeAssistantLab {
  /// What the recordings show of an entity: the first answer counts.
  private var shown: [String: [(state: String, attributes: JSONValue)]] = [:]
  private var order: [String] = []

  /// Reads the recordings called `names`; what the first ones show of an entity goes before the others.
  init(_ names: [String]) throws {
    for name in names {
      for exchange in try RecordedExchange.load(name, from: "home-assistant-recordings") {
        guard let body = JSONValue.parsing(exchange.body) else { continue }
        for entity in body.elements ?? [body] { note(entity) }
      }
    }
  }

  private mutating func note(_ entity: JSONValue) {
    guard let id = entity["entity_id"]?.text, let state = entity["state"]?.text, entity["last_changed"] != nil,
      let attributes = entity["attributes"], attributes["restored"] == nil
    else { return }
    if shown[id] == nil { order.append(id) }
    if shown[id]?.contains(where: { $0.state == state }) != true { shown[id, default: []].append((state, attributes)) }
  }

  /// Everything that was shown, and what was only spoken to; `states` are those at the beginning.
  func entities(_ states: [String: String]) -> [HomeAssistantEntity] {
    let last = ["lock.lock_group", "group.mixed", "group.x2", "group.doors_any", "group.doors_all"]
    let ids = order.filter { !last.contains($0) } + Self.unseen.map(\.id) + last
    return ids.map { entity($0, states[$0]) }
  }

  private func entity(_ id: String, _ wanted: String?) -> HomeAssistantEntity {
    let seen = shown[id] ?? []
    let unseen = Self.unseen.first { $0.id == id }
    let state = wanted ?? unseen?.state ?? seen.first?.state ?? "off"
    var entity = HomeAssistantEntity(
      id: id, state: state, attributes: seen.first?.attributes ?? unseen?.attributes ?? [:],
      manner: Self.manners[id] ?? .immediate)
    if Self.changing.contains(entity.domain) {
      entity.attributesByState = Dictionary(seen.map { ($0.state, $0.attributes) }) { first, _ in first }
      entity.attributes = entity.attributesByState[state] ?? entity.attributes
    }
    // Groups take it from their members.
    if entity.members != nil { entity.assumedState = false }
    entity.source = Self.sources[id]
    entity.isAllMode = ["group.all_mode", "group.doors_all"].contains(id)
    entity.onState = id == "media_player.lounge_room" ? "playing" : nil
    entity.effects = id == "scene.evening" ? ["input_boolean.kids_tv": "on"] : [:]
    entity.area = ["switch.lab_plain", "switch.lab_assumed"].contains(id) ? "kids_room" : nil
    entity.labels = id == "switch.lab_plain" ? ["screen_time"] : []
    // The integration that needs eight seconds to start.
    entity.appearsAfter = id.contains(".lab_") ? 11.9 : nil
    return entity
  }

  /// Their attributes are others in other states.
  private static let changing = ["light", "fan", "media_player", "humidifier", "water_heater"]

  private static let sources = [
    "switch.tpl_tv": "input_boolean.kids_tv", "switch.tpl_delay": "input_boolean.homework",
    "lock.template_lock": "input_boolean.homework",
  ]

  private static let manners: [String: HomeAssistantEntity.Manner] = [
    "switch.lab_slow": .blocking(seconds: 3), "switch.lab_very_slow": .blocking(seconds: 15),
    "switch.lab_lagging": .late(seconds: 2), "switch.lab_reverts": .fallsBack(seconds: 1),
    "switch.lab_no_feedback": .noFeedback, "switch.lab_ignores": .ignores, "switch.lab_failing": .fails,
    "switch.lab_invalid": .refuses, "switch.lab_crash": .fails, "switch.lab_timeout": .timesOut,
    "switch.tpl_delay": .blocking(seconds: 3), "switch.tpl_broken_action": .fails,
    "lock.front_door": .moving(seconds: 2), "lock.kitchen_door": .moving(seconds: 2),
    "lock.openable_lock": .moving(seconds: 2), "lock.poorly_installed_door": .jams,
    "lock.lab_lock_slow": .movingAlone(seconds: 2), "lock.lab_lock_code": .needsCode("1234"),
    "cover.hall_window": .movingAlone(seconds: 1), "valve.orchard": .moving(seconds: 2),
  ]

  /// Asked to do something in the recordings, and never shown there; the features are what the answers tell.
  private static let unseen = [
    HomeAssistantEntity(id: "switch.lab_failing", state: "off"),
    HomeAssistantEntity(id: "switch.lab_invalid", state: "off"),
    HomeAssistantEntity(id: "switch.lab_timeout", state: "off"),
    HomeAssistantEntity(id: "switch.tpl_broken_action", state: "off"),
    HomeAssistantEntity(id: "switch.tpl_unavailable", state: "unavailable"),
    HomeAssistantEntity(id: "cover.lab_cover_open_only", state: "open", attributes: ["supported_features": 1]),
    HomeAssistantEntity(
      id: "cover.living_room_window", state: "open",
      attributes: ["current_position": 70, "supported_features": 255]),
    HomeAssistantEntity(id: "fan.lab_fan_no_off", state: "on", attributes: ["supported_features": 1]),
    HomeAssistantEntity(id: "media_player.lab_speaker_no_power", state: "on", attributes: ["supported_features": 0]),
  ]
}
