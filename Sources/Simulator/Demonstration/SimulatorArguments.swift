/// What the command line of `reconcile-simulator` says.
public struct SimulatorArguments: Hashable, Sendable {
  /// 0 takes any free port.
  public var uniFiPort: UInt16 = 0
  /// 0 takes any free port.
  public var piHolePort: UInt16 = 0
  /// The path of a PEM file; with it the console speaks TLS.
  public var certificate: String?
  /// The path of the PEM file of the certificate's private key.
  public var key: String?
  /// Whether the Pi-hole speaks TLS as well.
  public var piHoleTLS = false
  /// Whether the Pi-hole sends header and body apart.
  public var piHoleApart = false
  /// After how many seconds it ends.
  public var seconds = 600
  /// How many further ACL rules there are.
  public var rules = 0
  /// How many further firewall policies there are.
  public var policies = 0
  /// How many further applications the console can tell apart.
  public var applications = 0
  /// Whether the site has been moved to the zone-based firewall.
  public var hasZoneFirewall = true
  /// The version of the Network application; the newest that is simulated unless given.
  public var version: String?
  /// How many further domains the Pi-hole has.
  public var domains = 0
  /// How many further groups the Pi-hole has.
  public var groups = 0
  /// The path of a file with the console's key.
  public var apiKeyFile: String?
  /// The path of a file with the Pi-hole's password.
  public var passwordFile: String?
  /// The path of a file to write the ports to.
  public var portsFile: String?
  /// How many systems there are, and how far away.
  public var street = StreetArguments()
  /// Whether there is a Home Assistant, and what it is like.
  public var homeAssistant = HomeAssistantArguments()
  /// Whether there are doors for guests, and a host with services.
  public var doorsAndServices = DoorsAndServicesArguments()
  /// Whether only the help is wanted.
  public var wantsHelp = false

  /// Why a command line is not understood.
  public struct Mistake: Error, Hashable, Sendable {
    /// What was found: lower case, no full stop.
    public var message: String
  }

  /// What `words` (without the program's name) say.
  public init(_ words: [String]) throws(Mistake) {
    var rest = words[...]
    while let word = rest.popFirst() {
      let sides = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if sides.count == 1, set(flag: word) { continue }
      guard Self.allOptions.contains(sides[0]) else {
        throw Mistake(message: "'\(word)' is not known")
      }
      guard let value = sides.count > 1 ? sides[1] : rest.popFirst() else {
        throw Mistake(message: "'\(word)' lacks its value")
      }
      guard set(sides[0], value) else { throw Mistake(message: "'\(value)' is no value for '\(sides[0])'") }
    }
    if (certificate == nil) != (key == nil) {
      throw Mistake(message: "'--certificate' and '--key' only go together")
    }
    if piHoleTLS, certificate == nil { throw Mistake(message: "'--pihole-tls' needs '--certificate'") }
  }

  private static let options = [
    "--unifi-port", "--pihole-port", "--certificate", "--key", "--for", "--rules", "--policies", "--applications",
    "--firewall",
    "--unifi-version", "--domains", "--groups", "--api-key-file", "--password-file", "--ports-file",
  ]

  private static let allOptions =
    options + StreetArguments.options + HomeAssistantArguments.options + DoorsAndServicesArguments.options

  private mutating func set(flag word: String) -> Bool {
    switch word {
    case "--help", "-h": wantsHelp = true
    case "--pihole-tls": piHoleTLS = true
    case "--pihole-apart": piHoleApart = true
    default: return false
    }
    return true
  }

  private mutating func set(_ option: String, _ value: String) -> Bool {
    switch option {
    case "--unifi-port": return Self.put(UInt16(value), in: &uniFiPort)
    case "--pihole-port": return Self.put(UInt16(value), in: &piHolePort)
    case "--for": return Self.put(Int(value).flatMap { (1...86_400).contains($0) ? $0 : nil }, in: &seconds)
    case "--rules": return Self.put(Int(value).flatMap { (0...10_000).contains($0) ? $0 : nil }, in: &rules)
    case "--policies": return Self.put(Int(value).flatMap { (0...10_000).contains($0) ? $0 : nil }, in: &policies)
    case "--applications":
      return Self.put(Int(value).flatMap { (0...10_000).contains($0) ? $0 : nil }, in: &applications)
    case "--firewall": return Self.put(["on": true, "off": false][value], in: &hasZoneFirewall)
    case "--unifi-version": return Self.put(UniFiVersion.spelled(value)?.spelling, in: &version)
    case "--domains": return Self.put(Int(value).flatMap { (0...100_000).contains($0) ? $0 : nil }, in: &domains)
    case "--groups": return Self.put(Int(value).flatMap { (0...10_000).contains($0) ? $0 : nil }, in: &groups)
    case "--certificate": certificate = value
    case "--key": key = value
    case "--api-key-file": apiKeyFile = value
    case "--password-file": passwordFile = value
    case "--ports-file": portsFile = value
    default:
      return street.set(option, value) || homeAssistant.set(option, value) || doorsAndServices.set(option, value)
    }
    return !value.isEmpty
  }

  private static func put<Value>(_ value: Value?, in place: inout Value) -> Bool {
    guard let value else { return false }
    place = value
    return true
  }

  private static func put(_ value: String?, in place: inout String?) -> Bool {
    place = value
    return value != nil
  }

  /// The text of `--help`.
  public static let help = """
    reconcile-simulator: a pretend household on 127.0.0.1, to try reconcile on

      reconcile-simulator [OPTION]…

      --unifi-port N         the console's port; any free one unless given
      --pihole-port N        the Pi-hole's port; any free one unless given
      --certificate FILE     serve the console over TLS with this certificate (PEM)
      --key FILE             the certificate's private key (PEM)
      --pihole-tls           serve the Pi-hole over TLS as well
      --pihole-apart         the Pi-hole sends header and body apart, as a real one does: a client that acknowledges
                             late waits 40 ms for the body
      --for SECONDS          end after so long, 1 to 86400; 600 unless given
      --rules N              so many further ACL rules, 0 to 10000, to fill pages
      --policies N           so many further firewall policies, 0 to 10000
      --applications N       so many further applications in the console's catalogue, 0 to 10000
      --firewall on|off      whether the site has the zone-based firewall; on unless given
      --unifi-version V      the version of the Network application, such as 10.1.68; 10.5.66 unless given
      --domains N            so many further domains of the Pi-hole, 0 to 100000
      --groups N             so many further groups of the Pi-hole, 0 to 10000
      --api-key-file FILE    the console's key; '\(Household.apiKey)' unless given
      --password-file FILE   the Pi-hole's password; '\(Household.password)' unless given
      --ports-file FILE      write 'unifi PORT' and 'pihole PORT' here once both are served
    \(StreetArguments.help)
    \(HomeAssistantArguments.help)
    \(DoorsAndServicesArguments.help)
      -h, --help             this

    All systems answer real requests and, below /simulator, yours:

      curl http://127.0.0.1:PORT/simulator
      curl -X POST http://127.0.0.1:PORT/simulator/rules/Downtime-iPad/toggle
      curl -X POST http://127.0.0.1:PORT/simulator/policies/Kids%20bedtime/disable?before=PUT
      curl -X POST http://127.0.0.1:PORT/simulator/fault/503?times=2

    It ends by itself, or on SIGTERM or SIGINT; then with status 0. A bad command line is 64, a port that is taken or a
    file that cannot be used is 1.

    """
}
