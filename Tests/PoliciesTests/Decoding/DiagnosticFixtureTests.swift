import CivilTime
import Documents
import Policies
import TestSupport
import Testing

/// `Fixtures/diagnostics/<code>` shows each diagnostic once and is its documentation: a policy, and what is said of it.
@Suite("diagnostics, one folder each") struct DiagnosticFixtureTests {
  private static let root = "diagnostics"
  static let folders = (try? Fixtures.names(in: root)) ?? []

  /// Codes about doors and about what is done at a time.
  private static let ofDoors = [
    "edge.time", "edge.target", "edge.grace", "target.action", "target.permission", "guard.target",
  ]

  @Test("every code has a folder, and every folder a code") func coverage() {
    #expect(Self.folders == DiagnosticCode.allCases.map(\.rawValue).sorted())
  }

  @Test("the folder shows its code", arguments: folders) func folder(_ code: String) throws {
    let path = Self.root + "/" + code
    let files = try Fixtures.names(in: path).filter { $0.hasSuffix(".yaml") }
    let texts = try files.map { ($0, try Fixtures.text(path + "/" + $0)) }
    let decoded = try DecodedPolicy(
      Dictionary(uniqueKeysWithValues: texts), now: Instant(secondsSinceEpoch: 1_795_000_000),
      kinds: Self.ofDoors.contains(code) ? .withPretendHouse : .shipped,
      calendars: Dictionary(
        uniqueKeysWithValues: try Fixtures.names(in: path).filter { $0.hasSuffix(".ics") }
          .map { ($0, try Fixtures.bytes(path + "/" + $0)) }))
    let found = decoded.lines(showsFile: files.count > 1).map { $0 + "\n" }.joined()
    #expect(decoded.diagnostics.contains { $0.code == code })
    #expect((decoded.policy == nil) == decoded.diagnostics.contains { $0.severity == .error })
    try Golden.check(found, path + "/expected.txt")
  }
}
