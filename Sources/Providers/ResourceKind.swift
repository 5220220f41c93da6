/// The kinds of live object that have a switch, in the order in which reports list them.
public enum ResourceKind: String, CaseIterable, Hashable, Comparable, Sendable {
  case aclRule = "acl-rule"
  case firewallPolicy = "firewall-policy"
  case wifi
  case blocking
  case group
  case domain
  case list

  /// In the order in which reports list them.
  public static func < (left: ResourceKind, right: ResourceKind) -> Bool {
    guard let leftIndex = allCases.firstIndex(of: left), let rightIndex = allCases.firstIndex(of: right) else {
      return false
    }
    return leftIndex < rightIndex
  }
}

extension ResourceKind {
  /// What a person calls one.
  public var inWords: String {
    switch self {
    case .aclRule: "ACL rule"
    case .firewallPolicy: "firewall policy"
    case .wifi: "WiFi network"
    case .blocking: "blocking"
    case .group: "group"
    case .domain: "domain entry"
    case .list: "list"
    }
  }
}
