import Foundation
import Testing

@testable import FileAccess

@Suite struct RegularFileTests {
  private static func shown(_ path: String, follows: Bool = true, limit: Int = 100) -> String {
    do throws(FileAccessError) {
      return String(decoding: try RegularFile(path, followsLink: follows).bytes(limit: limit), as: UTF8.self)
    } catch {
      return "\(error)"
    }
  }

  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "regular-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  @Test func onlyFilesAreRead() throws {
    try inFolder { folder in
      try "hello".write(toFile: folder + "/file", atomically: false, encoding: .utf8)
      symlink("file", folder + "/link")
      symlink("nothing", folder + "/dangling")
      symlink("/dev/null", folder + "/null")
      mkfifo(folder + "/pipe", 0o600)
      #expect(Self.shown(folder + "/file") == "hello" && Self.shown(folder + "/file", limit: 2) == "he")
      #expect(Self.shown(folder + "/link") == "hello" && Self.shown(folder + "/link", follows: false) == "link")
      #expect(Self.shown(folder + "/dangling") == "failed(2)")
      for name in ["/null", "/pipe", ""] { #expect(Self.shown(folder + name) == "notRegular") }
      #expect(Self.shown("/dev/null", follows: false) == "notRegular")
    }
  }

  /// Whoever writes to a pipe that nobody reads is told so, unless somebody opens it for reading.
  @Test func aPipeIsNeverOpened() async throws {
    try inFolder { folder in
      let pipe = folder + "/pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        for _ in 0..<200 { _ = Self.shown(pipe) }
        isDone.signal()
      }
      var wasOpened = false
      while isDone.wait(timeout: .now()) != .success {
        let descriptor = open(pipe, O_WRONLY | O_NONBLOCK)
        if descriptor >= 0 {
          wasOpened = true
          close(descriptor)
        }
      }
      #expect(!wasOpened)
    }
  }
}
