/// What the command line of `reconcile-simulator` says about an Easy Control server and a BuilderOS host.
public struct DoorsAndServicesArguments: Hashable, Sendable {
  /// The port of the Easy Control server, 0 for any free one; nil where there is to be none.
  public var easyControlPort: UInt16?
  /// The port of the BuilderOS host, likewise.
  public var builderOSPort: UInt16?

  /// Neither of them.
  public init() {}

  static let options = ["--easy-control-port", "--builderos-port"]

  /// Takes `value` for `option`; false where it is none.
  mutating func set(_ option: String, _ value: String) -> Bool {
    guard let port = UInt16(value) else { return false }
    switch option {
    case "--easy-control-port": easyControlPort = port
    case "--builderos-port": builderOSPort = port
    default: return false
    }
    return true
  }

  static let help = """
      --easy-control-port N  serve an Easy Control server as well, over http; POST /simulator/pass/lock.front_door on
                             it tells a code to pair with
      --builderos-port N     serve a BuilderOS host as well, over http, with the key '\(Household.hostKey)'
    """
}
