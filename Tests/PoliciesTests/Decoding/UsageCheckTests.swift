import CivilTime
import Documents
import Policies
import Testing

/// What is doubtful about a policy as a whole, through schedules of schedules and targets of targets.
@Suite("usage") struct UsageCheckTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var schedules: [String] = []
    var policy: [String]
    /// `line code` of each diagnostic.
    var found: [String] = []
  }

  static let cases: [Case] = [
    Case(
      testDescription: "a leave that is taken back through a group", policy: ["guests off sat", "everybody on sun"]),
    Case(
      testDescription: "a leave that only groups strand", policy: ["everybody off sat", "both off sun", "tv on"],
      found: ["5 leave.stranded"]),
    Case(testDescription: "a leave that nothing names", policy: ["tv off sat"]),
    Case(
      testDescription: "schedules that only an unused one uses", schedules: ["a: sat", "b: a", "c: sun"],
      policy: ["tv off"], found: ["11 schedule.unused", "12 schedule.unused"]),
    Case(
      testDescription: "schedules in every place", schedules: ["a: sat", "b: sun", "c: mon", "d: a except b"],
      policy: ["tv off d and eves of c"]),
    Case(
      testDescription: "schedules in exceptions", schedules: ["a: sat", "b: 10:00–11:00"],
      policy: ["tv off except a and except b"]),
    Case(
      testDescription: "dates that are over, where they are written", schedules: ["a: 2020-01-01", "b: a"],
      policy: ["tv off b", "tv on 2021-01-01..2021-01-03, 2026-11-19 10:00–12:00"],
      found: ["10 date.past", "14 date.past"]),
    Case(testDescription: "dates that are over in part", policy: ["tv off 2020-01-01, 2026-11-20"]),
  ]

  @Test(arguments: cases) func finds(_ example: Case) throws {
    let elsewhere = ["statement.never-decides", "target.unnamed"]
    #expect(try Self.found(example).filter { !elsewhere.contains($0.code) }.map(Self.text) == example.found)
  }

  /// What is said of the dates of a line is not said while the night of the last of them goes on.
  @Test(
    arguments: [
      ("tv on 2026-11-20 18:00–02:00", 0, 0), ("tv on 2026-11-20 18:00–02:00", 23, 0),
      ("tv on 2026-11-20 18:00–02:00", 24, 1), ("tv on 2026-11-20 18:00–23:00", 0, 1), ("tv on 2026-11-20", 0, 1),
      ("tv on a 22:00–08:00", 0, 0), ("tv on a 22:00–08:00", 24, 1), ("tv on 2026-11-20..2026-11-21", 0, 0),
      ("tv on 2026-11-19 20:00–21:00 and 2026-11-20 20:00–02:00", 0, 0),
    ])
  func theNightOfTheLastDateIsNotPast(_ line: String, _ hours: Int64, _ count: Int) throws {
    let schedules = line.contains(" a ") ? ["a: 2026-11-20"] : []
    let example = Case(testDescription: "", schedules: schedules, policy: ["tv off 21:00–07:00", line])
    // Half past midnight on the 21st, and so many hours later.
    let found = try Self.found(example, at: Instant(secondsSinceEpoch: 1_795_217_400 + hours * 3600))
    #expect(found.count { $0.code == "date.past" } == count, "\(found)")
  }

  /// What people turn on by hand may be turned off alone; nobody turns a rule on by hand, and nobody sees a capsule.
  @Test(
    arguments: [
      ("lamps: {system: ha, entities: [light.bed], otherwise: leave}", "lamps off 20:00–07:00", 0),
      ("shed: {system: ha, entities: [lock.shed]}", "lock shed 20:00–07:00", 0),
      ("media: {system: studio, capsules: [a], otherwise: leave}", "stop media 20:00–07:00", 1),
      ("kids: {system: gateway, acl-rules: [Kids], otherwise: leave}", "kids off 20:00–07:00", 1),
    ]) func whatIsTurnedOnByHandIsNotStranded(_ target: String, _ line: String, _ count: Int) throws
  {
    let decoded = try DecodedPolicy(
      """
      timezone: Europe/Berlin
      systems:
        gateway: {kind: unifi, url: https://192.168.1.1, api-key: {env: KEY}}
        ha: {kind: home-assistant, url: https://ha.example, token: {env: KEY}}
        studio: {kind: builderos, url: https://studio.example, api-key: {env: KEY}}
      targets:
        \(target)
      policy:
        - \(line)
      """)
    #expect(
      decoded.policy != nil && decoded.diagnostics.count { $0.code == "leave.stranded" } == count, "\(decoded.lines())")
  }

  /// A domain is one entry in both of its forms, in one target or two.
  @Test(
    arguments: [
      ("a: {domains: {deny: [münchen.de, xn--mnchen-3ya.de]}}", ["domain.form"]),
      ("a: {domains: {deny: [xn--mnchen-3ya.de, MÜNCHEN.de]}}", ["domain.form"]),
      ("a: {domains: {deny: [xn--wgv71a.example, 日本.example]}}", ["domain.form"]),
      ("a: {domains: {deny: [münchen.de]}}, b: {domains: {deny: [xn--mnchen-3ya.de]}}", ["object.shared"]),
      ("a: {domains: {deny: [münchen.de]}}, b: {domains: {allow: [xn--mnchen-3ya.de]}}", []),
      ("a: {domains: {deny: [münchen.de, münchen.de, munchen.de, xn--zzzzzzzzzzzz.de, xn--a-b.de]}}", []),
    ]) func aDomainIsNamedInOneForm(_ targets: String, _ codes: [String]) throws
  {
    let decoded = try DecodedPolicy(
      """
      timezone: Europe/Berlin
      systems: {pihole: {kind: pihole, url: https://192.168.1.2}}
      targets: {\(targets)}
      policy: [pihole active]
      """, now: Instant(secondsSinceEpoch: 1_795_204_804))
    let found = decoded.diagnostics.map(\.code).filter { ["domain.form", "object.shared"].contains($0) }
    #expect(decoded.policy != nil && found == codes, "\(decoded.lines())")
  }

  /// A device counts as used by whatever target names it, in any case; a sketch need not say yet what its targets name.
  @Test(
    arguments: [
      ("kids: {devices: [tablet, phone]}", ["target.unnamed"]), ("kids: {devices: [Tablet]}", ["device.unused"]),
      ("kids: {devices: [tablet]}, late: {devices: [phone], sites: [a.example]}", []),
      ("kids: {devices: [tablet]}, phone: {wifi: [Phone]}", ["device.unused"]),
      ("kids: {wifi: [A]}", ["device.unused", "device.unused"]),
    ]) func aDeviceIsNamedByATarget(_ targets: String, _ codes: [String]) throws
  {
    let names = ["kids", "late", "phone"].filter { targets.contains("\($0): {") }
    let lines = codes == ["target.unnamed"] ? [] : ["'\(names.joined(separator: ", ")) off 21:00–07:00'"]
    let text = """
      timezone: Europe/Berlin
      devices: {tablet: "00:00:5e:00:53:01", phone: "02:00:5e:00:53:02"}
      targets: {\(targets)}
      policy: [\(lines.joined())]

      """
    let system = "systems: {g: {kind: unifi, url: https://192.168.1.1, api-key: {env: KEY}}}"
    let decoded = try DecodedPolicy(text + system)
    #expect(decoded.policy != nil && decoded.diagnostics.map(\.code) == codes, "\(decoded.lines())")
    // Of what no target names only that is said.
    let policy = try #require(decoded.policy)
    let advice = PolicyAdvice.diagnostics(on: policy, now: Instant(secondsSinceEpoch: 1_795_204_804)).map(\.code)
    let isNamed = targets.contains("phone]")
    #expect(advice.contains("device.private") == isNamed, "\(advice)")
  }

  /// What may be done late is not past before that.
  @Test(arguments: [("9m", 1), ("40m", 0)]) func anActionMayBeLate(_ grace: String, _ count: Int) throws {
    let decoded = try DecodedPolicy(
      """
      timezone: Europe/Berlin
      systems: {door: {kind: easy-control, url: http://192.168.1.9, pairing: {credential: k}}}
      targets: {gate: {action: light.on}}
      policy: [{do: gate at 23:50 on 2026-11-20, grace: \(grace)}]
      """, now: Instant(secondsSinceEpoch: 1_795_216_200))
    #expect(decoded.diagnostics.count { $0.code == "date.past" } == count, "\(decoded.lines())")
  }

  /// Another line may go on where a range ends at midnight.
  @Test(
    arguments: [
      (["tv on 2026-12-31 from 18:00", "tv on 2027-01-01 until 02:00"], 0),
      (["tv on 2026-12-31 from 18:00", "tv on 2026-12-31 until 02:00"], 1),
      (["tv on dec 31 from 18:00", "tv on jan 1 until 02:00"], 0),
      (["tv off from 21:00", "tv off until 07:00"], 0), (["tv off until 07:00", "tv off from 21:00"], 0),
      (["tv off from 21:00", "tv on until 07:00"], 1), (["tv off from 21:00", "kids off until 07:00"], 1),
      (["kids off from 21:00", "everybody off until 07:00"], 0),
      (["tv, kids off from 21:00", "tv off until 07:00"], 1),
      (["tv, kids off from 21:00", "tv off until 07:00", "kids off until 06:00"], 0),
      (["tv off fri from 21:00", "tv off sat"], 0), (["tv off from 21:00", "tv off sat"], 1),
      (["tv off sun-thu from 21:00", "tv off mon-wed until 07:00", "tv off thu-fri until 07:00"], 0),
      (["tv off sun-thu from 21:00", "tv off mon-thu until 07:00"], 1), (["tv off from 21:00", "tv off mornings"], 0),
      (["tv off from 21:00", "tv off a until 07:00"], 0), (["tv off fri from 21:00 and sat 21:00–07:00"], 1),
    ])
  func anotherLineMayContinueTheNight(_ policy: [String], _ count: Int) throws {
    let example = Case(testDescription: "", schedules: ["mornings: until 07:00", "a: mon-fri"], policy: policy)
    let found = try Self.found(example)
    #expect(found.count { $0.code == "time.ends-at-midnight" } == count, "\(found)")
  }

  /// A schedule may end at midnight where each line that uses it goes on.
  @Test(arguments: [
    (["tv off evenings and mornings"], 0), (["tv off evenings"], 1), (["tv off evenings", "tv off until 07:00"], 0),
    (["tv off evenings", "tv on mornings"], 1), (["tv off evenings and mornings", "kids off evenings"], 1),
    (["tv off mon-fri evenings", "tv off mornings"], 0), (["tv off mon-fri evenings"], 1), (["tv off"], 1),
  ]) func anotherScheduleMayContinueTheNight(_ policy: [String], _ count: Int) throws {
    let example = Case(
      testDescription: "", schedules: ["evenings: from 21:00", "mornings: until 07:00"], policy: policy)
    let found = try Self.found(example)
    #expect(found.count { $0.code == "time.ends-at-midnight" } == count, "\(found)")
  }

  /// One end at midnight is the whole day, in an exception, too.
  @Test(arguments: [
    ("tv off fri-sun except sat from midnight", 1), ("tv off except until midnight", 1),
    ("tv off fri-sun except sat from 21:00", 0), ("tv off fri-sun except sat 00:00-24:00", 0),
  ]) func midnightInAnException(_ line: String, _ count: Int) throws {
    let found = try Self.found(Case(testDescription: "", schedules: [], policy: [line]))
    #expect(found.count { $0.code == "time.ends-at-midnight" } == count, "\(found)")
  }

  /// The last of `count` targets of targets that `tv` is a part of goes on; beyond so many, none is looked at.
  @Test(arguments: [(1, "tv", 0), (8, "tv", 0), (9, "tv", 0), (20, "tv", 0), (8, "kids", 1), (20, "kids", 1)])
  func oneOfManyTargetsOfTargetsContinuesTheNight(_ count: Int, _ subject: String, _ warnings: Int) throws {
    let names = (1...count).map { "group-\($0)" }
    let mornings = names.enumerated().map { "  - \($1) off \($0 == count - 1 ? "until 07:00" : "sat 00:00–07:00")\n" }
    let decoded = try DecodedPolicy(
      """
      timezone: Europe/Berlin
      systems: {gateway: {kind: unifi, url: https://192.168.1.1, api-key: {env: KEY}}}
      targets:
        kids: {acl-rules: [Kids]}
        tv: {acl-rules: [TV]}
      \(names.map { "  \($0): {targets: [tv]}" }.joined(separator: "\n"))
      policy:
      \(mornings.joined())  - \(subject) off from 21:00
      """, now: Instant(secondsSinceEpoch: 1_795_204_804))
    #expect(decoded.policy != nil, "\(decoded.lines())")
    let found = decoded.diagnostics.filter { $0.code == "time.ends-at-midnight" }
    #expect(found.count == warnings, "\(decoded.lines())")
  }

  private static func text(_ found: Diagnostic) -> String { "\(found.span?.start.line ?? 0) \(found.code)" }

  private static func found(
    _ example: Case, at now: Instant = Instant(secondsSinceEpoch: 1_795_204_804)
  ) throws -> [Diagnostic] {
    let lines =
      """
      timezone: Europe/Berlin
      systems: {gateway: {kind: unifi, url: https://192.168.1.1, api-key: {env: KEY}}}
      targets:
        kids: {acl-rules: [Kids]}
        guests: {acl-rules: [Guests], otherwise: leave}
        tv: {acl-rules: [TV]}
        both: {targets: [kids, guests]}
        everybody: {targets: [both]}
      """ + (example.schedules.isEmpty ? "\n" : "\nschedules:\n") + example.schedules.map { "  \($0)\n" }.joined()
      + "policy:\n" + example.policy.map { "  - \($0)\n" }.joined()
    let decoded = try DecodedPolicy(lines, now: now)
    #expect(decoded.policy != nil, "\(decoded.lines())")
    return decoded.diagnostics
  }
}
