import JSONTree
import Testing

/// A text, and what is written for it; the same text where nothing is given.
struct AcceptedText: CustomTestStringConvertible {
  let id: String
  let text: String
  let written: String

  init(_ id: String, _ text: String, _ written: String? = nil) {
    self.id = id
    self.text = text
    self.written = written ?? text
  }

  var testDescription: String { id }

  static let all: [AcceptedText] = [
    .init("null", "null"), .init("true", "true"), .init("false", "false"),
    .init("zero", "0"), .init("negative zero keeps its sign", "-0"), .init("negative", "-12"),
    .init("fraction keeps its zeros", "1.10"), .init("exponent", "1e2"), .init("capital exponent", "1E+2"),
    .init("negative exponent", "0.5e-07"), .init("more digits than a Double has", "123456789012345678901234567890.1"),
    .init("beyond a Double", "1e999"),
    .init("empty text", "\"\""), .init("text", "\"kids\""), .init("beyond ASCII", "\"Gäste 🏠\""),
    .init("DEL and line separators need no escape", "\"\u{7F}\u{2028}\u{2029}\u{85}\""),
    .init("quote and backslash", #""\"\\""#), .init("slash loses its escape", #""\/""#, #""/""#),
    .init("short escapes", #""\b\f\n\r\t""#), .init("control characters", #""\u0000\u001f\u000b""#),
    .init("capital digits of an escape", #""\u00E4\u00fC""#, "\"äü\""),
    .init("needless escape", #""\u0041\u0009""#, #""A\t""#),
    .init("a byte order mark behind an escape is a character", "\"\\u0041\u{FEFF}b\"", "\"A\u{FEFF}b\""),
    .init("surrogate pair", #""\ud83c\uDFE0""#, "\"🏠\""), .init("highest scalar", #""\udbff\udfff""#, "\"\u{10FFFF}\""),
    .init("noncharacter", #""\uffff""#, "\"\u{FFFF}\""),
    .init("byte order mark inside a text", "\"\u{FEFF}\""), .init("byte order mark before it", "\u{FEFF}[]", "[]"),
    .init("empty array", "[]"), .init("empty object", "{}"), .init("empty name", "{\"\":1}"),
    .init("white space", " \t\r\n[ 1 ,\n{ \"a\" :\t2 } , [ ] , { } ]\r\n ", "[1,{\"a\":2},[],{}]"),
    .init("order of members", #"{"b":1,"a":2,"c":3}"#), .init("duplicates", #"{"a":1,"b":2,"a":3}"#),
    .init("canonically equal names are two", "{\"\u{E9}\":1,\"e\u{301}\":2}"),
    .init("mixed", #"[null,true,{"a":[{"b":"c"}]},-1.5e+3]"#),
    .init("deepest", String(repeating: "[", count: 64) + String(repeating: "]", count: 64)),
    .init("deep neighbours", "[" + [String](repeating: "[[]]", count: 100).joined(separator: ",") + "]"),
  ]
}

/// Bytes that are no JSON, why, and where.
struct RefusedText: CustomTestStringConvertible {
  let id: String
  let bytes: [UInt8]
  let error: JSONSyntaxError

  init(_ id: String, _ text: String, _ reason: JSONSyntaxError.Reason, at offset: Int) {
    self.init(id, Array(text.utf8), reason, at: offset)
  }

  init(_ id: String, _ bytes: [UInt8], _ reason: JSONSyntaxError.Reason, at offset: Int) {
    self.id = id
    self.bytes = bytes
    error = JSONSyntaxError(reason, at: offset)
  }

  var testDescription: String { id }

  static let all: [RefusedText] = structure + numbers + strings

  private static let structure: [RefusedText] = [
    .init("nothing", "", .unexpectedEnd, at: 0), .init("white space only", " \n", .unexpectedEnd, at: 2),
    .init("byte order mark only", "\u{FEFF}", .unexpectedEnd, at: 3),
    .init("two byte order marks", "\u{FEFF}\u{FEFF}1", .expectedValue, at: 3),
    .init("open array", "[", .unexpectedEnd, at: 1), .init("open array after a value", "[1", .unexpectedEnd, at: 2),
    .init("open object", "{", .unexpectedEnd, at: 1), .init("name only", "{\"a\"", .unexpectedEnd, at: 4),
    .init("no value", "{\"a\":", .unexpectedEnd, at: 5), .init("closed too early", "{\"a\":}", .expectedValue, at: 5),
    .init("trailing comma in an array", "[1,]", .expectedValue, at: 3),
    .init("trailing comma in an object", "{\"a\":1,}", .expectedName, at: 7),
    .init("leading comma", "[,1]", .expectedValue, at: 1), .init("two commas", "[1,,2]", .expectedValue, at: 3),
    .init("no comma", "[1 2]", .expectedCommaOrEnd, at: 3), .init("wrong bracket", "[1}", .expectedCommaOrEnd, at: 2),
    .init("no colon", "{\"a\" 1}", .expectedColon, at: 5), .init("comma for colon", "{\"a\",1}", .expectedColon, at: 4),
    .init("bare name", "{a:1}", .expectedName, at: 1), .init("single quotes", "['a']", .expectedValue, at: 1),
    .init("number as name", "{1:1}", .expectedName, at: 1), .init("junk after it", "[] x", .trailingText, at: 3),
    .init("two values", "1 2", .trailingText, at: 2), .init("bracket too many", "[]]", .trailingText, at: 2),
    .init("comment", "[1] // x", .trailingText, at: 4), .init("comment before", "/* */ 1", .expectedValue, at: 0),
    .init("form feed is no white space", "[\u{0C}1]", .expectedValue, at: 1),
    .init("no-break space is no white space", "\u{A0}1", .expectedValue, at: 0),
    .init("NUL after it", "1\u{0}", .trailingText, at: 1),
    .init("capital", "True", .expectedValue, at: 0), .init("cut word", "nul", .unexpectedEnd, at: 3),
    .init("wrong word", "trux", .expectedValue, at: 0), .init("word with a tail", "nulls", .trailingText, at: 4),
    .init("one level too many", String(repeating: "[", count: 65), .tooDeep, at: 64),
    .init("bomb of brackets", String(repeating: "[{\"a\":", count: 100_000), .tooDeep, at: 192),
  ]

  private static let numbers: [RefusedText] = [
    .init("leading zero", "01", .malformedNumber, at: 0),
    .init("negative leading zero", "-01", .malformedNumber, at: 0),
    .init("plus", "+1", .expectedValue, at: 0), .init("no whole part", ".5", .expectedValue, at: 0),
    .init("no fraction", "1.", .unexpectedEnd, at: 2),
    .init("no fraction in an array", "[1.]", .malformedNumber, at: 3),
    .init("no exponent", "1e", .unexpectedEnd, at: 2), .init("sign only", "-", .unexpectedEnd, at: 1),
    .init("two signs", "--1", .malformedNumber, at: 1),
    .init("signed exponent without digits", "1e+]", .malformedNumber, at: 3),
    .init("two points", "1.2.3", .trailingText, at: 3), .init("hexadecimal", "0x10", .trailingText, at: 1),
    .init("NaN", "NaN", .expectedValue, at: 0), .init("Infinity", "-Infinity", .malformedNumber, at: 1),
    .init("underscore", "1_000", .trailingText, at: 1), .init("full-width digit", "１", .expectedValue, at: 0),
  ]

  private static let strings: [RefusedText] = [
    .init("open string", "\"a", .unexpectedEnd, at: 2), .init("ends in an escape", #""\"#, .unexpectedEnd, at: 2),
    .init("escaped end", #""\""#, .unexpectedEnd, at: 3), .init("unknown escape", #""\x41""#, .malformedEscape, at: 1),
    .init("octal escape", #""\012""#, .malformedEscape, at: 1), .init("short escape", #""\u12"#, .unexpectedEnd, at: 5),
    .init("no digit", #""\u12g4""#, .malformedEscape, at: 5), .init("line feed", "\"a\nb\"", .controlCharacter, at: 2),
    .init("tab", "\"\t\"", .controlCharacter, at: 1), .init("NUL", "\"\u{0}\"", .controlCharacter, at: 1),
    .init("control character after an escape", "\"\\n\u{1}\"", .controlCharacter, at: 3),
    .init("first half", #""\ud800""#, .loneSurrogate, at: 1),
    .init("second half", #""a\udc00""#, .loneSurrogate, at: 2),
    .init("two first halves", #""\ud800\ud800""#, .loneSurrogate, at: 1),
    .init("first half and a letter", #""\ud800\u0041""#, .loneSurrogate, at: 1),
    .init("first half and a short escape", #""\ud800\n""#, .loneSurrogate, at: 1),
    .init("lone byte", [0x22, 0xFF, 0x22], .invalidUTF8, at: 1),
    .init("lone byte beside an escape", [0x22, 0x5C, 0x6E, 0xFF, 0x22], .invalidUTF8, at: 1),
    .init("overlong", [0x22, 0xC0, 0xAF, 0x22], .invalidUTF8, at: 1),
    .init("surrogate as UTF-8", [0x22, 0xED, 0xA0, 0x80, 0x22], .invalidUTF8, at: 1),
    .init("cut sequence", [0x22, 0xE2, 0x82, 0x22], .invalidUTF8, at: 1),
    .init("invalid name", [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], .invalidUTF8, at: 2),
    .init(
      "second string", [0x5B, 0x22, 0x61, 0x22, 0x2C, 0x22, 0xFF, 0x22, 0x5D], .invalidUTF8, at: 6),
    .init("UTF-16", [0xFF, 0xFE, 0x31, 0x00], .expectedValue, at: 0),
  ]
}

@Suite struct JSONTextTests {
  @Test(arguments: AcceptedText.all)
  func readsAndWrites(_ row: AcceptedText) throws {
    let tree = try JSON(parsing: Array(row.text.utf8))
    #expect(tree.text == row.written)
    #expect(try JSON(parsing: tree.bytes) == tree)
  }

  @Test(arguments: RefusedText.all)
  func refuses(_ row: RefusedText) {
    #expect(throws: row.error) { try JSON(parsing: row.bytes) }
  }

  @Test(
    arguments: [
      ("lone byte", [0x22, 0x61, 0xFF, 0x62, 0x22], "a\u{FFFD}b"),
      ("lone byte beside an escape", [0x22, 0x5C, 0x6E, 0xFF, 0x22], "\n\u{FFFD}"),
      ("first half", Array(#""\ud800x""#.utf8), "\u{FFFD}x"),
      ("second half", Array(#""\udc00""#.utf8), "\u{FFFD}"),
      ("first half and a letter", Array(#""\ud800\u0041""#.utf8), "\u{FFFD}A"),
      ("first half and a pair", Array(#""\ud800\ud83c\udfe0""#.utf8), "\u{FFFD}🏠"),
    ] as [(String, [UInt8], String)])
  func repairsWhereAsked(_ id: String, _ bytes: [UInt8], _ text: String) throws {
    #expect(try JSON(parsing: bytes, invalidText: .repaired) == .string(text))
  }

  @Test func repairingRefusesWhatIsNoJSON() {
    #expect(throws: JSONSyntaxError(.malformedEscape, at: 9)) {
      try JSON(parsing: Array(#""\ud800\uzzzz""#.utf8), invalidText: .repaired)
    }
  }

  @Test func errorsReadAsSentences() {
    let error = JSONSyntaxError(.tooDeep, at: 12)
    #expect(String(describing: error) == "more than 64 levels at byte 12")
  }
}
