import Foundation
import TestSupport
import Testing

/// Somebody who follows a guide to the letter, by day or at night: the built program in front of a pretend household, away
/// from whatever this machine has in /etc.
final class GuideReader {
  private let home: EndToEndTests.Home
  private let hour: Hour
  /// Below it is all that the program takes for `/etc`, for a home and for its state.
  private let place: URL
  private var printed = ""

  enum Hour: String, CaseIterable, Sendable {
    case day, night

    /// A place on earth where it is that now, hours away from 07:00 and 21:00, whose clocks never change.
    var zone: String {
      let places = [
        "Pacific/Honolulu", "America/Phoenix", "America/Bogota", "America/Argentina/Buenos_Aires", "Africa/Abidjan",
        "Africa/Nairobi", "Asia/Karachi", "Asia/Bangkok", "Asia/Tokyo", "Pacific/Noumea",
      ]
      let hours = self == .day ? Array(9..<18) : [22, 23, 0, 1, 2, 3, 4]
      return places.first { place in
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: place) ?? .gmt
        return hours.contains(calendar.component(.hour, from: Date()))
      } ?? "none"
    }
  }

  init(at hour: Hour, household: [String] = []) throws {
    home = try EndToEndTests.Home(for: 300, household)
    self.hour = hour
    place = home.folder.appending(path: "place")
    for folder in ["", "bin", "credentials", "home"] {
      try FileManager.default.createDirectory(
        at: place.appending(path: folder), withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
    }
    try tool("sudo", "exec \"$@\"")
    // Nothing of a test may be written into this machine's own /etc, where `init` writes for root.
    try tool(
      "reconcile",
      """
      if [ "$1" = init ]; then set -- "$@" --output "$RECONCILE_POLICY"; fi
      exec \(Program.built("reconcile")) "$@"
      """)
  }

  func end() throws { try home.end() }

  private func tool(_ name: String, _ script: String) throws {
    try Tool.writeProgram("#!/bin/bash\n" + script + "\n", to: place.path + "/bin/" + name)
  }

  private var policy: URL { place.appending(path: "policy.yaml") }

  /// The page's words with the addresses, the folders and the zone of this home.
  private func atHome(_ text: String) -> String {
    text.replacing("https://192.168.1.1", with: "https://127.0.0.1:\(home.unifi)")
      .replacing("http://192.168.1.2", with: "http://127.0.0.1:\(home.pihole)")
      .replacing("/etc/reconcile/", with: place.path + "/").replacing("Europe/Berlin", with: hour.zone)
  }

  /// Takes over a whole policy, or adds lines to the one that is there.
  func write(_ yaml: String) throws {
    let before = yaml.hasPrefix("timezone:") ? "" : try String(contentsOf: policy, encoding: .utf8)
    try (before + atHome(yaml)).write(to: policy, atomically: true, encoding: .utf8)
  }

  /// Does what a step says, and looks that it comes out so.
  func follow(_ step: GuideStep, sees: (GuideReader) throws -> Bool) throws {
    if step.elsewhere == nil {
      let outcome = try type(step.command, step.answers)
      #expect(outcome.status == step.status, "\(step.command): \(outcome)")
      printed = outcome.output + outcome.error
      let asking = storing(printed)
      #expect(asking.count == step.secrets.count, "\(step.command): \(outcome)")
      for (command, secret) in zip(asking, step.secrets) {
        let stored = try type(command, [secret])
        #expect(stored.status == 0, "\(command): \(stored)")
      }
      if let again = step.again {
        let outcome = try type(step.command, again)
        #expect(outcome.status == 0, "\(step.command), once more: \(outcome)")
      }
    }
    guard let leaves = step.leaves else { return }
    // Within a minute the timer runs.
    if !step.command.hasSuffix("--apply") { #expect(try type("reconcile apply", nil).status == 0) }
    #expect(try sees(self) == (hour == .day ? leaves.day : leaves.night), "\(step.command), by \(hour)")
  }

  /// Looks that what is shown was printed, but for what was typed, and for what is left out.
  func compare(_ shown: String, typed: [String]) {
    let all = Self.words(printed)
    for line in shown.split(separator: "\n").map({ Self.words(String($0)) }) where line != "…" {
      let answer = typed.first { !$0.isEmpty && line.hasSuffix(": " + $0) }
      #expect(all.contains(line.dropLast(answer.map { $0.count + 1 } ?? 0)), "'\(line)' is not in: \(printed)")
    }
  }

  /// The words of a text with one space between them.
  private static func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The commands that `init` prints for secrets that are not there.
  private func storing(_ output: String) -> [String] {
    guard let start = output.range(of: "does not show it:\n\n"), let end = output.range(of: "\nThen run this again:")
    else { return [] }
    return output[start.upperBound..<end.lowerBound].components(separatedBy: "\n\n")
      .filter { $0.contains("bash -c") }.map { $0.replacing("/etc/reconcile/", with: place.path + "/") }
  }

  private func type(_ command: String, _ answers: [String]?) throws -> Program.Outcome {
    try Tool.write(atHome(command) + "\n", to: place.path + "/typed.sh")
    try Tool.write((answers ?? []).map { $0 + "\n" }.joined(), to: place.path + "/answers")
    // A terminal of its own, since nothing is asked without one.
    let line =
      answers == nil ? "bash typed.sh" : "script --quiet --return --command 'bash typed.sh' /dev/null <answers"
    var outcome = try Program.run(
      "/bin/bash", ["-c", line],
      environment: [
        "PATH": place.path + "/bin:/usr/bin:/bin", "HOME": place.path + "/home", "SHELL": "/bin/bash", "TERM": "dumb",
        "STATE_DIRECTORY": place.path + "/state", "CREDENTIALS_DIRECTORY": place.path + "/credentials",
        "RECONCILE_POLICY": policy.path, "TZ": hour.zone, "NO_COLOR": "1",
      ], in: place)
    outcome.output = outcome.output.replacing("\r\n", with: "\n")
    return outcome
  }

  /// Whether a line that begins and ends so is among what the simulator says of its console, or of its Pi-hole.
  func has(_ start: String, _ end: String, ofPiHole: Bool = false) throws -> Bool {
    try home.simulator("", on: ofPiHole ? home.pihole : home.unifi).split(separator: "\n").contains {
      $0.contains(start) && $0.hasSuffix(end)
    }
  }
}
