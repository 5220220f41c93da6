import Foundation
import Testing

@testable import Host

/// Secrets on a real disk.
@Suite struct KeptFileTests {
  private static func folder() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kept-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.path
  }

  private static func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("only the owner may read one, and it is not written over unasked") func isKept() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/door"
    try SystemFiles().keep(path, "one\n", replaces: false)
    #expect(try Self.permissions(path) == 0o600)
    #expect(throws: FileError.self) { try SystemFiles().keep(path, "two\n", replaces: false) }
    #expect(try SystemFiles().bytes(of: path, limit: 10) == Array("one\n".utf8))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    try SystemFiles().keep(path, "two\n", replaces: true)
    #expect(try SystemFiles().bytes(of: path, limit: 10) == Array("two\n".utf8))
    #expect(try Self.permissions(path) == 0o600)
    #expect(try SystemFiles().names(in: folder) == ["door"])
    try SystemFiles().remove(path)
    #expect(try SystemFiles().names(in: folder).isEmpty)
    #expect(throws: FileError.self) { try SystemFiles().remove(path) }
  }

  @Test("what a link leads to is not written") func followsNoLink() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try SystemFiles().keep(folder + "/other", "other\n", replaces: false)
    try FileManager.default.createSymbolicLink(atPath: folder + "/door", withDestinationPath: folder + "/other")
    #expect(throws: FileError.self) { try SystemFiles().keep(folder + "/door", "x\n", replaces: false) }
    try SystemFiles().keep(folder + "/door", "x\n", replaces: true)
    #expect(try SystemFiles().bytes(of: folder + "/other", limit: 10) == Array("other\n".utf8))
  }
}
