/// The endpoints that exist, by path below `/v1`, with the version they came in.
///
/// A part in braces stands for one part of a path; fixed parts are tried first, so `ordering` is not taken for an id.
struct UniFiRoute {
  var pattern: [String]
  var methods: [String]
  var since: UniFiVersion
  var family: Family

  /// Which part of the simulator answers.
  enum Family {
    case info, sites, aclRules, aclRule, aclOrdering, firewallZones, firewallZone, firewallPolicies, firewallPolicy,
      policyOrdering, wiFis, wiFi, networks, network, clients, client, devices, applications, categories
    /// Exists in the application, not here.
    case notOffered
  }

  /// The route of `path`, and the values of its parts in braces by name; nil where `version` has no such path.
  static func find(_ path: String, version: UniFiVersion) -> (route: UniFiRoute, values: [String: String])? {
    guard path.hasPrefix(base) else { return nil }
    let parts = path.dropFirst(base.count).split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for route in table where route.since <= version {
      if let values = route.values(parts) { return (route, values) }
    }
    return nil
  }

  private static let base = "/integration/v1/"

  private func values(_ parts: [String]) -> [String: String]? {
    guard parts.count == pattern.count else { return nil }
    var values: [String: String] = [:]
    for (wanted, part) in zip(pattern, parts) {
      if wanted.hasPrefix("{") {
        values[String(wanted.dropFirst().dropLast())] = RequestTarget.decoded(part[...], plusIsSpace: false)
      } else if wanted != part {
        return nil
      }
    }
    return values
  }

  private init(_ pattern: String, _ methods: [String], _ since: UniFiVersion, _ family: Family = .notOffered) {
    let pattern = pattern.hasPrefix("S/") ? "sites/{siteId}/" + pattern.dropFirst(2) : pattern
    self.pattern = pattern.split(separator: "/").map(String.init)
    self.methods = methods
    self.since = since
    self.family = family
  }

  private static let list = ["GET", "POST"]
  private static let object = ["GET", "PUT", "DELETE"]

  private static let table: [UniFiRoute] = [
    UniFiRoute("info", ["GET"], "9.0", .info),
    UniFiRoute("sites", ["GET"], "9.0", .sites),
    UniFiRoute("S/acl-rules", list, "10.0", .aclRules),
    UniFiRoute("S/acl-rules/ordering", ["GET", "PUT"], "10.1", .aclOrdering),
    UniFiRoute("S/acl-rules/{aclRuleId}", object, "10.0", .aclRule),
    UniFiRoute("S/firewall/zones", list, "10.0", .firewallZones),
    UniFiRoute("S/firewall/zones/{firewallZoneId}", object, "10.0", .firewallZone),
    UniFiRoute("S/firewall/policies", list, "10.1", .firewallPolicies),
    UniFiRoute("S/firewall/policies/ordering", ["GET", "PUT"], "10.1", .policyOrdering),
    UniFiRoute("S/firewall/policies/{firewallPolicyId}", ["GET", "PUT", "PATCH", "DELETE"], "10.1", .firewallPolicy),
    UniFiRoute("S/traffic-matching-lists", list, "10.0"),
    UniFiRoute("S/traffic-matching-lists/{trafficMatchingListId}", object, "10.0"),
    UniFiRoute("S/dns/policies", list, "10.1"),
    UniFiRoute("S/dns/policies/{dnsPolicyId}", object, "10.1"),
    UniFiRoute("S/clients", ["GET"], "9.0", .clients),
    UniFiRoute("S/clients/{clientId}", ["GET"], "9.1", .client),
    UniFiRoute("S/clients/{clientId}/actions", ["POST"], "9.1"),
    UniFiRoute("S/networks", list, "10.0", .networks),
    UniFiRoute("S/networks/{networkId}", object, "10.0", .network),
    UniFiRoute("S/networks/{networkId}/references", ["GET"], "10.0"),
    UniFiRoute("S/wifi/broadcasts", list, "10.0", .wiFis),
    UniFiRoute("S/wifi/broadcasts/{wifiBroadcastId}", object, "10.0", .wiFi),
    UniFiRoute("dpi/applications", ["GET"], "10.0", .applications),
    UniFiRoute("dpi/categories", ["GET"], "10.0", .categories),
    UniFiRoute("S/devices", ["GET"], "9.0", .devices),
    UniFiRoute("S/devices/{deviceId}", ["GET"], "9.0"),
  ]
}
