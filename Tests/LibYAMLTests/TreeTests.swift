import Documents
import LibYAML
import Testing

struct TreeRow: CustomTestStringConvertible {
  let id: String
  let text: String
  let outline: String

  init(_ id: String, _ text: String, _ outline: String) {
    self.id = id
    self.text = text
    self.outline = outline
  }

  var testDescription: String { id }

  static let all: [TreeRow] = [
    .init(
      "times, truth values and numbers are text", "[21:00, off, no, on, 07, 1e3, ~, null]",
      "['21:00', 'off', 'no', 'on', '07', '1e3', '~', 'null']"),
    .init("quoted and unquoted mean the same", "a: x\n'b': 'x'\n\"c\": \"x\"\n", "{'a': 'x', 'b': 'x', 'c': 'x'}"),
    .init("order of the file", "b: 1\na: 2\n", "{'b': '1', 'a': '2'}"),
    .init("nothing behind a key", "a:\nb: ''\n", "{'a': '', 'b': ''}"),
    .init("list below its key", "a:\n- x\n- y\nb: z\n", "{'a': ['x', 'y'], 'b': 'z'}"),
    .init("list of maps", "- do: x\n  id: y\n- z\n", "[{'do': 'x', 'id': 'y'}, 'z']"),
    .init("flow", "a: {b: [c, 'd, e'], f: {}}\n", "{'a': {'b': ['c', 'd, e'], 'f': {}}}"),
    .init("single pair in a flow list", "[a: b, c]", "[{'a': 'b'}, 'c']"),
    .init("comments", "# x\na: b # c\n# d\n", "{'a': 'b'}"),
    .init("start and end of the document", "%YAML 1.1\n---\na: b\n...\n", "{'a': 'b'}"),
    .init("plain text over lines", "a: x\n  y\n\n  z\nb: c\n", "{'a': 'x y⏎z', 'b': 'c'}"),
    .init("literal", "a: |\n  x\n   y\n\nb: c\n", "{'a': 'x⏎ y⏎', 'b': 'c'}"),
    .init("folded", "a: >-\n  x\n  y\n\n  z\n   w\n  v\n", "{'a': 'x y⏎z⏎ w⏎v'}"),
    .init("kept ends", "a: |+\n  x\n\n\nb: c\n", "{'a': 'x⏎⏎⏎', 'b': 'c'}"),
    .init("escapes", #"a: "\t\x41\u00e4\U0001F3E0\"\\ \/""#, "{'a': '⇥Aä🏠\"\\ /'}"),
    .init("doubled quote", "a: 'it''s'\n", "{'a': 'it's'}"),
    .init("alias of text", "x-a: &a kids\nb: *a\n", "{'x-a': 'kids', 'b': 'kids'}"),
    .init("alias of a list", "a: &a [x, y]\nb: [*a, *a]\n", "{'a': ['x', 'y'], 'b': [['x', 'y'], ['x', 'y']]}"),
    .init("anchor given twice: the last one counts", "[&a x, *a, &a y, *a]", "['x', 'x', 'y', 'y']"),
    .init("alias as a key", "x: &a kids\n*a : y\n", "{'x': 'kids', 'kids': 'y'}"),
    .init("byte order mark", "\u{FEFF}a: b\n", "{'a': 'b'}"),
    .init("CR LF", "a: b\r\nc:\r\n- d\r\n", "{'a': 'b', 'c': ['d']}"),
    .init("CR LF in folded text", "a: x\r\n  y\r\n\r\n  z\r\nb: |\r\n  v\r\n  w\r\n", "{'a': 'x y⏎z', 'b': 'v⏎w⏎'}"),
    .init("no line end at the end", "a: b", "{'a': 'b'}"), .init("text only", "kids off\n", "'kids off'"),
    .init("quoted nothing", "''\n", "''"), .init("beyond ASCII", "Gäste: 🏠 家族\n", "{'Gäste': '🏠 家族'}"),
    .init("time in a flow list", "[kids off 21:00–07:00, guests off]", "['kids off 21:00–07:00', 'guests off']"),
    .init(
      "pattern", "[\"Downtime-*\", 'regex:(^|\\.)ytimg\\.com$', a*b]",
      "['Downtime-*', 'regex:(^|\\.)ytimg\\.com$', 'a*b']"),
    .init(
      "deepest", String(repeating: "[", count: 32) + String(repeating: "]", count: 32),
      String(repeating: "[", count: 32) + String(repeating: "]", count: 32)),
  ]
}

/// A text in which `«…»` marks what a span must cover.
struct SpanRow: CustomTestStringConvertible {
  let id: String
  let marked: String

  init(_ id: String, _ marked: String) {
    self.id = id
    self.marked = marked
  }

  var testDescription: String { id }

  var text: String { marked.filter { $0 != "«" && $0 != "»" } }

  var span: SourceSpan {
    let scalars = Array(marked.unicodeScalars).filter { $0 != "\u{FEFF}" }
    let start = scalars.firstIndex(of: "«") ?? 0
    let end = (scalars.firstIndex(of: "»") ?? 1) - 1
    return SourceText(Array(text.utf8), file: "f").span(start..<end)
  }

  /// Marked is the only value of the key `v`.
  static let values: [SpanRow] = [
    .init("plain", "v: «a b» # c\n"), .init("single quotes", "v: «'a b'» # c\n"),
    .init("double quotes", "v: «\"a\"»\n"),
    .init("plain over lines", "v: «a\n  b»\nw: c\n"), .init("quoted over lines", "v: «'a\n  b '»\nw: c\n"),
    .init("nothing", "v:«»\nw: c\n"), .init("behind an anchor", "v: &a «b»\n"),
    .init("behind an anchor on the next line", "v: &a # x\n  «'b'»\n"),
    .init("alias", "w: &a b\nv: «*a»\n"), .init("literal", "v: «|\n  a\n  b»\n\nw: c\n"),
    .init("literal with all ends", "v: «|+\n  a\n»\nw: c\n"), .init("empty literal", "v: «|-»\nw: c\n"),
    .init("flow list", "v: «[a, b ]»\nw: c\n"), .init("flow map", "v: «{a: b}» # c\n"),
    .init("flow list over lines", "v: «[a,\n  b]»\n"),
    .init("block list", "v:\n  «- a\n  - 'b'» # c\n\n# d\nw: c\n"),
    .init("list in the key's column", "v:\n«- a\n- b»\nw: c\n"),
    .init("block map", "v:\n  «a: b\n  c:\n    - d»\n\nw: c\n"),
    .init("map behind an anchor", "v: &a\n  «a: b»\nw: c\n"),
    .init("list with nothing at its end", "v:\n  «- a\n  -»\nw: c\n"),
    .init("byte order mark", "\u{FEFF}v: «a»\n"), .init("CR LF", "a: b\r\nv: «a\r\n  b»\r\nw: c\r\n"),
    .init("behind letters beyond ASCII", "{ä🏠: 家, v: «'ä'»}\n"),
  ]

  /// Marked is the word `word` inside the scalar `v`, which it is in once.
  static let words: [SpanRow] = [
    .init("plain", "v: a «word» b\n"), .init("single quotes", "v: 'a «word» b'\n"),
    .init("double quotes", "v: \"«word»\"\n"),
    .init("behind a doubled quote", "v: 'it''s a «word»'\n"),
    .init("behind escapes", #"v: "\u00e4\t\"«word»\n""# + "\n"),
    .init("written as an escape", #"v: "a «\x77ord» b""# + "\n"), .init("second line", "v: a\n   «word» b\n"),
    .init("end of the first line", "v: a «word» \n   b\n"), .init("behind an empty line", "v: a\n\n  «word» b\n"),
    .init("quoted, second line", "v: 'a  \n   «word» b'\n"),
    .init("behind an escaped line end", "v: \"a\\\n  «word» b\"\n"),
    .init("literal", "v: |\n  a\n  b «word» c\n"), .init("folded", "v: >\n  a\n  b «word» c\n"),
    .init("folded with deeper lines", "v: >\n  a\n    b\n  c\n\n  «word»\n"),
    .init("literal with given indentation", "a:\n - v: |2\n      x\n     «word»\n"),
    .init("CR LF", "v: >\r\n  a\r\n  «word»\r\n"), .init("flow list", "x: [a, b c «word» d, e]\n"),
    .init("flow list behind a time", "x: [kids off 21:00, «word» off]\n"),
    .init("alias: where it was written", "x: &a 'b «word»'\ny: *a\n"),
    .init("byte order mark", "\u{FEFF}v: 'a «word»'\n"),
  ]
}

@Suite struct TreeTests {
  @Test(arguments: TreeRow.all)
  func reads(_ row: TreeRow) {
    let (node, diagnostics) = YAMLReader.read(Array(row.text.utf8), file: "f")
    #expect(brief(diagnostics) == [])
    #expect(outline(node) == row.outline)
  }

  @Test(arguments: SpanRow.values)
  func spansCoverValues(_ row: SpanRow) throws {
    let (node, diagnostics) = YAMLReader.read(Array(row.text.utf8), file: "f")
    #expect(brief(diagnostics) == [])
    guard case .mapping(let entries) = node?.content else { return #expect(Bool(false), "no map") }
    let value = try #require(entries.first { $0.key.text == "v" }?.value)
    #expect(value.span == row.span)
  }

  @Test(arguments: SpanRow.words)
  func spansCoverWords(_ row: SpanRow) throws {
    let (node, diagnostics) = YAMLReader.read(Array(row.text.utf8), file: "f")
    #expect(brief(diagnostics) == [])
    let scalar = try #require(scalars(node).first { $0.text.contains("word") })
    let text = Array(scalar.text.unicodeScalars)
    let start = try #require(text.indices.first { text[$0...].starts(with: "word".unicodeScalars) })
    #expect(scalar.span(of: start..<(start + 4)) == row.span)
    #expect(scalar.span.start <= row.span.start && row.span.end <= scalar.span.end)
  }
}
