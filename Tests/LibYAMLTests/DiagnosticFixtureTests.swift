import Documents
import LibYAML
import TestSupport
import Testing

/// Every folder in `Fixtures/yaml` holds a `policy.yaml` and, in `expected.txt`, what a terminal shows of it. A folder
/// is called as the code of one of them, or starts with it.
@Suite struct DiagnosticFixtureTests {
  @Test(arguments: try Fixtures.names(in: "yaml"))
  func showsWhatIsExpected(_ name: String) throws {
    let bytes = try Fixtures.bytes("yaml/\(name)/policy.yaml")
    let diagnostics = YAMLReader.read(bytes, file: "policy.yaml").diagnostics
    let shown = DiagnosticText(sources: [SourceText(bytes, file: "policy.yaml")]).text(of: diagnostics)
    #expect(diagnostics.contains { name.hasPrefix($0.code.replacing("yaml.", with: "")) })
    try Golden.check(shown, "yaml/\(name)/expected.txt")
  }

  @Test(
    arguments: [
      ("tab behind spaces", "a:\n  b: c\n\td: e\n", ["3:1 tab"]),
      ("tab in block text", "a: |\n\tb\n", ["2:1 tab"]),
      ("space missing before a deeper line", "systems:\n  a:b\n  c: d\n", ["2:4 missing-space"]),
      ("colon in quoted key's line", "\"x\": a: b\n", ["1:7 colon-in-text"]),
      ("closing bracket too many", "a: b\n]\n", ["2:1 misplaced-character"]),
      ("anchor without a name", "a: & b\n", ["1:4 alias-name"]),
      ("unknown directive", "%FOO\na: b\n", ["1:5 directive"]),
      ("tag without a meaning", "a: !x!y b\n", ["1:4 tag"]),
      ("comma at the start", "a: , b\n", ["1:4 misplaced-character"]),
      ("second document without a value", "a: b\n---\n", ["2:1 second-document"]),
      ("nothing", "", ["1:1 empty"]), ("byte order mark only", "\u{FEFF}", ["1:1 empty"]),
      ("start only", "---\n", ["2:1 empty"]),
      ("lone CR", "a: b\r\r\n", ["1:5 control-character"]),
      ("NUL", "ab: \u{0}c\n", ["1:5 control-character"]),
      ("byte order mark inside", "a: \u{FEFF}b\n", ["1:4 control-character"]),
      ("no text at all", String(repeating: "\u{1}", count: 21), (1...20).map { "1:\($0) control-character" }),
      (
        "several at once", "a: !t b\na: c\n<<: *x\n[d]: e\n",
        ["1:4 tag", "2:1 duplicate-key", "3:1 merge-key", "3:5 undefined-alias", "4:1 key-form"]
      ),
      ("canonically equal keys", "\u{E9}: 1\ne\u{301}: 2\n", ["2:1 duplicate-key"]),
      ("duplicates and then a slip", "a: 1\na: 2\nb: [c\n", ["2:1 duplicate-key", "3:4 unclosed-bracket"]),
    ] as [(String, String, [String])])
  func findsAllThatCanBeFound(_ id: String, _ text: String, _ expected: [String]) {
    #expect(brief(YAMLReader.read(Array(text.utf8), file: "f").diagnostics) == expected)
  }

  @Test(arguments: [
    ("a: 1\na: 2\nb: 3\n", "{'a': '1', 'b': '3'}"), ("a: *x\nb: [*x, c]\n", "{'b': ['c']}"),
    ("<<: {a: b}\nc: d\n", "{'c': 'd'}"), ("a: b\n---\nc: d\n", "nothing"), ("a: [b\n", "nothing"),
    ("a: \u{1}b\n", "{'a': '\u{FFFD}b'}"), ("a: !t [b]\n", "{'a': ['b']}"),
  ])
  func leavesOutWhatCannotBeRead(_ text: String, _ expected: String) {
    let (node, diagnostics) = YAMLReader.read(Array(text.utf8), file: "f")
    #expect(outline(node) == expected)
    #expect(!diagnostics.isEmpty)
  }
}
