import Documents
import LibYAML
import Testing

/// A text, and where its reading ends for which reason.
struct LimitRow: CustomTestStringConvertible {
  let id: String
  let text: String
  let expected: [String]

  init(_ id: String, _ text: String, _ expected: [String]) {
    self.id = id
    self.text = text
    self.expected = expected
  }

  var testDescription: String { id }

  static let all: [LimitRow] = [
    .init("bomb of aliases", bomb(levels: 25, width: 9), ["7:10 too-many-nodes"]),
    .init("bomb that doubles", bomb(levels: 30, width: 2), ["16:18 too-many-nodes"]),
    .init("as deep as may be through aliases", bomb(levels: 31, width: 1), []),
    .init("too deep through aliases", bomb(levels: 32, width: 1), ["33:12 too-deep"]),
    .init("too deep", String(repeating: "[", count: 33), ["1:33 too-deep"]),
    .init("long line of brackets", String(repeating: "[", count: 1 << 14), ["1:33 too-deep"]),
    .init("long line of dashes", String(repeating: "- ", count: 1 << 14), ["1:65 too-deep"]),
    .init("long line of maps", String(repeating: "{a: ", count: 1 << 14), ["1:129 too-deep"]),
    .init("too many values", "[" + String(repeating: "a,", count: 100_000) + "]", ["1:200000 too-many-nodes"]),
    .init("too many values in lines", String(repeating: "- a\n", count: 100_000), ["100000:3 too-many-nodes"]),
    .init(
      "one long text many times",
      "- &a " + String(repeating: "x", count: 1 << 19) + "\n" + String(repeating: "- *a\n", count: 9),
      ["9:3 too-much-text"]
    ),
    .init("more than a megabyte", "a: b\n" + String(repeating: "#", count: 1 << 20), ["1:1 too-large"]),
    .init("a megabyte", "a: b\n#" + String(repeating: "x", count: (1 << 20) - 6), []),
  ]

  /// `levels` lists of `width` aliases of the one before.
  private static func bomb(levels: Int, width: Int) -> String {
    let lists = (1...levels).map { level in
      "a\(level): &a\(level) [" + [String](repeating: "*a\(level - 1)", count: width).joined(separator: ", ") + "]\n"
    }
    return "a0: &a0 x\n" + lists.joined()
  }
}

@Suite struct BudgetTests {
  @Test(arguments: LimitRow.all)
  func limitsEndTheReading(_ row: LimitRow) {
    let (node, diagnostics) = YAMLReader.read(Array(row.text.utf8), file: "f")
    #expect(brief(diagnostics) == row.expected)
    #expect((node == nil) == !row.expected.isEmpty)
  }

  @Test func oneBudgetCountsOverSeveralFiles() {
    var budget = ReadingBudget(bytes: 20, nodes: 10, text: 7)
    #expect(brief(YAMLReader.read(Array("a: [b, b]\n".utf8), file: "f", budget: &budget).diagnostics) == [])
    #expect(budget == ReadingBudget(bytes: 10, nodes: 5, text: 4))
    #expect(
      brief(YAMLReader.read(Array("abc: de".utf8), file: "g", budget: &budget).diagnostics) == ["1:6 too-much-text"])
    #expect(budget.bytes == 3)
    #expect(brief(YAMLReader.read(Array("a: b".utf8), file: "h", budget: &budget).diagnostics) == ["1:1 too-large"])
  }

  @Test func anAliasCostsWhatItStandsFor() {
    var budget = ReadingBudget()
    _ = YAMLReader.read(Array("a: &a [b, {cc: d}]\ne: [*a, *a]\n".utf8), file: "f", budget: &budget)
    // The map, two keys, one list, and three times a list of five nodes with four letters.
    #expect(100_000 - budget.nodes == 1 + 2 + 1 + 3 * 5)
    #expect((4 << 20) - budget.text == 2 + 3 * 4)
  }
}
