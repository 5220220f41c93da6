import Foundation
import JSONTree
import Policies
import TestSupport
import Testing

/// The dashboard asks for nothing that is not written.
@Suite struct DashboardTests {
  /// A query, and what is shown of its answer.
  private struct Query {
    var panel: String
    var text: String
    var legend: String
    /// What a table keeps of the labels.
    var columns: [String]
  }

  private static let dashboard = Result {
    let file = Tool.repository.appending(path: "examples/grafana/dashboard.json")
    return try JSON(parsing: Array(try Data(contentsOf: file)))
  }

  private static func queries() throws -> [Query] {
    let panels = try #require(try dashboard.get()["panels"]?.elements)
    return try panels.flatMap { panel in
      let columns = (panel["transformations"]?.elements ?? []).flatMap {
        $0["options"]?["include"]?["names"]?.elements?.compactMap(\.string) ?? []
      }
      return try #require(panel["targets"]?.elements).map { target in
        Query(
          panel: panel["title"]?.string ?? "", text: try #require(target["expr"]?.string),
          legend: target["legendFormat"]?.string ?? "", columns: columns)
      }
    }
  }

  /// What every run writes that may be written; the last success is of another run.
  private static func metrics() throws -> [String: Set<String>] {
    let read = try ["everything", "applied"].map { try PrometheusText(try Fixtures.text("metrics/\($0).prom")) }
    let pairs = read.flatMap(\.families).map { ($0.name, Set($0.samples[0].labels.map(\.name))) }
    return Dictionary(pairs) { first, _ in first }
  }

  /// What of `query` is written nowhere.
  private static func faults(_ query: Query, _ metrics: [String: Set<String>]) -> [String] {
    let names = query.text.matches(of: /reconcile_[a-z_]+/).map { String($0.0) }
    var labels = Set(query.text.matches(of: /([a-z]+)(=~|!~|!=|=)"/).map { String($0.1) })
    for match in query.text.matches(of: /by \(([a-z, ]+)\)/) {
      labels.formUnion(match.1.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
    }
    let grouped = Set(labels)
    labels.formUnion(query.legend.matches(of: /\{\{([a-z]+)\}\}/).map { String($0.1) })
    labels.formUnion(query.columns.filter { $0 != "Value" })
    guard !names.isEmpty else { return ["\(query.panel) asks for no metric"] }
    let known = Set(names.flatMap { metrics[$0] ?? [] })
    let unknown = names.filter { metrics[$0] == nil } + labels.subtracting(known).sorted()
    // What is not grouped by is not in the answer.
    let shown =
      query.text.contains(" by (") ? labels.subtracting(grouped).sorted().map { "\($0), which is dropped" } : []
    return (unknown + shown).map { "\(query.panel): \($0)" }
  }

  @Test func everyQueryIsAnswered() throws {
    let metrics = try Self.metrics()
    let queries = try Self.queries()
    #expect(queries.count > 10)
    #expect(queries.flatMap { Self.faults($0, metrics) } == [])
  }

  /// The states that mean off are those of every pair of states.
  @Test func everyOffStateIsOff() throws {
    let words = StatePair.ofLanguage.map(\.off.rawValue)
    for query in try Self.queries() where query.text.contains("reconcile_target_state") {
      for word in words { #expect(query.text.contains(word), "\(query.panel): \(word)") }
    }
  }

  /// What the policy leaves alone is neither on nor off, and each number that comes out has a word.
  @Test func whatIsLeftAloneIsShownAsThat() throws {
    let panels = try #require(try Self.dashboard.get()["panels"]?.elements).filter { panel in
      (panel["targets"]?.elements ?? []).contains { $0["expr"]?.string?.contains("reconcile_target_state") ?? false }
    }
    #expect(panels.count == 2)
    for panel in panels {
      let query = panel["targets"]?.elements?.first?["expr"]?.string ?? ""
      let others =
        #") + 2 * max by (target) (reconcile_target_state{state="leave"})"#
        + " + 3 * (1 - min by (target) (reconcile_target_in_place))"
      #expect(query.hasSuffix(others))
      let words = panel["fieldConfig"]?["defaults"]?["mappings"]?.elements?.first?["options"]
      let texts = (0...4).map { words?["\($0)"]?["text"]?.string }
      #expect(texts == ["on", "off", "left alone", "should be on", "should be off"])
    }
  }

  @Test(arguments: [
    ("reconcile_nothing", "", "q: reconcile_nothing"), ("up", "", "q asks for no metric"),
    ("reconcile_drift{target=\"x\"}", "", "q: target"), ("sum by (kids) (reconcile_drift)", "", "q: kids"),
    ("reconcile_drift", "{{target}}", "q: target"),
    ("sum by (cause) (reconcile_drift)", "{{system}}", "q: system, which is dropped"),
  ]) func theTestFindsMistakes(_ text: String, _ legend: String, _ fault: String) throws {
    let query = Query(panel: "q", text: text, legend: legend, columns: [])
    let metrics = try Self.metrics()
    #expect(Self.faults(query, metrics) == [fault])
  }

  @Test func everyPanelHasItsPlace() throws {
    let panels = try #require(try Self.dashboard.get()["panels"]?.elements)
    let ids = panels.compactMap { $0["id"]?.int }
    #expect(Set(ids).count == panels.count)
    var taken: Set<[Int]> = []
    for panel in panels {
      let place = try #require(panel["gridPos"])
      let (x, y) = (place["x"]?.int ?? 0, place["y"]?.int ?? 0)
      let (width, height) = (place["w"]?.int ?? 0, place["h"]?.int ?? 0)
      #expect(x + width <= 24)
      for column in x..<(x + width) {
        for row in y..<(y + height) {
          #expect(taken.insert([column, row]).inserted, "\(panel["title"]?.string ?? "")")
        }
      }
    }
  }
}
