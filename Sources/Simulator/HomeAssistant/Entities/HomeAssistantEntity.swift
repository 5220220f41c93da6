/// An entity of a pretend Home Assistant: what is shown of it, and how the device behind it behaves.
public struct HomeAssistantEntity: Hashable, Sendable {
  /// Domain and name with a dot between them, in lower case.
  public var id: String
  /// The state that is shown.
  public var state: String
  /// The attributes that are shown: an object.
  public var attributes: JSONValue
  /// When the state became another one, in seconds since 1970.
  public var lastChanged: Double
  /// When the state or an attribute became another one, in seconds since 1970.
  public var lastUpdated: Double
  /// How the device behaves.
  public var manner: Manner

  /// A group that is on only if all its members are.
  public var isAllMode = false
  /// What `turn_on` makes of it; nil is what most of its domain do.
  public var onState: String?
  /// The attributes that come with a state, where they are not those of every state.
  public var attributesByState: [String: JSONValue] = [:]
  /// The entity that this one mirrors, as a template does: switching this one switches that one.
  public var source: String?
  /// What a scene or script makes of other entities: a state for each id.
  public var effects: [String: String] = [:]
  /// The id of its area.
  public var area: String?
  /// The ids of its labels.
  public var labels: [String] = []
  /// The server remembers it even while nobody provides it.
  public var isRegistered: Bool
  /// So many seconds after the beginning of a restart it is there again; nil is what is usual for its domain.
  public var appearsAfter: Double?

  /// Nobody provides it: its state was only painted.
  var isPainted = false
  /// The attributes that a painted state hides until the device speaks again.
  var hiddenAttributes: JSONValue?
  /// False before the server knows it, and while it has vanished.
  var isThere = true
  var context = ChangeContext.none

  /// An entity as it is shown, and the manner of its device.
  public init(
    id: String, state: String, attributes: JSONValue = [:], lastChanged: Double = 0, manner: Manner = .immediate
  ) {
    self.id = id
    self.state = state
    self.attributes = attributes
    self.lastChanged = lastChanged
    lastUpdated = lastChanged
    self.manner = manner
    isRegistered = !id.hasPrefix("group.")
  }

  /// What is before the dot of the id.
  public var domain: String { String(id.prefix { $0 != "." }) }

  /// Turns it into what the server shows of an entity that it remembers and nobody provides.
  public mutating func abandon() {
    let kept = ["device_class", "friendly_name"].compactMap { name in
      attributes[name].map { JSONValue.Field(name, $0) }
    }
    state = "unavailable"
    attributes = .object(
      [.init("restored", true)] + kept + [.init("supported_features", attributes["supported_features"] ?? 0)])
  }
}

/// Who caused a change.
struct ChangeContext: Hashable, Sendable {
  var id: String
  var user: String?

  static let none = ChangeContext(id: "01M81W9JWX0000000000000000", user: nil)

  var json: JSONValue {
    ["id": .string(id), "parent_id": nil, "user_id": user.map { .string($0) } ?? .null]
  }
}
