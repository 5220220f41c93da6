/// A WiFi that a console broadcasts, as it keeps it.
public struct WiFiBroadcast: ConsoleObject {
  /// A UUID.
  public var id: String
  /// `USER_DEFINED`, `DERIVED` or `ORCHESTRATED`; only the first can be written.
  public var origin: String
  /// The members that can be written, in the order and spelling in which they were given; the passphrase among them.
  public var settings: JSONValue

  /// A WiFi from its parts; `settings` is an object with everything but `id` and `metadata`.
  public init(id: String, origin: String = "USER_DEFINED", settings: JSONValue) {
    self.id = id
    self.origin = origin
    self.settings = settings
  }

  /// As it appears in the list: without the secrets, and without most of the rest.
  func overview(_ manner: UniFiManner) -> JSONValue {
    var answer: JSONValue = [
      "type": settings["type"] ?? "STANDARD", "id": .string(id), "name": .string(name), "enabled": .bool(isEnabled),
      "metadata": ["origin": .string(origin)], "securityConfiguration": securityOverview,
    ]
    let fields = Self.spelled(settings, manner.version)
    for name in ["network", "broadcastingDeviceFilter", "broadcastingFrequenciesGHz"] {
      answer[name] = fields.first { $0.name == name }?.value
    }
    if let type = settings["hotspotConfiguration"]?["type"] { answer["hotspotConfiguration"] = ["type": type] }
    return .object((answer.fields ?? []) + manner.extras)
  }

  /// As it is answered by id, with the passphrase in clear text.
  func answer(_ manner: UniFiManner) -> JSONValue {
    var fields = Self.spelled(settings, manner.version)
    fields.insert(.init("id", .string(id)), at: min(1, fields.count))
    fields += manner.unset(
      ["network", "broadcastingDeviceFilter", "clientFilteringPolicy", "blackoutScheduleConfiguration"], in: settings)
    fields += manner.extras
    fields.append(.init("metadata", ["origin": .string(origin)]))
    return .object(fields)
  }

  private var securityOverview: JSONValue {
    var security: JSONValue = ["type": settings["securityConfiguration"]?["type"] ?? "OPEN"]
    if let keys = settings["securityConfiguration"]?["presharedKeys"]?.elements {
      security["presharedKeyNetworkIds"] = .array(keys.compactMap { $0["network"] })
    }
    return security
  }

  /// The settings as `version` has them: without the members that came later, with those that it always sends.
  private static func spelled(_ settings: JSONValue, _ version: UniFiVersion) -> [JSONValue.Field] {
    var fields = (settings.fields ?? []).filter { version >= (cameWith[$0.name] ?? "0") }
    for name in ["channel2gLockedTo6", "dtimPeriod2gLockedTo3"] where version >= "10.4" && settings[name] == nil {
      fields.append(.init(name, false))
    }
    guard version.spellsFrequencies, let place = fields.firstIndex(where: { $0.name == frequencies }) else {
      return fields
    }
    fields[place].value = .array((fields[place].value.elements ?? []).map { Self.asText($0) })
    return fields
  }

  private static func asText(_ number: JSONValue) -> JSONValue {
    if let value = number.double, case .number(let spelling) = JSONValue.spelled(value) {
      .string(spelling)
    } else {
      number
    }
  }

  /// A body that has been checked, with frequencies as later versions send them.
  static func withoutDialect(_ body: JSONValue, _ version: UniFiVersion) -> JSONValue {
    guard version.spellsFrequencies, let found = body[frequencies]?.elements else { return body }
    var body = body
    body[frequencies] = .array(found.map { $0.text.map(JSONValue.number) ?? $0 })
    return body
  }

  static let frequencies = "broadcastingFrequenciesGHz"

  /// The members that not every version has.
  static let cameWith: [String: UniFiVersion] = [
    "advertiseDeviceName": "10.1", "dnsAssistanceConfiguration": "10.3", "handoffSuggestionsConfiguration": "10.4",
    "channel2gLockedTo6": "10.4", "dtimPeriod2gLockedTo3": "10.4",
  ]
}
