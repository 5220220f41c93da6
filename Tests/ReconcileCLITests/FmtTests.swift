import Foundation
import TestSupport
import Testing

@testable import Host

/// What `fmt` writes, and what it leaves alone.
@Suite struct FmtTests {
  private static let messy = "timezone:   UTC\ntargets:\n    kids: {}  # mine\n\n\npolicy:\n- kids  off\n"
  private static let tidy = "timezone: UTC\ntargets:\n  kids: {}    # mine\n\npolicy:\n  - kids  off\n"

  @Test func aFileIsLaidOutInPlaceOnce() {
    var world = TestWorld(files: ["p.yaml": Self.messy])
    #expect(world.run("fmt", "p.yaml") == (0, "p.yaml\n", ""))
    #expect(world.replaced["p.yaml"] == Self.tidy)
    world.files["p.yaml"] = Self.tidy
    #expect(world.run("fmt", "p.yaml") == (0, "", ""))
  }

  @Test func aCheckWritesNothing() {
    let world = TestWorld(files: ["d/a.yaml": Self.messy, "d/b.yml": "policy: []\n", "d/c.yaml": "x-a:  1\n"])
    #expect(world.run("fmt", "--check", "d") == (1, "d/a.yaml\nd/c.yaml\n", ""))
    #expect(world.replaced["d/a.yaml"] == nil)
    #expect(world.run("fmt", "--check", "d/b.yml") == (0, "", ""))
    #expect(world.run("fmt", "d") == (0, "d/a.yaml\nd/c.yaml\n", ""))
    #expect(world.replaced["d/b.yml"] == nil && world.replaced["d/c.yaml"] == "x-a: 1\n")
  }

  @Test func aMistakeInTheYAMLIsToldAndNothingIsWritten() {
    let world = TestWorld(files: ["d/a.yaml": Self.messy, "d/b.yaml": "a: [\n"])
    let run = world.run("fmt", "d")
    #expect(
      run.status == 65 && run.output.isEmpty && run.error.contains("d/b.yaml:") && run.error.contains("error: "),
      "\(run)")
    #expect(world.replaced["d/a.yaml"] == nil)
    #expect(world.run("fmt", "none.yaml").status == 65)
  }

  /// A sentence that is not understood is a text like any other.
  @Test func aMistakeInTheLanguageIsNone() {
    let world = TestWorld(files: ["p.yaml": "policy:\n- kids of  sat\n"])
    #expect(world.run("fmt", "p.yaml").status == 0)
    #expect(world.replaced["p.yaml"] == "policy:\n  - kids of  sat\n")
  }

  @Test(arguments: ["fmt - < p.yaml", "cat p.yaml | fmt -", "fmt /dev/stdin < p.yaml"])
  func aPipeIsPrinted(_ line: String) throws {
    let folder = try TemporaryFolder(["p.yaml": Self.messy])
    let run = try Tool.run(
      "/usr/bin/bash", ["-c", line.replacing("fmt", with: Program.built("reconcile") + " fmt")], in: folder.url)
    #expect(run == (0, Self.tidy))
    let file = folder.url.appending(path: "p.yaml")
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.messy)
  }

  // MARK: - On the disk

  private static func mode(_ url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  @Test(arguments: [0o600, 0o640, 0o664]) func theFileKeepsItsPermissions(_ mode: Int) throws {
    let folder = try TemporaryFolder(["p.yaml": Self.messy])
    let file = folder.url.appending(path: "p.yaml")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    try SystemFiles().rewrite(file.path, Self.tidy, over: Array(Self.messy.utf8))
    #expect(try Self.mode(file) == mode)
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.tidy)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["p.yaml"])
  }

  @Test(.enabled(if: getuid() == 0)) func theFileKeepsItsOwner() throws {
    let folder = try TemporaryFolder(["p.yaml": Self.messy])
    let path = folder.url.appending(path: "p.yaml").path
    #expect(chown(path, 12_345, 54_321) == 0)
    try SystemFiles().rewrite(path, Self.tidy, over: Array(Self.messy.utf8))
    let facts = try FileManager.default.attributesOfItem(atPath: path)
    #expect(facts[.ownerAccountID] as? Int == 12_345 && facts[.groupOwnerAccountID] as? Int == 54_321)
  }

  @Test func whatSomebodyChangedMeanwhileIsNotOverwritten() throws {
    let folder = try TemporaryFolder(["p.yaml": "timezone: UTC\n"])
    let path = folder.url.appending(path: "p.yaml").path
    #expect(throws: FileError.self) { try SystemFiles().rewrite(path, Self.tidy, over: Array(Self.messy.utf8)) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "timezone: UTC\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["p.yaml"])
  }

  @Test func aLinkStaysALink() throws {
    let folder = try TemporaryFolder(["real.yaml": Self.messy])
    let link = folder.url.appending(path: "p.yaml")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "real.yaml")
    let run = try Program.run(Program.built("reconcile"), ["fmt", "p.yaml"], in: folder.url)
    #expect(run.status == 0 && run.output == "p.yaml\n", "\(run)")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "real.yaml")
    #expect(try String(contentsOf: folder.url.appending(path: "real.yaml"), encoding: .utf8) == Self.tidy)
  }

  @Test func aLinkOutOfTheFolderIsNotFollowed() throws {
    let (folder, other) = (try TemporaryFolder([:]), try TemporaryFolder(["secret.yaml": Self.messy]))
    let secret = other.url.appending(path: "secret.yaml").path
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "p.yaml").path, withDestinationPath: secret)
    for path in ["p.yaml", "."] {
      let run = try Program.run(Program.built("reconcile"), ["fmt", path], in: folder.url)
      #expect(run.status == 65 && run.error.contains("link"), "\(run)")
    }
    #expect(try String(contentsOfFile: secret, encoding: .utf8) == Self.messy)
  }
}
