/// A device in a home that uses the network.
public struct UniFiClient: Sendable {
  /// A UUID.
  public var id: String
  /// Its alias, or what it calls itself.
  public var name: String
  /// `WIRED`, `WIRELESS`, `VPN` or `TELEPORT`.
  public var type: String
  /// Six pairs of digits with colons; nil for those that come through a tunnel.
  public var macAddress: String?
  /// Nil where it has none.
  public var ipAddress: String?
  /// The switch or access point it hangs on, as a UUID; nil for those that come through a tunnel.
  public var uplink: String?
  /// Whether it is there: others are never answered.
  public var isConnected: Bool
  /// How it was let in.
  public var access: ClientAccess
  /// The network it is in, as a UUID, which no answer tells. Nil: the one that its address belongs to.
  public var network: String?

  /// A client from its parts.
  public init(
    id: String, name: String, type: String = "WIRELESS", macAddress: String? = nil, ipAddress: String? = nil,
    uplink: String? = nil, isConnected: Bool = true, access: ClientAccess = .usual, network: String? = nil
  ) {
    self.id = id
    self.name = name
    self.type = type
    self.macAddress = macAddress
    self.ipAddress = ipAddress
    self.uplink = uplink
    self.isConnected = isConnected
    self.access = access
    self.network = network
  }

  /// As it appears in the list, and by itself with what is known of a guest.
  func answer(_ manner: UniFiManner, isDetail: Bool = false) -> JSONValue {
    var answer: JSONValue = [
      "type": .string(type), "id": .string(id), "name": .string(name), "connectedAt": "2026-11-20T06:30:00Z",
    ]
    answer["macAddress"] = macAddress.map(JSONValue.string)
    answer["uplinkDeviceId"] = uplink.map(JSONValue.string)
    answer["access"] = access.answer(isDetail: isDetail)
    answer["ipAddress"] = ipAddress.map(JSONValue.string)
    return .object((answer.fields ?? []) + manner.extras)
  }
}

extension UniFiSite {
  /// The network that `client` is in; nil where it is in none, as what comes through a tunnel.
  func network(of client: UniFiClient) -> UniFiNetwork? {
    if let id = client.network { return networks.first { $0.id == id } }
    guard let address = client.ipAddress else { return nil }
    return networks.first { address.hasPrefix($0.prefix + ".") }
  }
}
