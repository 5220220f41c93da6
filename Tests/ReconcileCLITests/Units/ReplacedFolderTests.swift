import Foundation
import TestSupport
import Testing

@testable import ReconcileCLI

/// A policy in several files, behind a link that is replaced while it is read.
@Suite("a link replaced while it is read") struct ReplacedFolderTests {
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

  @Test("all of the old one is read") func old() throws {
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
}
