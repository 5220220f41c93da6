/// What a console keeps of each thing that has a switch.
public protocol ConsoleObject: Equatable, Sendable {
  /// A UUID.
  var id: String { get set }
  /// Who made it: `USER_DEFINED` for a person, and nothing else can be written.
  var origin: String { get set }
  /// The members that can be written, in the order and spelling in which they were given.
  var settings: JSONValue { get set }
}

extension ConsoleObject {
  /// What people call it.
  public var name: String { settings["name"]?.text ?? "" }

  /// Where its switch stands.
  public var isEnabled: Bool {
    get { settings["enabled"]?.flag ?? false }
    set { settings["enabled"] = .bool(newValue) }
  }
}
