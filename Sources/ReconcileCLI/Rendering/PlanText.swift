import CivilTime
import Documents
import Policies
import Reconciliation
import TextSearch

/// A report as a person reads it, for a terminal.
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
    let (plan, moments) = (report.plan, moments)
    labels = ObjectLabels(plan.lines)
    columns = Columns(
      targets: plan.lines.map(\.target.text) + plan.problems.compactMap(\.target?.text),
      leads: report.linesWithOutcomes.map {
        style.shown(LineWords($0.line, outcome: $0.outcome, overrides: overrides, moments: moments).lead)
      }, width: style.width)
  }

  /// The whole report, ending in a line feed.
  var text: String {
    var lines = heading
    if !overrides.isEmpty { lines += [""] + overrides.flatMap(overrideLine) }
    for system in report.plan.systems { lines += [""] + section(system) }
    if !report.plan.warnings.isEmpty { lines += [""] + report.plan.warnings.flatMap(warning) }
    lines += [""] + PlanSummary(report, style: style).lines
    if let next = report.plan.nextChange { lines += style.wrapped(nextChange(next), indent: "", following: "  ") }
    if report.plan.systems.contains(where: { $0.error != nil }) {
      lines += style.wrapped("More about what could not be read: reconcile doctor \(policy.path.escaped)", indent: "")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What was counted and what comes next, in one line that ends in a line feed.
  var brief: String {
    let parts = PlanSummary(report, style: style).lines + (report.plan.nextChange.map { [nextChange($0)] } ?? [])
    return parts.joined(separator: " ") + "\n"
  }

  private var heading: [String] {
    style.wrapped([policy.path, policy.zone.name, moments.full].joined(separator: " · ").escaped, indent: "")
  }

  private func overrideLine(_ override: Override) -> [String] {
    let text = StateWording.line(override, until: moments.short(override.until))
    return style.wrapped(EscapedText.terminal(text), indent: "", following: "  ").map(style.strong)
  }

  private func nextChange(_ next: Plan.NextChange) -> String {
    "Next change: \(moments.short(next.at)) (\(next.targets.map(\.text).joined(separator: ", ")))."
  }

  private func section(_ system: SystemStatus) -> [String] {
    let name = padded(system.name.text, to: report.plan.systems.map { displayWidth($0.name.text) }.max() ?? 0)
    switch system.reading {
    case .ok(_, let title):
      return heading(" ", name, title) + entries(of: system.name)
    case .failed(let error):
      return heading("!", name, "could not be read, left alone") + note(error.notice)
    }
  }

  private func heading(_ mark: String, _ name: String, _ title: String) -> [String] {
    let lines = style.wrapped(title.escaped, indent: "\(mark) \(name)  ")
    let rest = String((lines.first ?? "").dropFirst(2 + name.count))
    return [(mark == " " ? mark : style.bad(mark)) + " " + style.strong(name) + rest] + lines.dropFirst()
  }

  /// The lines of one system: each target's objects, then what of it could not be found.
  private func entries(of system: Name) -> [String] {
    let lines = report.lines(on: system)
    // A hint that stands there already is not given again.
    var given: Set<String> = []
    return policy.targets.flatMap { target in
      lines.filter { $0.line.target == target.name }.flatMap { entry($0, &given) }
        + report.lost(on: system).filter { $0.targets.first == target.name }.flatMap(lostEntry)
    }
  }

  private func entry(_ entry: ReportLine, _ given: inout Set<String>) -> [String] {
    let line = entry.line
    let words = words(entry)
    let first = row(words.mark, line.target.text, words.lead, labels.label(line), words.switchWords)
    let details = [words.reason(policy), words.cause].compactMap { $0 }.joined(separator: " · ")
    return first + detail(details)
      + words.notes.flatMap { note in
        let isNew = note.hint.map { given.insert($0).inserted } ?? false
        return detail(note.message) + (isNew ? detail(note.hint ?? "") : [])
      } + detail(others(entry))
  }

  private func words(_ entry: ReportLine) -> LineWords {
    LineWords(entry.line, outcome: entry.outcome, overrides: overrides, moments: moments)
  }

  /// `and 4 more for the same reason: domain 'a.example', …`
  private func others(_ entry: ReportLine) -> String {
    guard !entry.alike.isEmpty else { return "" }
    let (names, others) = entry.namesOfAlike(labels)
    return "and \(entry.alike.count) more for the same reason: " + names.joined(separator: ", ")
      + (others > 0 ? ", and \(others) others" : "")
  }

  private func lostEntry(_ problem: FindingTogether) -> [String] {
    let (notice, others) = (problem.finding.notice, problem.targets.dropFirst())
    let target = problem.targets.first?.text ?? ""
    let row = row(.problem, target, "", labels.label(problem.finding), " " + notice.message)
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
    return style.wrapped(EscapedText.terminal(text), indent: "")
      + style.wrapped(EscapedText.terminal(finding.notice.hint ?? ""), indent: "  ").map { style.faint($0) }
  }

  // MARK: Columns

  /// `~ kids    off → on  acl-rule 'Downtime-KidsRoom' enabled → disabled`, with what the switch does on a line of its own
  /// where one is too narrow, and the object too where it must be.
  private func row(_ mark: LineWords.Mark, _ target: String, _ lead: String, _ label: String, _ words: String)
    -> [String]
  {
    let (label, words) = (style.shown(label), style.shown(words))
    let left = columns.left(style.shown(mark.symbol), target, style.shown(lead))
    let apart = words.drop { $0 == "," || $0 == " " }
    let below = style.wrapped(String(apart), indent: indentText)
    guard displayWidth(left.trimmedEnd) <= style.width else {
      let first =
        [columns.left(style.shown(mark.symbol), target, "").trimmedEnd] + style.wrapped(lead, indent: indentText)
      return first.map { mark.styled($0, style) } + style.wrapped(label, indent: indentText) + below
    }
    let start = mark.styled(left, style)
    let room = style.width - displayWidth(left)
    if displayWidth(label + words) <= room { return [start + label + words] }
    if displayWidth(label) <= room { return [start + label] + below }
    if columns.indent + displayWidth(label + words) <= style.width {
      return [start.trimmedEnd, indentText + label + words]
    }
    return [start.trimmedEnd] + style.wrapped(label, indent: indentText) + below
  }

  private func detail(_ text: String) -> [String] {
    style.wrapped(EscapedText.terminal(text), indent: indentText).map { style.faint($0) }
  }

  private var indentText: String { String(repeating: " ", count: columns.indent) }
}

/// Where the columns of a report stand. A narrow terminal has none: there, all but the first line of an entry stands
/// under its target.
private struct Columns {
  private let target: Int
  private let lead: Int
  var indent: Int { target + 6 }

  /// Wide enough for the names of `targets` and for `leads`, within limits.
  init(targets: [String], leads: [String], width: Int) {
    let isNarrow = width < 60
    target = isNarrow ? -2 : min(targets.map(displayWidth).max() ?? 0, 20)
    lead = isNarrow ? 0 : leads.map(displayWidth).filter { $0 <= Self.widestLead }.max() ?? 0
  }

  /// `off → on at times` fits; a pause with its end is beside the column.
  private static let widestLead = 17

  /// `  ~ kids    off → on  `
  func left(_ mark: String, _ target: String, _ lead: String) -> String {
    let lead = padded(lead, to: self.lead)
    return "  \(mark) \(padded(target, to: self.target))  " + (lead.isEmpty ? "" : lead + "  ")
  }
}
