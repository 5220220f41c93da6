import Documents
import JSONTree
import Planning
import Policies
import Providers
import TestSupport
import Testing

@testable import UniFi

@Suite struct ACLRuleTests {
  struct Live: Sendable, CustomStringConvertible {
    let description: String
    let members: String
    let switchState: SwitchState.Position
    let whenOff: SwitchPosition?
    let byPattern: Bool
    let userDefined: Bool
    let refused: Bool
    let switchBlocker: Message?

    init(
      _ description: String, _ members: String, _ switchState: SwitchState.Position, whenOff: SwitchPosition?,
      byPattern: Bool, userDefined: Bool, refused: Bool, switchBlocker: Message? = nil
    ) {
      (self.description, self.members, self.switchState, self.whenOff) = (description, members, switchState, whenOff)
      (self.byPattern, self.userDefined, self.refused) = (byPattern, userDefined, refused)
      self.switchBlocker = switchBlocker
    }
  }

  static let user = #""metadata":{"origin":"USER_DEFINED"}"#
  static let source = #""sourceFilter":{"type":"PORTS","portFilter":[53]}"#

  static let live: [Live] = [
    Live(
      "blocks", #""enabled":true,"action":"BLOCK",\#(source),\#(user)"#, .enabled, whenOff: .enabled, byPattern: true,
      userDefined: true, refused: false),
    Live(
      "blocks, off", #""enabled":false,"action":"BLOCK",\#(source),\#(user)"#, .disabled, whenOff: .enabled,
      byPattern: true, userDefined: true, refused: false),
    Live(
      "allows", #""enabled":true,"action":"ALLOW",\#(user)"#, .enabled, whenOff: .disabled, byPattern: false,
      userDefined: true, refused: false),
    Live(
      "does something new", #""enabled":true,"action":"REJECT",\#(user)"#, .enabled, whenOff: nil, byPattern: true,
      userDefined: true, refused: false, switchBlocker: UniFiMessages.unknownAction("REJECT")),
    Live(
      "derived, does something new", #""enabled":true,"action":"REJECT","metadata":{"origin":"DERIVED"}"#, .enabled,
      whenOff: nil, byPattern: true, userDefined: false, refused: false),
    Live(
      "derived", #""enabled":true,"action":"BLOCK",\#(source),"metadata":{"origin":"DERIVED"}"#, .enabled,
      whenOff: .enabled, byPattern: true, userDefined: false, refused: false),
    Live(
      "without origin", #""enabled":true,"action":"BLOCK",\#(source)"#, .enabled, whenOff: .enabled, byPattern: true,
      userDefined: false, refused: false),
    Live(
      "without filters", #""enabled":false,"action":"BLOCK",\#(user)"#, .disabled, whenOff: .enabled, byPattern: true,
      userDefined: true, refused: true),
    Live(
      "null filters", #""enabled":false,"action":"BLOCK","sourceFilter":null,"destinationFilter":null,\#(user)"#,
      .disabled, whenOff: .enabled, byPattern: true, userDefined: true, refused: true),
    Live(
      "hollow filters",
      #""enabled":false,"action":"BLOCK","sourceFilter":{},"destinationFilter":{"type":null},\#(user)"#, .disabled,
      whenOff: .enabled, byPattern: true, userDefined: true, refused: true),
    Live(
      "destination only",
      #""enabled":false,"action":"BLOCK","destinationFilter":{"type":"PORTS","portFilter":[53]},\#(user)"#, .disabled,
      whenOff: .enabled, byPattern: true, userDefined: true, refused: false),
  ]

  @Test(arguments: live)
  func isSeenAsWhatItIs(_ known: Live) throws {
    let object = try ACLRule(json(#"{"id":"\#(Console.bedtime)","name":"n",\#(known.members)}"#)).liveObject()
    #expect(
      object
        == ObservedObject(
          kind: .aclRule, id: Console.bedtime, name: "n", switchState: SwitchState(known.switchState),
          whenOff: known.whenOff,
          isSelectableByPattern: known.byPattern, isUserDefined: known.userDefined,
          enableBlocker: known.refused ? UniFiMessages.blocksEverything("n") : nil, switchBlocker: known.switchBlocker))
  }

  private static let subnets = #""type":"IP_ADDRESSES_OR_SUBNETS","ipAddressesOrSubnets":"#

  /// Filters, and whether a rule that blocks and has only this one leaves anybody out.
  static let filters: [(filter: String, isNone: Bool)] = [
    ("null", true), ("{}", true), (#"{"type":"NETWORKS"}"#, true),
    (#"{"type":"NETWORKS","networkIds":[]}"#, true), (#"{"type":"NETWORKS","networkIds":[],"portFilter":[]}"#, true),
    (#"{"type":"NETWORKS","networkIds":["\#(Console.bedtime)"]}"#, false),
    (#"{"type":"NETWORKS","networkIds":[],"portFilter":[53]}"#, false),
    (#"{"type":"PORTS","portFilter":[]}"#, true), (#"{"type":"PORTS","portFilter":[53]}"#, false),
    (#"{"type":"MAC_ADDRESSES","macAddresses":[],"prefixLength":24}"#, true),
    (#"{"type":"MAC_ADDRESSES","macAddresses":["02:00:00:aa:bb:01"],"prefixLength":24}"#, false),
    ("{\(subnets)[]}", true), (#"{\#(subnets)["0.0.0.0/0"]}"#, true), (#"{\#(subnets)["::/0"]}"#, true),
    (#"{\#(subnets)["10.0.0.1","0.0.0.0/0"]}"#, true), (#"{\#(subnets)["0.0.0.0/0.0.0.0"]}"#, true),
    (#"{\#(subnets)["0.0.0.0/0"],"portFilter":[53]}"#, false), (#"{\#(subnets)["10.0.0.0/8"]}"#, false),
    (#"{\#(subnets)["0.0.0.0/1"]}"#, false), (#"{\#(subnets)["10.0.0.0/"]}"#, true),
    (#"{\#(subnets)["10.0.0.0"]}"#, false), (#"{\#(subnets)["0.0.0.10","fd00::/8","10.0.0.0/255.0.0.0"]}"#, false),
    (#""all""#, true), ("[]", true), (#"["10.0.0.1"]"#, true), ("7", true), ("true", true),
    (#"{\#(subnets)["0/0"]}"#, true), (#"{\#(subnets)["0.0.0.0-255.255.255.255"]}"#, true),
    (#"{\#(subnets)["10.0.0.1","any"]}"#, true), (#"{\#(subnets)["10.0.0.256"]}"#, true),
    (#"{\#(subnets)["10.0.0.01"]}"#, true), (#"{\#(subnets)["10.0.0"]}"#, true),
    (#"{\#(subnets)["10.0.0.0.1"]}"#, true),
    (#"{\#(subnets)["10.0.0."]}"#, true), (#"{\#(subnets)[""]}"#, true), (#"{\#(subnets)[5]}"#, true),
    (#"{\#(subnets)["10.0.0.1",null]}"#, true), (#"{\#(subnets)["any"],"portFilter":[53]}"#, false),
    (#"{\#(subnets)["0.0.0.0/1","128.0.0.0/1"]}"#, true), (#"{\#(subnets)["::/1","8000::/1"]}"#, true),
    (#"{\#(subnets)["0.0.0.0/1","10.0.0.1","128.0.0.0/2","192.0.0.0/255.192.0.0"]}"#, false),
    (#"{\#(subnets)["0.0.0.0/128.0.0.0","128.0.0.0/2","192.0.0.0/2"]}"#, true),
    (#"{\#(subnets)["0.0.0.0/1","8000::/1"]}"#, false), (#"{\#(subnets)["0.0.0.0/1","128.0.0.0/33"]}"#, true),
    (#"{\#(subnets)["0.0.0.0/1","128.0.0.0/1"],"portFilter":[53]}"#, false),
    (#"{"type":"NEW","somethingNew":true}"#, false), (#"{"type":"NEW","somethingNew":{"a":1}}"#, false),
  ]

  @Test(arguments: filters.indices) func whatWouldBlockEverythingIsNotEnabled(row: Int) throws {
    let (filter, isNone) = Self.filters[row]
    let none = #"{"type":"NETWORKS","networkIds":[]}"#
    for (source, destination) in [(filter, "null"), ("null", filter), (filter, none), (none, filter)] {
      let rule = try ACLRule(
        json(
          #"{"id":"\#(Console.bedtime)","name":"n","enabled":false,"action":"BLOCK","# + Self.user
            + #","sourceFilter":\#(source),"destinationFilter":\#(destination)}"#))
      #expect((rule.enableBlocker != nil) == isNone, "\(source) \(destination)")
    }
  }

  @Test(arguments: [
    ("[]", "is not an object"),
    (#"{"name":"n","enabled":true,"action":"BLOCK",\#(user)}"#, "has no UUID in 'id'"),
    (#"{"id":"..","name":"n","enabled":true,"action":"BLOCK",\#(user)}"#, "has no UUID in 'id'"),
    (
      #"{"id":"7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5a6/","name":"n","enabled":true,"action":"BLOCK",\#(user)}"#,
      "has no UUID in 'id'"
    ),
    (#"{"id":"\#(Console.bedtime)","enabled":true,"action":"BLOCK",\#(user)}"#, "has no text in 'name'"),
    (
      #"{"id":"\#(Console.bedtime)","name":"n","enabled":"true","action":"BLOCK",\#(user)}"#,
      "has no boolean in 'enabled'"
    ),
    (
      #"{"id":"\#(Console.bedtime)","name":"n","enabled":true,"action":{"type":"BLOCK"},\#(user)}"#,
      "has no text in 'action'"
    ),
    (
      #"{"id":"\#(Console.bedtime)","name":"n","enabled":true,"action":"BLOCK","metadata":[]}"#,
      "has no object in 'metadata'"
    ),
    (
      #"{"id":"\#(Console.bedtime)","name":"n","enabled":true,"action":"BLOCK","metadata":{"origin":7}}"#,
      "has no text in 'origin'"
    ),
    (
      #"{"id":"\#(Console.bedtime)","enabled":true,"name":"n","action":"BLOCK","enabled":false}"#,
      "has the field 'enabled' twice"
    ),
  ])
  func isRefusedWhenMalformed(_ text: String, _ words: String) throws {
    let json = try json(text)
    #expect(throws: Malformed(words)) { try ACLRule(json) }
  }

  /// The oracle is the text itself: a rule is joined from pieces, and its body must be the same pieces in the same
  /// order and spelling, nulls at any depth included, less the identity, with the other `enabled`.
  @Test(arguments: UInt64(0)..<500)
  func isSentBackAsItCame(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let enabled = random.oneIn(2)
    var pieces = [
      Piece(#""enabled":\#(enabled)"#, sent: #""enabled":\#(!enabled)"#),
      Piece(#""id":"\#(Console.bedtime)""#, sent: nil),
      Piece(#""metadata":{"origin":"USER_DEFINED","configurable":true}"#, sent: nil),
      Piece(#""name":"n""#), Piece(#""action":"\#(random.pick(["BLOCK", "ALLOW"]))""#),
      Piece(#""type":"\#(random.pick(["MAC", "IPV4"]))""#), Piece(#""index":\#(random.pick(["0", "7", "7.0"]))"#),
    ]
    pieces = Piece.anyOrder(pieces, &random)
    let rule = try ACLRule(json(Piece.text(pieces)))
    #expect(rule.body(enabled: !enabled).text == Piece.sent(pieces))
    #expect(rule.membersThatDiffer(from: rule, leavingOut: []) == [])
  }

  private func json(_ text: String) throws -> JSONText { try JSONText(checking: Array(text.utf8)) }
}
