import Foundation
import JSONTree
import TestSupport
import Testing

/// The built program that stays, over real sockets, with signals and files that are edited.
@Suite(.serialized, .waitsForPrograms) struct WatchProcessTests {
  /// Starts `reconcile watch` under a pretend supervisor, and waits until it has run once.
  static func start(
    _ home: EndToEndTests.Home, _ options: [String] = []
  ) throws -> (Program, ListeningSupervisor) {
    let supervisor = try ListeningSupervisor(at: home.folder.appending(path: "notify").path)
    let program = try Program(
      Program.built("reconcile"), ["watch", "--interval", "1h"] + options,
      environment: home.secrets.merging([
        "NOTIFY_SOCKET": supervisor.path, "WATCHDOG_USEC": "1000000",
        "STATE_DIRECTORY": home.folder.appending(path: "state").path,
      ]) { $1 }, in: home.folder)
    #expect(supervisor.hears("STATUS="), "\(supervisor.heard)")
    #expect(supervisor.heard.first == "READY=1")
    return (program, supervisor)
  }

  /// Ends the program by `signal`; it has five seconds.
  static func end(_ program: Program, _ home: EndToEndTests.Home, by signal: Int32) throws -> Program.Outcome {
    let begin = ContinuousClock.now
    program.send(signal)
    let outcome = try program.wait()
    #expect(outcome.status == 128 + signal && ContinuousClock.now - begin < .seconds(5), "\(outcome)")
    let log = try home.log(of: home.pihole).map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    #expect(log.count { $0 == "POST /api/auth" } == log.count { $0 == "DELETE /api/auth" }, "\(log)")
    return outcome
  }

  @Test func anEditIsFollowedAtOnce() throws {
    let home = try EndToEndTests.Home()
    let (program, supervisor) = try Self.start(home)
    let policy = home.policy(pin: home.pin)
    try home.write(policy: policy.replacing("kids off", with: "kids off 03:00–03:01"))
    #expect(supervisor.hears("STATUS=next change"), "the first policy never changes: \(supervisor.heard)")
    let outcome = try Self.end(program, home, by: SIGTERM)
    #expect(outcome.error.contains("'policy.yaml' was read again"))
    #expect(outcome.output.contains(" kids off → on"), "\(outcome.output)")
    #expect(supervisor.hears("STOPPING=1"))
    try home.end()
  }

  @Test func hangingUpReadsItAgain() throws {
    let home = try EndToEndTests.Home()
    let (program, supervisor) = try Self.start(home)
    let before = try home.log(of: home.unifi).count
    program.send(SIGHUP)
    #expect(supervisor.hears("RELOADING=1"))
    #expect(supervisor.hears("READY=1", times: 2))
    for _ in 0..<100 where try home.log(of: home.unifi).count == before { Thread.sleep(forTimeInterval: 0.1) }
    #expect(try home.log(of: home.unifi).count > before, "who asks gets a run")
    _ = try Self.end(program, home, by: SIGINT)
    try home.end()
  }

  @Test func everyRunIsMeasuredAndWhoListensIsTold() throws {
    let home = try EndToEndTests.Home()
    let tell = home.folder.appending(path: "tell")
    try Data("#!/bin/sh\ncat >> '\(home.folder.path)/heard'\n".utf8).write(to: tell)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: tell.path)
    let (program, _) = try Self.start(home, ["--metrics", "reconcile.prom", "--notify-command", tell.path])
    func summaries() -> [String] {
      let text = (try? String(contentsOf: home.folder.appending(path: "heard"), encoding: .utf8)) ?? ""
      return text.split(separator: "\n").compactMap { (try? JSON(parsing: Array($0.utf8)))?["summary"]?.string }
    }
    func applied() -> Substring? {
      let text = (try? String(contentsOf: home.folder.appending(path: "reconcile.prom"), encoding: .utf8)) ?? ""
      return text.split(separator: "\n").first { $0.hasPrefix("reconcile_changes{outcome=\"applied\"}") }?.suffix(1)
    }
    for _ in 0..<300 where applied() != "2" || summaries().isEmpty { Thread.sleep(forTimeInterval: 0.1) }
    #expect(applied() == "2" && summaries() == ["kids: off, pihole: paused"])

    _ = try home.simulator("/rules/Downtime-iPad/toggle", on: home.unifi, change: true)
    program.send(SIGHUP)
    for _ in 0..<300 where applied() != "1" || summaries().count < 2 { Thread.sleep(forTimeInterval: 0.1) }
    #expect(applied() == "1" && summaries().last == "kids: off again")

    // A run with nothing to do is measured, and nobody is told.
    program.send(SIGHUP)
    for _ in 0..<300 where applied() != "0" { Thread.sleep(forTimeInterval: 0.1) }
    let outcome = try Self.end(program, home, by: SIGTERM)
    #expect(applied() == "0" && summaries().count == 2 && !outcome.error.contains("told"), "\(outcome)")
    try home.end()
  }

  @Test func theWatchdogIsFed() throws {
    let home = try EndToEndTests.Home()
    let (program, supervisor) = try Self.start(home)
    #expect(supervisor.hears("WATCHDOG=1", times: 3))
    _ = try Self.end(program, home, by: SIGTERM)
    try home.end()
  }
}
