import Documents
public import Policies
import Providers

/// What is particular to UniFi Network's Integration API as a whole: where it answers and since when it can do what.
public enum UniFiKind {
  /// The path below which the API answers: a UniFi OS console's own, unless the URL names one (a connector, a proxy).
  ///
  /// Without a trailing slash, as an endpoint's `basePath` must be.
  public static func basePath(for url: BaseURL) -> String {
    url.path.isEmpty ? "/proxy/network/integration/v1" : url.path
  }

  /// Whether `url` leads to a console through the vendor's cloud, whose keys are others.
  static func isConnector(_ url: BaseURL) -> Bool { url.path.hasPrefix("/v1/connector/") }

  /// The first version with ACL rules and WiFi broadcasts, and so the first that can be reconciled at all.
  static let firstUsable = UniFiVersion([10, 0])
  /// The first version whose API has firewall policies.
  static let firstPolicies = UniFiVersion([10, 1])
  /// The first version whose firewall policies are spelled as in all later ones.
  static let firstUsablePolicies = UniFiVersion([10, 1, 78])

  /// Why objects of a kind cannot be read with `version`, which is usable; nil where they can.
  ///
  /// | version | ACL rules, WiFi broadcasts | firewall policies |
  /// |---|---|---|
  /// | 10.0.x | yes | there are none in the API |
  /// | 10.1.0 to 10.1.77 | yes | spelled otherwise (`firewallZoneId`) |
  /// | 10.1.78 and later | yes | yes |
  static func refusal(of kind: ObjectKind, by version: UniFiVersion) -> Message? {
    guard kind == .firewallPolicy || kind == .devicePolicy, version < firstUsablePolicies else { return nil }
    if kind == .devicePolicy { return UniFiMessages.noDevicePolicies(version) }
    return version < firstPolicies ? UniFiMessages.noPolicies(version) : UniFiMessages.earlyPolicies(version)
  }
}

/// A version of UniFi Network, such as 10.5.66, compared number by number.
struct UniFiVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// As the console spells it.
  let description: String
  private let numbers: [Int]

  init(_ numbers: [Int]) {
    self.numbers = numbers
    description = numbers.map(String.init).joined(separator: ".")
  }

  /// Reads `10.5.66`; what follows the digits of a part (`66-beta`) is not compared. Nil where a part has no digits.
  init?(_ text: String) {
    var numbers: [Int] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard let number = Int(part.prefix { $0.isASCII && $0.isNumber }) else { return nil }
      numbers.append(number)
    }
    self.numbers = numbers
    description = text.shortened()
  }

  /// A missing part counts as 0 and so `10.0` is not less than `10`.
  static func < (left: UniFiVersion, right: UniFiVersion) -> Bool {
    for index in 0..<max(left.numbers.count, right.numbers.count) {
      let (one, other) = (left[index], right[index])
      if one != other { return one < other }
    }
    return false
  }

  private subscript(index: Int) -> Int { index < numbers.count ? numbers[index] : 0 }
}
