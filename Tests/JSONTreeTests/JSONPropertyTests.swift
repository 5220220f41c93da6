import JSONTree
import TestSupport
import Testing

@Suite struct JSONPropertyTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func writtenTreesAreReadBack(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let tree = randomTree(&random, depth: 5)
    #expect(try JSON(parsing: tree.bytes) == tree)
    #expect(try JSON(parsing: spaced(tree, &random)) == tree)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func noBytesTrapTheReader(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var bytes = randomTree(&random, depth: 4).bytes
    for _ in 0..<random.int(in: 1..<6) { mutate(&bytes, &random) }
    do {
      let tree = try JSON(parsing: bytes, invalidText: .repaired)
      #expect((try? JSON(parsing: tree.bytes)) == tree)
    } catch {
      #expect((0...bytes.count).contains(error.offset))
    }
  }

  func randomTree(_ random: inout SplitMix64, depth: Int) -> JSON {
    switch random.int(in: 0..<(depth > 0 ? 8 : 5)) {
    case 0: return .null
    case 1: return .bool(random.oneIn(2))
    case 2: return .number(random.pick(["0", "-0", "1.10", "1e2", "-2E-3", "12345678901234567890", "0.1"]))
    case 3, 4: return .string(randomText(&random))
    case 5: return .array((0..<random.int(in: 0..<5)).map { _ in randomTree(&random, depth: depth - 1) })
    default:
      return .object(
        (0..<random.int(in: 0..<5)).map { _ in .init(randomText(&random), randomTree(&random, depth: depth - 1)) })
    }
  }

  private func randomText(_ random: inout SplitMix64) -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "b", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "ä", "\u{301}", "🏠", "\u{2028}",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<random.int(in: 0..<12) { text.append(random.pick(scalars)) }
    return String(text)
  }

  /// The tree written with white space wherever it may stand.
  func spaced(_ tree: JSON, _ random: inout SplitMix64) -> [UInt8] {
    let space = random.pick([" ", "\n", "\t \r\n", ""])
    let text =
      switch tree {
      case .array(let elements):
        "[" + elements.map { String(decoding: spaced($0, &random), as: UTF8.self) }.joined(separator: ",") + space + "]"
      case .object(let members):
        "{" + space
          + members.map { member in
            JSON.string(member.name).text + space + ":" + String(decoding: spaced(member.value, &random), as: UTF8.self)
          }.joined(separator: "," + space) + "}"
      case .null, .bool, .number, .string: tree.text
      }
    return Array((space + text + space).utf8)
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let index = random.int(in: 0..<(bytes.count + 1))
    switch random.int(in: 0..<3) {
    case 0: bytes.insert(random.pick(Array("\"\\{}[],:u0d8e-.\u{0}ÿ".utf8)), at: index)
    case 1: bytes.removeSubrange(index..<min(bytes.count, index + 2))
    default: bytes.removeSubrange(index...)
    }
  }
}
