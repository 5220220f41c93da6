import Documents
import TestSupport
import Testing

@Suite struct SourceTextTests {
  @Test(arguments: [
    ("", [""]), ("a", ["a"]), ("a\n", ["a", ""]), ("a\r\nb\r\n", ["a", "b", ""]), ("\n\n", ["", "", ""]),
    ("a\rb\u{2028}c\u{85}d\n", ["a\rb\u{2028}c\u{85}d", ""]), ("a\r", ["a\r"]), ("\u{FEFF}a\nb", ["a", "b"]),
    ("\u{FEFF}", [""]),
  ])
  func linesEndAtLineFeeds(_ text: String, _ lines: [String]) {
    let source = SourceText(Array(text.utf8), file: "f")
    let found = (0...source.lineCount + 1).compactMap(source.line).map { String(String.UnicodeScalarView($0)) }
    #expect(found == lines)
    #expect(source.lineCount == lines.count)
  }

  @Test(arguments: [
    (-1, 1, 1), (0, 1, 1), (2, 1, 3), (3, 1, 4), (4, 2, 1), (6, 2, 3), (7, 3, 1), (8, 3, 1), (999, 3, 1),
  ])
  func placesAreCountedInScalars(_ index: Int, _ line: Int, _ column: Int) {
    let source = SourceText(Array("\u{FEFF}ä🏠x\ny\r\n".utf8), file: "f")
    #expect(source.position(at: index) == SourcePosition(line: line, column: column))
  }

  @Test func malformedSequencesCountAsOneScalarEach() {
    let source = SourceText([0x61, 0xFF, 0xE2, 0x82, 0x62], file: "f")
    #expect(source.scalars == ["a", "\u{FFFD}", "\u{FFFD}", "b"])
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func everyPlaceLiesInItsLine(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let bytes = (0..<random.int(in: 0..<60)).map { _ in random.pick(Array("ab\n\r\u{E4}".utf8)) }
    let source = SourceText(bytes, file: "f")
    let places = (0...source.scalars.count).map(source.position)
    #expect(places == places.sorted())
    #expect(Set(places).count == places.count)
    #expect(places.last?.line == source.lineCount)
  }
}

@Suite struct ScalarPlaceTests {
  static let span = SourceSpan(
    file: "f", start: SourcePosition(line: 3, column: 5), end: SourcePosition(line: 3, column: 9))

  @Test(arguments: [(0..<2, 5, 7), (1..<1, 6, 6), (2..<4, 7, 9), (-1..<1, 5, 6)])
  func textThatStandsAsItIs(_ range: Range<Int>, _ start: Int, _ end: Int) {
    let found = Scalar("kids", span: Self.span).span(of: range)
    #expect((found.start.column, found.end.column) == (start, end))
  }

  @Test(arguments: [(0..<1, 6, 8), (1..<2, 8, 9), (0..<9, 6, 9), (7..<9, 9, 9)])
  func textThatIsSpelledOtherwise(_ range: Range<Int>, _ start: Int, _ end: Int) {
    let places = [6, 8, 9].map { SourcePosition(line: 3, column: $0) }
    let found = Scalar("'s", span: Self.span, places: places).span(of: range)
    #expect((found.start.column, found.end.column) == (start, end))
  }
}
