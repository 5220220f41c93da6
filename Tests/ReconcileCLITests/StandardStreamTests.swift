import Foundation
import TestSupport
import Testing

/// Where the built program's words go when there is something wrong with where they go.
@Suite(.serialized, .waitsForPrograms) struct StandardStreamTests {
  /// What is opened next would take the place of a closed descriptor: a lock, a database, a connection.
  @Test(arguments: [">&-", "2>&-", "<&- >&- 2>&-"]) func nothingIsWrittenIntoWhatIsOpenedNext(_ closed: String) throws {
    let home = try EndToEndTests.Home()
    _ = try home.simulator("/rules/Downtime-iPad/disable", on: home.unifi, change: true)
    let run = try Self.run(home, "apply -v", closed)
    #expect(run.status == 0, "\(run)")
    let state = home.folder.appending(path: "state").path
    #expect(try Data(contentsOf: URL(filePath: state + "/lock")).isEmpty)
    #expect(try Data(contentsOf: URL(filePath: state + "/journal.db")).starts(with: Array("SQLite format 3".utf8)))
    #expect(try home.run("history", "--verify").output.contains("unbroken"))
    let report = try home.run().output
    #expect(report.contains("0 changes"), "\(report)")
    try home.end()
  }

  @Test(arguments: ["plan --format json", "validate", "history", "help", "schema", "plan --detailed-exitcode"])
  func whatIsNotWrittenIsAnError(_ line: String) throws {
    let home = try EndToEndTests.Home()
    #expect(try home.run().status == 0)
    let full = try Self.run(home, line, ">/dev/full")
    #expect(full.status == 1, "\(line): \(full)")
    #expect(full.error.contains("standard output cannot be written: No space left on device"), "\(line): \(full)")
    let gone = try Self.run(home, line, "| head --bytes=1 >/dev/null; exit ${PIPESTATUS[0]}")
    #expect(gone.status == 0 && gone.error.isEmpty, "\(line): \(gone)")
    try home.end()
  }

  @Test func whatTheRunCameToSaysMore() throws {
    let folder = try TemporaryFolder(["policy.yaml": "timezone: [\n"])
    let run = try Program.run(
      "/usr/bin/bash", ["-c", "'\(Program.built("reconcile"))' validate policy.yaml >/dev/full"],
      environment: ["PATH": "/usr/bin:/bin"], in: folder.url)
    #expect(run.status == 65, "\(run)")
  }

  private static func run(_ home: EndToEndTests.Home, _ line: String, _ redirections: String) throws -> Program.Outcome
  {
    try Program.run(
      "/usr/bin/bash", ["-c", "'\(Program.built("reconcile"))' \(line) \(redirections)"],
      environment: home.environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }, in: home.folder)
  }
}
