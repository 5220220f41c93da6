/// A version of the Network application, compared number by number.
public struct UniFiVersion: Comparable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// As the console spells it, such as `10.5.66`.
  public let spelling: String
  private let parts: [Int]

  /// A version from its spelling; parts that are no numbers count as 0.
  public init(_ spelling: String) {
    self.spelling = spelling
    parts = spelling.split(separator: ".").map { Int($0) ?? 0 }
  }

  /// A version from its spelling.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The version that `text` spells: two to four numbers with dots; nil for anything else.
  static func spelled(_ text: String) -> UniFiVersion? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let isVersion = (2...4).contains(parts.count) && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
    return isVersion ? UniFiVersion(text) : nil
  }

  /// Whether `left` is the older one.
  public static func < (left: UniFiVersion, right: UniFiVersion) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts)
  }

  // Where something changed. Asked for every object of a list, so they are read once.
  private static let ten: UniFiVersion = "10.0"
  private static let tenOne: UniFiVersion = "10.1"
  private static let tenOne78: UniFiVersion = "10.1.78"
  private static let tenOne80: UniFiVersion = "10.1.80"

  /// In 10.0 the position had to be sent with an ACL rule; later it is taken and ignored.
  var requiresACLIndex: Bool { self < .tenOne }
  /// Ports without an address in ACL rules came with 10.1.80.
  var hasACLPorts: Bool { self >= .tenOne80 }
  /// Early builds of 10.1 called the zone of a policy's end `firewallZoneId`, all later ones `zoneId`.
  var zoneMember: String { self < .tenOne78 ? "firewallZoneId" : "zoneId" }
  /// Networks say since 10.1.78 whether they are the default one.
  var marksDefaultNetwork: Bool { self >= .tenOne78 }
  /// The document of 10.0 has the frequencies of a WiFi as strings.
  var spellsFrequencies: Bool { self < .tenOne }
  /// Errors carry a code since 10.0.
  var errorsHaveCodes: Bool { self >= .ten }
}
