import CivilTime
import Documents
import PiHole
import Policies
import TestSupport
import Testing
import UniFi

/// Of two, three equal slips each is told, at its own place; and of two, three good things each is taken.
@Suite("the second finding") struct SecondFindingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    /// `line:column code` of each diagnostic with that code.
    var found: [String]
  }

  private static let gateway = "systems: {g: {kind: unifi, url: https://g.example, api-key: {env: KEY}}}"

  static let cases: [Case] = [
    Case(testDescription: "keys of the file", text: "aa: 1\nbb: 2\ncc: 3", found: key(["5:1", "6:1", "7:1"])),
    Case(
      testDescription: "keys of 'limits'", text: "limits: {aa: 1, bb: 2, cc: 3}", found: key(["5:10", "5:17", "5:24"])),
    Case(
      testDescription: "keys of a system", text: "systems:\n  s: {kind: pihole, url: https://a, aa: 1, bb: 2}",
      found: key(["6:37", "6:44"])),
    Case(
      testDescription: "keys of two systems",
      text: "systems:\n  s: {kind: pihole, url: https://a, aa: 1}\n  t: {kind: pihole, url: https://b, aa: 1}",
      found: key(["6:37", "7:37"])),
    Case(
      testDescription: "keys of a statement",
      text: "policy:\n  - {do: kids off, aa: 1, bb: 2}\n  - {do: kids on, aa: 1}",
      found: key(["6:20", "6:27", "7:19"])),
    Case(
      testDescription: "keys of a test", text: "tests:\n  - {at: 2026-11-20 22:00, expect: {kids: on}, aa: 1, bb: 2}",
      found: key(["6:48", "6:55"])),
    Case(
      testDescription: "targets of a statement", text: "policy:\n  - {targets: [kids, x, y], state: off}\n  - z off",
      found: ["6:22 target.unknown", "6:25 target.unknown", "7:5 target.unknown"]),
    Case(
      testDescription: "keys of people", text: "people: {anna: {a: 1, b: 2}, ben: {c: 3}}",
      found: key(["5:17", "5:23", "5:36"])),
    Case(
      testDescription: "times of a statement",
      text: "policy:\n  - {target: kids, state: off, when: [mon, tooday, 25:00–26:00, 9]}",
      found: ["6:44 schedule.unknown"]),
    Case(
      testDescription: "schedules that are not known",
      text: "policy:\n  - {target: kids, state: off, when: [aa, mon, bb]}",
      found: ["6:39 schedule.unknown", "6:48 schedule.unknown"]),
    Case(
      testDescription: "schedules of one calendar that is not there",
      text: "schedules:\n  a: {ics: x.ics}\n  b: {ics: x.ics, busy: true}\n  c: {ics: y.ics}\npolicy: [kids off a, b]",
      found: ["6:12 calendar.path", "8:12 calendar.path"]),
    Case(
      testDescription: "schedules that nothing uses",
      text: "schedules:\n  a: mon\n  b: tue\n  c: wed\npolicy: [kids off b]",
      found: ["6:3 schedule.unused", "8:3 schedule.unused"]),
    Case(
      testDescription: "targets that nothing names", text: "policy: []",
      found: ["3:11 target.unnamed", "3:30 target.unnamed", "3:47 target.unnamed"]),
    Case(
      testDescription: "ids that are taken",
      text:
        "policy:\n  - {do: kids off, id: a}\n  - {do: kids off, id: a}\n  - {do: kids off, id: a}\n  - {do: tv on, id: b}",
      found: ["7:24 statement.id", "8:24 statement.id"]),
    Case(
      testDescription: "pins", text: "systems: {s: {kind: pihole, url: https://a, tls: {pin: [a, b]}}}",
      found: ["5:57 tls.pin", "5:60 tls.pin"]),
  ]

  private static func key(_ places: [String]) -> [String] { places.map { $0 + " key.unknown" } }

  @Test(arguments: cases) func isTold(_ example: Case) throws {
    let policy = example.text.contains("policy:") ? "" : "\npolicy: []"
    let targets = example.text.contains("systems:") ? "" : "kids: {wifi: [A]}, tv: {wifi: [B]}, den: {wifi: [C]}"
    let text =
      "timezone: UTC\n\(example.text.contains("systems:") ? "" : Self.gateway)\ntargets: {\(targets)}\n\n"
      + example.text + policy
    let decoded = try DecodedPolicy(text)
    let codes = Set(example.found.compactMap { $0.split(separator: " ").last.map(String.init) })
    let found = decoded.diagnostics.filter { codes.contains($0.code) }.map { diagnostic in
      "\(diagnostic.span?.start.line ?? 0):\(diagnostic.span?.start.column ?? 0) \(diagnostic.code)"
    }
    #expect(found == example.found, "\(decoded.lines())")
  }

  /// A test that fails three times says so three times, and one after it is looked at all the same.
  @Test func failures() throws {
    let decoded = try DecodedPolicy(
      """
      timezone: UTC
      systems: {g: {kind: unifi, url: https://g.example, api-key: {env: KEY}}}
      targets: {kids: {wifi: [A]}, tv: {wifi: [B]}}
      policy: [kids off, tv on]
      tests:
        - {at: [2026-11-20 10:00, 2026-11-20 11:00, 2026-11-20 12:00], expect: {kids: on}}
        - {at: 2026-11-20 10:00, expect: {kids: on, tv: off}}
        - {from: 2026-11-20 10:00, to: 2026-11-20 11:00, expect: {tv: on}}
        - {at: [2026-11-20 10:00, 2026-11-20 11:00], expect: {tv: off, kids: off}}
      """)
    let results = TestRun(try #require(decoded.policy, "\(decoded.lines())")).results()
    #expect(
      results.map { $0.failures.map(\.target.text) } == [["kids", "kids", "kids"], ["kids", "tv"], [], ["tv", "tv"]])
    #expect(
      results[0].failures.map(\.when)
        == (10...12).map { hour in
          .at(Instant(secondsSinceEpoch: 1_795_132_800 + Int64(hour) * 3_600))
        })
  }

  /// Aliases, lists and schedules: the second and the third count like the first.
  @Test func taken() throws {
    let decoded = try DecodedPolicy(
      """
      timezone: UTC
      systems:
        a: {kind: unifi, url: https://a, api-key: &key {env: KEY}, tls: &tls {ca: /ca}}
        b: {kind: unifi, url: https://b, api-key: *key, tls: *tls}
        c: {kind: unifi, url: https://c, api-key: *key, tls: *tls}
      targets:
        kids: {system: a, wifi: [A, B, C], not: [X, Y, Z]}
        tv: {system: b, wifi: [T]}
        devices: {targets: [kids, tv]}
      schedules: {x: mon, y: [tue, wed], z: [x, y, thu]}
      policy: [devices off z, kids off fri and sat and sun]
      """)
    let policy = try #require(decoded.policy, "\(decoded.lines())")
    #expect(
      policy.systems.map(\.tls) == [.authorities(path: "/ca"), .authorities(path: "/ca"), .authorities(path: "/ca")])
    #expect(policy.systems.map(\.kind) == Array(repeating: .unifi, count: 3))
    #expect(policy.systems.map(\.secret) == Array(repeating: .environment(name: "KEY"), count: 3))
    #expect(
      policy.targets[0].selector
        == .wifi(
          system: Name("a"),
          ObjectNames(included: ["A", "B", "C"].map(ObjectName.name), excluded: ["X", "Y", "Z"].map(ObjectName.name))))
    let evaluator = Evaluator(policy)
    // From Monday, 23 November on.
    let days = (0..<7).map { Instant(secondsSinceEpoch: 1_795_392_000 + Int64($0) * 86_400 + 43_200) }
    let states = days.map { day in evaluator.verdicts(at: day).map(\.verdict.state.rawValue).joined(separator: " ") }
    #expect(states == Array(repeating: "off off", count: 4) + Array(repeating: "off on", count: 3))
  }

  /// Each duration of a policy in each unit.
  @Test(
    arguments: [
      ("1s", 1), ("59s", 59), ("1m", 60), ("1m1s", 61), ("10m", 600), ("600s", 600),
    ])
  func units(text: String, seconds: Int) throws {
    let decoded = try DecodedPolicy(
      """
      timezone: UTC
      systems:
        a: {kind: unifi, url: https://a, api-key: {env: KEY}, timeout: \(text)}
        b: {kind: pihole, url: https://b, timeout: \(text), pause-limit: \(text)}
        c: {kind: pihole, url: https://c, pause-limit: 1h}
        d: {kind: pihole, url: https://d, pause-limit: 1d2h3m4s}
        e: {kind: pihole, url: https://e}
      policy: []
      """)
    let systems = try #require(decoded.policy, "\(decoded.lines())").systems
    #expect(systems.map(\.timeoutSeconds) == [seconds, seconds, 10, 10, 10])
    let limits = systems.compactMap { $0.seconds("pause-limit") }
    #expect(limits == [seconds, 3_600, 93_784, 7_200])
  }

  /// One too few and one too many.
  @Test(
    arguments: [
      ("timeout", "0s"), ("timeout", "10m1s"), ("timeout", "1h"), ("timeout", "1d"), ("pause-limit", "30d1s"),
      ("pause-limit", "31d"),
    ])
  func bounds(key: String, text: String) throws {
    let decoded = try DecodedPolicy(
      "timezone: UTC\nsystems: {a: {kind: pihole, url: https://a, \(key): \(text)}}\npolicy: []")
    #expect(decoded.diagnostics.contains { $0.code == "duration.form" })
  }
}
