import CivilTime
import Documents
import Policies
import Testing

/// A target that was merely listed is left alone, and managed as soon as one statement names it.
@Suite("targets that no statement names") struct UnnamedTargetTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Further targets.
    var targets: [String] = []
    var policy: [String] = []
    var tests: [String] = []
    /// `otherwise` of the targets by name.
    var otherwise: String
    /// The targets that are warned of.
    var unnamed: [String] = []
  }

  static let cases: [Case] = [
    Case(testDescription: "nothing said", otherwise: "kids:leave tv:leave", unnamed: ["kids", "tv", "pihole"]),
    Case(
      testDescription: "one named", policy: ["kids off sat"], otherwise: "kids:on tv:leave", unnamed: ["tv", "pihole"]),
    Case(
      testDescription: "named by 'on' alone", policy: ["tv on", "kids on"], otherwise: "kids:on tv:on",
      unnamed: ["pihole"]),
    Case(
      testDescription: "through targets of targets",
      targets: ["both: {targets: [kids, tv]}", "everybody: {targets: [both]}"],
      policy: ["everybody off sat"], otherwise: "kids:on tv:on", unnamed: ["pihole"]),
    Case(
      testDescription: "a target of targets that no statement names",
      targets: ["both: {targets: [kids, tv]}"], policy: ["tv off sat"], otherwise: "kids:leave tv:on",
      unnamed: ["kids", "pihole"]),
    Case(
      testDescription: "'otherwise' is written",
      targets: [
        "a: {acl-rules: [A], otherwise: on}", "b: {acl-rules: [B], otherwise: off}",
        "c: {acl-rules: [C], otherwise: leave}",
      ],
      policy: ["kids, tv off sat"], otherwise: "a:on b:off c:leave kids:on tv:on", unnamed: ["pihole"]),
    Case(
      testDescription: "a test is no statement", policy: ["kids off sat"],
      tests: ["{at: 2026-11-20 22:00, expect: {tv: leave, pihole: leave}}"],
      otherwise: "kids:on pihole:leave tv:leave", unnamed: ["tv", "pihole"]),
    Case(
      testDescription: "a Pi-hole that is a member only", targets: ["filter: {targets: [pihole]}"],
      policy: ["kids, tv off sat"], otherwise: "kids:on pihole:leave tv:on", unnamed: ["pihole"]),
    Case(
      testDescription: "a Pi-hole that is named", policy: ["kids, tv off sat", "pause pihole sat"],
      otherwise: "kids:on pihole:active tv:on"),
    Case(
      testDescription: "a Pi-hole that is named through a member", targets: ["filter: {targets: [pihole]}"],
      policy: ["kids, tv off sat", "pause filter sat"], otherwise: "kids:on pihole:active tv:on"),
    Case(
      testDescription: "fields of a map", policy: ["{targets: [kids, tv], state: off, when: sat}"],
      otherwise: "kids:on tv:on", unnamed: ["pihole"]),
  ]

  @Test(arguments: cases) func otherwise(_ example: Case) throws {
    let decoded = try DecodedPolicy(Self.text(example), now: Instant(secondsSinceEpoch: 1_795_204_804))
    let policy = try #require(decoded.policy, "\(decoded.lines())")
    let states = policy.targets.compactMap { target in target.otherwise.map { "\(target.name):\($0)" } }
    #expect(states.sorted().joined(separator: " ") == example.otherwise)
    let warnings = decoded.diagnostics.filter { $0.code == "target.unnamed" }
    let named = warnings.compactMap { $0.message.split(separator: "'").dropFirst().first.map(String.init) }
    #expect(named.sorted() == example.unnamed.sorted())
    let listed = Set(example.unnamed.map { Name($0) }).subtracting(policy.implicitTargets.map(\.name))
    #expect(policy.unnamedTargets == listed)
    #expect(warnings.allSatisfy { $0.severity == .warning })
  }

  /// What a hint says to write is accepted, and ends the warning.
  @Test("the hint helps", arguments: ["tv", "pihole"]) func hint(_ name: String) throws {
    var example = Case(testDescription: "", policy: ["kids off sat"], otherwise: "")
    let before = try DecodedPolicy(Self.text(example))
    let warning = try #require(before.diagnostics.first { $0.message.contains("'\(name)'") })
    let quoted = (warning.hint ?? "").split(separator: "'").map(String.init).filter { $0.contains(name) }
    #expect(quoted.count == 2)
    for sentence in quoted {
      example.policy = ["kids off sat", sentence]
      let after = try DecodedPolicy(Self.text(example))
      #expect(after.policy != nil)
      #expect(!after.diagnostics.contains { $0.message.contains("'\(name)'") }, "\(sentence)")
    }
  }

  /// An override puts back what it found, as it does on `leave`: nothing is wanted before and after it.
  @Test func override() throws {
    let decoded = try DecodedPolicy(Self.text(Case(testDescription: "", policy: ["kids off sat"], otherwise: "")))
    let policy = try #require(decoded.policy)
    let now = Instant(secondsSinceEpoch: 1_795_204_804)
    let override = Override(
      id: "1", target: Name("tv"), state: .off, from: now, until: now + 3600, because: nil, by: "anna")
    let overlay = Overlay(Evaluator(policy), of: policy, overrides: [override])
    let states = [now + -1, now, now + 3599, now + 3600].map { instant in
      overlay.verdicts(at: instant).first { $0.target == Name("tv") }?.verdict.state
    }
    #expect(states == [.leave, .off, .off, .leave])
  }

  private static func text(_ example: Case) -> String {
    let policy = example.policy.isEmpty ? "policy: []\n" : "policy:\n" + example.policy.map { "  - \($0)\n" }.joined()
    let tests = example.tests.isEmpty ? "" : "tests:\n" + example.tests.map { "  - \($0)\n" }.joined()
    return """
      timezone: Europe/Berlin
      systems:
        gateway: {kind: unifi, url: https://192.168.1.1, api-key: {env: KEY}}
        pihole: {kind: pihole, url: https://pi.hole}
      targets:
        kids: {acl-rules: [Kids]}
        tv: {acl-rules: [TV]}

      """ + example.targets.map { "  \($0)\n" }.joined() + policy + tests
  }
}
