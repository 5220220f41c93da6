import JSONTree
import Testing

@Suite struct JSONTreeTests {
  static let rule: JSON = .object([
    .init("id", .string("a")), .init("enabled", .bool(false)), .init("index", .number("1.10")),
    .init("enabled", .null), .init("hosts", .array([.integer(1), .string("x")])),
  ])

  @Test func membersAreFoundByName() {
    #expect(Self.rule["id"]?.string == "a")
    #expect(Self.rule["enabled"]?.bool == false)
    #expect(Self.rule["index"]?.double == 1.1)
    #expect(Self.rule["hosts"]?.elements == [.number("1"), .string("x")])
    #expect(Self.rule.members?.map(\.name) == ["id", "enabled", "index", "enabled", "hosts"])
    #expect(Self.rule["missing"] == nil)
    #expect(JSON.null["id"] == nil)
    #expect(JSON.null.isNull)
  }

  @Test(arguments: [JSON.null, .bool(true), .number("1"), .string("1"), .array([]), .object([])])
  func anAccessorAnswersOnlyItsOwnKind(_ tree: JSON) {
    let answers: [Bool] = [
      tree.isNull, tree.bool != nil, tree.int != nil, tree.string != nil, tree.elements != nil, tree.members != nil,
    ]
    #expect(answers.count { $0 } == 1)
    #expect((tree.int == nil) == (tree.double == nil))
  }

  @Test(
    arguments: [
      ("7", 7, 7), ("-0", 0, 0), ("7.0", 7, 7), ("7e2", 700, 700), ("70e-1", 7, 7), ("7.5", nil, 7.5),
      ("9223372036854775807", Int.max, 9.223372036854775807e18), ("9223372036854775808", nil, 9.223372036854775808e18),
      ("9007199254740993.0", 9_007_199_254_740_992, 9_007_199_254_740_992),
      ("9007199254740994.0", nil, 9_007_199_254_740_994),
      ("1e999", nil, nil), ("1e-999", 0, 0),
    ] as [(String, Int?, Double?)])
  func numbersAreRead(_ spelling: String, _ int: Int?, _ double: Double?) {
    #expect(JSON.number(spelling).int == int)
    #expect(JSON.number(spelling).double == double)
  }

  @Test func replacingChangesOneValueInPlace() {
    let expected = #"{"id":"a","enabled":true,"index":1.10,"enabled":null,"hosts":[1,"x"]}"#
    #expect(Self.rule.replacing("enabled", with: .bool(true))?.text == expected)
    #expect(Self.rule.setting("enabled", to: .bool(true)).text == expected)
    #expect(Self.rule.replacing("missing", with: .null) == nil)
    #expect(JSON.array([]).replacing("id", with: .null) == nil)
  }

  @Test func settingAppendsWhatIsMissing() {
    #expect(JSON.object([.init("a", .null)]).setting("b", to: .integer(2)).text == #"{"a":null,"b":2}"#)
    #expect(JSON.array([]).setting("b", to: .null) == .array([]))
  }

  @Test func removingTakesEveryMemberOfThatName() {
    #expect(Self.rule.removing(["enabled", "hosts", "missing"]).text == #"{"id":"a","index":1.10}"#)
    #expect(JSON.string("id").removing(["id"]) == .string("id"))
  }

  @Test(arguments: [
    ("1.0", "1"), ("-0", "0"), ("1e2", "1E2"), ("\"\u{E9}\"", "\"e\u{301}\""), ("\"1\"", "1"),
    ("{\"\u{E9}\":1}", "{\"e\u{301}\":1}"), (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#), (#"{"a":1,"a":1}"#, #"{"a":1}"#),
    ("[]", "{}"), ("null", "false"), ("[1,2]", "[2,1]"),
  ])
  func equalityIgnoresNothing(_ one: String, _ other: String) throws {
    let left = try JSON(parsing: Array(one.utf8))
    let right = try JSON(parsing: Array(other.utf8))
    #expect(left != right)
    #expect(Set([left, right, left]).count == 2)
  }
}
