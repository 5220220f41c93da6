/// What the command line of `reconcile-simulator` says about a Home Assistant.
public struct HomeAssistantArguments: Hashable, Sendable {
  /// Its port, 0 for any free one; nil where there is to be none.
  public var port: UInt16?
  /// How many entities it has.
  public var entities = 40
  /// The path of a file with its token.
  public var tokenFile: String?

  /// No Home Assistant.
  public init() {}

  static let options = ["--home-assistant-port", "--entities", "--token-file"]

  /// Takes `value` for `option`; false where it is none.
  mutating func set(_ option: String, _ value: String) -> Bool {
    switch option {
    case "--home-assistant-port":
      port = UInt16(value)
      return port != nil
    case "--entities":
      guard let number = Int(value), (0...100_000).contains(number) else { return false }
      entities = number
    case "--token-file":
      guard !value.isEmpty else { return false }
      tokenFile = value
    default: return false
    }
    return true
  }

  static let help = """
      --home-assistant-port N  serve a Home Assistant as well, over http; 0 is any free port. The ports file then goes
                             on with 'home-assistant PORT'
      --entities N           so many entities, 0 to 100000; 40 unless given. Those that can be switched are always there
      --token-file FILE      its token; '\(Household.token)' unless given
    """
}

extension Household {
  /// The token of the Home Assistant unless told otherwise.
  public static let token = "demonstration-token"
}
