import CivilTime
import Documents
import Policies
import TestSupport
import Testing

/// Who follows the hint about the nights before weekdays has those, and loses or doubles no other night.
@Suite("hints about nights") struct NightHintsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var policy: [String]
    var schedules = ""
    /// The hint; nil for a note without one.
    var hint: String?
    /// When each night begins once it is followed, Monday first.
    var nights = "21 21 21 21 23 23 21"
    var testDescription: String { policy.joined(separator: "; ") }
  }

  static let cases: [Case] = [
    Case(
      policy: ["kids off weekdays 21:00-07:00"],
      hint: "write 'kids off sun-thu 21:00–07:00' for the nights before weekdays",
      nights: "21 21 21 21 - - 21"),
    Case(
      policy: ["kids off weekdays 21:00-07:00 and weekends 23:00-08:00"],
      hint: "write 'kids off sun-thu 21:00–07:00 and fri-sat 23:00–08:00' for the nights before weekdays and weekends"),
    Case(
      policy: ["kids off weekdays 21:00-07:00", "kids off weekends 23:00-08:00"],
      hint: "write 'kids off sun-thu 21:00–07:00' for the nights before weekdays, and 'kids off fri-sat 23:00–08:00' "
        + "instead of 'policy-2'"),
    Case(
      policy: ["kids off 23:00-08:00 except weekdays", "kids off weekdays 21:00-07:00"],
      hint: "write 'kids off sun-thu 21:00–07:00' for the nights before weekdays, and 'kids off fri-sat 23:00–08:00' "
        + "instead of 'policy-1'"),
    Case(
      policy: ["kids off 21:00-07:00 except weekends", "kids off weekends 23:00-08:00"],
      hint: "write 'kids off sun-thu 21:00–07:00' for the nights before weekdays, and 'kids off fri-sat 23:00–08:00' "
        + "instead of 'policy-2'"),
    Case(
      policy: ["kids off weekdays 21:00-07:00", "kids off weekends 23:00-08:00", "kids off weekends 23:00-06:00"],
      hint: "write 'kids off sun-thu 21:00–07:00' for the nights before weekdays, and 'fri-sat' instead of 'weekends' "
        + "in the other lines"),
    // Other lines name nights already.
    Case(
      policy: ["kids off weekdays 21:00-07:00", "kids off fri-sat 23:00-08:00"],
      hint: "write 'kids off sun-thu 21:00–07:00' for the nights before weekdays"),
    // What ends on its own day stays there.
    Case(
      policy: ["kids off weekdays 21:00-07:00, 12:00-13:00"],
      hint: "write 'kids off sun-thu 21:00–07:00 and mon-fri 12:00–13:00' for the nights before weekdays",
      nights: "21 21 21 21 - - 21"),
    Case(
      policy: ["kids off weekdays bedtime"], schedules: "bedtime: '21:00–07:00'",
      hint: "write 'sun-thu' instead of 'weekdays' for the nights before weekdays", nights: "21 21 21 21 - - 21"),
    Case(
      policy: ["kids off weekdays bedtime and weekends late"], schedules: "bedtime: '21:00–07:00', late: '23:00–08:00'",
      hint:
        "write 'sun-thu' instead of 'weekdays' and 'fri-sat' instead of 'weekends' for the nights before weekdays and "
        + "weekends"),
    Case(
      policy: ["kids off bedtime except weekends"], schedules: "bedtime: '21:00–07:00'",
      hint: "write 'except fri-sat' instead of 'except weekends' for the nights before weekdays",
      nights: "21 21 21 21 - - 21"),
    Case(
      policy: ["kids off every weekday 21:00-07:00"],
      hint: "write 'kids off sun-thu 21:00–07:00' for the nights before weekdays", nights: "21 21 21 21 - - 21"),
    Case(
      policy: ["kids off 21:00-07:00 except weekends and trips"], schedules: "trips: dec 24",
      hint: "write 'except fri-sat' instead of 'except weekends' for the nights before weekdays",
      nights: "21 21 21 21 - - 21"),
    // Nobody knows which nights are meant.
    Case(policy: ["kids off weekdays, sat 21:00-07:00"]), Case(policy: ["kids off odd weeks weekdays 21:00-07:00"]),
    Case(policy: ["kids off 21:00-07:00 on weekdays, trips"], schedules: "trips: dec 24"),
    Case(policy: ["kids off weekdays 21:00-07:00", "kids off sat 23:00-08:00"]),
    Case(policy: ["kids off weekdays 21:00-07:00 and sun 22:00-08:00"]),
    Case(policy: ["kids off weekdays 21:00-07:00", "kids, tv off weekends 23:00-08:00"]),
    Case(policy: ["kids off weekdays rests"], schedules: "rests: '12:00–13:00, 21:00–07:00'"),
    Case(policy: ["kids off rests except weekends"], schedules: "rests: '12:00–13:00, 21:00–07:00'"),
  ]

  /// Nothing of this is about the nights of weekdays.
  @Test(
    arguments: [
      (["kids off weekdays lunch"], "lunch: '12:00–13:00'"), (["kids off weekdays 21:00-07:00 except fri"], ""),
      (["kids off weekdays, sun 21:00-07:00"], ""), (["kids off weekdays, sat 21:00-07:00 except fri"], ""),
      (["kids off odd weeks mon-fri 21:00-07:00"], ""), (["kids off weekdays, sat 15:00-17:00"], ""),
      (["kids off weekdays 21:00-24:00"], ""), (["kids off mon-fri 21:00-07:00"], ""),
    ] as [([String], String)]) func noNote(_ policy: [String], _ schedules: String) throws
  {
    #expect(try Self.notes(try Self.decoded(policy, schedules)).isEmpty)
  }

  @Test(arguments: cases) func canBeFollowed(_ example: Case) throws {
    let policy = try Self.decoded(example.policy, example.schedules)
    let note = try #require(try Self.notes(policy).first)
    #expect(note.hint == example.hint)
    guard let hint = example.hint else { return }
    let number = try #require(policy.statements.firstIndex { $0.span == note.span })
    let followed = try Self.decoded(Self.following(hint, by: number, example.policy), example.schedules)
    #expect(try Self.nights(of: followed) == example.nights)
    #expect(try Self.notes(followed).isEmpty)
  }

  /// `until` opens the night before. What to write instead never takes away a night that nobody named.
  @Test(arguments: [
    ("kids on until 06:30", "write when it begins, too, if you do not mean that night"),
    ("kids on mon-fri until 07:00", "write when it begins, too, if you do not mean that night"),
    ("kids on sat, sun until 07:00", "write when it begins, too, if you do not mean that night"),
    ("kids on sat until 07:00 and sun until 07:00", "write when it begins, too, if you do not mean that night"),
    ("kids on trip until 07:00", "write when it begins, too, if you do not mean that night"),
    ("kids on sat until 07:00", "write 'kids on sat 21:00–07:00' for the night that begins on that day"),
    ("kids on 2026-12-31 until 00:30", "write 'kids on 2026-12-31 21:00–00:30' for the night that begins on that day"),
    ("kids on until 23:00", "write 'kids on daily 07:00–23:00' if you do not mean that night"),
  ]) func until(_ line: String, _ hint: String) throws {
    let lines = ["kids off 21:00-07:00", line]
    let policy = try Self.decoded(lines, "trip: 2026-12-05")
    let note = try #require(try Self.notes(policy).first)
    #expect(note.hint == hint)
    guard hint.hasPrefix("write '") else { return }
    let followed = try Self.decoded(Self.following(hint, by: 1, lines), "trip: 2026-12-05")
    #expect(try Self.notes(followed).isEmpty)
  }

  /// The lines once the hint of the one at `number` is followed.
  private static func following(_ hint: String, by number: Int, _ lines: [String]) throws -> [String] {
    var lines = lines
    let quoted = hint.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
    var place = 1
    while place < quoted.count {
      let (text, behind) = (quoted[place], place + 1 < quoted.count ? quoted[place + 1] : "")
      if behind == " instead of " {
        let old = quoted[place + 2]
        if old.hasPrefix("policy-") {
          lines[try #require(Int(old.dropFirst(7))) - 1] = text
        } else {
          lines = lines.map { $0.replacing(old, with: text) }
        }
        place += 4
      } else {
        lines[number] = text
        place += 2
      }
    }
    return lines
  }

  /// The hour at which each night begins, from Monday to Sunday; `-` for one without, and several for one with more.
  private static func nights(of policy: Policy) throws -> String {
    let monday = try Instant("2026-11-30 00:00", in: policy.zone)
    let off = Evaluator(policy).timeline(of: Name("kids"), in: monday..<monday + 15 * 86_400).filter {
      $0.state == .off
    }
    return (0..<7).map { day in
      let evening = monday + Int64(day) * 86_400 + 18 * 3_600
      let begun = off.filter { (evening..<evening + 12 * 3_600).contains($0.range.lowerBound) }
      return begun.isEmpty
        ? "-" : begun.map { "\(policy.zone.local($0.range.lowerBound).secondOfDay / 3_600)" }.joined(separator: "+")
    }.joined(separator: " ")
  }

  private static func notes(_ policy: Policy) throws -> [Diagnostic] {
    PolicyAdvice.diagnostics(on: policy, now: try Instant("2026-11-20 12:00", in: policy.zone))
      .filter { $0.code == "window.nights" }
  }

  private static func decoded(_ lines: [String], _ schedules: String) throws -> Policy {
    let text = """
      timezone: Europe/Berlin
      systems: {gateway: {kind: unifi, url: https://192.168.1.1, api-key: {env: KEY}}}
      targets: {kids: {acl-rules: [Kids]}, tv: {acl-rules: [TV]}}
      schedules: {\(schedules)}
      policy: [\(lines.map { "'\($0)'" }.joined(separator: ", "))]
      """
    let decoded = try DecodedPolicy(text)
    return try #require(decoded.policy, "\(decoded.lines())")
  }
}
