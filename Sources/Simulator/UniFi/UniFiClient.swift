/// A device in a home that uses the network.
public struct UniFiClient: Sendable {
  /// A UUID.
  public var id: String
  /// Its alias, or what it calls itself.
  public var name: String
  /// `WIRED` or `WIRELESS`.
  public var type: String
  /// Six pairs of digits with colons.
  public var macAddress: String
  /// Nil where it has none.
  public var ipAddress: String?
  /// The switch or access point it hangs on, as a UUID.
  public var uplink: String
  /// Whether it is there: others are never answered.
  public var isConnected: Bool

  /// A client from its parts.
  public init(
    id: String, name: String, type: String = "WIRELESS", macAddress: String, ipAddress: String? = nil, uplink: String,
    isConnected: Bool = true
  ) {
    self.id = id
    self.name = name
    self.type = type
    self.macAddress = macAddress
    self.ipAddress = ipAddress
    self.uplink = uplink
    self.isConnected = isConnected
  }

  func answer(_ manner: UniFiManner) -> JSONValue {
    var answer: JSONValue = [
      "type": .string(type), "id": .string(id), "name": .string(name), "connectedAt": "2026-11-20T06:30:00Z",
      "macAddress": .string(macAddress), "uplinkDeviceId": .string(uplink), "access": ["type": "DEFAULT"],
    ]
    answer["ipAddress"] = ipAddress.map(JSONValue.string)
    return .object((answer.fields ?? []) + manner.extras)
  }
}
