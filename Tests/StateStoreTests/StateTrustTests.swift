import Foundation
import Policies
import TestSupport
import Testing

@testable import StateStore

/// A state that somebody else may write is not looked at.
@Suite struct StateTrustTests {
  /// What is open to others, and with which mode.
  static let rows: [(name: String, mode: Int)] =
    [
      ("", 0o707), ("", 0o1777), ("/journal.db", 0o602), ("/lock", 0o666),
    ] + (isRoot ? [("", 0o770), ("/journal.db", 0o620)] : [])

  @Test(arguments: rows) func isRefused(_ row: (name: String, mode: Int)) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.store().record([Told.change("x")])
    _ = try WriterLock(scratch.folder)
    let path = scratch.folder + row.name
    // A group that has members, or may have.
    if Self.isRoot { #expect(chown(path, 0, 54_321) == 0) }
    #expect(chmod(path, mode_t(row.mode)) == 0)
    let names = scratch.names
    for _ in 1...2 {
      let doors: [() throws -> Void] = [
        { _ = try StateStore(reading: scratch.folder) }, { _ = try scratch.store() },
        { _ = try WriterLock(scratch.folder) }, { _ = try StateStore(replacing: scratch.folder, now: Scratch.start) },
      ]
      for transport in doors {
        let error = #expect(throws: StateError.self) { try transport() }
        #expect(error?.kind == .untrusted)
        let mode = String(row.mode, radix: 8)
        let octal = String(repeating: "0", count: max(0, 4 - mode.count)) + mode
        #expect(error?.message.contains("'\(path)' may be written by others (mode \(octal))") == true)
        #expect(error?.hint == "chmod go-w \(path)")
      }
    }
    LastRun.mark(scratch.folder, at: Scratch.start)
    #expect(scratch.names == names, "nothing is made there")
    // The command that it names mends it.
    #expect(try Tool.shell("chmod go-w \(path)") == 0)
    #expect(try scratch.store().entries(since: Scratch.start).count == 1)
    #expect(try WriterLock(scratch.folder) != nil)
  }

  @Test func aFolderAboveCountsToo() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    #expect(chmod(scratch.path, 0o777) == 0)
    let error = #expect(throws: StateError.self) { try scratch.store() }
    #expect(error?.kind == .untrusted && error?.hint == "chmod go-w \(scratch.path)")
    #expect(scratch.names.isEmpty, "no folder is made there")
    #expect(chmod(scratch.path, 0o1777) == 0)
    #expect(try scratch.store().entries(since: Scratch.start).isEmpty, "as in /tmp")
  }

  private static let isRoot = geteuid() == 0

  @Test(.enabled(if: isRoot)) func whatRootMakesBelongsToTheFolder() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try FileManager.default.createDirectory(atPath: scratch.folder, withIntermediateDirectories: true)
    #expect(chown(scratch.folder, 61_800, 61_801) == 0)
    func owner(_ name: String) throws -> UInt32 {
      var status = stat()
      #expect(lstat(scratch.folder + name, &status) == 0)
      return status.st_uid
    }
    func open(_ name: String) throws { close(try StateFolder.open(scratch.folder + name, in: scratch.folder)) }
    for _ in 1...2 {
      try open("/lock")
      #expect(try owner("/lock") == 61_800)
    }
    // What a run that was killed had yet to hand over.
    _ = FileManager.default.createFile(atPath: scratch.folder + "/new", contents: nil)
    try open("/new")
    #expect(try owner("/new") == 61_800)
    // What has something in it, or another name, is not its to give away.
    try Data("mine".utf8).write(to: URL(filePath: scratch.folder + "/full"))
    try open("/full")
    #expect(try owner("/full") == 0)
    _ = FileManager.default.createFile(atPath: scratch.path + "/elsewhere", contents: nil)
    #expect(link(scratch.path + "/elsewhere", scratch.folder + "/linked") == 0)
    try open("/linked")
    #expect(try owner("/linked") == 0)
  }

  /// Who does what about a file of root's that is as empty as it was made.
  @Test func whatRootHadYetToHandOver() throws {
    func status(_ user: uid_t, size: Int = 0, names: nlink_t = 1, mode: mode_t = S_IFREG) -> stat {
      var status = stat()
      (status.st_uid, status.st_size, status.st_nlink, status.st_mode) = (user, .init(size), names, mode)
      return status
    }
    let (service, own) = (status(61_800, mode: S_IFDIR), status(0, mode: S_IFDIR))
    #expect(StateFolder.repair(of: status(0), in: service, by: 0) == .handOver)
    #expect(StateFolder.repair(of: status(0), in: service, by: 61_800) == .remove)
    #expect(StateFolder.repair(of: status(0), in: service, by: 61_801) == nil)
    #expect(StateFolder.repair(of: status(0), in: own, by: 0) == nil)
    #expect(StateFolder.repair(of: status(61_800), in: service, by: 61_800) == nil)
    for other in [status(0, size: 1), status(0, names: 2), status(0, mode: S_IFLNK)] {
      for user in [0, 61_800] as [uid_t] { #expect(StateFolder.repair(of: other, in: service, by: user) == nil) }
    }
  }

  @Test(.enabled(if: isRoot)) func whatRootLeftIsHandedOver() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try FileManager.default.createDirectory(atPath: scratch.folder, withIntermediateDirectories: true)
    #expect(chown(scratch.folder, 61_800, 61_801) == 0)
    let (empty, other) = (["journal.db-journal", "last-run"], "other")
    for _ in 1...2 {
      for name in empty + [other] {
        unlink(scratch.folder + "/" + name)
        _ = FileManager.default.createFile(atPath: scratch.folder + "/" + name, contents: nil)
      }
      StateFolder.repairLeftovers(in: scratch.folder)
      for name in scratch.names {
        var status = stat()
        #expect(lstat(scratch.folder + "/" + name, &status) == 0)
        #expect(status.st_uid == (name == other ? 0 : 61_800), "\(name)")
      }
    }
    // Nor is a name left under which a file was made.
    close(try StateFolder.open(scratch.folder + "/lock", in: scratch.folder))
    #expect(scratch.names == (empty + [other, "lock"]).sorted())
  }

  @Test func aPipeIsNoLock() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    _ = try scratch.store()
    #expect(mkfifo(scratch.folder + "/lock", 0o600) == 0)
    let error = #expect(throws: StateError.self) { try WriterLock(scratch.folder) }
    #expect(error?.kind == .forbidden)
  }

  private enum Tool {
    static func shell(_ command: String) throws -> Int32 {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", command]
      let end = try ProcessEnd(starting: process)
      end.wait(for: process)
      return process.terminationStatus
    }
  }
}
