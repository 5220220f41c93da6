/// What the command line of `reconcile-simulator` says about how many systems there are, and how far away.
public struct StreetArguments: Hashable, Sendable {
  /// How many consoles, and how many Pi-holes, there are.
  public var systems = 1
  /// How much later every answer comes, in milliseconds.
  public var delayMilliseconds = 0
  /// How long a Pi-hole takes to check a password, in milliseconds; with it any number is checked in a second. Nil is
  /// as on a desktop machine.
  public var loginMilliseconds: Int?

  /// One household, near by.
  public init() {}

  static let options = ["--systems", "--delay-ms", "--login-ms"]

  /// Takes `value` for `option`; false where it is none.
  mutating func set(_ option: String, _ value: String) -> Bool {
    guard let number = Int(value), number >= 0 else { return false }
    switch option {
    case "--systems":
      systems = number
      return (1...200).contains(number)
    case "--delay-ms": delayMilliseconds = number
    case "--login-ms": loginMilliseconds = number
    default: return false
    }
    return number <= 60_000
  }

  static let help = """
      --systems N            so many consoles and so many Pi-holes, 1 to 200, on consecutive ports; the ports file
                             then goes on with 'unifi-2 PORT' and so on
      --delay-ms N           every answer comes so much later, 0 to 60000
      --login-ms N           a password takes so long to check, 0 to 60000, and logins are not limited
    """
}
