import Foundation
import TestSupport
import Testing

/// The helper on which every expected output hangs: it can fail, and it never passes by rewriting.
@Suite struct GoldenTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(["same.txt": "\u{E9}\n"]) }

  private func check(_ text: String, _ path: String, rewrites: Bool) throws {
    try Golden.check(text, path, in: folder.url, rewrites: rewrites)
  }

  private func text(_ path: String) -> String? {
    try? String(contentsOf: folder.url.appending(path: path), encoding: .utf8)
  }

  @Test(arguments: [false, true]) func whatIsEqualPasses(_ rewrites: Bool) throws {
    try check("\u{E9}\n", "same.txt", rewrites: rewrites)
  }

  /// Another character, one less, one more, none at all, and the same letter written with other scalars.
  @Test(arguments: ["e\n", "\u{E9}", "\u{E9}\n\n", "", "\u{E9}\r\n", "e\u{301}\n"])
  func whatDiffersFailsAndStays(_ text: String) {
    #expect(throws: Golden.Difference.self) { try check(text, "same.txt", rewrites: false) }
    #expect(self.text("same.txt").map { Array($0.utf8) } == Array("\u{E9}\n".utf8))
  }

  @Test func whatIsMissingFailsAndIsNotMade() {
    #expect(throws: Golden.Difference.self) { try check("a\n", "new/file.txt", rewrites: false) }
    #expect(text("new/file.txt") == nil)
  }

  @Test(arguments: ["same.txt", "new/file.txt"]) func whatIsRewrittenFailsOnceAndPassesThen(_ path: String) throws {
    #expect(throws: Golden.Difference.self) { try check("b\n", path, rewrites: true) }
    #expect(text(path) == "b\n")
    try check("b\n", path, rewrites: true)
    try check("b\n", path, rewrites: false)
  }
}
