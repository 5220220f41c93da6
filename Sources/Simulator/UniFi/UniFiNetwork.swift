/// A network of a site.
public struct UniFiNetwork: Sendable {
  /// A UUID.
  public var id: String
  /// What the web page shows.
  public var name: String
  /// 1 is the default network.
  public var vlanID: Int

  /// A network from its parts.
  public init(id: String, name: String, vlanID: Int = 2) {
    self.id = id
    self.name = name
    self.vlanID = vlanID
  }

  /// As it appears in the list; `zone` is the firewall zone it is in.
  func overview(_ manner: UniFiManner, zone: String?) -> JSONValue {
    let origin = vlanID == 1 ? "SYSTEM_DEFINED" : "USER_DEFINED"
    var answer: JSONValue = [
      "management": "GATEWAY", "id": .string(id), "name": .string(name), "enabled": true,
      "vlanId": .number(String(vlanID)), "metadata": ["origin": .string(origin)],
    ]
    if origin == "SYSTEM_DEFINED" { answer["metadata"]?["configurable"] = true }
    if manner.version.marksDefaultNetwork {
      answer["default"] = .bool(vlanID == 1)
      answer["zoneId"] = zone.map(JSONValue.string)
    }
    return .object((answer.fields ?? []) + manner.extras)
  }
}
