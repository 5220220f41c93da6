/// A firewall policy as a console keeps it.
public struct FirewallPolicy: ConsoleObject {
  /// A UUID.
  public var id: String
  /// `USER_DEFINED`, `SYSTEM_DEFINED` or `DERIVED`; only the first can be written.
  public var origin: String
  /// Whether answers carry the id. A policy without one cannot be addressed at all.
  public var hasID: Bool
  /// How lists show it.
  public var listing = PolicyListing.whole
  /// Its place among the policies of its pair of zones: 10000 and up for users, 30000 and up for derived ones,
  /// 2147483647 for what holds otherwise. 0 until a firewall has given it one.
  public var index: Int
  /// The members that can be written, in the order and spelling in which they were given; zones as `zoneId`.
  public var settings: JSONValue
  /// The policy that this one lets the answers of through.
  var parent: String?

  /// A policy from its parts; `settings` is an object with everything but `id`, `index` and `metadata`.
  public init(id: String, origin: String = "USER_DEFINED", index: Int = 0, hasID: Bool = true, settings: JSONValue) {
    self.id = id
    self.origin = origin
    self.index = index
    self.hasID = hasID
    self.settings = settings
  }

  /// The zones that traffic comes from and goes to.
  var pair: ZonePair {
    ZonePair(
      source: (settings["source"]?["zoneId"]?.text ?? "").lowercased(),
      destination: (settings["destination"]?["zoneId"]?.text ?? "").lowercased())
  }

  /// The policy as it is answered, by itself or in a list.
  func answer(_ manner: UniFiManner, inList: Bool = false) -> JSONValue {
    let carriesID = inList ? isListedWithID(manner) : showsID(manner)
    var fields: [JSONValue.Field] = carriesID ? [.init("id", .string(id))] : []
    fields += (settings.fields ?? []).map { .init($0.name, Self.spelled($0, manner)) }
    fields.append(.init("index", .number(String(index))))
    fields += manner.unset(["description", "connectionStateFilter", "ipsecFilter", "schedule"], in: settings)
    fields += manner.extras
    var metadata: JSONValue = ["origin": .string(origin)]
    // Sent by real consoles, though no document since 10.1 has it.
    if origin != "USER_DEFINED" { metadata["configurable"] = false }
    fields.append(.init("metadata", metadata))
    return .object(fields)
  }

  /// Whether a request can name this policy.
  func showsID(_ manner: UniFiManner) -> Bool {
    hasID && !(manner.hidesUserPolicyIDs && origin == "USER_DEFINED")
  }

  /// Whether lists and the ordering have its id.
  func isListedWithID(_ manner: UniFiManner) -> Bool { showsID(manner) && listing == .whole }

  private static func spelled(_ field: JSONValue.Field, _ manner: UniFiManner) -> JSONValue {
    let value = manner.extrasReachInside ? field.value.with(manner.extras) : field.value
    switch field.name {
    case "source", "destination":
      let fields = (value.fields ?? []).map { inner in
        inner.name == "zoneId" ? JSONValue.Field(manner.version.zoneMember, inner.value) : inner
      }
      return .object(fields + manner.unset(["trafficFilter"], in: field.value))
    case "ipProtocolScope":
      return .object((value.fields ?? []) + manner.unset(["protocolFilter"], in: field.value))
    default: return value
    }
  }
}

/// A direction between two zones, or within one.
struct ZonePair: Hashable, Sendable {
  var source: String
  var destination: String

  var mirrored: ZonePair { ZonePair(source: destination, destination: source) }
}
