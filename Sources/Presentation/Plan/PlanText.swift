import CivilTime
import Documents
package import Policies
import Providers
package import Planning
import Text

/// A report as people read it, for a terminal.
package struct PlanText {
  private let report: Report
  private let policy: Policy
  private let overrides: [Override]
  private let style: Style
  private let moments: Moments
  private let labels: ObjectLabels
  private let columns: Columns
  private let lines: ReportLines
  private let looks: [EntryLook]
  /// Where the look of each entry of the plan is in `looks`.
  private let lookPlaces: [Int]

  /// `overrides` are those that hold; they are shown also where nothing differs.
  package init(_ report: Report, policy: Policy, overrides: [Override] = [], style: Style) {
    self.report = report
    self.policy = policy
    self.overrides = overrides
    self.style = style
    moments = Moments(zone: policy.zone, now: report.plan.now)
    let (plan, moments, lines) = (report.plan, moments, ReportLines(report))
    self.lines = lines
    labels = ObjectLabels(plan.entries)
    var found = EntryLooks(overrides: overrides, moments: moments)
    // Those that have no line of their own make the columns as wide as if they had.
    lookPlaces = plan.entries.indices.map { found.place(of: plan.entries[$0], outcome: lines.outcome(at: $0)) }
    let columns = Columns(
      targets: found.words.map(\.entry.target.text) + plan.problems.compactMap(\.target?.text)
        + plan.actions.map(\.key.target.text),
      leads: found.words.map { style.shown($0.lead) }, width: style.width)
    looks = found.words.map { EntryLook($0, policy, columns, style) }
    self.columns = columns
  }

  /// The whole report, ending in a line feed.
  package var text: String {
    var text = LineBuffer(lines: report.plan.entries.count)
    text.add(heading)
    if !overrides.isEmpty { text.add([""] + overrides.flatMap(overrideLine)) }
    let width = report.plan.systems.map { displayWidth($0.name.text) }.max() ?? 0
    for system in report.plan.systems { add(system, nameWidth: width, to: &text) }
    if !report.actions.isEmpty { text.add([""] + report.actions.flatMap(action)) }
    if !report.plan.warnings.isEmpty { text.add([""] + warnings) }
    text.add([""] + PlanSummary(report, style: style).lines)
    if let next = report.plan.nextChange { text.add(style.wrapped(nextChange(next), indent: "", following: "  ")) }
    if report.plan.systems.contains(where: { $0.error.map { !$0.meansRunEnded } ?? false }) {
      let path = ShellWord.word(policy.path).escaped
      text.add(style.wrapped("More about what could not be read: reconcile doctor \(path)", indent: ""))
    }
    return text.text
  }

  /// What was counted and what comes next, in one line that ends in a line feed.
  package var brief: String {
    let parts = PlanSummary(report, style: style).lines + (report.plan.nextChange.map { [nextChange($0)] } ?? [])
    return parts.joined(separator: " ") + "\n"
  }

  private var heading: [String] {
    style.wrapped([policy.path, policy.zone.name, moments.full].joined(separator: " · ").escaped, indent: "")
  }

  private func overrideLine(_ override: Override) -> [String] {
    let text = override.line(until: moments.short(override.until))
    return style.wrapped(EscapedText.terminal(text), indent: "", following: "  ").map(style.strong)
  }

  private func nextChange(_ next: Plan.NextChange) -> String {
    "Next change: \(next.words(moments))."
  }

  private func add(_ system: SystemStatus, nameWidth: Int, to text: inout LineBuffer) {
    let name = padded(system.name.text, to: nameWidth)
    text.add("")
    switch system.reading {
    case .ok(_, let title):
      text.add(heading(" ", name, title))
      addEntries(of: system.name, to: &text)
    case .failed(let error):
      text.add(heading("!", name, PlanSummary.unread(report, system.name)) + note(error.message))
      addEntries(of: system.name, to: &text)
    }
  }

  private func heading(_ mark: String, _ name: String, _ title: String) -> [String] {
    let lines = style.wrapped(title.escaped, indent: "\(mark) \(name)  ")
    let rest = String((lines.first ?? "").dropFirst(2 + name.count))
    return [(mark == " " ? mark : style.bad(mark)) + " " + style.strong(name) + rest] + lines.dropFirst()
  }

  /// The lines of one system: each target's objects, then what of it could not be found.
  private func addEntries(of system: Name, to text: inout LineBuffer) {
    let lost = report.lost(on: system)
    // A hint that is there already is not given again.
    var given: Set<String> = []
    for target in lines.targets(on: system, of: policy) {
      for place in lines.places(of: target, on: system) { addEntry(at: place, to: &text, &given) }
      text.add(lost.filter { $0.targets.first == target }.flatMap(lostEntry))
    }
  }

  private func addEntry(at place: Int, to text: inout LineBuffer, _ given: inout Set<String>) {
    let look = looks[lookPlaces[place]]
    if labels.areQualified && labels.qualifier(of: report.plan.entries[place]) != nil
      || !look.add(report.plan.entries[place].name, to: &text, width: style.width)
    {
      text.add(row(look.first, labels.label(report.plan.entries[place])))
    }
    text.add(look.details)
    for note in look.notes {
      text.add(detail(note.text))
      if let hint = note.hint, given.insert(hint).inserted { text.add(detail(hint)) }
    }
    if lines.standsForOthers(at: place) { text.add(detail(lines[place].others(labels))) }
  }

  private func lostEntry(_ problem: FindingTogether) -> [String] {
    let (message, others) = (problem.finding.message, problem.targets.dropFirst())
    let target = problem.targets.first?.text ?? ""
    let first = FirstLine(.problem, target: target, lead: "", words: " " + message.text, columns, style)
    let also = others.isEmpty ? "" : "the same goes for \(others.map { "'\($0)'" }.joined(separator: ", "))"
    return row(first, labels.label(problem.finding)) + detail(also) + detail(message.hint ?? "")
  }

  /// `✓ gate  door.open done, due 06:45`
  private func action(_ entry: ActionEntry) -> [String] {
    let words = ActionText(entry, policy, moments)
    let first = FirstLine(words.mark, target: entry.due.key.target.text, lead: "", words: "", columns, style)
    return row(first, EscapedText.terminal(words.line)) + detail(words.decider ?? "") + entry.messages.flatMap(note)
      + detail(words.afterwards ?? "")
  }

  private func note(_ message: Message) -> [String] {
    detail(message.text) + detail(message.hint ?? "")
  }

  private var warnings: [String] {
    let shown = ShownWarnings(report.plan.warnings)
    return shown.findings.flatMap(warning) + [shown.rest].compactMap(\.self)
  }

  private func warning(_ finding: Finding) -> [String] {
    let names = [finding.system?.text, finding.target?.text].compactMap { $0 }
    let place = names.filter { !finding.message.text.holds("'\($0)'") }.joined(separator: ", ")
    let text = "warning: " + (place.isEmpty ? "" : place + ": ") + finding.message.text
    return style.wrapped(EscapedText.terminal(text), indent: "", following: "  ")
      + style.wrapped(EscapedText.terminal(finding.message.hint ?? ""), indent: "  ").map { style.faint($0) }
  }

  // MARK: Columns

  /// The first line of the object called `label`, which nearly always is one; else what the switch does has a line of its
  /// own, and the object too where it must.
  private func row(_ first: FirstLine, _ label: String) -> [String] {
    let label = style.shown(label)
    if first.width + displayWidth(label) <= style.width { return [first.styledLeft + label + first.words] }
    let (left, words, indent) = (first.left, first.words, columns.indent)
    let below = style.wrapped(String(words.drop { $0 == "," || $0 == " " }), indent: indent)
    guard displayWidth(left.trimmedEnd) <= style.width else {
      let lines = [first.leftWithoutLead(columns, style).trimmedEnd] + style.wrapped(first.lead, indent: indent)
      return lines.map { first.mark.styled($0, style) } + style.wrapped(label, indent: indent) + below
    }
    if displayWidth(left + label) <= style.width {
      return [first.mark.styled((left + label).trimmedEnd, style)] + below
    }
    if displayWidth(indent + label + words) <= style.width {
      return [first.styledLeft.trimmedEnd, indent + label + words]
    }
    return [first.styledLeft.trimmedEnd] + style.wrapped(label, indent: indent) + below
  }

  private func detail(_ text: String) -> [String] { columns.detail(text, style) }
}

/// What is said of an object beside what it is called: around its name, and below. Shared by all that look so.
private final class EntryLook {
  let first: FirstLine
  /// What is before and behind a plain name; nil for blocking, which has none.
  private let around: (before: String, behind: String)?
  /// The columns of both.
  private let width: Int
  /// Lines that are the same of all objects that look so.
  let details: [String]
  let notes: [Message]

  init(_ words: EntryText, _ policy: Policy, _ columns: Columns, _ style: Style) {
    first = FirstLine(
      words.mark, target: words.entry.target.text, lead: words.lead, words: words.switchWords, columns, style)
    details = columns.detail([words.reason(policy), words.cause].compactMap { $0 }.joined(separator: " · "), style)
    notes = words.notes
    let kind = words.entry.kind
    around = kind.isWhole ? nil : ("\(first.styledLeft)\(kind.rawValue) '", "'" + first.words)
    width = first.width + kind.rawValue.utf8.count + 3
  }

  /// Adds the first line of the object called `name`, where that is one line and the name is plain: there may be
  /// thousands. False where it is not.
  func add(_ name: String, to text: inout LineBuffer, width most: Int) -> Bool {
    let name = name.shortened()
    guard let around, name.isPlain, width + name.utf8.count <= most else { return false }
    text.add(around.before, name, around.behind)
    return true
  }
}

/// `~ kids    off → on  acl-rule 'Downtime-KidsRoom' enabled → disabled` without its object.
private struct FirstLine {
  let mark: EntryText.Mark
  let target: String
  let lead: String
  /// What is before the object, and behind it, made safe for the screen.
  let left: String
  let words: String
  let styledLeft: String
  /// The columns of both.
  let width: Int

  init(_ mark: EntryText.Mark, target: String, lead: String, words: String, _ columns: Columns, _ style: Style) {
    (self.mark, self.target, self.lead) = (mark, target, lead)
    self.words = style.shown(words)
    left = columns.left(style.shown(mark.symbol), target, style.shown(lead))
    styledLeft = mark.styled(left, style)
    width = displayWidth(left) + displayWidth(self.words)
  }

  func leftWithoutLead(_ columns: Columns, _ style: Style) -> String {
    columns.left(style.shown(mark.symbol), target, "")
  }
}

/// Where the columns of a report stand. A narrow terminal has none: there, all but the first line of an entry stands
/// under its target.
private struct Columns {
  private let target: Int
  private let lead: Int
  /// What is before all but the first line of an entry.
  let indent: String

  /// Wide enough for the names of `targets` and for `leads`, within limits.
  init(targets: [String], leads: [String], width: Int) {
    let isNarrow = width < 60
    target = isNarrow ? -2 : min(targets.map(displayWidth).max() ?? 0, 20)
    indent = spaces(target + 6)
    lead = isNarrow ? 0 : leads.map(displayWidth).filter { $0 <= Self.widestLead }.max() ?? 0
  }

  /// `off → on at times` fits; a pause with its end is beside the column.
  private static let widestLead = 17

  /// `  ~ kids    off → on  `
  func left(_ mark: String, _ target: String, _ lead: String) -> String {
    let lead = padded(lead, to: self.lead)
    return "  \(mark) \(padded(target, to: self.target))  " + (lead.isEmpty ? "" : lead + "  ")
  }

  /// Lines below the first.
  func detail(_ text: String, _ style: Style) -> [String] {
    style.wrapped(EscapedText.terminal(text), indent: indent).map { style.faint($0) }
  }
}
