import Documents
import Planning
import Policies
import Providers
import Text

/// The closing lines of a report: what was counted, and what was done about it.
struct PlanSummary {
  private let report: Report
  private let summary: Report.Summary
  private let style: Style

  init(_ report: Report, style: Style) {
    self.report = report
    self.style = style
    summary = report.summary
  }

  var lines: [String] {
    if let refusal = report.refusal {
      let sentences = [refusal.text, refusal.hint ?? ""].filter { !$0.isEmpty }.map { text in
        (text.prefix(1).uppercased() + text.dropFirst() + ".").escaped
      }
      let (reason, hint) = (style.wrapped(sentences[0], indent: ""), sentences.dropFirst())
      return style.wrapped(counts + ".", indent: "").map(style.bad) + reason.map(style.bad)
        + hint.flatMap { style.wrapped($0, indent: "") }
    }
    return style.wrapped(counts + ". " + verdict, indent: "")
  }

  /// What is said of the system `name` of `report`, which was not read: it may be left alone for what it did to a write before.
  static func unread(_ report: Report, _ name: Name) -> String {
    report.wasTried(name) ? "not read again, left alone" : "could not be read, left alone"
  }

  /// `2 changes, 1 in place, 1 problem`.
  var counts: String {
    let unread = report.plan.systems.filter { $0.error != nil }.count
    var parts = [summary.changes == 1 ? "1 change" : "\(summary.changes) changes"]
    parts.append("\(summary.inPlace) in place")
    if summary.leftAlone > 0 { parts.append("\(summary.leftAlone) left alone") }
    if summary.problems > 0 { parts.append(summary.problems == 1 ? "1 problem" : "\(summary.problems) problems") }
    if unread > 0 { parts.append(unread == 1 ? "1 system not read" : "\(unread) systems not read") }
    return parts.joined(separator: ", ")
  }

  private var verdict: String {
    let isWhole = report.plan.systems.allSatisfy { $0.error == nil } && summary.problems == 0
    switch report.purpose {
    case .plan:
      return summary.changes == 0 && isWhole ? "Nothing to do (dry run)." : "Nothing was written (dry run)."
    case .drift: return drift(isWhole: isWhole)
    case .apply:
      if summary.changes == 0 { return isWhole ? "Nothing to do." : "Nothing was written." }
      return applied
    }
  }

  /// `Applied and verified.`; what reports no state is not called so.
  private var applied: String {
    let assumed = report.outcomes.values.count(where: \.isAssumed) + report.actions.count(where: \.isAssumed)
    let verified = summary.applied - assumed
    if assumed + summary.failed == 0 {
      return verified == 1 ? "Applied and verified." : "All applied and verified."
    }
    let parts = [
      verified == 0 && summary.failed == 0 ? nil : "\(verified) applied and verified",
      assumed == 0 ? nil : "\(assumed) sent, not confirmed", summary.failed == 0 ? nil : "\(summary.failed) not",
    ]
    return parts.compactMap(\.self).joined(separator: ", ") + "."
  }

  /// What is due was to be expected, and is not called drift; nor is a pause by hand within the limit.
  private func drift(isWhole: Bool) -> String {
    let drifted = report.plan.entries.count(where: \.isDrift)
    let due = report.plan.entries.count { $0.action == .change && !$0.isDrift }
    let paused = report.plan.entries.count { $0.action == .temporary }
    let expected = [
      due == 0 ? nil : due == 1 ? "1 change is due" : "\(due) changes are due",
      paused == 0 ? nil : paused == 1 ? "1 pause by hand is allowed" : "\(paused) pauses by hand are allowed",
    ].compactMap(\.self)
    if drifted == 0 {
      let words = expected.isEmpty ? "No drift" : (expected + ["no drift"]).joined(separator: ", ")
      return words + (isWhole ? "." : " in what was read.")
    }
    let driftText = drifted == 1 ? "1 object has drifted" : "\(drifted) objects have drifted"
    return ([driftText] + expected).joined(separator: ", ") + "."
  }
}
