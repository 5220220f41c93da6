import CivilTime
import Documents
import Foundation
import Policies
import TestSupport
import Testing

/// `Fixtures/diagnostics/<code>` shows each diagnostic once and is its documentation: a policy, and what is said of it.
///
/// With `REWRITE_FIXTURES=1` in the environment the expectations are written anew, and the test fails.
@Suite("diagnostics, one folder each") struct DiagnosticFixtureTests {
  private static let root = "diagnostics"
  static let folders = (try? Fixtures.names(in: root)) ?? []

  @Test("every code has a folder, and every folder a code") func coverage() {
    #expect(Self.folders == DiagnosticCode.allCases.map(\.rawValue).sorted())
  }

  @Test("the folder shows its code", arguments: folders) func folder(_ code: String) throws {
    let path = Self.root + "/" + code
    let files = try Fixtures.names(in: path).filter { $0.hasSuffix(".yaml") }
    let texts = try files.map { ($0, try Fixtures.text(path + "/" + $0)) }
    let decoded = try DecodedPolicy(
      Dictionary(uniqueKeysWithValues: texts), now: Instant(secondsSinceEpoch: 1_795_000_000))
    let found = decoded.lines(showsFile: files.count > 1).map { $0 + "\n" }.joined()
    let expected = Fixtures.folder.appending(path: path + "/expected.txt")
    if ProcessInfo.processInfo.environment["REWRITE_FIXTURES"] == "1" {
      try Data(found.utf8).write(to: expected)
      Issue.record("wrote \(expected.path)")
    }
    #expect(found == String(decoding: try Data(contentsOf: expected), as: UTF8.self))
    #expect(decoded.diagnostics.contains { $0.code == code })
    #expect((decoded.policy == nil) == decoded.diagnostics.contains { $0.severity == .error })
  }
}
