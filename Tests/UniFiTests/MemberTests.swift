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
    Difference(before: #""a":1,"b":{"x":1,"y":2}"#, after: #""b":{"x":1}"#, leftOut: ["a"], members: ["b"]),
  ]

  @Test(arguments: differences)
  func differsInWhatMatters(_ known: Difference) throws {
    let (before, after) = (try rule(known.before), try rule(known.after))
    #expect(after.membersThatDiffer(from: before, leavingOut: known.leftOut) == known.members)
  }

  private func rule(_ members: String) throws -> ACLRule {
    let text =
      #"{"id":"\#(Console.bedtime)","name":"n","enabled":true,"action":"BLOCK"\#(members.isEmpty ? "" : ",")\#(members)}"#
    return try ACLRule(JSONText(checking: Array(text.utf8)))
  }

  /// What a message names, and the name of the member where it is in the body itself.
  @Test(
    arguments: [
      ("Unknown request body property '$.a'", "a", "a"),
      ("Unknown request body property '$.b.c[0].d'", "b.c[0].d", nil),
      ("'x' is 'y' of '$.b.c'", "b.c", nil), ("'$.sets[0]'", "sets[0]", nil), ("'$.a' or '$.b'", "a", "a"),
      ("Unknown request body property $.a", nil, nil), ("'$.'", nil, nil), ("", nil, nil), ("'$'", nil, nil),
    ] as [(String, String?, String?)])
  func isNamedByAPath(_ message: String, _ path: String?, _ outermost: String?) {
    #expect(MemberPath(quotedIn: message)?.description == path)
    #expect(MemberPath(quotedIn: message)?.outermost == outermost)
  }

  /// The way to a member; what is no place in a list leads nowhere.
  @Test(
    arguments: [
      ("a", [.member("a")]), ("b.c[0].d", [.member("b"), .member("c"), .element(0), .member("d")]),
      ("x[1][12]", [.member("x"), .element(1), .element(12)]), ("x[]", [.member("x"), .element(-1)]),
      ("x[one]", [.member("x"), .element(-1)]),
    ] as [(String, [MemberPath.Step])])
  func isReachedStepByStep(_ path: String, _ steps: [MemberPath.Step]) {
    #expect(MemberPath(quotedIn: "'$.\(path)'")?.steps == steps)
  }

  /// Members that a console could give and refuse, and whether an update may go without them.
  @Test(
    arguments: [
      (#""hits":17"#, true), (#""hitCount":17"#, true), (#""lastSeenAt":"2026-03-01T20:15:04Z""#, true),
      (#""badge":{"colour":"red","sizes":[1.50,2]}"#, true), (#""notes":["a",null,true,{}]"#, true),
      (#""predefined":false"#, true), (#""x-new":"later""#, true),
      // Whom or what.
      (#""sourceUserIds":["7"]"#, false), (#""clientGroup":7"#, false), (#""user_groups":[]"#, false),
      (#""matchOpposite":false"#, false), (#""Filters":[]"#, false), (#""zone2":"x""#, false),
      (#""except":[]"#, false), (#""appliesTo":[{"macs":["02:00:00:aa:bb:01"]}]"#, false),
      (#""appliesTo":"5b1e6b0e-2f3c-4c3a-9a53-0c6a4a1d9f01""#, false),
      (#""appliesTo":[["5b1e6b0e-2f3c-4c3a-9a53-0c6a4a1d9f01"]]"#, false), (#""scheduleId":3"#, false),
      (#""extra":{"deep":{"startTime":"21:00"}}"#, false), (#""ssidKey":"x""#, false),
      // Secret.
      (#""saePasswords":["horse"]"#, false), (#""extra":{"sharedSecret":"horse"}"#, false),
      // Not there.
      (#""other":1"#, false),
    ])
  func isLeftOutOnlyWhereNothingHangsOnIt(_ member: String, _ mayBe: Bool) throws {
    let body = try JSON(parsing: Array("{\(member)}".utf8))
    let name = try #require(body.members?.first?.name)
    let path = try #require(MemberPath(quotedIn: "'$.\(name == "other" ? "another" : name)'"))
    #expect((ACLRule.expendable(path, in: body) == name) == mayBe)
  }

  /// Whether the API's description of an ACL rule, a firewall policy and a WiFi broadcast has the member.
  @Test(arguments: [
    ("name", true, true, true), ("index", true, false, false), ("id", false, false, false),
    ("metadata", false, false, false), ("action", true, true, false), ("ipsecFilter", false, true, false),
    ("channel2gLockedTo6", false, false, true), ("handoffSuggestionsConfiguration", false, false, true),
    ("radio", false, false, false),
  ])
  func isDocumentedForItsKind(_ name: String, _ rule: Bool, _ policy: Bool, _ broadcast: Bool) {
    #expect(ACLRule.traits.documentedMembers.contains(name) == rule)
    #expect(FirewallPolicy.traits.documentedMembers.contains(name) == policy)
    #expect(WiFiBroadcast.traits.documentedMembers.contains(name) == broadcast)
  }

  /// What decides what an object does is never left out of an update.
  @Test func decisiveMembersAreDocumented() {
    for traits in [ACLRule.traits, FirewallPolicy.traits, WiFiBroadcast.traits] {
      #expect(traits.decisiveMembers.isSubset(of: traits.documentedMembers))
    }
  }
}
