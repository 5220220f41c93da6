/// A network of a site.
public struct UniFiNetwork: Sendable {
  /// A UUID.
  public var id: String
  /// What the web page shows.
  public var name: String
  /// 1 is the default network.
  public var vlanID: Int
  /// The three first numbers of its addresses; the last one is the device's own.
  public var prefix: String
  /// Whether its devices have internet at all.
  public var hasInternet = true

  /// A network from its parts; its addresses follow from the number unless told otherwise.
  public init(id: String, name: String, vlanID: Int = 2, prefix: String? = nil) {
    self.id = id
    self.name = name
    self.vlanID = vlanID
    self.prefix = prefix ?? (vlanID < 256 ? "192.168.\(vlanID)" : "10.\(vlanID / 256).\(vlanID % 256)")
  }

  /// As it appears in the list; `zone` is the firewall zone it is in.
  func overview(_ manner: UniFiManner, zone: String?) -> JSONValue {
    .object((common(manner, zone).fields ?? []) + manner.extras)
  }

  /// As it appears by itself.
  func detail(_ manner: UniFiManner, zone: String?) -> JSONValue {
    var answer = common(manner, zone)
    answer["isolationEnabled"] = false
    answer["cellularBackupEnabled"] = false
    answer["internetAccessEnabled"] = .bool(hasInternet)
    answer["mdnsForwardingEnabled"] = true
    answer["zoneId"] = zone.map(JSONValue.string)
    answer["ipv4Configuration"] = [
      "autoScaleEnabled": false, "hostIpAddress": .string(prefix + ".1"), "prefixLength": 24,
      "dhcpConfiguration": [
        "mode": "SERVER", "ipAddressRange": ["start": .string(prefix + ".6"), "stop": .string(prefix + ".254")],
        "leaseTimeSeconds": 86_400, "pingConflictDetectionEnabled": true,
      ],
    ]
    return .object((answer.fields ?? []) + manner.extras)
  }

  private func common(_ manner: UniFiManner, _ zone: String?) -> JSONValue {
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
    return answer
  }
}
