import Documents
import LibYAML
import Testing

/// A character that may not be in a file does not move what is said of the rest of its text.
@Suite struct ForbiddenCharacterTests {
  @Test(arguments: ["kids off mon\u{7} 7:00", "'kids off mon\u{7} 7:00'", "\"kids off mon\u{2028} 7:00\""])
  func theWordsAreWhereTheyStand(_ value: String) throws {
    let read = YAMLReader.read(Array("v: \(value)\n".utf8), file: "f")
    #expect(read.diagnostics.map(\.code) == ["yaml.control-character"])
    guard case .mapping(let entries)? = read.node?.content, case .scalar(let scalar) = entries[0].value.content else {
      Issue.record("no text")
      return
    }
    #expect(scalar.text == "kids off mon\u{FFFD} 7:00")
    let column = value.hasPrefix("k") ? 4 : 5
    let place = scalar.span(of: 9..<13)
    #expect(place.start.column == column + 9 && place.end.column == column + 13)
  }
}
