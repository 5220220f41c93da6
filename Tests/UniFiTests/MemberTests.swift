import JSONTree
import Testing

@testable import UniFi

@Suite struct MemberTests {
  struct Difference: Sendable, CustomStringConvertible {
    let before: String
    let after: String
    var leftOut: [String] = []
    let members: [String]

    var description: String { "\(before) → \(after)" }
  }

  static let differences: [Difference] = [
    Difference(before: #""type":"MAC""#, after: #""type":"MAC""#, members: []),
    Difference(before: #""type":"MAC""#, after: #""type":"IPV4""#, members: ["type"]),
    Difference(before: #""index":3"#, after: #""index":4"#, members: []),
    Difference(before: #""a":null"#, after: "", members: []),
    Difference(before: "", after: #""a":null,"b":[{"c":null}]"#, members: ["b"]),
    Difference(before: #""f":{"a":1,"b":2}"#, after: #""f":{"b":2,"a":1,"c":null}"#, members: []),
    Difference(before: #""f":{"a":1,"a":2}"#, after: #""f":{"a":2}"#, members: ["f"]),
    Difference(before: #""n":[1.10,100,0.00,-0]"#, after: #""n":[1.1,1e2,0,0]"#, members: []),
    Difference(before: #""n":12345678901234567890"#, after: #""n":12345678901234567891"#, members: ["n"]),
    Difference(before: #""n":1e-99999999999999999999"#, after: #""n":1e-99999999999999999998"#, members: ["n"]),
    Difference(before: #""n":-5"#, after: #""n":5"#, members: ["n"]),
    Difference(before: #""n":0.05"#, after: #""n":5e-2"#, members: []),
    Difference(before: #""protocolFilter":["TCP","UDP"]"#, after: #""protocolFilter":["UDP","TCP"]"#, members: []),
    Difference(before: #""steps":["TCP","UDP"]"#, after: #""steps":["UDP","TCP"]"#, members: ["steps"]),
    Difference(
      before: #""s":{"macAddresses":["AA:01","bb:02"]}"#, after: #""s":{"macAddresses":["BB:02","aa:01"]}"#,
      members: []),
    Difference(before: #""s":{"macAddresses":["aa"]}"#, after: #""s":{"macAddresses":["aa","bb"]}"#, members: ["s"]),
    Difference(before: #""description":"Kids""#, after: #""description":"kids""#, members: ["description"]),
    Difference(before: #""description":"\u00e9""#, after: #""description":"e\u0301""#, members: ["description"]),
    Difference(before: #""b":1,"a":1"#, after: #""c":1"#, members: ["a", "b", "c"]),
    Difference(before: #""a":1,"b":{"x":1,"y":2}"#, after: #""b":{"y":2}"#, leftOut: ["$.a", "$.b.x"], members: []),
  ]

  @Test(arguments: differences)
  func differsInWhatMatters(_ known: Difference) throws {
    let paths = known.leftOut.compactMap { MemberPath($0) }
    #expect(try rule(known.after).membersThatDiffer(from: rule(known.before), leavingOut: paths) == known.members)
  }

  private func rule(_ members: String) throws -> ACLRule {
    let text =
      #"{"id":"\#(Console.bedtime)","name":"n","enabled":true,"action":"BLOCK"\#(members.isEmpty ? "" : ",")\#(members)}"#
    return try ACLRule(JSON(parsing: Array(text.utf8)))
  }

  /// What a message names, whether the API's description has it, and what is left of the body without it.
  @Test(
    arguments: [
      ("Unknown request body property '$.a'", "a", false, #"{"b":{"c":[{"d":1,"e":2}]},"name":"n"}"#),
      ("Unknown request body property '$.b.c[0].d'", "b.c[0].d", false, #"{"a":1,"b":{"c":[{"e":2}]},"name":"n"}"#),
      ("'x' is 'y' of '$.b.c'", "b.c", false, #"{"a":1,"b":{},"name":"n"}"#),
      ("'$.name'", "name", true, #"{"a":1,"b":{"c":[{"d":1,"e":2}]}}"#),
      ("'$.name.first'", "name.first", false, nil),
      ("'$.b.c[1].d'", "b.c[1].d", false, nil),
      ("'$.b.c[0]'", "b.c[0]", false, nil),
      ("'$.b.z'", "b.z", false, nil),
      ("'$.sourceFilter.macAddresses'", "sourceFilter.macAddresses", true, nil),
      ("'$.sourceFilter.macAddresses[0]'", "sourceFilter.macAddresses[0]", true, nil),
      ("'$.sourceFilter.zone'", "sourceFilter.zone", false, nil),
      ("'$.enforcingDeviceFilter.deviceIds'", "enforcingDeviceFilter.deviceIds", true, nil),
      ("'$.enforcingDeviceFilter.macAddresses'", "enforcingDeviceFilter.macAddresses", false, nil),
      ("'$.index'", "index", true, nil),
      ("Unknown request body property $.a", nil, nil, nil),
      ("'$.'", nil, nil, nil),
      ("'$.a..b'", nil, nil, nil),
      ("'$.a[x]'", nil, nil, nil),
      ("'$.a[-1]'", nil, nil, nil),
    ] as [(String, String?, Bool?, String?)])
  func isNamedByAPath(_ message: String, _ name: String?, _ isDocumented: Bool?, _ rest: String?) throws {
    let path = MemberPath(quotedIn: message)
    #expect(path?.description == name)
    #expect(path?.isOne(of: .aclRule) == isDocumented)
    let body = try JSON(parsing: Array(#"{"a":1,"b":{"c":[{"d":1,"e":2}]},"name":"n"}"#.utf8))
    #expect(path.flatMap { body.removing($0) }?.text == rest)
  }

  /// Whether the description of an update has it: of an ACL rule, of a firewall policy, of a WiFi broadcast.
  @Test(arguments: [
    ("$.name", true, true, true), ("$.index", true, false, false), ("$.id", false, false, false),
    ("$.metadata", false, false, false), ("$.action", true, true, false), ("$.action.type", false, true, false),
    ("$.action.allowReturnTraffic", false, true, false), ("$.source.zoneId", false, true, false),
    ("$.source.firewallZoneId", false, false, false),
    ("$.destination.trafficFilter.portFilter.items[3].value", false, true, false),
    ("$.destination.trafficFilter.portFilter.items[3].note", false, false, false),
    ("$.ipProtocolScope.protocolFilter.matchOpposite", false, true, false),
    ("$.schedule.timeFilter.stopTime", false, true, false), ("$.schedule.timeFilter.endTime", false, false, false),
    ("$.channel2gLockedTo6", false, false, true), ("$.securityConfiguration.passphrase", false, false, true),
    ("$.securityConfiguration.presharedKeys[0].network.networkId", false, false, true),
    ("$.securityConfiguration.saePassword", false, false, false),
    ("$.blackoutScheduleConfiguration.days[6].timeRanges[0].endTime", false, false, true),
    ("$.basicDataRateKbpsByFrequencyGHz.2.4", false, false, true), ("$.radio", false, false, false),
  ])
  func isDocumentedForItsKind(_ text: String, _ rule: Bool, _ policy: Bool, _ broadcast: Bool) throws {
    let path = try #require(MemberPath(text))
    #expect(path.isOne(of: .aclRule) == rule)
    #expect(path.isOne(of: .firewallPolicy) == policy)
    #expect(path.isOne(of: .wifiBroadcast) == broadcast)
  }
}
