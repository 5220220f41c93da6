import Foundation
import TestSupport
import Testing

/// Programs that the tests run, and the folders in which they do.
enum Tool {
  /// The folder of the repository.
  static let repository = Fixtures.folder.deletingLastPathComponent()

  /// What `program` printed, on both of its outputs, and what it ended with. It is ended after a minute.
  ///
  /// A program that is missing is a failure, never a reason to skip: `make deps` installs all of them.
  static func run(
    _ program: String, _ arguments: [String], in folder: URL = repository
  ) throws -> (status: Int32, output: String) {
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw Missing(description: "'\(program)' is missing; 'make deps' installs it")
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = ["60", program] + arguments
    process.currentDirectoryURL = folder
    // Shells leave things behind where their user lives, which must not be the repository.
    let home = try TemporaryFolder([:])
    defer { withExtendedLifetime(home) {} }
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": home.url.path, "TERM": "dumb"]
    process.environment?["STATE_DIRECTORY"] = home.url.path + "/state"
    process.environment?.merge(Program.instruments) { given, _ in given }
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    let end = try ProcessEnd(starting: process)
    let output = pipe.fileHandleForReading.bytesToEnd()
    end.wait(for: process)
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// Writes a file of the test's own.
  static func write(_ text: String, to path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

  /// Writes a program of the test's own.
  ///
  /// What is open for writing cannot be run, and a program that another test starts meanwhile keeps open what is open
  /// here. So one that ends at once writes it.
  static func writeProgram(_ text: String, to path: String) throws {
    try write(text, to: path + ".text")
    let (status, output) = try run("/usr/bin/install", ["-m", "0700", path + ".text", path])
    #expect(status == 0, "\(output)")
    try FileManager.default.removeItem(atPath: path + ".text")
  }

  struct Missing: Error, CustomStringConvertible {
    var description: String
  }
}

/// A folder that is there as long as this value.
final class TemporaryFolder {
  let url: URL

  /// `place` is another folder for such folders than the usual one.
  init(_ files: [String: String], in place: String? = nil) throws {
    let above = place.map { URL(filePath: $0) } ?? FileManager.default.temporaryDirectory
    url = above.appending(path: "reconcile-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: url.appending(path: name)) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
