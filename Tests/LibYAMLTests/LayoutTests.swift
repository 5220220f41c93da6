import Foundation
import LibYAML
import ReadingLaws
import TestSupport
import Testing

/// How files are laid out, and that nothing else of them changes.
@Suite struct LayoutTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
    var laidOut: String

    init(_ what: String, _ text: String, _ laidOut: String) {
      (testDescription, self.text, self.laidOut) = (what, text, laidOut)
    }
  }

  static let cases: [Case] = [
    Case("indentation", "a:\n      b:\n         c: 1\n      d: 2\n", "a:\n  b:\n    c: 1\n  d: 2\n"),
    Case("a list beside its key", "a:\n- b\n-   c\nd: 1\n", "a:\n  - b\n  - c\nd: 1\n"),
    Case("maps in a list", "a:\n    -   b: 1\n        c:   2\n    - {d: 3}\n", "a:\n  - b: 1\n    c: 2\n  - {d: 3}\n"),
    Case("a list in a list", "a:\n-   -  b\n    -  c\n", "a:\n  - - b\n    - c\n"),
    Case("a dash alone", "a:\n    -\n        b: 1\n    -\n", "a:\n  -\n    b: 1\n  -\n"),
    Case("spaces behind a colon", "a:    1\nb: {c:   2}\n", "a: 1\nb: {c:   2}\n"),
    Case("a value on a line of its own", "a:\n      b\nc:\n        [d,\n         e]\n", "a:\n  b\nc:\n  [d,\n   e]\n"),
    Case("spaces at the end", "a: 1  \n  \nb: 2\t\n", "a: 1\n\nb: 2\n"),
    Case("empty lines", "\n\na: 1\n\n\n\nb: 2\n\n\n", "a: 1\n\nb: 2\n"),
    Case("the end of the last line", "a: 1", "a: 1\n"),
    Case("CR LF", "a:\r\n    b: 1\r\n", "a:\n  b: 1\n"),
    Case("a byte order mark", "\u{FEFF}a: 1\n", "a: 1\n"),
    Case(
      "a literal", "a:\n    b: |\n          x\n            y  \n\n\n          z\n    c: 1\n",
      "a:\n  b: |\n    x\n      y  \n\n\n    z\n  c: 1\n"),
    Case(
      "a literal with a given indentation", "a:\n    b: |2\n        x\n       y\n", "a:\n  b: |2\n      x\n     y\n"),
    Case("a literal that keeps its end", "a: |+\n    x\n\n\nb: 1\n", "a: |+\n  x\n\n\nb: 1\n"),
    Case("a literal without an end", "a: |\n    x", "a: |\n  x"),
    Case("a folded scalar behind a dash", "a:\n- >-\n     x\n     y\n", "a:\n  - >-\n    x\n    y\n"),
    Case("quotes over lines", "a:\n    b: \"x\n\n\n        y  z\"\n", "a:\n  b: \"x\n\n\n      y  z\"\n"),
    Case("a sentence over lines", "a:\n-   kids off\n      21:00\n", "a:\n  - kids off\n        21:00\n"),
    Case(
      "brackets over lines", "a:\n    b: [x,\n        y,   # why\n    ]\n", "a:\n  b: [x,\n      y,     # why\n  ]\n"),
    Case(
      "comments beside what they are about", "# top\na:\n    # b\n    b: 1\n    # end of a\n# c\nc: 2\n  # lost\n",
      "# top\na:\n  # b\n  b: 1\n  # end of a\n# c\nc: 2\n# lost\n"),
    Case(
      "comments behind values stay in their column", "a:    1   # x\nbbbbb: 22 # y\n", "a: 1      # x\nbbbbb: 22 # y\n"),
    Case("a comment behind a key", "a:   # x\n    b: 1\n", "a:   # x\n  b: 1\n"),
    Case("a sign that begins no comment", "a:   x#y\nb: '  # z'\n", "a: x#y\nb: '  # z'\n"),
    Case("anchors", "a:  &x\n    b: 1\nc:   *x\n", "a: &x\n  b: 1\nc: *x\n"),
    Case("a document's marks", "---\na:\n    b: 1\n...\n", "---\na:\n  b: 1\n...\n"),
    Case("a question mark is left as it is", "? a\n:   b\n", "? a\n:   b\n"),
  ]

  @Test(arguments: cases) func isLaidOut(_ example: Case) {
    #expect(YAMLLayout.laidOut(Array(example.text.utf8), file: "f") == example.laidOut)
    #expect(ReadingLaws.brokenByPolicy(Array(example.text.utf8)) == [])
  }

  @Test(arguments: ["a: [", "a: 1\na: 2\n", "", "a: !x 1\n", "- &a *a\n"]) func aMistakeIsNotLaidOut(_ text: String) {
    #expect(YAMLLayout.laidOut(Array(text.utf8), file: "f") == nil)
  }

  /// Every policy of the repository.
  static let policies: [String] = {
    let root = Fixtures.folder.deletingLastPathComponent()
    let folders = ["examples", "Fixtures"].map { root.appending(path: $0) }
    return folders.flatMap { folder -> [String] in
      let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      return (found?.allObjects ?? []).compactMap { $0 as? URL }.map(\.path).filter {
        $0.hasSuffix(".yaml") || $0.hasSuffix(".yml")
      }
    }.sorted()
  }()

  @Test func thereArePolicies() { #expect(Self.policies.count > 150) }

  @Test func everyPolicyStaysWhatItIs() throws {
    for path in Self.policies {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      #expect(ReadingLaws.brokenByPolicy(bytes) == [], "\(path)")
    }
  }

  /// The examples are laid out already: people copy them.
  @Test func theExamplesAreLaidOut() throws {
    let examples = Self.policies.filter { path in
      path.contains("/examples/") && !["/git", "/page/", "/ansible/"].contains(where: path.contains)
    }
    #expect(examples.count > 7)
    for path in examples {
      let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
      #expect(YAMLLayout.laidOut(Array(text.utf8), file: "f") == text, "\(path)")
    }
  }

  /// A random tree, written in a random way: laid out it is what every other way of writing it is laid out as.
  @Test(arguments: 0..<400 as Range<UInt64>) func randomFilesStayWhatTheyAre(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let tree = RandomLayout.Tree.map(RandomLayout.entries(depth: 0, &random))
    var canonical = RandomLayout(random: nil)
    canonical.write(tree, at: 0)
    let expected = canonical.text
    for _ in 0..<3 {
      var messy = RandomLayout(random: random)
      messy.write(tree, at: 0)
      random = SplitMix64(seed: random.next())
      let bytes = Array(messy.text.utf8)
      #expect(ReadingLaws.brokenByPolicy(bytes) == [], "\(messy.text)")
      #expect(YAMLLayout.laidOut(bytes, file: "f") == expected, "\(messy.text)")
    }
  }
}

/// Writes a tree in one of the many ways in which it can be written; without a random source in the canonical one.
struct RandomLayout {
  indirect enum Tree {
    case scalar(String)
    case literal([String])
    case list([Tree])
    case map([(key: String, comment: String?, value: Tree)])
  }

  var random: SplitMix64?
  private(set) var text = ""

  init(random: SplitMix64?) { self.random = random }

  static func entries(depth: Int, _ random: inout SplitMix64) -> [(key: String, comment: String?, value: Tree)] {
    (0..<random.int(in: 1..<4)).map { number in
      let comment = random.oneIn(4) ? "# why: \(number)" : nil
      return ("key\(number)", comment, tree(depth: depth + 1, &random))
    }
  }

  private static func tree(depth: Int, _ random: inout SplitMix64) -> Tree {
    switch depth > 3 ? 0 : random.int(in: 0..<5) {
    case 0: .scalar(["kids off 21:00–07:00", "'a  # b'", "\"x: y\"", "{a: 1,  b: [2]}", "v#1"][random.int(in: 0..<5)])
    case 1: .literal(["text", "  deeper  ", "# no comment"])
    case 2: .list((0..<random.int(in: 1..<4)).map { _ in tree(depth: depth + 1, &random) })
    default: .map(entries(depth: depth, &random))
    }
  }

  private mutating func chance(_ of: Int) -> Bool { random?.oneIn(of) ?? false }
  private mutating func number(_ range: Range<Int>, usual: Int) -> Int { random?.int(in: range) ?? usual }
  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  private mutating func end() {
    text += (chance(5) ? spaces(number(1..<4, usual: 0)) : "") + (chance(9) ? "\r\n" : "\n")
  }

  mutating func write(_ tree: Tree, at column: Int) {
    switch tree {
    case .map(let entries): write(entries, at: column, isFirstInPlace: false)
    case .list(let members): write(members, at: column, isFirstInPlace: false)
    case .scalar, .literal: break
    }
  }

  private mutating func write(
    _ entries: [(key: String, comment: String?, value: Tree)], at column: Int, isFirstInPlace: Bool
  ) {
    for (place, entry) in entries.enumerated() {
      let isInPlace = isFirstInPlace && place == 0
      if let comment = entry.comment, !isInPlace {
        text += spaces(column) + comment
        end()
      }
      text += (isInPlace ? "" : spaces(column)) + entry.key + ":"
      writeValue(entry.value, below: column, mayBeBeside: true)
    }
  }

  private mutating func write(_ members: [Tree], at column: Int, isFirstInPlace: Bool) {
    for (place, member) in members.enumerated() {
      text += (isFirstInPlace && place == 0 ? "" : spaces(column)) + "-"
      let gap = number(1..<4, usual: 1)
      switch member {
      case .map(let entries):
        text += spaces(gap)
        write(entries, at: column + 1 + gap, isFirstInPlace: true)
      case .list(let members):
        text += spaces(gap)
        write(members, at: column + 1 + gap, isFirstInPlace: true)
      case .scalar, .literal: writeValue(member, below: column, mayBeBeside: false)
      }
    }
  }

  private mutating func writeValue(_ value: Tree, below column: Int, mayBeBeside: Bool) {
    switch value {
    case .scalar(let scalar):
      text += spaces(number(1..<5, usual: 1)) + scalar
      end()
    case .literal(let lines):
      let inner = column + number(1..<6, usual: 2)
      text += spaces(number(1..<3, usual: 1)) + "|\n"
      for line in lines { text += spaces(inner) + line + "\n" }
    case .list(let members):
      end()
      write(members, at: mayBeBeside && chance(3) ? column : column + number(1..<6, usual: 2), isFirstInPlace: false)
    case .map(let entries):
      end()
      write(entries, at: column + number(1..<6, usual: 2), isFirstInPlace: false)
    }
  }
}
