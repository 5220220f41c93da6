import CivilTime
import Documents
import PiHole
import Policies
import TestSupport
import Testing
import UniFi

/// How much the tests of a policy may look at.
@Suite struct TestBoundTests {
  private static func run(_ tests: [PolicyTest.When], targets: Int) -> TestRun {
    let place = SourcePosition(line: 1, column: 1)
    let span = SourceSpan(file: "home.yaml", start: place, end: place)
    let names = (0..<targets).map { Name("kids-\($0)") }
    let url = BaseURL(scheme: .http, host: "127.0.0.1", port: 80, path: "")
    let system = System(
      name: Name("gateway"), kind: .unifi, url: url, tls: .system,
      timeoutSeconds: 10, plaintext: false, secret: .environment(name: "KEY"), settings: [:], span: span)
    let expect = names.map { PolicyTest.Expectation(target: $0, state: .on, span: span) }
    return TestRun(
      Policy(
        path: "home.yaml", kinds: .shipped, zone: .utc, owner: "home", maxChanges: nil, systems: [system],
        targets: names.map { name in
          Target(
            name: name, selector: .aclRules(system: Name("gateway"), ObjectNames(included: [.name("X")], excluded: [])),
            otherwise: .on, enforcement: nil, span: span)
        },
        schedules: [], statements: [],
        tests: tests.enumerated().map { number, when in
          let place = SourcePosition(line: 10 + number, column: 1)
          let span = SourceSpan(file: "home.yaml", start: place, end: place)
          return PolicyTest(name: nil, when: when, expect: expect, span: span)
        }))
  }

  private static func days(_ count: Int64) -> PolicyTest.When {
    let start = Instant(secondsSinceEpoch: 1_795_204_804)
    return .throughout(start..<start + count * 86_400)
  }

  @Test func aHouseholdIsFarBelowIt() {
    #expect(Self.run(Array(repeating: Self.days(365), count: 100), targets: 50).excess == nil)
    #expect(Self.run([], targets: 1).excess == nil)
  }

  @Test func theFirstTestThatIsTooMuchIsNamed() {
    // 3 million days of 1000 targets each are 3 thousand million.
    let excess = Self.run([Self.days(3), Self.days(3_000_000), Self.days(3_000_000), Self.days(3)], targets: 1000)
      .excess
    #expect(excess?.span?.start.line == 12 && excess?.code == "test.too-much")
    #expect(
      excess?.message == "up to this test, the tests check more than 4000 million days × targets × lines")
  }
}
