/// The attributes that matter to most programs.
extension HomeAssistantEntity {
  /// The name that people see; neither unique nor stable.
  public var friendlyName: String? {
    get { attributes["friendly_name"]?.text }
    set { attributes["friendly_name"] = newValue.map { .string($0) } }
  }

  /// The bits of what it can do.
  public var supportedFeatures: Int? {
    get { attributes["supported_features"]?.double.flatMap { Int(exactly: $0) } }
    set { attributes["supported_features"] = newValue.map { .number(String($0)) } }
  }

  /// The ids of a group's members.
  public var members: [String]? {
    get { attributes["entity_id"]?.elements?.compactMap(\.text) }
    set { attributes["entity_id"] = newValue.map { .array($0.map { .string($0) }) } }
  }

  /// Nobody measures the state: it is a guess.
  public var assumedState: Bool {
    get { attributes["assumed_state"]?.flag ?? false }
    set { attributes["assumed_state"] = newValue ? true : nil }
  }

  /// The server remembers it, and nobody provides it.
  public var restored: Bool {
    get { attributes["restored"]?.flag ?? false }
    set { attributes["restored"] = newValue ? true : nil }
  }

  /// Whether its state is worked out from its members; a scene has members and a state of its own.
  var isGroup: Bool { domain != "scene" && attributes["entity_id"]?.elements != nil }

  /// Whether a command reaches its device.
  var isReachable: Bool { isThere && state != "unavailable" && !isPainted && !restored }
}
