import Documents
import Policies
import TestSupport
import Testing

/// What a file says of people and of who guards what.
@Suite("people and guards") struct GuardDecoderTests {
  private static func policy(_ people: String, _ targets: String, _ statements: String = "kids off 21:00–07:00") throws
    -> Policy
  {
    let decoded = try DecodedPolicy(
      """
      timezone: UTC
      people: \(people)
      systems:
        g: {kind: unifi, url: https://g.example, api-key: {env: KEY}}
        p: {kind: pihole, url: https://p.example}
        q: {kind: pihole, url: https://q.example}
      targets: {\(targets)}
      policy: [\(statements)]
      """)
    return try #require(decoded.policy, "\(decoded.lines())")
  }

  @Test func named() throws {
    let policy = try Self.policy("{ben: , anna: {}, kids: ~, p: null, x-dog: 1}", "kids: {wifi: [A]}")
    #expect(policy.people.map(\.name.text) == ["ben", "anna", "kids", "p"])
    #expect(policy.people.map(\.span.start.column) == [10, 17, 27, 36])
    #expect(policy.people.allSatisfy { $0.span.start.line == 2 })
    #expect(try Self.policy("{}", "kids: {wifi: [A]}").people.isEmpty)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var written: String
    var read: Guard
    var testDescription: String { written }
    init(_ written: String, _ approvers: [String], all: Bool = false) {
      self.written = written
      read = Guard(approvers: approvers.map(Name.init), needsAll: all)
    }
  }

  static let cases = [
    Case("{approve: anna}", ["anna"]), Case("{approve: [anna]}", ["anna"]), Case("{approve: ANNA}", ["anna"]),
    Case("{approve: [ben, anna]}", ["ben", "anna"]), Case("{approve: [ben, Ben, anna, ben]}", ["ben", "anna"]),
    Case("{approve: anna, all: true}", ["anna"], all: true),
    Case("{approve: anna, all: false}", ["anna"]),
    Case("{x-why: sleep, all: 'true', approve: [anna, ben]}", ["anna", "ben"], all: true),
  ]

  /// Whoever edits the file cannot make each run send hundreds of codes, or compare thousands of targets.
  @Test(arguments: [(50, 200, true), (51, 1, false), (1, 201, false)])
  func soManyAndNoMore(_ approvers: Int, _ targets: Int, _ isValid: Bool) throws {
    let names = (0..<approvers).map { "p\($0)" }
    let guarding = "guard: {approve: [\(names.joined(separator: ", "))], edits: true}"
    let decoded = try DecodedPolicy(
      """
      timezone: UTC
      people: {\(names.map { "\($0): {}" }.joined(separator: ", "))}
      systems: {g: {kind: unifi, url: https://g.example, api-key: {env: KEY}}}
      targets: {\((0..<targets).map { "t\($0): {wifi: [A\($0)], \(guarding)}" }.joined(separator: ", "))}
      policy: [\((0..<targets).map { "t\($0) off 21:00–07:00" }.joined(separator: ", "))]
      """)
    #expect(decoded.diagnostics.map(\.code) == (isValid ? [] : ["guard.target"]), "\(decoded.lines())")
  }

  /// On whatever has states.
  @Test(
    arguments: cases,
    [
      "kids: {wifi: [A], guard: …}", "kids: {domains: {deny: [a.example]}, system: p, guard: …}",
      "kids: {groups: [G], when-off: enabled, system: q, otherwise: off, guard: …, not: [H]}",
    ])
  func guarded(_ example: Case, on target: String) throws {
    let policy = try Self.policy("{anna: {}, ben: {}}", target.replacing("…", with: example.written))
    #expect(policy.targets.map(\.guarding) == [example.read])
  }

  /// That of a system which no statement names is there for the overrides that may name it.
  @Test func ofSystems() throws {
    let targets = "kids: {wifi: [A]}, p: {guard: {approve: anna}}, q: {guard: {approve: ben}, enforcement: strict}"
    let policy = try Self.policy("{anna: {}, ben: {}}", targets, "kids off, pause p sat")
    let approvers = { (targets: [Target]) in
      targets.map { "\($0.name) \($0.guarding?.approvers.map(\.text).joined(separator: ",") ?? "-")" }
    }
    #expect(approvers(policy.targets) == ["kids -", "p anna"])
    #expect(approvers(policy.implicitTargets) == ["q ben"])
  }

  /// What each of them manages and sees: targets, those that are systems, and targets of targets.
  @Test func withTargets() throws {
    let policy = try Self.policy(
      "{anna: {manages: [KIDS, p, kids, both]}, emma: {asks: kids, x-age: 9}, ben: {}}",
      "kids: {wifi: [A]}, both: {targets: [kids]}")
    #expect(policy.people.map { $0.manages.map(\.text) } == [["kids", "p", "both"], [], []])
    #expect(policy.people.map { $0.asks.map(\.text) } == [[], ["kids"], []])
  }

  @Test(arguments: [
    ("{anna: {manages: kidz}}", "2:26-30 error target.unknown unknown target 'kidz' | did you mean 'kids'?"),
    (
      "{anna: {asks: [kids, g]}}",
      "2:30-31 error target.unknown 'g' is a console, not a target | define what you "
        + "mean of it under 'targets'"
    ),
    (
      "{anna: {manage: kids}}",
      "2:17-23 error key.unknown unknown key 'manage' under 'people' | did you mean 'manages'?"
    ),
    (
      "{anna: {phone: 1}}",
      "2:17-22 error key.unknown unknown key 'phone' under 'people' | the keys are 'manages' and "
        + "'asks'; addresses do not belong in the policy"
    ),
    (
      "{anna: kids}",
      "2:16-20 error value.kind 'anna' must be a map, not text | write {} if there is nothing to say"
    ),
  ])
  func mistaken(_ people: String, _ line: String) throws {
    let decoded = try DecodedPolicy(
      """
      timezone: UTC
      people: \(people)
      systems: {g: {kind: unifi, url: https://g.example, api-key: {env: KEY}}}
      targets: {kids: {wifi: [A]}}
      policy: [kids off sat]
      """)
    #expect(decoded.lines().contains(line), "\(decoded.lines())")
  }

  @Test func whereNobodyIs() throws {
    let decoded = try DecodedPolicy("timezone: UTC\ntargets: {kids: {guard: {approve: anna}}}", takesSketches: true)
    #expect(
      decoded.lines() == ["2:35-39 error person.unknown unknown person 'anna' | define the person under 'people'"])
  }

  @Test func inASketch() throws {
    let decoded = try DecodedPolicy(
      "timezone: UTC\npeople: {anna: {}}\ntargets: {kids: {guard: {approve: anna}}}\npolicy: [kids off sat]",
      takesSketches: true)
    let policy = try #require(decoded.policy, "\(decoded.lines())")
    #expect(policy.targets.map(\.guarding) == [Guard(approvers: [Name("anna")])])
  }

  /// Written instead of a system's address and kind, it is told where it belongs.
  @Test func inASystem() throws {
    let decoded = try DecodedPolicy(
      "timezone: UTC\npeople: {anna: {}}\nsystems: {p: {kind: pihole, url: https://p.example, guard: {approve: anna}}}")
    #expect(
      decoded.lines() == [
        "3:53-58 error key.unsuited 'guard' belongs in a target, not in a system | write it in the target 'p'"
      ])
  }
}
