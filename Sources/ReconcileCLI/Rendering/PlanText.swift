import CivilTime
import Documents
import Policies
import Reconciliation
import TextSearch

/// A report as a person reads it, for a terminal of 80 columns.
struct PlanText {
  private let report: Report
  private let policy: Policy
  private let overrides: [Override]
  private let style: Style
  private let moments: Moments
  private let labels: ObjectLabels
  private let columns: Columns

  /// `overrides` are those that hold; they are shown also where nothing differs.
  init(_ report: Report, policy: Policy, overrides: [Override] = [], style: Style) {
    self.report = report
    self.policy = policy
    self.overrides = overrides
    self.style = style
    moments = Moments(zone: policy.zone, now: report.plan.now)
    let plan = report.plan
    let labels = ObjectLabels(plan.lines)
    self.labels = labels
    columns = Columns(
      targets: plan.lines.map(\.target.text) + plan.problems.compactMap(\.target?.text),
      labels: plan.lines.map(labels.label) + plan.problems.map(labels.label))
  }

  /// The whole report, ending in a line feed.
  var text: String {
    var lines = [heading]
    if !overrides.isEmpty { lines += [""] + overrides.flatMap(overrideLine) }
    for system in report.plan.systems { lines += [""] + section(system) }
    if !report.plan.warnings.isEmpty { lines += [""] + report.plan.warnings.flatMap(warning) }
    lines += [""] + PlanSummary(report, style: style).lines
    if let next = report.plan.nextChange { lines.append(nextChange(next)) }
    if report.plan.systems.contains(where: { $0.error != nil }) {
      lines += wrapped("More about what could not be read: reconcile doctor \(policy.path.escaped)", indent: "")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What was counted and what comes next, in one line that ends in a line feed.
  var brief: String {
    let parts = PlanSummary(report, style: style).lines + (report.plan.nextChange.map { [nextChange($0)] } ?? [])
    return parts.joined(separator: " ") + "\n"
  }

  private var heading: String {
    [policy.path, policy.zone.name, moments.full].map(EscapedText.terminal).joined(separator: " · ")
  }

  private func overrideLine(_ override: Override) -> [String] {
    let text = StateWording.line(override, until: moments.short(override.until))
    return wrapped(EscapedText.terminal(text), indent: "", following: "  ").map(style.strong)
  }

  private func nextChange(_ next: Plan.NextChange) -> String {
    "Next change: \(moments.short(next.at)) (\(next.targets.map(\.text).joined(separator: ", ")))."
  }

  private func section(_ system: SystemStatus) -> [String] {
    let name = padded(system.name.text, to: report.plan.systems.map { displayWidth($0.name.text) }.max() ?? 0)
    switch system.reading {
    case .ok(_, let title):
      return ["  \(style.strong(name))  \(EscapedText.terminal(title))"] + entries(of: system.name)
    case .failed(let error):
      return ["\(style.bad("!")) \(style.strong(name))  could not be read, left alone"] + note(error.notice)
    }
  }

  /// The lines of one system: each target's objects, then what of it could not be found.
  private func entries(of system: Name) -> [String] {
    let lines = report.linesWithOutcomes.filter { $0.line.system == system }
    let lost = report.plan.problems.filter { problem in
      problem.system == system && !lines.contains { $0.line.notes.contains(problem.notice) }
    }
    // A hint that stands there already is not given again.
    var given: Set<String> = []
    return policy.targets.flatMap { target in
      lines.filter { $0.line.target == target.name }.flatMap { entry($0.line, $0.outcome, &given) }
        + lost.together.filter { $0.targets.first == target.name }.flatMap(lostEntry)
    }
  }

  private func entry(_ line: Line, _ outcome: Outcome?, _ given: inout Set<String>) -> [String] {
    let words = LineWords(line, outcome: outcome, overrides: overrides, moments: moments)
    let first = row(words.mark, line.target.text, labels.label(line), words.state)
    let details = [words.reason(policy), words.cause].compactMap { $0 }.joined(separator: " · ")
    return first + detail(details)
      + words.notes.flatMap { note in
        let isNew = note.hint.map { given.insert($0).inserted } ?? false
        return detail(note.message) + (isNew ? detail(note.hint ?? "") : [])
      }
  }

  private func lostEntry(_ problem: FindingTogether) -> [String] {
    let (notice, others) = (problem.finding.notice, problem.targets.dropFirst())
    let row = row(.problem, problem.targets.first?.text ?? "", labels.label(problem.finding), notice.message)
    let also = others.isEmpty ? "" : "the same holds for \(others.map { "'\($0)'" }.joined(separator: ", "))"
    return row + detail(also) + detail(notice.hint ?? "")
  }

  private func note(_ notice: Notice) -> [String] {
    detail(notice.message) + detail(notice.hint ?? "")
  }

  private func warning(_ finding: Finding) -> [String] {
    let names = [finding.system?.text, finding.target?.text].compactMap { $0 }
    let place = names.filter { !finding.notice.message.holds("'\($0)'") }.joined(separator: ", ")
    let text = "warning: " + (place.isEmpty ? "" : place + ": ") + finding.notice.message
    return wrapped(EscapedText.terminal(text), indent: "")
      + wrapped(EscapedText.terminal(finding.notice.hint ?? ""), indent: "  ").map { style.faint($0) }
  }

  // MARK: Columns

  /// `~ kids    acl-rule 'Downtime-KidsRoom'        disabled → enabled`, on two lines where one is too narrow.
  private func row(_ mark: LineWords.Mark, _ target: String, _ label: String, _ state: String) -> [String] {
    let label = EscapedText.terminal(label)
    let left = "  \(mark.symbol) \(padded(target, to: columns.target))  "
    let marked = mark.styled(left, style)
    let state = EscapedText.terminal(state)
    if displayWidth(label) <= columns.object, columns.indent + columns.object + 2 + displayWidth(state) <= Self.width {
      return [marked + padded(label, to: columns.object) + "  " + mark.styled(state, style)]
    }
    return wrapped(label, indent: marked, following: indentText) + detail(state).map { mark.styled($0, style) }
  }

  private func detail(_ text: String) -> [String] {
    wrapped(EscapedText.terminal(text), indent: indentText).map { style.faint($0) }
  }

  private var indentText: String { String(repeating: " ", count: columns.indent) }

  private static let width = 80
}

/// Where the columns of a report stand.
private struct Columns {
  let target: Int
  let object: Int
  var indent: Int { target + 6 }

  /// Wide enough for the names of `targets` and for `labels`, within limits.
  init(targets: [String], labels: [String]) {
    target = min(targets.map(displayWidth).max() ?? 0, 20)
    object = min(labels.map { displayWidth(EscapedText.terminal($0)) }.max() ?? 0, 40)
  }
}
