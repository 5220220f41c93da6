import Foundation
import TestSupport
import Testing

/// The built program, killed at points all over an apply, and what the next run makes of it.
@Suite(.waitsForPrograms) struct KillTests {
  /// Two dozen, or as many as `KILLS` says.
  static let kills = ProcessInfo.processInfo.environment["KILLS"].flatMap { Int($0) } ?? 24
  /// In how many homes at once, as each waits for most of its time.
  static let homes = 4

  private let home: EndToEndTests.Home

  init() throws { home = try EndToEndTests.Home(for: 120 + Self.kills * 10 / Self.homes) }

  /// Both rules and the blocking have to be moved.
  private func disarrange() throws {
    for rule in ["Downtime-KidsRoom", "Downtime-iPad"] {
      _ = try home.simulator("/rules/\(rule)/disable", on: home.unifi, change: true)
    }
    _ = try home.simulator("/blocking/resume", on: home.pihole, change: true)
    _ = try home.simulator("/seats/free", on: home.pihole, change: true)
  }

  /// How everything on both systems stands that may be moved, and how many seats are taken on the Pi-hole. What the console's
  /// clock shows, and who has internet by it, goes on by itself.
  private func standing() throws -> (everything: [Substring], seats: Int?) {
    let text = try home.simulator("", on: home.unifi) + home.simulator("", on: home.pihole)
    let lines = text.split(separator: "\n").filter { !$0.contains(": the clock shows ") && !$0.contains(": client '") }
    let seats = lines.first { $0.hasSuffix("seats taken") }
    return (lines.filter { $0 != seats }, seats?.split(separator: " ").first.flatMap { Int($0) })
  }

  @Test(arguments: 0..<homes) func theNextRunPutsRightWhatAKilledOneLeft(first: Int) throws {
    try disarrange()
    #expect(try home.run().status == 0)
    let wanted = try standing().everything
    try disarrange()
    let began = ContinuousClock.now
    #expect(try home.run().status == 0)
    let whole = (ContinuousClock.now - began) / .seconds(1)

    var ends: [Int32: Int] = [:]
    var leftOpen = 0
    for (turn, kill) in stride(from: first, to: Self.kills, by: Self.homes).enumerated() {
      // A state that is only just being made is killed as well.
      if turn % 4 == 0 { try FileManager.default.removeItem(at: home.folder.appending(path: "state")) }
      try disarrange()
      let run = try home.start()
      Thread.sleep(forTimeInterval: whole * Double(kill) / Double(Self.kills))
      run.send(SIGKILL)
      ends[try run.wait().status, default: 0] += 1
      let after = try #require(try standing().seats)
      #expect(after <= 1, "a killed run leaves its own session open, and no other")
      leftOpen += after

      // Whoever looks before the next run is not kept from it, and changes nothing.
      for look in [["plan"], ["history"], ["history", "--verify"], ["override", "list"], ["explain", "kids"]] {
        let seen = try Program.run(
          Program.built("reconcile"), look, environment: home.environment, in: home.folder)
        // This story moves the rule so often that it is told.
        let isQuiet = seen.error.isEmpty || seen.error.contains("changes it again and again")
        #expect(seen.status == 0 && isQuiet, "kill \(kill), \(look): \(seen)")
      }
      let next = try home.run()
      #expect(next.status == 0 && next.error.isEmpty, "kill \(kill): \(next)")
      let found = try standing()
      #expect(found.everything == wanted && found.seats == after, "kill \(kill)")
      let history = try home.run("history", "--verify")
      #expect(history.status == 0 && history.output.contains("unbroken"), "kill \(kill): \(history)")
    }
    #expect(ends.keys.allSatisfy { $0 == 0 || $0 == 137 } && ends[137, default: 0] > 0, "\(ends)")
    if Self.kills > 24 { print("\(ends[137, default: 0]) killed of \(ends), \(leftOpen) sessions left open") }
    try home.end()
  }
}
