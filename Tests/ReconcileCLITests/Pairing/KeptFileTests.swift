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

  @Test("a new file is whole from the moment on that it is there, and nothing is written over") func isWhole()
    async throws
  {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let text = String(repeating: "0123456789abcde\n", count: 1 << 21)
    for number in 1...2 {
      let path = "\(folder)/policy-\(number).yaml"
      let seen = Task.detached {
        while !Task.isCancelled {
          if let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int { return size }
        }
        return 0
      }
      try SystemFiles().publish(path, text)
      #expect(await seen.value == text.utf8.count)
      #expect(try Self.permissions(path) == 0o644)
      #expect(throws: FileError.self) { try SystemFiles().publish(path, "two\n") }
      #expect(try SystemFiles().names(in: folder) == (1...number).map { "policy-\($0).yaml" })
    }
    let link = folder + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder + "/nowhere")
    #expect(throws: FileError.self) { try SystemFiles().publish(link, "x") }
  }

  @Test("a terminal that has gone away is told from the end of the input") func hangUp() {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (isLocked, number): (Int32, Int32) = (0, 0)
    // TIOCSPTLCK and TIOCGPTN.
    #expect(master >= 0 && ioctl(master, 0x4004_5431, &isLocked) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
    let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    defer { close(slave) }
    #expect(slave >= 0 && !TerminalEcho.hasHungUp(slave))
    // Ctrl-D.
    #expect(write(master, "\u{4}", 1) == 1)
    #expect(!TerminalEcho.hasHungUp(slave))
    close(master)
    for _ in 1...2 { #expect(TerminalEcho.hasHungUp(slave)) }
  }

  @Test("what a killed run has left of a file is removed by a later one, each time") func leftDraft() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func make(_ name: String, secondsAgo: TimeInterval) throws {
      let path = folder + "/" + name
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      let date = Date(timeIntervalSinceNow: -secondsAgo)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
    let others = [".m.prom.x.new", ".m.prom.7", ".n.prom.7.new", "m.prom.7.new"]
    for name in others { try make(name, secondsAgo: 600) }
    for _ in 1...2 {
      for number in [1, 77] { try make(".m.prom.\(number).new", secondsAgo: 600) }
      // Somebody may be writing it.
      try make(".m.prom.78.new", secondsAgo: 5)
      try SystemFiles().replace(folder + "/m.prom", "text\n")
      #expect(try Set(SystemFiles().names(in: folder)) == Set(others + ["m.prom", ".m.prom.78.new"]))
    }
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
