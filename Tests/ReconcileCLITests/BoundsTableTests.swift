import Foundation
import TestSupport
import Testing

@testable import Documents
@testable import HTTPTransport
@testable import Host
@testable import JSONTree
@testable import LibYAML
@testable import Overrides
@testable import PiHole
@testable import Policies
@testable import Presentation
@testable import Providers
@testable import ReconcileCLI
@testable import Planning
@testable import StateStore
@testable import UniFi

/// The table of bounds in `docs/failures.md` says what the program does: each row is one of these, and each of these
/// a row.
@Suite struct BoundsTableTests {
  /// How the first cell of each row begins, and what its second one holds.
  private static let bounds: [(row: String, says: String)] = [
    (
      "an answer",
      "\(mebibytes(Transport.largestBody)); headers, interim answers and trailers \(kibibytes(Transfer.largestHeader))"
    ),
    ("pieces of an answer", spaced(Transfer.mostPieces)),
    ("an answer that is not a list", "\(kibibytes(JSONBudget.small.bytes)), \(spaced(JSONBudget.small.values)) values"),
    ("values and names in a list", spaced(JSONBudget.list.values)),
    ("brackets in one another", "\(JSON.maximumDepth)"),
    ("objects of one kind on a console", "\(UniFiClient.mostItems)"),
    (
      "all pages of a list of a console",
      "\(mebibytes(UniFiClient.listBudget.bytes)), \(spaced(UniFiClient.listBudget.values)) values"
    ),
    ("details of WiFi networks", "\(UniFiClient.mostDetails)"),
    ("secrets that a console tells", "\(UniFiSecrets.most)"),
    ("domain entries of a Pi-hole", spaced(Table.domains.mostRows)),
    ("one object", kibibytes(Table.largestRow)),
    ("objects that fit one name", "\(Planning.Messages.fewNames) are named"),
    ("names for which something is proposed", "the first \(Proposals.most) of a system"),
    (
      "a policy, all of its files together",
      "\(mebibytes(ReadingBudget().bytes)), \(spaced(ReadingBudget().nodes)) values"
    ),
    (
      "problems that the state remembers",
      "\(StateStore.mostProblems); \(RecordedProblem.mostCharacters) characters of each"
    ),
    ("errors and warnings of a policy", "\(ShownDiagnostics.most), errors first"),
    ("a run", "its deadline and \(Watchdog.graceSeconds) seconds; \(Watchdog.patienceSeconds) seconds after"),
    ("a reason that somebody gives", "\(OverrideMaking.longestReason) characters"),
    ("what a timeline shows", spaced(TimelineView.most)),
    ("days times targets times lines", "\(TestRun.most / 1_000_000) million"),
  ]

  private static func kibibytes(_ bytes: Int) -> String { "\(bytes >> 10) KiB" }
  private static func mebibytes(_ bytes: Int) -> String { "\(bytes >> 20) MiB" }

  /// `65 536`, as the table has it; four digits stand together.
  private static func spaced(_ number: Int) -> String {
    let digits = String(number)
    guard digits.count > 4 else { return digits }
    return String(
      digits.enumerated().flatMap { place, digit in
        place > 0 && (digits.count - place).isMultiple(of: 3) ? [" ", digit] : [digit]
      })
  }

  @Test func eachRowIsABound() throws {
    let rows = try Self.rows()
    for bound in Self.bounds {
      let fitting = rows.filter { $0.what.hasPrefix(bound.row) }
      let row = try #require(fitting.min { $0.what.count < $1.what.count }, "no row begins with '\(bound.row)'")
      #expect(row.most.hasPrefix(bound.says), "\(row.what)")
    }
  }

  /// The script has its own.
  @Test func soAreThoseOfTheScriptThatPulls() throws {
    let script = try String(
      contentsOf: Tool.repository.appending(path: "examples/gitops/reconcile-pull"), encoding: .utf8)
    let row = try #require(try Self.rows().first { $0.what.contains("`reconcile-pull`") })
    let (files, megabytes) = (try Self.setting("FILES", in: script), try Self.setting("MIB", in: script))
    #expect(row.most.hasPrefix("\(files) files, \(megabytes) MiB"))
  }

  private static func setting(_ name: String, in script: String) throws -> String {
    let start = try #require(script.range(of: ": \"${\(name):="))
    return String(script[start.upperBound...].prefix { $0 != "}" })
  }

  /// The cells of the table of which the heading is `what | at most`.
  private static func rows() throws -> [(what: String, most: String)] {
    let file = Tool.repository.appending(path: "docs/failures.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    let table = lines.drop { !$0.hasPrefix("| what | at most |") }.dropFirst(2).prefix { $0.hasPrefix("|") }
    return table.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return (cells[0], cells[1])
    }
  }
}
