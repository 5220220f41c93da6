import CivilTime
import Foundation
import Testing

@testable import StateStore

/// One writer at a time.
@Suite struct WriterLockTests {
  @Test("only one writer holds the lock") func lock() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    var first = try WriterLock(scratch.folder)
    #expect(first != nil)
    #expect(try WriterLock(scratch.folder) == nil)
    first = nil
    #expect(try WriterLock(scratch.folder) != nil)
  }

  @Test("a copy of its descriptor, as in a process that is just started, does not keep it") func copiedLock() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    var first = try WriterLock(scratch.folder)
    #expect(first != nil)
    let table = "/proc/self/fd/"
    let inFolder = try FileManager.default.contentsOfDirectory(atPath: table).filter { name in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: table + name))?.hasPrefix(scratch.folder) ?? false
    }
    let copies = inFolder.compactMap { Int32($0) }.map { dup($0) }
    defer { for copy in copies { close(copy) } }
    #expect(copies.count == 1)
    first = nil
    #expect(try WriterLock(scratch.folder) != nil)
  }

  @Test("no link is followed to the lock") func linkedLock() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try FileManager.default.createDirectory(atPath: scratch.folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.folder + "/lock", withDestinationPath: scratch.path + "/other")
    let error = #expect(throws: StateError.self) { try WriterLock(scratch.folder) }
    #expect(error?.kind == .forbidden)
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/other"))
  }
}
