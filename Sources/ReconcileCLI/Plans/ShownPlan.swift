import CivilTime
import Controller
import Host
import JSONTree
import Policies
import Presentation
import Text

/// A plan file as somebody looks at it, and what is known without a network of whether it can still be carried out.
struct ShownPlan {
  let path: String
  /// What names the policy and the state in a command, as in `Places`.
  let again: String
  let plan: PlanFile
  let standing: PlanStanding
  let zone: Zone
  let now: Instant

  private func step(_ change: PlannedChange) -> String {
    let moments = Moments(zone: zone, now: now)
    return change.step { text in PlanStanding.instant(text).map(moments.short) ?? text }
  }

  // MARK: - Text

  func text(_ style: Style) -> String {
    var lines = style.wrapped([path, plan.policy, made].joined(separator: " · ").escaped, indent: "", following: "  ")
    if !plan.targets.isEmpty { lines += style.wrapped("for: \(plan.targets.listed())".escaped, indent: "") }
    let widths = (target: column, lead: leadColumn)
    let changes = Dictionary(grouping: plan.changes, by: \.system)
    for system in systems {
      lines += ["", "  " + style.strong(system.escaped)]
      lines += (changes[system] ?? []).flatMap { row($0, widths, style) }
    }
    lines += ["", PlanShowMessages.count(plan.changes.count)]
    for line in standing.words(plan, now: now, apply: "'\(apply)'".escaped, quote: { $0.escaped }) {
      lines += style.wrapped(line, indent: "", following: "  ")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func row(_ change: PlannedChange, _ widths: (target: Int, lead: Int), _ style: Style) -> [String] {
    let left = "  ~ " + padded(change.target.escaped, to: widths.target) + "  "
    let lead = lead(change).escaped
    let line =
      left + (widths.lead > 0 ? padded(lead, to: widths.lead) + "  " : "") + "\(change.label) \(step(change))".escaped
    if displayWidth(line) <= style.width { return [style.change(left) + line.dropFirst(left.count)] }
    let label = style.wrapped(
      [lead, change.label.escaped].filter { !$0.isEmpty }.joined(separator: ", "), indent: left)
    return [style.change(left) + label[0].dropFirst(left.count)] + label.dropFirst()
      + style.wrapped(step(change).escaped, indent: String(repeating: " ", count: displayWidth(left)))
  }

  /// What it comes to for the target; the positions of a system's one switch say that themselves.
  private func lead(_ change: PlannedChange) -> String { change.id == nil ? "" : change.meaning }

  private var leadColumn: Int { plan.changes.map { displayWidth(lead($0).escaped) }.max() ?? 0 }

  private var apply: String { "reconcile apply --plan \(ShellWord.word(path))" + again }

  private var column: Int { min(plan.changes.map { displayWidth($0.target.escaped) }.max() ?? 0, 20) }

  /// In the order in which they are first written.
  private var systems: [String] { plan.changes.map(\.system).uniqued() }

  private var made: String {
    standing.made.map { "made \(Moments(zone: zone, now: $0).full)" } ?? "made \(plan.now)"
  }

  // MARK: - Markdown

  var markdown: String {
    var parts = ["### Plan in \(path.escapedForMarkdown)", "\(plan.policy.escapedForMarkdown) · \(made)"]
    if !plan.changes.isEmpty {
      let rows = plan.changes.map { change in
        [change.target, change.system, change.meaning, change.label, step(change)].map {
          $0.isEmpty ? "" : $0.escapedForMarkdown
        }
      }
      let heads = ["target", "system", "state", "object", "switch"]
      parts.append(
        ([heads, heads.map { _ in "---" }] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
          .joined(separator: "\n"))
    }
    parts.append("**\(PlanShowMessages.count(plan.changes.count))**")
    parts += standing.words(plan, now: now, apply: apply.escapedForMarkdown) { $0.escapedForMarkdown }
    return parts.joined(separator: "\n\n") + "\n"
  }

  // MARK: - JSON

  /// One object, its keys in a fixed order.
  var json: JSON {
    .object([
      .formatVersion, .init("command", .string("show")), .init("plan", .string(path)),
      .init("policy", .string(plan.policy)), .init("timezone", .string(zone.name)),
      .init("made", .string(plan.now)), .init("now", .instant(now)),
      .init("policyChanged", standing.isPolicyChanged.map { .bool($0) } ?? .null),
      .init("movedOn", .array(standing.movedOn.map { .string($0.text) })),
      .init("targets", .array(plan.targets.map { .string($0) })),
      .init("changes", .array(plan.changes.map(\.json))), .init("fingerprint", .string(plan.fingerprint)),
    ])
  }
}
