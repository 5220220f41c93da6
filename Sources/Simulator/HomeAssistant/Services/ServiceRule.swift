/// A service by domain and name.
struct ServiceName: Hashable {
  var domain: String
  var service: String

  var text: String { "\(domain).\(service)" }
}

/// What a service takes and does.
struct ServiceRule {
  /// What a device is told.
  enum Verb: Hashable {
    case turnOn, turnOff, toggle
    case lock, unlock, unlatch
    case open, close, move, stop
    case setMode
    /// A scene, or a button: the state is the time.
    case activate
    case trigger
    /// A script by its name: the call waits for its end.
    case run
    /// Every domain that knows `turn_on` and `turn_off` is told so by itself.
    case each(String)
    case restart, shutDown
    case nothing
  }

  /// Who may call it.
  enum Right: Hashable {
    case everybody, users, administrators
  }

  var verb: Verb
  /// Its own fields, besides those that say which entities are meant.
  var fields: Set<String> = []
  /// Nil where any field is taken.
  var required: Set<String>? = []
  /// The bit of `supported_features` that an entity must have.
  var feature: Int?
  var right = Right.users
  /// Without an entity, area or the like it is refused.
  var needsTarget = true

  /// That of a script by its name.
  static let script = ServiceRule(verb: .run, required: nil, needsTarget: false)
}

/// All services that are simulated.
enum ServiceTable {
  static func rule(_ name: ServiceName) -> ServiceRule? { rules[name.domain]?[name.service] }

  static func names(of domain: String) -> [String] { (rules[domain] ?? [:]).keys.sorted() }

  private static let rules: [String: [String: ServiceRule]] = {
    var rules: [String: [String: ServiceRule]] = [
      "switch": power(), "input_boolean": power(), "remote": power(on: ["activity"]),
      "light": power(on: ["brightness", "brightness_pct", "transition"], off: ["transition"]),
      "humidifier": power(), "fan": power(on: ["percentage", "preset_mode"], 32, 16),
      "siren": power(on: ["tone", "duration", "volume_level"], 1, 2), "media_player": power(128, 256),
      "automation": power(off: ["stop_actions"]), "script": power(on: ["variables"]),
      "climate": power(256, 128), "water_heater": power(8, 8), "lock": locks,
      "cover": moves("cover"), "valve": moves("valve"),
      "scene": ["turn_on": ServiceRule(verb: .activate, fields: ["transition"])],
      "button": ["press": ServiceRule(verb: .activate)], "input_button": ["press": ServiceRule(verb: .activate)],
      "homeassistant": core,
    ]
    rules["automation"]?["trigger"] = ServiceRule(verb: .trigger, fields: ["skip_condition"])
    rules["climate"]?["set_hvac_mode"] = ServiceRule(
      verb: .setMode, fields: ["hvac_mode"], required: ["hvac_mode"])
    return rules
  }()

  private static func power(
    on: Set<String> = [], off: Set<String> = [], _ onFeature: Int? = nil, _ offFeature: Int? = nil
  ) -> [String: ServiceRule] {
    [
      "turn_on": ServiceRule(verb: .turnOn, fields: on, feature: onFeature),
      "turn_off": ServiceRule(verb: .turnOff, fields: off, feature: offFeature),
      "toggle": ServiceRule(verb: .toggle, fields: on.union(off)),
    ]
  }

  private static let locks = [
    "lock": ServiceRule(verb: .lock, fields: ["code"]), "unlock": ServiceRule(verb: .unlock, fields: ["code"]),
    "open": ServiceRule(verb: .unlatch, fields: ["code"], feature: 1),
  ]

  private static func moves(_ domain: String) -> [String: ServiceRule] {
    [
      "open_\(domain)": ServiceRule(verb: .open, feature: 1), "close_\(domain)": ServiceRule(verb: .close, feature: 2),
      "set_\(domain)_position": ServiceRule(
        verb: .move, fields: ["position"], required: ["position"], feature: 4),
      "stop_\(domain)": ServiceRule(verb: .stop, feature: 8), "toggle": ServiceRule(verb: .toggle),
    ]
  }

  private static let core = [
    "turn_on": ServiceRule(verb: .each("turn_on")), "turn_off": ServiceRule(verb: .each("turn_off")),
    "toggle": ServiceRule(verb: .each("toggle")), "update_entity": ServiceRule(verb: .nothing, right: .everybody),
    "restart": ServiceRule(verb: .restart, right: .administrators, needsTarget: false),
    "stop": ServiceRule(verb: .shutDown, right: .administrators, needsTarget: false),
    "reload_all": ServiceRule(verb: .nothing, right: .administrators, needsTarget: false),
  ]
}
