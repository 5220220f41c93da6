import ReadingLaws
import TestSupport
import Testing

/// The texts that the fuzzers start from, and those with which they once found a mistake.
@Suite("fuzz corpus") struct FuzzCorpusTests {
  @Test("policy files", arguments: (try? Fixtures.names(in: "fuzz/yaml")) ?? [])
  func policy(_ name: String) throws {
    #expect(ReadingLaws.brokenByPolicy(try Fixtures.bytes("fuzz/yaml/" + name)) == [])
  }

  @Test("sentences", arguments: (try? Fixtures.names(in: "fuzz/sentence")) ?? [])
  func sentence(_ name: String) throws {
    #expect(ReadingLaws.brokenBySentence(try Fixtures.bytes("fuzz/sentence/" + name)) == [])
  }

  @Test("there are some", arguments: ["fuzz/yaml", "fuzz/sentence"])
  func count(_ folder: String) throws {
    #expect(try Fixtures.names(in: folder).count >= 20)
  }
}
