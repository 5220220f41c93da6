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

  /// ACL rules came with 10.0.
  var hasACLRules: Bool { self >= "10.0" }
  /// In 10.0 the position had to be sent with an ACL rule; later it is taken and ignored.
  var requiresACLIndex: Bool { self < "10.1" }
  /// Ports without an address in ACL rules came with 10.1.80.
  var hasACLPorts: Bool { self >= "10.1.80" }
  /// Firewall policies and the ordering of ACL rules came with 10.1.
  var hasFirewallPolicies: Bool { self >= "10.1" }
  /// Early builds of 10.1 called the zone of a policy's end `firewallZoneId`, all later ones `zoneId`.
  var zoneMember: String { self < "10.1.78" ? "firewallZoneId" : "zoneId" }
  /// Networks say since 10.1.78 whether they are the default one.
  var marksDefaultNetwork: Bool { self >= "10.1.78" }
  /// The document of 10.0 has the frequencies of a WiFi as strings.
  var spellsFrequencies: Bool { self < "10.1" }
  /// Errors carry a code since 10.0.
  var errorsHaveCodes: Bool { self >= "10.0" }
}
