import JSONTree
import TestSupport
import Testing

/// Values that are read out of a checked text without a tree.
@Suite struct JSONReadingTests {
  @Test(arguments: AcceptedText.all)
  func thePiecesAreThoseOfTheTree(_ row: AcceptedText) throws {
    let bytes = Array(row.text.utf8)
    expectSame(try JSONText(checking: bytes), try JSON(parsing: bytes))
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func thePiecesOfRandomTextsAreThoseOfTheirTrees(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let tree = JSONPropertyTests().randomTree(&random, depth: 5)
    expectSame(try JSONText(checking: tree.bytes), tree)
    expectSame(try JSONText(checking: JSONPropertyTests().spaced(tree, &random)), tree)
  }

  @Test(arguments: RefusedText.all)
  func whatNobodyReadsIsCheckedToo(_ row: RefusedText) {
    #expect(throws: row.error) { try JSONText(checking: row.bytes) }
    let inside = Array(#"{"data":[{"id":1,"unread":"#.utf8) + row.bytes + Array("}]}".utf8)
    #expect((try? JSONText(checking: inside)) == nil)
  }

  /// Bytes are looked at eight at a time: what is among them counts at each place.
  @Test(arguments: 0..<20, 0..<12)
  func everyByteOfAStringIsLookedAt(before: Int, after: Int) throws {
    let (front, back) = (
      Array(repeating: UInt8(ascii: "a"), count: before), Array(repeating: UInt8(ascii: "z"), count: after)
    )
    func text(_ middle: [UInt8]) -> [UInt8] { Array("\"".utf8) + front + middle + back + Array("\"".utf8) }
    for byte in UInt8.min...UInt8.max {
      switch byte {
      case 0x00..<0x20:
        #expect(throws: JSONSyntaxError(.controlCharacter, at: 1 + before)) { try JSONText(checking: text([byte])) }
      case 0x22: #expect((try? JSONText(checking: text([byte]))) == nil)
      case 0x5C:
        #expect(try JSONText(checking: text([byte, byte])).string?.utf8.elementsEqual(front + [byte] + back) == true)
      case 0x80...:
        #expect(throws: JSONSyntaxError(.invalidUTF8, at: 1)) { try JSONText(checking: text([byte])) }
        let pair = Array(String(UnicodeScalar(byte)).utf8)
        #expect(try JSONText(checking: text(pair)).string?.utf8.elementsEqual(front + pair + back) == true)
      default: #expect(try JSONText(checking: text([byte])).string?.utf8.elementsEqual(front + [byte] + back) == true)
      }
    }
    #expect(throws: JSONSyntaxError(.unexpectedEnd, at: 1 + before + after)) {
      try JSONText(checking: text([]).dropLast())
    }
  }

  @Test func theLayoutOfATextDoesNotCount() throws {
    let one = try JSONText(checking: Array(#"{"a":"é"}"#.utf8))
    let other = try JSONText(checking: Array(#" { "\u0061" : "\u00e9" } "#.utf8))
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(try one != JSONText(checking: Array(#"{"a":"e"}"#.utf8)))
  }

  @Test(
    arguments: [
      (#"{}"#, nil), (#"{"a":1,"b":2}"#, nil), (#"{"a":1,"b":{"a":2}}"#, nil), (#"{"a":1,"b":2,"a":3}"#, "a"),
      (#"{"b":1,"a":1,"a":2,"b":3}"#, "a"), (#"{"a":1,"\u0061":2}"#, "a"), (#"{"é":1,"é":2}"#, "é"),
      (#"{"\u00e9":1,"e\u0301":2}"#, "é"), (#"{"ab":1,"ba":2,"abc":3}"#, nil),
    ] as [(String, String?)])
  func aNameThatStandsThereTwiceIsFound(_ text: String, _ name: String?) throws {
    #expect(try JSONText(checking: Array(text.utf8)).repeatedName == name)
  }

  @Test(arguments: [31, 32, 33, 500])
  func aNameThatStandsThereTwiceIsFoundAmongMany(_ count: Int) throws {
    let members = (0..<count).map { "\"name\($0)\":0" }
    let once = "{" + members.joined(separator: ",") + "}"
    let twice = "{" + (members + ["\"name7\":1"]).joined(separator: ",") + "}"
    #expect(try JSONText(checking: Array(once.utf8)).repeatedName == nil)
    #expect(try JSONText(checking: Array(twice.utf8)).repeatedName == "name7")
  }

  /// Whether every way to read `text` gives what the tree holds.
  private func expectSame(_ text: JSONText, _ tree: JSON) {
    #expect(text.tree == tree)
    #expect(text.isNull == tree.isNull)
    #expect(text.bool == tree.bool)
    #expect(text.int == tree.int)
    #expect(text.string.map(JSON.string) == tree.string.map(JSON.string))
    #expect(text.elements?.map(\.tree) == tree.elements)
    #expect(text.elementCount == tree.elements?.count)
    var members: [JSON.Member] = []
    let isObject = text.allMembers { name, value in
      members.append(JSON.Member(name.string ?? "none", value.tree))
      return true
    }
    #expect(isObject == tree.members.map { _ in true } && members == tree.members ?? [])
    // It stops where it may.
    var asked = 0
    let holds = text.allMembers { _, _ in
      asked += 1
      return asked < 2
    }
    #expect(holds == tree.members.map { $0.count < 2 } && asked == min(2, tree.members?.count ?? 0))
    var elements: [JSON] = []
    let isArray = text.allElements { element in
      elements.append(element.tree)
      return elements.count < 3
    }
    #expect(isArray == tree.elements.map { $0.count < 3 } && elements == (tree.elements ?? []).prefix(3) + [])
    let string = tree.string ?? "no text"
    #expect(text.reads(string) == (tree.string != nil) && !text.reads(string + "x") && !text.reads("other"))
    for (one, other) in zip(text.elements ?? [], tree.elements ?? []) { expectSame(one, other) }
    for member in tree.members ?? [] { #expect(text[member.name]?.tree == tree[member.name]) }
    #expect(text["no such name"] == nil)
  }
}
