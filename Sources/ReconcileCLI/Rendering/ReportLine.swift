import Policies
import Reconciliation
import TextSearch

/// One object of a report, and the others that failed for the same reason.
struct ReportLine {
  var line: Line
  var outcome: Outcome?
  /// Objects of the same system with which the same is wrong, in the order of the plan; they have no line of their own.
  var alike: [Line] = []

  /// A line, and what became of its change.
  init(_ line: Line, _ outcome: Outcome?) {
    self.line = line
    self.outcome = outcome
  }

  /// What the others are called, at most `fewNames` of them, with their target where it is another one; then how many are
  /// not named. Nothing here is escaped.
  func namesOfAlike(_ labels: ObjectLabels) -> (names: [String], others: Int) {
    let names = alike.prefix(Self.fewNames).map { other in
      (other.target == line.target ? "" : other.target.text + " ") + labels.label(other)
    }
    return (names, alike.count - names.count)
  }

  private static let fewNames = 12

  /// Whether it could not be brought about, or must not be touched.
  var isTrouble: Bool {
    switch outcome {
    case .applied: false
    case .unverified, .superseded, .failed, .skipped: true
    case nil: line.action == .problem
    }
  }

  /// Why, without the object's own name; nil where nothing is wrong, or nobody says what.
  fileprivate var reason: Reason? {
    guard isTrouble else { return nil }
    let notices = outcome?.notices ?? line.notes
    guard !notices.isEmpty else { return nil }
    return Reason(
      system: line.system, word: outcome?.word, notices: notices.map { $0.about("'…'", insteadOf: "'\(line.name)'") })
  }

  /// What is wrong with an object, whichever it is.
  fileprivate struct Reason: Hashable {
    var system: Name
    var word: String?
    var notices: [Notice]
  }
}

/// The lines of a report.
struct ReportLines {
  /// Every line in the order of the plan; of many failures on one system with one reason the first, with all the others
  /// in it.
  let all: [ReportLine]
  /// Where in them those of a target stand: there may be thousands, and they are not copied.
  private let places: [Owner: [Int]]

  private struct Owner: Hashable {
    var system: Name
    var target: Name
  }

  /// So many failures are one line: two can be read.
  private static let many = 3

  /// The lines of `report`.
  init(_ report: Report) {
    let lines = Self.together(report.linesWithOutcomes.map { ReportLine($0.line, $0.outcome) })
    all = lines
    places = Dictionary(grouping: lines.indices) { Owner(system: lines[$0].line.system, target: lines[$0].line.target) }
  }

  /// Where the lines of `target` on `system` are among all, in order.
  func places(of target: Name, on system: Name) -> [Int] { places[Owner(system: system, target: target)] ?? [] }

  private static func together(_ lines: [ReportLine]) -> [ReportLine] {
    let reasons = lines.indices.compactMap { index in lines[index].reason.map { (index, $0) } }
    let alike = Dictionary(grouping: reasons, by: \.1).values.map { $0.map(\.0) }.filter { $0.count >= many }
    guard !alike.isEmpty else { return lines }
    let others = Set(alike.flatMap { $0.dropFirst() })
    var firsts = lines
    for places in alike { firsts[places[0]].alike = places.dropFirst().map { lines[$0].line } }
    return firsts.indices.filter { !others.contains($0) }.map { firsts[$0] }
  }
}

extension Report {
  /// What could not be found on a system and no line of it says, those that differ only in their target together.
  func lost(on system: Name) -> [FindingTogether] {
    let problems = plan.problems.filter { $0.system == system }
    guard !problems.isEmpty else { return [] }
    let said = Set(plan.lines.lazy.filter { $0.system == system }.flatMap(\.notes))
    return problems.filter { !said.contains($0.notice) }.together
  }
}

extension Notice {
  fileprivate func about(_ name: String, insteadOf other: String) -> Notice {
    Notice(
      code: code, message.exchanging(other, for: name), hint: hint.map { $0.exchanging(other, for: name) })
  }
}
