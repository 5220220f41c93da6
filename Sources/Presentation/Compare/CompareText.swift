import CivilTime
import Documents
import Policies
import Text

/// What an edit means, as people read it, for a terminal of 80 columns.
package struct CompareText {
  private let compared: Compared
  private let style: Style

  package init(_ compared: Compared, style: Style) {
    self.compared = compared
    self.style = style
  }

  /// All of it, ending in a line feed.
  package var text: String {
    let comparison = compared.comparison
    var lines = style.wrapped(
      "\(compared.old.path) → \(compared.new.path) · \(compared.new.zone.name)".escaped, indent: "")
    lines += style.wrapped(compared.zoneNote?.escaped ?? "", indent: "")
    lines += style.wrapped(compared.calendarNote?.escaped ?? "", indent: "")
    for target in comparison.targets { lines += [""] + section(target) }
    if !comparison.definitions.isEmpty { lines += ["", "  " + style.strong("definitions")] }
    lines += comparison.definitions.flatMap(definition)
    if !comparison.later.isEmpty { lines += ["", "  " + style.strong("later")] }
    lines += comparison.later.flatMap { later in
      style.wrapped("\(later.target.text) from \(compared.text(later))", indent: "    ", following: "      ")
    }
    if !compared.held.isEmpty { lines += ["", "  " + style.strong("guarded")] }
    lines += compared.held.flatMap { held in
      style.wrapped(compared.text(held).escaped, indent: "    ", following: "      ").map { style.bad($0) }
    }
    lines += [""] + style.wrapped(compared.summary.escaped, indent: "")
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ target: PolicyComparison.TargetDifference) -> [String] {
    ["  " + style.strong(target.target.text)] + target.differences.flatMap(difference)
  }

  private func difference(_ difference: RecurringDifference) -> [String] {
    let words = compared.words(difference)
    let step = Compared.step(difference.before, difference.after)
    return style.wrapped("\(words.when): \(step)", indent: "    ", following: "      ").map { style.change($0) }
      + style.wrapped(words.note ?? "", indent: "      ")
      + side("before", difference.before, compared.old) + side("after", difference.after, compared.new)
  }

  private func side(_ label: String, _ side: StateDifference.Side, _ policy: Policy) -> [String] {
    side.decidedBy.enumerated().flatMap { number, decider in
      let text = decider.name(policy) + (decider.words(policy).map { ": \($0.sentence)" } ?? "")
      return style.wrapped(text.escaped, indent: "      " + padded(number == 0 ? label : "", to: 8)).map {
        style.faint($0)
      }
    }
  }

  private func definition(_ change: DefinitionChange) -> [String] {
    let subject = style.wrapped(Compared.subject(change).escaped + ending(change), indent: "    ")
    let before = style.wrapped(change.before?.escaped ?? "", indent: "      - ")
    let after = style.wrapped(change.after?.escaped ?? "", indent: "      + ")
    return subject + before.map { style.bad($0) } + after.map { style.good($0) }
      + style.wrapped(compared.leftBehind(change)?.escaped ?? "", indent: "      ")
  }

  private func ending(_ change: DefinitionChange) -> String {
    if change.property != nil { return "" }
    return change.before == nil ? " is new" : " is gone"
  }
}
