import Documents
import JSONTree
import Planning
import Policies
import Providers
import TestSupport
import Testing

@testable import UniFi

@Suite struct FirewallPolicyTests {
  static let id = "9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e31"
  static let user = #""metadata":{"origin":"USER_DEFINED"}"#

  struct Live: Sendable, CustomStringConvertible {
    let description: String
    let members: String
    /// What is seen, in one line: position, `off` means, and what else speaks for or against it.
    let seen: String

    init(_ description: String, _ members: String, _ seen: String) {
      (self.description, self.members, self.seen) = (description, members, seen)
    }
  }

  static let live: [Live] = [
    Live("blocks", #""id":"\#(id)","enabled":true,"action":{"type":"BLOCK"},\#(user)"#, "enabled enabled pattern user"),
    Live(
      "rejects, off", #""id":"\#(id)","enabled":false,"action":{"type":"REJECT"},\#(user)"#,
      "disabled enabled pattern user"),
    Live(
      "allows", #""id":"\#(id)","enabled":true,"action":{"type":"ALLOW","allowReturnTraffic":true},\#(user)"#,
      "enabled disabled user"),
    Live(
      "does something new", #""id":"\#(id)","enabled":true,"action":{"type":"LIMIT"},\#(user)"#,
      "enabled - pattern user unifi.unknown-action"),
    Live(
      "made by the system",
      #""id":"\#(id)","enabled":true,"action":{"type":"BLOCK"},"metadata":{"origin":"SYSTEM_DEFINED"}"#,
      "enabled enabled pattern"),
    Live(
      "derived, without id", #""enabled":true,"action":{"type":"ALLOW"},"metadata":{"origin":"DERIVED"}"#,
      "no-id enabled disabled"),
    Live(
      "of unknown origin", #""id":"\#(id)","enabled":true,"action":{"type":"BLOCK"},"metadata":{"origin":"IMPORTED"}"#,
      "enabled enabled pattern"),
    Live("without origin", #""id":"\#(id)","enabled":true,"action":{"type":"BLOCK"}"#, "enabled enabled pattern"),
    Live(
      "without id", #""enabled":true,"action":{"type":"BLOCK"},\#(user)"#,
      "no-id enabled enabled pattern user unifi.no-id"),
    Live(
      "id null", #""id":null,"enabled":true,"action":{"type":"BLOCK"},\#(user)"#,
      "no-id enabled enabled pattern user unifi.no-id"),
    Live(
      "id that cannot stand in a path", #""id":"../ordering","enabled":true,"action":{"type":"BLOCK"},\#(user)"#,
      "no-id enabled enabled pattern user unifi.no-id"),
    Live(
      "with a schedule",
      #""id":"\#(id)","enabled":true,"action":{"type":"BLOCK"},\#(user),"schedule":{"mode":"EVERY_DAY","timeFilter":{"startTime":"22:00","stopTime":"06:00"}}"#,
      "enabled enabled pattern user schedule=22:00–06:00"),
    Live(
      "with a schedule that is none",
      #""id":"\#(id)","enabled":true,"action":{"type":"BLOCK"},\#(user),"schedule":null"#,
      "enabled enabled pattern user"),
  ]

  @Test(arguments: live)
  func isSeenAsWhatItIs(_ known: Live) throws {
    let object = try policy(#""name":"n",\#(known.members)"#).liveObject(qualifier: "a → b")
    let words = [
      object.id == nil ? "no-id" : nil, object.switchState.position.rawValue, object.whenOff?.rawValue ?? "-",
      object.isSelectableByPattern ? "pattern" : nil, object.isUserDefined ? "user" : nil, object.switchBlocker?.code,
      object.ownSchedule.map { "schedule=\($0)" },
    ]
    #expect(words.compactMap { $0 }.joined(separator: " ") == known.seen)
    #expect(object.kind == .firewallPolicy && object.name == "n" && object.qualifier == "a → b")
    #expect(object.enableBlocker == nil && object.caveats.isEmpty && object.record == nil)
  }

  @Test(arguments: [
    (#""id":"\#(id)","enabled":true,"action":{"type":"BLOCK"}"#, "has no text in 'name'"),
    (#""name":"n","enabled":"yes","action":{"type":"BLOCK"}"#, "has no boolean in 'enabled'"),
    (#""name":"n","enabled":true,"action":"BLOCK""#, "has no text in 'action.type'"),
    (#""name":"n","enabled":true"#, "has no text in 'action.type'"),
    (#""name":"n","enabled":true,"action":{"type":"BLOCK"},"enabled":false"#, "has the field 'enabled' twice"),
  ])
  func isRefusedWhenMalformed(_ members: String, _ words: String) throws {
    #expect(throws: Malformed(words)) { try policy(members + "," + Self.user) }
  }

  static let night = #""timeFilter":{"startTime":"22:00","stopTime":"06:00"}"#

  @Test(arguments: [
    (#""mode":"EVERY_DAY",\#(night)"#, "22:00–06:00"),
    (#""mode":"EVERY_DAY""#, "daily"),
    (#""mode":"EVERY_DAY","timeFilter":{}"#, "daily"),
    (#""mode":"EVERY_DAY","timeFilter":{"startTime":"22:00"}"#, "at unknown times"),
    (
      #""mode":"EVERY_WEEK","repeatOnDays":["FRIDAY","MONDAY","TUESDAY","THURSDAY","WEDNESDAY"],\#(night)"#,
      "Mon–Fri 22:00–06:00"
    ),
    (
      #""mode":"EVERY_WEEK","repeatOnDays":["SUNDAY","MONDAY","TUESDAY","WEDNESDAY","THURSDAY"],\#(night)"#,
      "Sun–Thu 22:00–06:00"
    ),
    (#""mode":"EVERY_WEEK","repeatOnDays":["SATURDAY","SUNDAY"],\#(night)"#, "Sat, Sun 22:00–06:00"),
    (#""mode":"EVERY_WEEK","repeatOnDays":["SUNDAY","MONDAY"]"#, "Sun, Mon"),
    (#""mode":"EVERY_WEEK","repeatOnDays":["WEDNESDAY"],"timeFilter":null"#, "Wed"),
    (
      #""mode":"EVERY_WEEK","repeatOnDays":["MONDAY","WEDNESDAY","FRIDAY","SATURDAY","SUNDAY"],\#(night)"#,
      "Wed, Fri–Mon 22:00–06:00"
    ),
    (
      #""mode":"EVERY_WEEK","repeatOnDays":["MONDAY","TUESDAY","WEDNESDAY","THURSDAY","FRIDAY","SATURDAY","SUNDAY"],\#(night)"#,
      "daily 22:00–06:00"
    ),
    (#""mode":"EVERY_WEEK","repeatOnDays":["MONDAY","FEIERTAG"],\#(night)"#, "Mon, FEIERTAG 22:00–06:00"),
    (#""mode":"EVERY_WEEK",\#(night)"#, "22:00–06:00"),
    (
      #""mode":"ONE_TIME_ONLY","date":"2026-12-24","timeFilter":{"startTime":"18:00","stopTime":"23:00"}"#,
      "2026-12-24 18:00–23:00"
    ),
    (
      #""mode":"CUSTOM","startDate":"2026-12-01","stopDate":"2026-12-24","repeatOnDays":["MONDAY","TUESDAY","WEDNESDAY"],\#(night)"#,
      "2026-12-01..2026-12-24 Mon–Wed 22:00–06:00"
    ),
    (
      #""mode":"CUSTOM","startDate":"2026-12-01","stopDate":"2026-12-24","repeatOnDays":["SUNDAY"]"#,
      "2026-12-01..2026-12-24 Sun"
    ),
    (#""mode":"FULL_MOON",\#(night)"#, "FULL_MOON 22:00–06:00"),
    (#""mode":"FULL_MOON""#, "FULL_MOON"),
    (#""phase":"full""#, "of an unknown kind"),
  ])
  func saysItsScheduleInWords(_ schedule: String, _ words: String) throws {
    let policy = try policy(#""name":"n","enabled":true,"action":{"type":"BLOCK"},"schedule":{\#(schedule)}"#)
    #expect(policy.ownSchedule == words)
  }

  /// The oracle is the text itself, as for ACL rules; `index` is not sent.
  @Test(arguments: UInt64(0)..<300)
  func isSentBackAsItCame(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let enabled = random.oneIn(2)
    let pieces = Piece.anyOrder(
      [
        Piece(#""enabled":\#(enabled)"#, sent: #""enabled":\#(!enabled)"#), Piece(#""id":"\#(Self.id)""#, sent: nil),
        Piece(#""metadata":{"origin":"USER_DEFINED","configurable":true}"#, sent: nil),
        Piece(#""index":\#(random.pick(["10000", "2147483647"]))"#, sent: nil), Piece(#""name":"n""#),
        Piece(#""action":{"type":"\#(random.pick(["BLOCK", "REJECT"]))"}"#), Piece(#""loggingEnabled":false"#),
        Piece(
          #""source":{"zoneId":"z","trafficFilter":{"type":"MAC_ADDRESS","portFilter":null,"index":7}}"#),
        Piece(#""schedule":null"#),
      ], &random)
    let policy = try FirewallPolicy(json(Piece.text(pieces)))
    #expect(policy.body(enabled: !enabled).text == Piece.sent(pieces))
    #expect(policy.membersThatDiffer(from: policy, leavingOut: []) == [])
  }

  static let differences: [(before: String, after: String, members: [String])] = [
    (#""source":{"zoneId":"AA"}"#, #""source":{"zoneId":"aa","trafficFilter":null}"#, []),
    (#""source":{"zoneId":"aa"}"#, #""source":{"zoneId":"bb"}"#, ["source"]),
    (#""index":10000"#, #""index":10001"#, []),
    (#""connectionStateFilter":["NEW","RELATED"]"#, #""connectionStateFilter":["RELATED","NEW"]"#, []),
    (#""connectionStateFilter":["NEW"]"#, "", ["connectionStateFilter"]),
    (
      #""schedule":{"mode":"EVERY_WEEK","repeatOnDays":["MONDAY","SUNDAY"]}"#,
      #""schedule":{"repeatOnDays":["SUNDAY","MONDAY"],"mode":"EVERY_WEEK"}"#, []
    ),
    (#""schedule":{"mode":"EVERY_DAY"}"#, "", ["schedule"]),
    (
      #""source":{"trafficFilter":{"type":"MAC_ADDRESS","macAddressFilter":{"macAddresses":["AA","bb"]}}}"#,
      #""source":{"trafficFilter":{"type":"MAC_ADDRESS","macAddressFilter":{"macAddresses":["BB","aa"]}}}"#, []
    ),
    (
      #""source":{"trafficFilter":{"type":"NETWORK","macAddressFilter":"02:AA"}}"#,
      #""source":{"trafficFilter":{"type":"NETWORK","macAddressFilter":"02:aa"}}"#, []
    ),
    (
      #""destination":{"trafficFilter":{"portFilter":{"items":[{"type":"PORT_NUMBER","value":53},{"value":80}]}}}"#,
      #""destination":{"trafficFilter":{"portFilter":{"items":[{"value":80},{"value":53,"type":"PORT_NUMBER"}]}}}"#, []
    ),
    (
      #""destination":{"trafficFilter":{"domainFilter":{"domains":["a.example","b.example"]}}}"#,
      #""destination":{"trafficFilter":{"domainFilter":{"domains":["b.example"]}}}"#, ["destination"]
    ),
    (
      #""description":"a","loggingEnabled":false"#, #""description":"b","loggingEnabled":true"#,
      ["description", "loggingEnabled"]
    ),
  ]

  @Test(arguments: differences)
  func differsInWhatMatters(_ known: (before: String, after: String, members: [String])) throws {
    let head = #""name":"n","enabled":true,"action":{"type":"BLOCK"}"#
    let (before, after) = try (policy(head + comma(known.before)), policy(head + comma(known.after)))
    #expect(after.membersThatDiffer(from: before, leavingOut: []) == known.members)
  }

  private func comma(_ members: String) -> String { members.isEmpty ? "" : ",\(members)" }

  private func policy(_ members: String) throws -> FirewallPolicy { try FirewallPolicy(json("{\(members)}")) }

  private func json(_ text: String) throws -> JSONText { try JSONText(checking: Array(text.utf8)) }
}
