import Documents
import Testing

/// A text with `«` and `»` around the span, and what a terminal shows of it below the heading.
struct ExcerptRow: CustomTestStringConvertible {
  let id: String
  let marked: String
  let shown: [String]

  init(_ id: String, _ marked: String, _ shown: String...) {
    self.id = id
    self.marked = marked
    self.shown = shown
  }

  var testDescription: String { id }

  static let all: [ExcerptRow] = [
    .init("a word", "- kids off «7:00»–20:00", "  - kids off 7:00–20:00", "             ^~~~"),
    .init("one letter", "a: «b»", "  a: b", "     ^"),
    .init("nothing, before a letter", "a: «»b", "  a: b", "     ^"),
    .init("nothing, at the end", "a: b«»", "  a: b", "      ^"),
    .init("second line", "a: b\nc: «dd»\n", "  c: dd", "     ^~"),
    .init("CR LF", "a: b\r\nc: «dd»\r\n", "  c: dd", "     ^~"),
    .init("several lines", "x «a: b\nc: d»", "  x a: b", "    ^~~~"),
    .init("tab", "\ta:\t«bb»", "   a: bb", "      ^~"),
    .init("escape sequence", "a\u{1B}[31m: «b»", "  a\\u{1B}[31m: b", "               ^"),
    .init("bidi control inside", "«k\u{202E}x» y", "  k\\u{202E}x y", "  ^~~~~~~~~~"),
    .init("line separator", "a\u{2028}: «b»", "  a\\u{2028}: b", "             ^"),
    .init("wide letters", "家族: «子供»", "  家族: 子供", "        ^~~~"),
    .init("emoji", "🏠: «kids»", "  🏠: kids", "      ^~~~"),
    .init("combining mark", "e\u{301}e\u{301}: «b»", "  e\u{301}e\u{301}: b", "      ^"),
    .init("empty line", "a\n«»\nb"),
    .init("behind the last line", "a\n«»"),
    .init(
      "just as wide as it may be", "- «kids» " + String(repeating: "x", count: 70),
      "  - kids " + String(repeating: "x", count: 70), "    ^~~~"),
    .init(
      "one column too wide", "- «kids» " + String(repeating: "x", count: 71),
      "  - kids " + String(repeating: "x", count: 68) + "…", "    ^~~~"),
    .init(
      "cut at the end", "- «kids» " + String(repeating: "x", count: 100),
      "  - kids " + String(repeating: "x", count: 68) + "…", "    ^~~~"),
    .init(
      "cut at the start", String(repeating: "x", count: 100) + " «kids»",
      "  …" + String(repeating: "x", count: 70) + " kids", "  " + String(repeating: " ", count: 72) + "^~~~"),
    .init(
      "cut on both sides", String(repeating: "x", count: 100) + "«kids»" + String(repeating: "y", count: 100),
      "  …" + String(repeating: "x", count: 37) + "kids" + String(repeating: "y", count: 34) + "…",
      "  " + String(repeating: " ", count: 38) + "^~~~"),
    .init(
      "longer than the line is wide", "«" + String(repeating: "x", count: 100) + "»",
      "  " + String(repeating: "x", count: 75) + "…", "  ^" + String(repeating: "~", count: 74)),
  ]
}

/// Takes the marks out of `marked`.
func source(_ marked: String) -> (text: SourceText, span: SourceSpan) {
  let scalars = Array(marked.unicodeScalars)
  let start = scalars.firstIndex(of: "«") ?? 0
  let end = (scalars.firstIndex(of: "»") ?? 1) - 1
  let text = String(String.UnicodeScalarView(scalars.filter { $0 != "«" && $0 != "»" }))
  let source = SourceText(Array(text.utf8), file: "home.yaml")
  return (source, source.span(start..<end))
}

extension DiagnosticText {
  /// One diagnostic, line by line.
  fileprivate func lines(of diagnostic: Diagnostic) -> [String] {
    text(of: [diagnostic]).split(separator: "\n").map(String.init)
  }
}

@Suite struct DiagnosticTextTests {
  @Test(arguments: ExcerptRow.all)
  func showsTheLineWithACaret(_ row: ExcerptRow) {
    let (text, span) = source(row.marked)
    let lines = DiagnosticText(sources: [text]).lines(of: Diagnostic(.error, code: "a.b", "wrong", at: span))
    #expect(Array(lines.dropFirst()) == row.shown)
    #expect(lines.first == "home.yaml:\(span.start.line):\(span.start.column): error: wrong [a.b]")
  }

  @Test func handsManyOverInPieces() {
    let text = SourceText("kids: 1\n".utf8, file: "home.yaml")
    let many = Array(repeating: Diagnostic(.warning, code: "a.b", "wrong", at: text.span(0..<4)), count: 10_000)
    var pieces: [String] = []
    DiagnosticText(sources: [text]).write(many) { pieces.append($0) }
    #expect(pieces.count > 1 && pieces.allSatisfy { $0.last == "\n" && $0.utf8.count < 100_000 })
    let one = "home.yaml:1:1: warning: wrong [a.b]\n  kids: 1\n  ^~~~\n"
    #expect(pieces.joined() == String(repeating: one, count: 10_000))
  }

  @Test func showsHintAndRelatedPlace() {
    let text = SourceText("kids: 1\nguests: 2\nkids: 3\n".utf8, file: "home.yaml")
    let diagnostic = Diagnostic(
      .warning, code: "yaml.duplicate-key", "duplicate key 'kids'", hint: "remove one",
      at: text.span(18..<22), related: .init(span: text.span(0..<4), message: "first defined here"))
    let expected = """
      home.yaml:3:1: warning: duplicate key 'kids' [yaml.duplicate-key]
        kids: 3
        ^~~~
        hint: remove one
      home.yaml:1:1: note: first defined here
        kids: 1
        ^~~~

      """
    #expect(DiagnosticText(sources: [text]).text(of: [diagnostic]) == expected)
  }

  @Test func showsNothingOfConcealedLines() {
    let text = SourceText("a: b\npassword: x\nb: c\n".utf8, file: "home.yaml")
    let diagnostic = Diagnostic(
      .error, code: "a.b", "wrong", hint: "mend", at: text.span(5..<16),
      related: .init(span: text.span(17..<18), message: "like here"))
    let shown = [
      "home.yaml:2:1: error: wrong [a.b]", "  hint: mend", "home.yaml:3:1: note: like here", "  b: c", "  ^",
    ]
    func lines(_ concealed: Int...) -> [String] {
      let places = Set(concealed.map { SourceLine(file: "home.yaml", line: $0) })
      return DiagnosticText(sources: [text], concealing: places).lines(of: diagnostic)
    }
    #expect(lines(2) == shown)
    #expect(lines(2, 3) == Array(shown.prefix(3)))
    #expect(lines(1).count == shown.count + 2)
  }

  @Test func saysWhatItCanWithoutASource() {
    let span = SourceSpan(
      file: "a\u{1B}.yaml", start: SourcePosition(line: 2, column: 3), end: SourcePosition(line: 2, column: 4))
    let text = DiagnosticText(sources: [])
    #expect(
      text.lines(of: Diagnostic(.error, code: "c", "'\n' found", hint: "h\u{7}", at: span))
        == ["a\\u{1B}.yaml:2:3: error: '\\u{A}' found [c]", "  hint: h\\u{7}"])
    #expect(text.lines(of: Diagnostic(.error, code: "c", "no such file", at: nil)) == ["error: no such file [c]"])
  }

  @Test func ordersByPlace() {
    func diagnostic(_ severity: Diagnostic.Severity, _ code: String, _ file: String, _ line: Int) -> Diagnostic {
      let place = SourcePosition(line: line, column: 1)
      return Diagnostic(severity, code: code, "m", at: SourceSpan(file: file, start: place, end: place))
    }
    let ordered = [
      Diagnostic(.error, code: "none", "m", at: nil), diagnostic(.error, "x", "a", 1), diagnostic(.error, "y", "a", 2),
      diagnostic(.error, "z", "a", 2), diagnostic(.warning, "a", "a", 2), diagnostic(.error, "a", "b", 1),
    ]
    #expect(Array(ordered.reversed()).inTextOrder() == ordered)
  }
}
