import CivilTime
import Foundation
import FoundationXML
import TestSupport
import Testing

@testable import Presentation

/// `reconcile timeline` as a whole. `Fixtures/timeline/<policy>/<name>.txt`, `.svg` and `.json` are what it prints.
@Suite struct TimelineCommandTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var policy: String
    var name: String
    var arguments: [String] = []
    var variables: [String: String] = [:]
    var testDescription: String { "\(policy)/\(name)" }
  }

  static let goldens: [Case] = [
    Case(policy: "household", name: "week.txt"),
    Case(policy: "household", name: "week-in-colour.txt", arguments: ["--color", "always"]),
    Case(policy: "household", name: "week.svg", arguments: ["--format", "svg"]),
    Case(
      policy: "household", name: "week.json", arguments: ["--format", "json", "--from", "2026-11-20 21:00"]),
    Case(policy: "household", name: "day.txt", arguments: ["--to", "2026-11-21 00:00"]),
    Case(policy: "household", name: "week-german.txt", variables: ["LC_TIME": "de_DE.UTF-8"]),
    Case(
      policy: "household", name: "week-american.svg", arguments: ["--format", "svg", "kids"],
      variables: ["LC_ALL": "en_US.UTF-8"]),
    Case(policy: "household", name: "week.html", arguments: ["--format", "html"]),
    Case(
      policy: "household", name: "a4.svg", arguments: ["--format", "svg", "--paper", "a4"],
      variables: ["LANG": "en_GB.UTF-8"]),
    Case(
      policy: "berlin", name: "autumn-2026.html", arguments: days("2026-10-24", "2026-10-26") + ["--format", "html"]),
    Case(
      policy: "berlin", name: "autumn-2026-letter.svg",
      arguments: days("2026-10-24", "2026-10-26") + ["--format", "svg", "--paper", "letter"]),
    Case(policy: "household", name: "part.svg", arguments: ["--format", "svg", "--from", "now", "--to", "+40h"]),
    Case(policy: "berlin", name: "spring-2026.txt", arguments: days("2026-03-28", "2026-03-30")),
    Case(policy: "berlin", name: "autumn-2026.txt", arguments: days("2026-10-24", "2026-10-26")),
    Case(policy: "berlin", name: "autumn-2026.svg", arguments: days("2026-10-24", "2026-10-26") + ["--format", "svg"]),
    Case(policy: "berlin", name: "spring-2027.txt", arguments: days("2027-03-27", "2027-03-29")),
    Case(policy: "berlin", name: "spring-2027.svg", arguments: days("2027-03-27", "2027-03-29") + ["--format", "svg"]),
    Case(policy: "berlin", name: "autumn-2027.txt", arguments: days("2027-10-30", "2027-11-01")),
    Case(policy: "lord-howe", name: "autumn-2026.txt", arguments: days("2026-04-04", "2026-04-06")),
    Case(policy: "lord-howe", name: "spring-2026.txt", arguments: days("2026-10-03", "2026-10-05")),
    Case(policy: "apia", name: "skipped-day-2011.txt", arguments: days("2011-12-29", "2012-01-01")),
    Case(
      policy: "apia", name: "skipped-day-2011.svg", arguments: days("2011-12-29", "2012-01-01") + ["--format", "svg"]),
    Case(policy: "gaza", name: "no-midnight-2010.txt", arguments: days("2010-03-26", "2010-03-29")),
  ]

  private static func days(_ from: String, _ to: String) -> [String] {
    ["--from", from + " 00:00", "--to", to + " 00:00"]
  }

  @Test("goldens", arguments: goldens) func golden(_ given: Case) throws {
    let folder = "timeline/" + given.policy
    var world = TestWorld(files: ["policy.yaml": try Fixtures.text(folder + "/policy.yaml")])
    world.variables = given.variables
    let found = world.run(["timeline", "policy.yaml"] + given.arguments)
    #expect(found.status == 0 && found.error.isEmpty)
    if given.name.hasSuffix(".svg") { #expect(XMLParser(data: Data(found.output.utf8)).parse()) }
    if given.name.hasSuffix(".txt"), !given.arguments.contains("always") {
      #expect(found.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= 80 })
    }
    try Golden.check(found.output, "\(folder)/\(given.name)")
  }

  @Test("every golden is of a case") func coverage() throws {
    let policies = try Fixtures.names(in: "timeline")
    let found = try policies.flatMap { folder in
      try Fixtures.names(in: "timeline/" + folder).filter { $0 != "policy.yaml" }.map { "\(folder)/\($0)" }
    }
    #expect(found.sorted() == Self.goldens.map(\.testDescription).sorted())
  }

  static let unavailableKinds: [(arguments: [String], message: String)] = [
    (["--to", "2026-11-19 00:00"], "'--to' must be later than '--from'"),
    (
      ["--from", "2027-03-28 02:10", "--to", "2027-03-28 02:40"],
      "nothing is between '2027-03-28 02:10' and '2027-03-28 02:40': on Sun 2027-03-28 the clocks go forward from 02:00 "
        + "to 03:00"
    ),
    (["--from", "20.11.2026"], "invalid value '20.11.2026' for '--from'"),
    (["--format", "markdown"], "invalid value 'markdown' for '--format'"),
    (["--to", "+1000d"], "1001 days are too many for --format text, which shows at most 366"),
    (["--format", "svg", "--to", "+35d"], "36 days are too many for --format svg, which shows at most 35"),
    (["--format", "html", "--to", "+35d"], "36 days are too many for --format html, which shows at most 35"),
    (["--paper", "a4"], "'--paper' goes with '--format svg'"),
    (["--format", "html", "--paper", "a4"], "'--paper' goes with '--format svg'"),
    (["--format", "svg", "--paper", "a0"], "invalid value 'a0' for '--paper'"),
  ]

  @Test("refusals", arguments: unavailableKinds) func refusal(_ arguments: [String], _ message: String) throws {
    let world = TestWorld(files: ["policy.yaml": try Fixtures.text("timeline/household/policy.yaml")])
    let found = world.run(["timeline", "policy.yaml"] + arguments)
    #expect(found.status == 64 && found.output.isEmpty)
    #expect(found.error.hasPrefix("reconcile: \(message)\n"))
  }

  /// What would take more memory than a run may have is refused, whether by targets, by days or by changes.
  @Test(
    arguments: [
      (120, 0, ["--days", "366"], "120 targets on 366 days have"), (120, 0, ["--days", "100"], nil),
      (1, 120, ["--days", "366"], "1 target on 366 days has"), (1, 120, ["--days", "90"], nil),
      (1, 120, ["--days", "366", "--format", "json"], "1 target on 367 days has"),
      (9, 1000, ["--days", "20", "--format", "svg"], "9 targets on 20 days have"),
    ] as [(Int, Int, [String], String?)])
  func tooMuch(_ targets: Int, _ lines: Int, _ arguments: [String], _ refusal: String?) {
    let subjects = (1...targets).map { "t\($0)" }
    let definitions = subjects.map { "  \($0): {system: gateway, acl-rules: [\($0)]}" }
    let sentences = (0..<lines).map { line in
      let time = { (minute: Int) in
        "\(minute / 60 < 10 ? "0" : "")\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
      }
      let start = line % 700 * 2
      return "  - \(subjects[line % targets]) off \(time(start))–\(time(start + 1))"
    }
    let text =
      (["timezone: UTC", "systems: {gateway: {kind: unifi, url: \"https://192.168.1.1\", api-key: {credential: key}}}"]
      + ["targets:"] + definitions + ["policy:"] + sentences + ["  - t1 on sat 12:00–13:00", ""])
      .joined(separator: "\n")
    let found = TestWorld(files: ["policy.yaml": text]).run(["timeline", "policy.yaml"] + arguments)
    guard let refusal else {
      #expect(found.status == 0, "\(found.error)")
      return
    }
    #expect(found.status == 64 && found.output.isEmpty)
    #expect(found.error.hasPrefix("reconcile: \(refusal) too many changes for one timeline\n"), "\(found.error)")
    #expect(found.error.contains("--days"))
  }

  /// What somebody else wrote stays text, in the picture as well as on the terminal.
  @Test func foreignText() throws {
    let path = "a<script x='\"'>&\u{202E}\u{1B}[2J.yaml"
    let world = TestWorld(files: [path: try Fixtures.text("timeline/household/policy.yaml")])
    let picture = world.run("timeline", path, "--format", "svg")
    let safe = "a&lt;script x=&#39;&quot;&#39;&gt;&amp;\\u{202E}\\u{1B}[2J.yaml"
    #expect(picture.output.contains(">\(safe)</text>") && !picture.output.contains("<script"))
    #expect(XMLParser(data: Data(picture.output.utf8)).parse())
    let page = world.run("timeline", path, "--format", "html").output
    #expect(page.contains("<bdi>a&lt;script x=&#39;&quot;&#39;&gt;&amp;\u{FFFD}\u{FFFD}[2J.yaml</bdi>"))
    #expect(!page.contains("<script"))
    #expect(world.run("timeline", path).output.hasPrefix("a<script x='\"'>&\\u{202E}\\u{1B}[2J.yaml\nEurope/Berlin"))
  }

  /// A long text keeps the lines short: many exact times, a long name, a long path.
  @Test func longTexts() {
    let name = "a" + String(repeating: "-very", count: 12)
    let windows = (0..<12).map { "  - \(name) off \($0 + 10):05–\($0 + 10):07" }.joined(separator: "\n")
    let text = """
      timezone: Europe/Berlin
      systems: {gateway: {kind: unifi, url: "https://192.168.1.1", api-key: {credential: key}}}
      targets: {\(name): {system: gateway, acl-rules: [One]}}
      policy:
      \(windows)
      """
    let found = TestWorld(files: [name + "/policy.yaml": text]).run("timeline", name + "/policy.yaml")
    #expect(found.status == 0)
    #expect(found.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= 80 })
    #expect(found.output.contains("             and at 16 more times: --format json lists every change\n"))
  }

  /// A narrow terminal gets signs for longer times, and nothing that is wider than it.
  @Test(arguments: [
    (22, "four hours"), (30, "two hours"), (38, "two hours"), (39, "hour"), (40, "hour"), (62, "hour"),
    (63, "half hour"),
    (70, "half hour"), (80, "half hour"),
  ]) func fitsTheTerminal(_ columns: Int, _ sign: String) throws {
    for policy in ["household", "berlin", "apia"] {
      var world = TestWorld(files: ["p.yaml": try Fixtures.text("timeline/\(policy)/policy.yaml")])
      if policy == "household" {
        let made = world.run("override", "kids", "on", "--for", "50m", "--because", "film night", "--policy", "p.yaml")
        #expect(made.status == 0, "\(made)")
      }
      world.columns = columns
      for range in [[], Self.days("2026-10-24", "2026-10-26"), Self.days("2011-12-29", "2012-01-01")] {
        let run = world.run(["timeline", "p.yaml"] + range)
        #expect(run.status == 0)
        for line in run.output.split(separator: "\n").map(String.init) {
          #expect(displayWidth(line) <= columns || line.split(separator: " ").count == 1, "\(line)")
        }
        #expect(run.output.contains("now ") == range.isEmpty)
        let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for said in ["half hour", "hour", "two hours", "four hours"] where said != sign {
          #expect(!words.contains("within the \(said) ("), "\(run.output)")
        }
      }
    }
  }

  @Test(arguments: [
    (StripScale.halfHour, "00  02  04  06  08  10  12  14  16  18  20  22  24"),
    (.hour, "00  04  08  12  16  20  24"), (.twoHours, "00  08  16  24"), (.fourHours, "00 12 24"),
  ]) func hoursStandAboveTheirSigns(_ scale: StripScale, _ hours: String) {
    #expect(scale.hours == hours)
  }

  /// Text 4.5 to 1, signs 3 to 1 (WCAG 2, AA), in light and in dark surroundings.
  @Test(arguments: [false, true]) func coloursCanBeToldApart(_ isDark: Bool) throws {
    let world = TestWorld(files: ["policy.yaml": try Fixtures.text("timeline/household/policy.yaml")])
    let style = world.run("timeline", "policy.yaml", "--format", "svg").output.split(separator: "@media")
    let rules = isDark ? style[1] : style[0]
    for (sign, ground, least) in Self.contrasts {
      let both = [try Self.luminance(sign, rules), try Self.luminance(ground, rules)].sorted()
      #expect((both[1] + 0.05) / (both[0] + 0.05) >= least, "\(sign) on \(ground)")
    }
  }

  /// What is off is of one colour in the picture and on the cards of the page, by day and by night.
  @Test(arguments: [false, true]) func offHasOneColour(_ isDark: Bool) throws {
    let world = TestWorld(files: ["policy.yaml": try Fixtures.text("timeline/household/policy.yaml")])
    let style = world.run("timeline", "policy.yaml", "--format", "svg").output.split(separator: "@media")
    let page = try String(
      contentsOf: Tool.repository.appending(path: "Sources/Page/Resources/style.css"), encoding: .utf8)
    let cards = page.split(separator: "--held:#").dropFirst().map { String($0.prefix(6)) }
    #expect(cards.count == 2)
    #expect(try Self.colour("closed", style[isDark ? 1 : 0]) == cards[isDark ? 1 : 0])
  }

  /// The digits of the first colour of the last rule of that name.
  private static func colour(_ name: String, _ rules: Substring) throws -> String {
    let lines = rules.split(separator: "\n")
    let rule: Substring = try #require(lines.last { $0.hasPrefix(".reconcile-timeline .\(name){") })
    return String(try #require(rule.split(separator: "#").dropFirst().first).prefix(6))
  }

  /// How bright that colour is.
  private static func luminance(_ name: String, _ rules: Substring) throws -> Double {
    let value: Int = try #require(Int(try colour(name, rules), radix: 16))
    return 0.2126 * linear(value >> 16) + 0.7152 * linear(value >> 8) + 0.0722 * linear(value)
  }

  private static func linear(_ value: Int) -> Double {
    let part = Double(value & 255) / 255
    return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
  }

  static let contrasts: [(String, String, Double)] = [
    ("ink", "page", 4.5), ("faint", "page", 4.5), ("inner", "closed", 4.5), ("ink", "open", 4.5),
    ("alert", "page", 4.5),
    ("closed", "open", 3), ("closed", "empty", 3), ("closed", "page", 3), ("hatch", "empty", 3), ("hatch", "gone", 3),
    ("override", "override-rim", 3), ("lock", "override-rim", 3), ("stripe", "stripe-rim", 3),
    ("now", "rim", 3), ("seam", "rim", 3),
  ]

  @Test func nothingToShow() {
    let text = "timezone: UTC\nsystems: {}\ntargets: {}\npolicy: []\n"
    let found = TestWorld(files: ["policy.yaml": text]).run("timeline", "policy.yaml")
    #expect(found.output.hasSuffix("\n\nThe policy has no target that could be shown.\n"), "\(found)")
  }
}
