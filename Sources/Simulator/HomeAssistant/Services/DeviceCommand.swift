/// What one device is told.
struct DeviceCommand {
  var verb: ServiceRule.Verb
  var fields: JSONValue
  /// Seconds since 1970.
  var now: Double

  /// What a device is to become.
  struct Wish {
    /// What it says on the way.
    var via: String?
    var state: String?
    var attributes: [JSONValue.Field] = []
  }

  /// What `entity` is to become; nil where there is nothing to do.
  func wish(_ entity: HomeAssistantEntity) -> Wish? {
    switch verb {
    case .turnOn, .run: turnOn(entity)
    case .turnOff: turnOff(entity)
    case .toggle: toggle(entity)
    case .lock: Wish(via: "locking", state: "locked")
    case .unlock: Wish(via: "unlocking", state: "unlocked")
    case .unlatch: Wish(via: "opening", state: "open")
    case .open: Wish(via: "opening", state: "open", attributes: position(100, entity))
    case .close: Wish(via: "closing", state: "closed", attributes: position(0, entity))
    case .move:
      Wish(state: fields["position"]?.double == 0 ? "closed" : "open", attributes: position(nil, entity))
    case .setMode: Wish(state: fields["hvac_mode"]?.text)
    case .activate: Wish(state: HomeAssistant.time(now))
    case .trigger: Wish(attributes: [.init("last_triggered", .string(HomeAssistant.time(now)))])
    case .stop, .each, .restart, .shutDown, .nothing: nil
    }
  }

  private func toggle(_ entity: HomeAssistantEntity) -> Wish? {
    let isOn = GroupWords.isOn(entity)
    let verbs: (on: ServiceRule.Verb, off: ServiceRule.Verb) =
      ["cover", "valve"].contains(entity.domain) ? (.open, .close) : (.turnOn, .turnOff)
    return DeviceCommand(verb: isOn ? verbs.off : verbs.on, fields: fields, now: now).wish(entity)
  }

  private func turnOn(_ entity: HomeAssistantEntity) -> Wish {
    switch entity.domain {
    case "climate": return Wish(state: entity.onState ?? Self.mode(entity))
    case "media_player": return Wish(state: entity.onState ?? "idle")
    case "water_heater": return Wish(state: entity.onState ?? "eco")
    case "script":
      let started = JSONValue.string(HomeAssistant.time(now))
      return Wish(state: "on", attributes: [.init("last_triggered", started), .init("current", 1)])
    case "light":
      let percent = fields["brightness_pct"]?.double.map { ($0 * 2.55).rounded() }
      guard let brightness = percent ?? fields["brightness"]?.double else { return Wish(state: "on") }
      if brightness == 0 { return turnOff(entity) }
      return Wish(state: "on", attributes: [.init("brightness", .spelled(brightness))])
    default: return Wish(state: entity.onState ?? "on")
    }
  }

  private func turnOff(_ entity: HomeAssistantEntity) -> Wish {
    Wish(state: "off", attributes: entity.domain == "script" ? [.init("current", 0)] : [])
  }

  /// What the server picks of a climate's modes, whatever it was before.
  private static func mode(_ entity: HomeAssistantEntity) -> String {
    let modes = entity.attributes["hvac_modes"]?.elements?.compactMap(\.text) ?? []
    return ["heat_cool", "heat", "cool"].first(where: modes.contains) ?? modes.first { $0 != "off" } ?? "heat"
  }

  private func position(_ position: Int?, _ entity: HomeAssistantEntity) -> [JSONValue.Field] {
    guard entity.attributes["current_position"] != nil else { return [] }
    let value = position.map { JSONValue.number(String($0)) } ?? fields["position"] ?? .null
    return [.init("current_position", value)]
  }
}
