import PiHole
import Planning
import Policies
import Providers
import TestSupport
import Testing
import UniFi

/// Whether a target names an object of which nothing is known but its id and what it was called.
@Suite struct NamedObjectTests {
  static let targets: [Target] = [
    Sample.acl("kids", [.name("Kids"), .id("one"), .pattern("Bed*")], not: [.name("Bedroom")]),
    Sample.domains("tube", ["Youtube.com"], regex: ["^ads"]),
    Sample.target("pihole", .blocking(system: Name("pihole"))),
    Sample.target("emma", Sample.devices),
    Sample.target("all", .targets([Name("kids"), Name("tube")])),
    Sample.target("later", .unspecified),
  ]

  static let rows: [(system: String, kind: ObjectKind, id: String?, name: String, isNamed: Bool)] = [
    ("gateway", .aclRule, "two", "kids", true), ("gateway", .aclRule, "ONE", "Other", true),
    ("gateway", .aclRule, "two", "Bedtime", true), ("gateway", .aclRule, "two", "Bedroom", false),
    ("gateway", .aclRule, "two", "Other", false), ("attic", .aclRule, "one", "Kids", false),
    ("gateway", .firewallPolicy, "one", "Kids", false),
    ("pihole", .domain, "deny/exact/youtube.com", "x", true), ("pihole", .domain, "DENY/exact/YouTube.com", "x", true),
    ("pihole", .domain, "allow/exact/youtube.com", "x", false), ("pihole", .domain, "deny/regex/^ads", "x", true),
    ("pihole", .domain, "deny/exact/^ads", "x", false), ("attic", .domain, "deny/exact/youtube.com", "x", false),
    ("pihole", .blocking, nil, "x", true), ("attic", .blocking, nil, "x", false),
    ("gateway", .devicePolicy, "emma/1", "x", true), ("gateway", .devicePolicy, "emmanuel/1", "x", false),
    ("pihole", .devicePolicy, "emma/1", "x", false),
  ]

  @Test(arguments: rows.indices) func isNamed(row: Int) throws {
    let row = Self.rows[row]
    let key = ObjectKey(system: Name(row.system), kind: row.kind, id: row.id)
    #expect(try Sample.policy(Self.targets).names(key, called: row.name) == row.isNamed, "\(row)")
  }
}

extension Sample {
  /// A selector of one device, for which rules are made.
  static var devices: Selector {
    guard let kind = SystemKind.unifi.selectors("devices").first, let mac = MACAddress("04:00:5e:00:53:01") else {
      preconditionFailure("there are devices")
    }
    return .devices(
      system: Name("gateway"), kind, DeviceSelection(devices: [DeviceSelection.Selected(Name("ipad"), mac)]))
  }
}
