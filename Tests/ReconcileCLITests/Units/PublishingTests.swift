import Foundation
import TestSupport
import Testing

@testable import ReconcileCLI

/// What makes a release names only what is there. That the image works is shown by `make image-root`, which starts it.
@Suite("publishing") struct PublishingTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Tool.repository.appending(path: path), encoding: .utf8)
  }

  /// The lines of the Containerfile that begin with a word, without it.
  private static func lines(_ word: String) throws -> [String] {
    try text("examples/release/Containerfile").split(separator: "\n").filter { $0.hasPrefix(word + " ") }
      .map { String($0.dropFirst(word.count + 1)) }
  }

  private static func list(_ word: String) throws -> [String] {
    let line = try #require(try lines(word).first, "\(word)")
    return try JSONDecoder().decode([String].self, from: Data(line.utf8))
  }

  static let callers = [
    "examples/release/Containerfile", "examples/release/release.yml", "docs/install.md", "docs/contributing.md",
    ".packaging/image.sh", ".packaging/apt-repository.sh",
  ]

  @Test("every target of make that is named is one", arguments: callers) func targets(_ path: String) throws {
    let targets = Set(try Self.text("Makefile").matches(of: /(?m)^([a-z][a-z-]*):/).map { String($0.1) })
    let named = try Self.text(path).matches(of: /\bmake ([a-z][a-z-]+)/).map { String($0.1) }
    // 'make' in a sentence is followed by other words.
    let words: Set = ["sure", "the", "an", "it"]
    #expect(!named.isEmpty)
    for name in named where !words.contains(name) { #expect(targets.contains(name), "\(path): make \(name)") }
  }

  @Test("the image is the root file system that was tried") func root() throws {
    let maker = try Self.text(".packaging/image-root.sh")
    #expect(try Self.lines("FROM") == ["scratch"])
    #expect(try Self.lines("ADD") == ["root-${TARGETARCH}.tar /"])
    #expect(maker.contains("--file \"$folder/root-$architecture.tar\""))
    // Nothing else comes in, and nothing is run.
    #expect(try Self.lines("COPY").isEmpty && Self.lines("RUN").isEmpty)
  }

  @Test("the user and the state are those of the root file system") func user() throws {
    let maker = try Self.text(".packaging/image-root.sh")
    let user = try #require(maker.firstMatch(of: /(?m)^user=(\d+)$/)).1
    #expect(try Self.lines("USER") == ["\(user):\(user)"])
    #expect(try Self.text(".packaging/test-image.sh").contains("\nuser=\(user)\n"))
    for volume in try Self.list("VOLUME") { #expect(maker.contains("\"$root\(volume)\""), "\(volume)") }
  }

  @Test("what it starts is understood") func command() throws {
    #expect(try Self.list("ENTRYPOINT") == ["/usr/bin/reconcile"])
    let words = try Self.list("CMD")
    #expect(throws: Never.self) { try Invocation(words, OptionTable(.shipped)) }
  }

  @Test("a release carries the packages, their checksums and the key") func published() throws {
    let workflow = try Self.text("examples/release/release.yml")
    let maker = try Self.text(".packaging/apt-repository.sh")
    for path in ["pool/main/r/reconcile", "SHA256SUMS", "SHA256SUMS.asc", "reconcile.asc"] {
      #expect(workflow.contains(".build/apt-repository/" + path) && maker.contains(path), "\(path)")
    }
  }
}
