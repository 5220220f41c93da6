import HTTPTransport
import JSONTree
import Policies
import Providers
import Planning
import TestSupport
import Testing

@testable import UniFi

@Suite struct WiFiBroadcastTests {
  static let id = "3c1d5c0a-9b53-4d0c-8b1c-0d6c3c4b5a01"

  @Test(arguments: [
    (true, #"{"origin":"USER_DEFINED"}"#, true), (false, #"{"origin":"USER_DEFINED"}"#, true),
    (true, #"{"origin":"DERIVED"}"#, false), (true, #"{"origin":"ORCHESTRATED"}"#, false),
    (true, #"{"origin":"SYSTEM_DEFINED"}"#, false), (true, "{}", false), (true, "null", false),
    (true, #"{"origin":null}"#, false),
  ])
  func isSeenAsWhatItIs(_ enabled: Bool, _ metadata: String, _ isUserDefined: Bool) throws {
    let object = try broadcast(#""id":"\#(Self.id)","enabled":\#(enabled),"metadata":\#(metadata)"#).liveObject()
    #expect(
      object
        == ObservedObject(
          kind: .wifi, id: Self.id, name: "Kids", switchState: SwitchState(enabled ? .enabled : .disabled),
          whenOff: .disabled,
          isSelectableByPattern: true, isUserDefined: isUserDefined))
  }

  @Test(arguments: [
    (#""enabled":true"#, "has no UUID in 'id'"), (#""id":null,"enabled":true"#, "has no UUID in 'id'"),
    (#""id":"\#(id)""#, "has no boolean in 'enabled'"),
  ])
  func isRefusedWhenMalformed(_ members: String, _ words: String) throws {
    let made = members + #","metadata":{"origin":"USER_DEFINED"}"#
    #expect(throws: Malformed(words)) { try broadcast(made) }
  }

  @Test(arguments: [
    ("", false), (#","blackoutScheduleConfiguration":null"#, false), (#","blackoutScheduleConfiguration":{}"#, false),
    (#","blackoutScheduleConfiguration":{"days":[{"type":"ALL_DAY","day":"SUN"}]}"#, true),
  ])
  func knowsAScheduleOfItsOwn(_ members: String, _ hasOne: Bool) throws {
    #expect(try broadcast(#""id":"\#(Self.id)","enabled":true\#(members)"#).hasOwnSchedule == hasOne)
  }

  @Test(arguments: [
    ("", []), (#","securityConfiguration":{"type":"WPA2_PERSONAL","passphrase":"correct horse"}"#, ["correct horse"]),
    (
      #","securityConfiguration":{"presharedKeys":[{"passphrase":"one","network":{"type":"NATIVE"}},{"passphrase":"two"}]}"#,
      ["one", "two"]
    ),
    (#","x":[{"guestPassword":["a",{"b":"c"}]}],"sharedSecret":"d","passphrase":7"#, ["a", "c", "d"]),
  ])
  func knowsWhatMustNotBeSeen(_ members: String, _ texts: [String]) throws {
    let secrets = try broadcast(#""id":"\#(Self.id)","enabled":true\#(members)"#).secrets
    #expect(secrets.map { $0.reveal { $0 } } == texts)
    #expect(secrets.map { "\($0)" } == texts.map { _ in "***" })
  }

  @Test func gathersNoMoreSecretsThanSayThatTheyAreTooMany() throws {
    let texts = (1...3000).map { "\"s\($0)\"" }.joined(separator: ",")
    let members = #","securityConfiguration":{"passphrase":[\#(texts)]}"#
    #expect(try broadcast(#""id":"\#(Self.id)","enabled":true\#(members)"#).secrets.count == UniFiSecrets.most + 1)
  }

  /// The oracle is the text itself, as for ACL rules. What it holds is changed nowhere, the passphrase included.
  @Test(arguments: UInt64(0)..<300)
  func isSentBackAsItCame(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let enabled = random.oneIn(2)
    let pieces = Piece.anyOrder(
      [
        Piece(#""enabled":\#(enabled)"#, sent: #""enabled":\#(!enabled)"#), Piece(#""id":"\#(Self.id)""#, sent: nil),
        Piece(#""metadata":{"origin":"USER_DEFINED"}"#, sent: nil), Piece(#""name":"Kids""#),
        Piece(#""type":"\#(random.pick(["STANDARD", "IOT_OPTIMIZED"]))""#), Piece(#""index":3"#),
        Piece(#""broadcastingFrequenciesGHz":[\#(random.pick(["2.4", "2.40"])),5]"#),
        Piece(
          #""securityConfiguration":{"pmfMode":null,"type":"WPA2_PERSONAL","passphrase":"correct \\ \"horse\""}"#),
        Piece(#""blackoutScheduleConfiguration":{"days":[{"type":"ALL_DAY","day":"SUN"}]}"#),
      ], &random)
    let broadcast = try WiFiBroadcast(json(Piece.text(pieces)))
    #expect(broadcast.body(enabled: !enabled).text == Piece.sent(pieces))
    #expect(broadcast.membersThatDiffer(from: broadcast, leavingOut: []) == [])
  }

  @Test(arguments: [
    (#""broadcastingFrequenciesGHz":[2.4,5]"#, #""broadcastingFrequenciesGHz":[5.0,2.40]"#, []),
    (
      #""clientFilteringPolicy":{"macAddressFilter":["AA"]}"#, #""clientFilteringPolicy":{"macAddressFilter":["aa"]}"#,
      []
    ),
    (
      #""securityConfiguration":{"passphrase":"Correct"}"#, #""securityConfiguration":{"passphrase":"correct"}"#,
      ["securityConfiguration"]
    ),
    (#""hideName":true,"x":null"#, #""hideName":false"#, ["hideName"]),
  ])
  func differsInWhatMatters(_ before: String, _ after: String, _ members: [String]) throws {
    let head = #""id":"\#(Self.id)","enabled":true,"#
    let (before, after) = try (broadcast(head + before), broadcast(head + after))
    #expect(after.membersThatDiffer(from: before, leavingOut: []) == members)
  }

  private func broadcast(_ members: String) throws -> WiFiBroadcast {
    try WiFiBroadcast(json(#"{"name":"Kids",\#(members)}"#))
  }

  private func json(_ text: String) throws -> JSONText { try JSONText(checking: Array(text.utf8)) }
}
