extension HomeAssistant {
  /// A home with a few entities of every kind that can be switched, and sensors until there are so many in all.
  ///
  /// Everything is quick but what moves: `lock.front_door`, `cover.garage_door` and `valve.garden` take two seconds, and
  /// `switch.router_port` reports so much later. `lock.shed` wants the code 1234.
  public static func household(
    entities count: Int = 40, token: String = "simulated-token", at now: Double = 0
  ) -> HomeAssistant {
    let devices = switches + rooms + doors + groups
    return HomeAssistant(token: token, entities: devices + sensors(count - devices.count), startedAt: now)
  }

  private static func entity(
    _ id: String, _ state: String, _ name: String, _ attributes: JSONValue = [:],
    _ manner: HomeAssistantEntity.Manner = .immediate
  ) -> HomeAssistantEntity {
    var entity = HomeAssistantEntity(id: id, state: state, attributes: attributes, manner: manner)
    entity.friendlyName = name
    return entity
  }

  private static let switches = [
    entity("input_boolean.kids_tv", "on", "Kids TV allowed", ["editable": false]),
    entity("input_boolean.homework", "off", "Homework mode", ["editable": false, "icon": "mdi:school"]),
    entity("switch.tv_plug", "on", "TV plug", ["device_class": "outlet"]),
    entity("switch.game_console", "on", "Game console", ["device_class": "outlet"]),
    entity("switch.charger", "off", "Charger", ["device_class": "outlet"]),
    entity("switch.router_port", "on", "Router port", [:], .late(seconds: 2)),
    entity("switch.infrared_fan", "off", "Infrared fan", ["assumed_state": true]),
    entity("automation.bedtime", "on", "Bedtime", ["id": "bedtime", "mode": "single", "current": 0]),
    entity("script.good_night", "off", "Good night", ["last_triggered": nil, "mode": "single", "current": 0]),
  ]

  private static let rooms: [HomeAssistantEntity] = {
    let modes: JSONValue = ["supported_color_modes": ["onoff"], "supported_features": 0]
    var player = entity(
      "media_player.kids_room", "playing", "Kids room speaker", ["supported_features": 121_265])
    player.onState = "idle"
    return [
      entity("light.kids_room", "on", "Kids room", modes), entity("light.bed", "off", "Bed light", modes),
      entity("light.hall", "off", "Hall", modes), player,
      entity(
        "climate.kids_room", "heat", "Kids room",
        ["hvac_modes": ["off", "heat", "auto"], "temperature": 21, "supported_features": 385]),
      entity("fan.kids_room", "off", "Kids room fan", ["percentage": 0, "supported_features": 49]),
    ]
  }()

  private static let doors = [
    entity("lock.front_door", "locked", "Front door", ["supported_features": 0], .moving(seconds: 2)),
    entity("lock.shed", "locked", "Shed", ["code_format": "^\\d{4}$", "supported_features": 0], .needsCode("1234")),
    entity(
      "cover.garage_door", "closed", "Garage door", ["device_class": "garage", "supported_features": 11],
      .movingAlone(seconds: 2)),
    entity("cover.kids_blinds", "open", "Kids blinds", ["current_position": 100, "supported_features": 15]),
    entity("valve.garden", "closed", "Garden", ["supported_features": 3], .moving(seconds: 2)),
  ]

  private static let groups = [
    entity("group.screens", "on", "Screens", ["entity_id": ["switch.tv_plug", "switch.game_console"], "order": 0]),
    entity("group.doors", "locked", "Doors", ["entity_id": ["lock.front_door", "lock.shed"], "order": 1]),
    entity(
      "light.upstairs", "on", "Upstairs", ["entity_id": ["light.kids_room", "light.bed"], "supported_features": 0]),
  ]

  private static func sensors(_ count: Int) -> [HomeAssistantEntity] {
    (0..<max(0, count)).map { number in
      number % 4 == 3
        ? entity(
          "binary_sensor.window_\(number + 1)", number % 8 == 3 ? "off" : "on", "Window \(number + 1)",
          ["device_class": "window"])
        : entity(
          "sensor.temperature_\(number + 1)", "\(18 + number % 7).\(number % 10)", "Temperature \(number + 1)",
          ["state_class": "measurement", "unit_of_measurement": "°C", "device_class": "temperature"])
    }
  }
}
