import Documents
import JSONTree
import Testing
import Text

@testable import Presentation

/// JSON as it is printed: all that is not seen is there as an escape, and means the same.
@Suite struct ShownJSONTests {
  @Test func everyScalarMeansTheSameAndIsSeen() throws {
    // In pieces, so that a failure says where.
    for start in stride(from: UInt32(0), through: 0x10_FFFF, by: 0x1000) {
      let scalars = (start..<(start + 0x1000)).compactMap(Unicode.Scalar.init)
      let text = String(String.UnicodeScalarView(scalars))
      let tree = JSON.object([.init(text, .array([.string(text), .string("plain")]))])
      let line = tree.line
      #expect(line.hasSuffix("]}\n"))
      let hidden = line.unicodeScalars.dropLast().first(where: \.isHidden)
      #expect(hidden == nil, "from U+\(String(start, radix: 16)): \(hidden.map { String($0.value, radix: 16) } ?? "")")
      let again = try JSON(parsing: Array(line.utf8))
      let name = try #require(again.members?.first?.name)
      #expect(Array(name.utf8) == Array(text.utf8))
      #expect(again[name]?.elements?.first?.string.map { Array($0.utf8) } == Array(text.utf8))
    }
  }

  @Test func whatIsSeenStaysAsItIs() {
    #expect(JSON.string("Gäste 家族 \u{1F3E0}").line == "\"Gäste 家族 \u{1F3E0}\"\n")
    #expect(JSON.string("a\u{9B}b\u{202E}\u{2028}\u{E0041}").line == #""a\u009bb\u202e\u2028\udb40\udc41""# + "\n")
    // What is sent to a system, or read back byte by byte, is not touched.
    #expect(JSON.string("a\u{9B}b").text == "\"a\u{9B}b\"")
  }
}
