/// An action that the API knows, and the service of Home Assistant that it calls.
struct GuestAction: Hashable, Sendable {
  var name: String
  /// What it is for.
  var domain: String
  /// Nil where nothing can be called.
  var service: String?
  /// The bit of `supported_features` that an entity needs.
  var feature: Int?
  /// The member of the body that carries a number.
  var value: Value?

  struct Value: Hashable, Sendable {
    var name: String
    var isRequired = true
    /// Whether it is kept between 0 and 100.
    var isPercent = true
  }

  private init(_ name: String, _ service: String?, domain: String? = nil, feature: Int? = nil, value: Value? = nil) {
    self.name = name
    self.service = service
    self.domain = domain ?? service.map(Self.domain) ?? ""
    self.feature = feature
    self.value = value
  }

  /// `lock` of `lock.front_door`.
  static func domain(of entityID: String) -> String { String(entityID.prefix { $0 != "." }) }

  /// What a pass allows in contract 2.
  static func granted(to domain: String) -> [String] { current.filter { $0.domain == domain }.map(\.name) }

  /// The action called `name`; nil where the contract does not know it.
  static func named(_ name: String, _ contract: EasyControl.Contract) -> GuestAction? {
    switch contract {
    case .v1: first.first { $0.name == name }
    case .v2: (current + first + toggles).first { $0.name == name }
    }
  }

  static let readOnly = ["sensor", "binary_sensor"]

  private static let current = [
    GuestAction("door.lock", "lock.lock"), GuestAction("door.unlock", "lock.unlock"),
    GuestAction("garage.open", "cover.open_cover", feature: 1),
    GuestAction("garage.close", "cover.close_cover", feature: 2),
    GuestAction("garage.set_position", "cover.set_cover_position", feature: 4, value: Value(name: "position_pct")),
    GuestAction("garage.set_tilt", "cover.set_cover_tilt_position", feature: 128, value: Value(name: "tilt_pct")),
    GuestAction("switch.on", "switch.turn_on"), GuestAction("switch.off", "switch.turn_off"),
    GuestAction("light.on", "light.turn_on"), GuestAction("light.off", "light.turn_off"),
    GuestAction("light.set_brightness", "light.turn_on", value: Value(name: "brightness_pct", isRequired: false)),
    GuestAction("climate.read", nil, domain: "climate"),
    GuestAction(
      "climate.set_temperature", "climate.set_temperature", value: Value(name: "temperature", isPercent: false)),
    GuestAction("sensor.read", nil, domain: "sensor"), GuestAction("binary_sensor.read", nil, domain: "binary_sensor"),
  ]
  private static let first = [
    GuestAction("door.open", "lock.unlock"), GuestAction("garage.open", "cover.open_cover", feature: 1),
  ]
  /// Known by name, and granted by no pass.
  private static let toggles = [
    GuestAction("switch.toggle", "switch.toggle"), GuestAction("light.toggle", "light.toggle"),
  ]

  /// The number that `body` carries; nil where it need not and does not.
  func number(in body: JSONValue) throws(Refusal) -> Double? {
    guard let value else { return nil }
    let given = body[value.name] ?? .null
    guard given != .null else {
      if value.isRequired { throw .badRequest }
      return nil
    }
    guard let number = given.double ?? given.text.flatMap(Double.init), number.isFinite else { throw .breakdown }
    return value.isPercent ? min(100, max(0, number)) : number
  }
}
