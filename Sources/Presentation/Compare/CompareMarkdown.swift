import CivilTime
import Planning
import Policies

/// What an edit means, as a comment on a pull request.
package struct CompareMarkdown {
  private let compared: Compared

  package init(_ compared: Compared) { self.compared = compared }

  /// All of it, ending in a line feed: first what somebody has to do, as a long comment is cut off.
  package var text: String {
    let comparison = compared.comparison
    var parts = ["### What this edit means", "\(names). \(compared.summary)"]
    if !compared.held.isEmpty {
      parts.append("Held until it is approved:\n\n" + compared.held.map(held).joined(separator: "\n"))
    }
    if let note = compared.zoneNote { parts.append(note) }
    if let note = compared.calendarNote { parts.append(note.escapedForMarkdown) }
    if !comparison.targets.isEmpty {
      parts.append(table(["target", "when", "before", "after"], comparison.targets.flatMap(rows)))
    }
    if !comparison.definitions.isEmpty {
      parts.append(table(["definition", "before", "after"], comparison.definitions.map(row)))
    }
    if !comparison.later.isEmpty {
      parts.append("Later than that:\n\n" + comparison.later.map(later).joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private var names: String {
    "\(compared.old.path.escapedForMarkdown) → \(compared.new.path.escapedForMarkdown), times in \(compared.new.zone.name)"
  }

  private func table(_ heads: [String], _ rows: [[String]]) -> String {
    ([heads, heads.map { _ in "---" }] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
      .joined(separator: "\n")
  }

  private func rows(_ target: PolicyComparison.TargetDifference) -> [[String]] {
    target.differences.map { difference in
      let words = compared.words(difference)
      return [
        target.target.text.escapedForMarkdown, words.when + (words.note.map { "<br>\($0)" } ?? ""),
        side(difference.before, compared.old, Compared.word(difference.before, beside: difference.after)),
        side(difference.after, compared.new, Compared.word(difference.after, beside: difference.before)),
      ]
    }
  }

  private func side(_ side: StateDifference.Side, _ policy: Policy, _ word: String) -> String {
    let deciders = side.decidedBy.map { decider in
      decider.name(policy).escapedForMarkdown
        + (decider.words(policy).map { ": " + $0.plainSentence.escapedForMarkdown } ?? "")
    }
    return (["**\(word)**"] + deciders).joined(separator: "<br>")
  }

  private func row(_ change: DefinitionChange) -> [String] {
    let nothing = change.property == nil ? (change.before == nil ? "*new*" : "*gone*") : "–"
    return [
      Compared.subject(change).escapedForMarkdown, change.before?.escapedForMarkdown ?? nothing,
      (change.after?.escapedForMarkdown ?? nothing)
        + (compared.leftBehind(change, namesPolicy: false).map { "<br>\($0.escapedForMarkdown)" } ?? ""),
    ]
  }

  /// Names and dates alone, nothing of which means anything in Markdown.
  private func held(_ held: HeldEdits.Held) -> String { "- \(compared.text(held))" }

  private func later(_ later: PolicyComparison.LaterDifference) -> String {
    "- \(later.target.text.escapedForMarkdown) from \(compared.text(later))"
  }
}
