/// Something of UniFi's own that a site has adopted: a gateway, a switch, an access point.
public struct UniFiDevice: Sendable {
  /// A UUID.
  public var id: String
  /// What the web page shows.
  public var name: String
  /// What it does: `switching`, `accessPoint`, `gateway`.
  public var features: [String]

  /// A device from its parts.
  public init(id: String, name: String, features: [String]) {
    self.id = id
    self.name = name
    self.features = features
  }

  /// Whether rules may name it.
  var isSwitch: Bool { features.contains("switching") }

  /// As it appears in the list.
  func overview(_ manner: UniFiManner) -> JSONValue {
    let answer: JSONValue = [
      "id": .string(id), "macAddress": "94:2a:6f:26:c6:ca", "ipAddress": "192.168.1.55", "name": .string(name),
      "model": "USW", "state": "ONLINE", "supported": true, "firmwareVersion": "6.6.55", "firmwareUpdatable": false,
      "features": .array(features.map { .string($0) }), "interfaces": .array([.string(isSwitch ? "ports" : "radios")]),
    ]
    return .object((answer.fields ?? []) + manner.extras)
  }
}
