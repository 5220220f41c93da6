import CivilTime
import JSONTree
import Policies

extension SwitchedObject {
  /// The members other than the switch that differ between `earlier` and this object, sorted by name, without
  /// `leftOut`.
  ///
  /// What means the same does not differ: null and absent, the order of members, the order of a set, ids in another case,
  /// MAC addresses, times and numbers in another spelling.
  func membersThatDiffer(from earlier: Self, leavingOut leftOut: [String]) -> [String] {
    let (before, after) = (earlier.meaning(without: leftOut), meaning(without: leftOut))
    return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
  }

  private func meaning(without leftOut: [String]) -> [String: JSON] {
    let kept = tree.removing(["id", "metadata", "index", "enabled"] + leftOut).withoutNulls
    return Dictionary((kept.members ?? []).map { ($0.name, $0.value.meaning(of: $0.name)) }) { first, _ in first }
  }
}

extension JSON {
  /// Members whose elements are declared unique or have no order that means anything.
  private static let sets: Set = [
    "ipAddressesOrSubnets", "networkIds", "macAddresses", "portFilter", "protocolFilter", "deviceIds",
    "connectionStateFilter", "repeatOnDays", "items", "regions", "vpnServerIds", "domains", "applicationIds",
    "applicationCategoryIds", "deviceTagIds", "bridgingNetworkIds", "broadcastingFrequenciesGHz", "macAddressFilter",
    "sourceMacAddressFilter", "presharedKeys", "days",
  ]
  /// Members whose texts are the same in upper and lower case: ids and MAC addresses.
  private static let caseless: Set = [
    "networkIdFilter", "networkIds", "macAddresses", "deviceIds", "zoneId", "macAddressFilter", "vpnServerIds",
    "siteToSiteVpnTunnelId", "trafficMatchingListId", "networkId", "deviceTagIds", "bridgingNetworkIds", "profileId",
    "sourceMacAddressFilter",
  ]
  /// Members whose texts are times of a day.
  private static let times: Set = ["startTime", "stopTime"]

  /// Whether it means the same as `other`, both values of a member called `name`.
  func meansTheSame(as other: JSON?, _ name: String) -> Bool {
    other.map { meaning(of: name) == $0.meaning(of: name) } ?? false
  }

  /// One spelling for everything that means the same as the value of a member called `name`.
  fileprivate func meaning(of name: String) -> JSON {
    switch self {
    case .null, .bool: return self
    case .number(let spelling): return .number(plainNumber(spelling))
    case .string(let text): return .string(Self.meaning(of: text, name))
    case .array(let elements):
      let plain = elements.map { $0.meaning(of: name) }
      return .array(Self.sets.contains(name) ? plain.sorted { $0.text < $1.text } : plain)
    case .object(let members):
      return .object(members.map { Member($0.name, $0.value.meaning(of: $0.name)) }.sorted { $0.name < $1.name })
    }
  }
}

extension JSON {
  /// One spelling for all of a text. Which spelling a console gives to what it is sent is not documented.
  private static func meaning(of text: String, _ name: String) -> String {
    // Ids do not have the form of an address.
    if caseless.contains(name) { return MACAddress(text)?.text ?? text.lowercased() }
    return times.contains(name) ? TimeOfDay(digits: text)?.description ?? text : text
  }
}

/// The one spelling `[-]digits[e exponent]` of all spellings of a number: no leading or trailing zeros, no fraction.
private func plainNumber(_ spelling: String) -> String {
  let isNegative = spelling.hasPrefix("-")
  let parts = spelling.drop { $0 == "-" }.split(maxSplits: 1) { $0 == "e" || $0 == "E" }
  let halves = parts[0].split(separator: ".", maxSplits: 1)
  let fraction = halves.count > 1 ? halves[1] : ""
  guard let exponent = parts.count > 1 ? Int(parts[1]) : 0 else { return spelling }
  let digits = (halves[0] + fraction).drop { $0 == "0" }
  guard let last = digits.lastIndex(where: { $0 != "0" }) else { return "0" }
  let zeros = digits.distance(from: last, to: digits.endIndex) - 1
  let (power, overflow) = exponent.addingReportingOverflow(zeros - fraction.count)
  if overflow { return spelling }
  return (isNegative ? "-" : "") + digits[...last] + (power == 0 ? "" : "e\(power)")
}
