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
    return Reason(word: outcome?.word, notices: notices.map { $0.about("'…'", insteadOf: "'\(line.name)'") })
  }

  /// What is wrong with an object, whichever it is.
  fileprivate struct Reason: Hashable {
    var word: String?
    var notices: [Notice]
  }
}

extension Report {
  /// The lines of one system; of many failures with one reason the first, with all the others in it.
  func lines(on system: Name) -> [ReportLine] {
    let lines = linesWithOutcomes.filter { $0.line.system == system }.map(ReportLine.init)
    let alike = Dictionary(grouping: lines.indices) { lines[$0].reason }
    return lines.indices.compactMap { index in
      guard let reason = lines[index].reason, let all = alike[reason], all.count >= Self.many else {
        return lines[index]
      }
      guard all.first == index else { return nil }
      var first = lines[index]
      first.alike = all.dropFirst().map { lines[$0].line }
      return first
    }
  }

  /// What could not be found on a system and no line of it says, those that differ only in their target together.
  func lost(on system: Name) -> [FindingTogether] {
    let said = plan.lines.filter { $0.system == system }.flatMap(\.notes)
    return plan.problems.filter { $0.system == system && !said.contains($0.notice) }.together
  }

  /// So many failures are one line: two can be read.
  private static let many = 3
}

extension Notice {
  fileprivate func about(_ name: String, insteadOf other: String) -> Notice {
    Notice(
      code: code, message.exchanging(other, for: name), hint: hint.map { $0.exchanging(other, for: name) })
  }
}
