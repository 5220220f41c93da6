import CivilTime
import Documents
package import Planning
package import Policies
import Providers

/// A report as a comment on a pull request. Whatever comes from elsewhere is in code spans.
package struct PlanMarkdown {
  private let report: Report
  private let policy: Policy
  private let overrides: [Override]
  private let moments: Moments
  private let labels: ObjectLabels
  private let lines: ReportLines

  /// `overrides` are those that hold.
  package init(_ report: Report, policy: Policy, overrides: [Override] = []) {
    self.report = report
    self.overrides = overrides
    self.policy = policy
    moments = Moments(zone: policy.zone, now: report.plan.now)
    labels = ObjectLabels(report.plan.entries)
    lines = ReportLines(report)
  }

  /// All of it, ending in a line feed.
  package var text: String {
    let plan = report.plan
    var parts = ["### \(title) \(policy.path.escapedForMarkdown)", "\(policy.zone.name) · \(moments.full)"]
    if !overrides.isEmpty { parts.append(overrides.map(line).joined(separator: "\n")) }
    for system in plan.systems { parts += section(system) }
    if !report.actions.isEmpty { parts.append(report.actions.map(line).joined(separator: "\n")) }
    if !report.allWarnings.isEmpty {
      parts.append("Warnings:\n\n" + report.allWarnings.map { "- " + words($0) }.joined(separator: "\n"))
    }
    parts.append(summary)
    if let next = plan.nextChange { parts.append("Next change: \(next.words(moments)).") }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private var title: String {
    switch report.purpose {
    case .plan: "Plan for"
    case .apply: report.refusal == nil ? "Applied:" : "Not applied:"
    case .drift: "Drift from"
    }
  }

  private func line(_ override: Override) -> String {
    "- " + override.line(until: moments.short(override.until)).escapedForMarkdown
  }

  private func line(_ action: ActionEntry) -> String {
    let words = ActionText(action, policy, moments)
    let notes = action.messages.map(\.text) + [words.afterwards].compactMap(\.self)
    let text = ([words.line, words.decider].compactMap { $0 } + notes).joined(separator: " · ")
    return "- \(words.mark.symbol) **\(action.due.key.target.text.escapedForMarkdown)** \(text.escapedForMarkdown)"
  }

  private func section(_ system: SystemStatus) -> [String] {
    let name = "#### " + system.name.text.escapedForMarkdown
    switch system.reading {
    case .ok(_, let title):
      let rows = rows(of: system.name)
      return ["\(name) \(title.escapedForMarkdown)"] + (rows.isEmpty ? [] : [table(rows)])
    case .failed(let error):
      let rows = rows(of: system.name)
      return [name, "**\(PlanSummary.unread(report, system.name))**: " + words(error.message)]
        + (rows.isEmpty ? [] : [table(rows)])
    }
  }

  private func table(_ rows: [[String]]) -> String {
    let heads = ["", "target", "state", "object", "switch", "why"]
    return ([heads, heads.map { _ in "---" }] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
      .joined(separator: "\n")
  }

  /// Each target's objects, then what of it could not be found.
  private func rows(of system: Name) -> [[String]] {
    let lost = report.lost(on: system)
    return lines.targets(on: system, of: policy).flatMap { target in
      lines.places(of: target, on: system).map { row(lines[$0]) }
        + lost.filter { $0.targets.first == target }.map { row($0) }
    }
  }

  private func row(_ line: ReportLine) -> [String] {
    let entry = line.entry
    let words = EntryText(entry, outcome: line.outcome, overrides: overrides, moments: moments)
    let lead = words.lead.escapedForMarkdown
    let isMoved = entry.action == .change && !line.isTrouble && !lead.isEmpty
    let others = line.others(labels, escaped: \.escapedForMarkdown)
    let details = [words.reason(policy), words.cause].compactMap { $0 }.joined(separator: " · ").escapedForMarkdown
    return [
      sign(words.mark), entry.target.text.escapedForMarkdown, isMoved ? "**\(lead)**" : lead,
      labels.label(entry).escapedForMarkdown, words.switchWords.plainStart.escapedForMarkdown,
      ([details] + words.notes.map(self.words) + [others]).filter { !$0.isEmpty }.joined(separator: "<br>"),
    ]
  }

  private func row(_ problem: FindingTogether) -> [String] {
    [
      sign(.problem), problem.targets.map(\.text.escapedForMarkdown).joined(separator: ", "), "",
      labels.label(problem.finding).escapedForMarkdown, "", words(problem.finding.message),
    ]
  }

  /// A tilde or a dot alone would be read as Markdown or not be seen.
  private func sign(_ mark: EntryText.Mark) -> String {
    switch mark {
    case .inPlace: ""
    case .change, .applied, .leftAlone, .problem: mark.symbol.escapedForMarkdown
    }
  }

  private func words(_ message: Message) -> String {
    [message.text, message.hint ?? ""].map(\.escapedForMarkdown).filter { !$0.isEmpty }.joined(separator: " – ")
  }

  private func words(_ finding: Finding) -> String {
    let names = [finding.system?.text, finding.target?.text].compactMap { $0 }.map(\.escapedForMarkdown)
    return (names + [words(finding.message)]).joined(separator: " ")
  }

  /// Its counts are our own words and numbers; a reason may quote what is not.
  private var summary: String {
    let summary = PlanSummary(report, style: Style(isOn: false))
    guard let refusal = report.refusal else { return "**\(summary.lines.joined(separator: " "))**" }
    return "**\(summary.counts).** " + words(refusal)
  }
}

extension String {
  /// Without the sign that ties it to what is before it.
  fileprivate var plainStart: String { String(drop { $0 == "," || $0 == " " }) }
}
