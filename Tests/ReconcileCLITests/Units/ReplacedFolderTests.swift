import Foundation
import TestSupport
import Testing

@testable import ReconcileCLI

/// A policy in several files, with links among them or before them.
@Suite("links to and in the folder of a policy") struct ReplacedFolderTests {
  /// Files of the machine, and a link that leads elsewhere as soon as its folder has been listed.
  private struct Replacing: Files {
    let link: String
    let target: String

    func kind(of path: String) throws(FileError) -> FileKind? { try SystemFiles().kind(of: path) }
    func bytes(of path: String, limit: Int) throws(FileError) -> [UInt8] {
      try SystemFiles().bytes(of: path, limit: limit)
    }
    func resolved(_ path: String) -> String? { SystemFiles().resolved(path) }

    func names(in path: String) throws(FileError) -> [String] {
      let names = try SystemFiles().names(in: path)
      #expect(rename(target, link) == 0)
      return names
    }
  }

  @Test("where the folder is replaced while it is read, all of the old one is read") func old() throws {
    let folder = try TemporaryFolder([:])
    let place = folder.url.path
    for version in ["old", "new"] {
      try FileManager.default.createDirectory(atPath: "\(place)/\(version)", withIntermediateDirectories: true)
      for name in ["a", "b"] { try Tool.write("\(version) \(name)", to: "\(place)/\(version)/\(name).yaml") }
    }
    try FileManager.default.createSymbolicLink(atPath: "\(place)/current", withDestinationPath: "old")
    try FileManager.default.createSymbolicLink(atPath: "\(place)/next", withDestinationPath: "new")

    let replacing = Replacing(link: "\(place)/current", target: "\(place)/next")
    let first = PolicyText(path: "\(place)/current", files: replacing)
    #expect(first.files.map { String(decoding: $0.bytes, as: UTF8.self) } == ["old a", "old b"])
    #expect(first.files.map(\.name) == ["\(place)/current/a.yaml", "\(place)/current/b.yaml"])
    let second = PolicyText(path: "\(place)/current", files: SystemFiles())
    #expect(second.files.map { String(decoding: $0.bytes, as: UTF8.self) } == ["new a", "new b"])
  }

  /// Whoever can write into the folder must not gain other files by it, not even in a report of what is wrong in them.
  @Test("a link that leads out of it is not followed, one that stays inside is") func outward() throws {
    let folder = try TemporaryFolder([:])
    let place = folder.url.path
    for name in ["policy/parts", "policy-of-others"] {
      try FileManager.default.createDirectory(atPath: "\(place)/\(name)", withIntermediateDirectories: true)
    }
    for name in ["policy/a.yaml", "policy/parts/inside.yaml", "secret.yaml", "policy-of-others/b.yaml"] {
      try Tool.write(name, to: "\(place)/\(name)")
    }
    let links = [
      "inside": "parts/inside.yaml", "absolute": "\(place)/secret.yaml", "upwards": "../secret.yaml",
      "beside": "../policy-of-others/b.yaml", "twice": "absolute.yaml", "nowhere": "missing.yaml",
    ]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: "\(place)/policy/\(name).yaml", withDestinationPath: target)
    }
    let read = PolicyText(path: "\(place)/policy", files: SystemFiles()).files
    #expect(read.map { String(decoding: $0.bytes, as: UTF8.self) } == ["policy/a.yaml", "policy/parts/inside.yaml"])
  }
}
