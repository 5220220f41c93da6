import Simulator
import Testing

/// The simulator's own JSON tree.
struct JSONValueTests {
  /// Read and written again, these stay as they are.
  @Test(arguments: [
    "null", "true", "[]", "{}", "[1.10,-0,1E5,5.0e3,12345678901234567890]", #"{"b":1,"a":{"b":2},"b":3}"#,
    #""\"\\\n\t\u001f–😀""#, "[[[[]]]]", "0.5", "-0.0",
  ])
  func keepsWhatItReads(_ text: String) {
    #expect(JSONValue.parsing(text).map { String(decoding: $0.encoded, as: UTF8.self) } == text)
  }

  @Test(arguments: [
    "", " ", "nul", "[1,]", "{,}", "{\"a\"}", "{a:1}", "01", "1.", ".5", "+1", "-", "1e", "\"", "\"\\x\"", "\"\\u12\"",
    "\"\n\"", "[1] x", "/* */1", "NaN", String(repeating: "[", count: 1001) + String(repeating: "]", count: 1001),
  ])
  func refusesWhatIsNone(_ text: String) {
    #expect(JSONValue.parsing(text) == nil)
  }

  @Test func readsEscapes() {
    #expect(JSONValue.parsing(#" "\u0041\/\ud83d\ude00\b\f\r" "#) == .string("A/😀\u{8}\u{c}\r"))
  }

  @Test func changesMembersInPlace() {
    var value: JSONValue = ["a": 1, "b": nil, "c": [true, "x"]]
    value["b"] = 2
    value["d"] = 4
    value["a"] = nil
    #expect(value == ["b": 2, "c": [true, "x"], "d": 4])
    #expect(value["a"] == nil && value["c"]?.elements?.count == 2 && value["c"]?["x"] == nil)
  }
}
