import CivilTime
import Foundation
import Providers
import Planning
import Testing

@testable import StateStore

/// Where a state lies, who may read it, and what is no place for one.
@Suite struct StateFolderTests {
  @Test("folder and file are closed to everybody else") func modes() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    _ = try scratch.store()
    #expect(try scratch.mode(scratch.folder) == 0o700)
    #expect(try scratch.mode(scratch.file) == 0o600)
    #expect(scratch.names == ["journal.db"])
  }

  @Test("a folder that root gave to a group has files that its members may write") func group() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    _ = try scratch.store()
    #expect(try scratch.mode(scratch.file) == 0o600)
    let folder = try #require(try StateFolder(existing: scratch.folder))
    #expect(chmod(scratch.folder, 0o770) == 0)
    close(try StateFolder.open(scratch.folder + "/lock", in: scratch.folder))
    #expect(try scratch.mode(scratch.folder + "/lock") == 0o660)
    // One that was there before the folder was given away.
    try folder.makeFile()
    #expect(try scratch.mode(scratch.file) == 0o660)
  }

  @Test(
    "what keeps a state from being read is no missing state",
    arguments: ["file", "file/state", "loop", "gone", "gone/"])
  func unreachable(_ name: String) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Data("mine".utf8).write(to: URL(fileURLWithPath: scratch.path + "/file"))
    try FileManager.default.createSymbolicLink(atPath: scratch.path + "/loop", withDestinationPath: "loop")
    try FileManager.default.createSymbolicLink(atPath: scratch.path + "/gone", withDestinationPath: "none/state")
    let error = #expect(throws: StateError.self) { try StateStore(reading: scratch.path + "/" + name) }
    #expect(error?.kind == .forbidden)
    #expect(
      error?.message.contains("'\(scratch.path)/\(name)' cannot be opened") == true, "\(String(describing: error))")
  }

  @Test(
    "a place that cannot be a folder is not made one, for who writes either",
    arguments: [
      ("file", "Not a directory"), ("file/state", "Not a directory"), ("loop", "Too many levels"),
      ("none/state", "No such file"), ("gone", "it is a link to a folder that"),
      ("gone/state", "/gone' is a link to a folder that"), ("gone/none/state", "/gone' is a link to a folder that"),
      (String(repeating: "x", count: 300), "File name too long"),
    ])
  func misplaced(_ name: String, _ words: String) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Data("mine".utf8).write(to: URL(fileURLWithPath: scratch.path + "/file"))
    try FileManager.default.createSymbolicLink(atPath: scratch.path + "/loop", withDestinationPath: "loop")
    try FileManager.default.createSymbolicLink(atPath: scratch.path + "/gone", withDestinationPath: "none/state")
    let error = #expect(throws: StateError.self) { try WriterLock(scratch.path + "/" + name) }
    #expect(error?.kind == .forbidden && error?.message.contains(words) == true, "\(String(describing: error))")
    #expect(error?.message.contains("journal.db") == false && error?.hint?.contains("--state") == true)
  }

  @Test("no lock but a file is taken for one", arguments: ["folder", "pipe", "link"]) func noLock(_ sort: String) throws
  {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try FileManager.default.createDirectory(atPath: scratch.folder, withIntermediateDirectories: true)
    let lock = scratch.folder + "/lock"
    switch sort {
    case "folder": try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: true)
    case "pipe": #expect(mkfifo(lock, 0o600) == 0)
    default: try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: "elsewhere")
    }
    let error = #expect(throws: StateError.self) { try WriterLock(scratch.folder) }
    #expect(error?.kind == .forbidden && error?.message.contains(lock) == true, "\(String(describing: error))")
  }

  @Test("a pipe in place of an unfinished write is not waited for") func pipe() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    _ = try scratch.store()
    #expect(mkfifo(scratch.file + "-journal", 0o600) == 0)
    for open in [{ try StateStore(reading: scratch.folder) as Any? }, { try scratch.store() }] {
      let error = #expect(throws: StateError.self) { _ = try open() }
      #expect(error?.kind == .forbidden)
      #expect(error?.message.contains("journal.db-journal") == true)
    }
  }

  @Test("no link is followed to the file") func link() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try FileManager.default.createDirectory(atPath: scratch.folder, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: scratch.path + "/other"))
    try FileManager.default.createSymbolicLink(atPath: scratch.file, withDestinationPath: scratch.path + "/other")
    let error = #expect(throws: StateError.self) { try scratch.store() }
    #expect(error?.kind == .forbidden)
    #expect(try String(contentsOfFile: scratch.path + "/other", encoding: .utf8) == "mine")
  }

  @Test("a folder where the file belongs is no damaged state, for who writes and for who reads") func folder() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try FileManager.default.createDirectory(atPath: scratch.file, withIntermediateDirectories: true)
    for open in [{ try scratch.store() }, { try StateStore(reading: scratch.folder) }] as [() throws -> StateStore?] {
      let error = #expect(throws: StateError.self) { _ = try open() }
      #expect(
        error?.kind == .forbidden && error?.message.contains("is a folder") == true, "\(String(describing: error))")
    }
    #expect(FileManager.default.fileExists(atPath: scratch.file))
  }

  @Test("a folder that is a link is the folder it leads to") func linkedFolder() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try FileManager.default.createDirectory(atPath: scratch.path + "/private", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: scratch.folder, withDestinationPath: scratch.path + "/private")
    try scratch.store().record([Told.change("x")])
    #expect(FileManager.default.fileExists(atPath: scratch.path + "/private/journal.db"))
  }
}
