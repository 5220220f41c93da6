import CivilTime
import Controller
import Documents
import JSONTree
import Overrides
import Policies
import Presentation
import Text

/// Overrides that were made, ended or given another end, as it is told.
extension OverrideAnswer {
  // MARK: Text

  /// For a terminal. `isApplying` where an apply follows.
  func text(_ style: Style, isApplying: Bool) -> String {
    var lines: [String] = items.isEmpty ? [Messages.noOverride] : []
    for item in items {
      lines += style.wrapped(headline(item).escaped, indent: "")
    }
    lines.append("")
    var told: Set<Name> = []
    for item in items { lines += rows(item, &told, style) }
    lines += row("state", context.places.state.path, style)
    for text in left.map(\.message) + notes + idle {
      lines += [""] + style.wrapped(text.escaped, indent: "")
    }
    if !isApplying, items.contains(where: { standing($0.override) == .counts }) {
      lines += [""] + style.wrapped(whenItTakesEffect.escaped, indent: "")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What does not take effect, and why.
  private var idle: [String] {
    items.compactMap { item -> String? in
      let name = items.count == 1 ? nil : item.override.name
      switch standing(item.override) {
      case .counts: return nil
      case .unfollowed(let path): return Messages.madeForUnfollowed(path, deed, name)
      case .unasked: return Messages.neverAsked(deed, name)
      case .gone:
        let left = leftBehind(by: item.override)
        if deed == .ended, left.isEmpty, isPruned(by: item.override) {
          return Messages.leavesToPrune(Messages.noTarget(item.override.target), name)
        }
        return Messages.reachesNothing(Messages.noTarget(item.override.target), deed, name, leftBehind: left)
      case .unsuited: return Messages.reachesNothing(Messages.doesNotSuit(item.override), deed, name)
      case .observed: return Messages.reachesObserved(item.override, deed, name)
      }
    }
  }

  private var whenItTakesEffect: String {
    let isSoon = lastRun.map { abs(context.now - $0) <= Self.recentSeconds } ?? false
    let idle = lastRun.map { context.now - $0 }
    if let beginning {
      if deed == .ended { return items.count == 1 ? Messages.neverBegan : Messages.noneBegan }
      guard let start = firstDifference(from: beginning).map(moments.short) else {
        return Messages.noDifference(isOfLock: items.contains { $0.override.kind == .lock })
      }
      return isSoon ? Messages.laterRun(start) : Messages.nothingRunsLater(idle, start, applyLine)
    }
    if let later = laterDifference.map(moments.short) {
      return isSoon ? Messages.laterRun(later) : Messages.nothingRunsLater(idle, later, applyLine)
    }
    guard isSoon else { return Messages.nothingRuns(idle, applyLine) }
    let isLater = items.allSatisfy { $0.override.from > context.now }
    return isLater ? Messages.hoursAtNextRun(applyLine) : Messages.nextRun(applyLine)
  }

  /// A timer or a watch that ran so lately is taken for one that goes on, in seconds.
  private static let recentSeconds: Int64 = 300

  private func headline(_ item: Item) -> String {
    let override = item.override
    let because = override.because.map { " (\($0))" } ?? ""
    let from = override.from > context.now && deed != .extended ? " from \(moments.short(override.from))" : ""
    let what = "\(override.target) \(override.stateInWords)\(from) until "
    switch deed {
    case .made: return what + "\(moments.short(override.until))\(because) · \(override.name)"
    case .extended:
      return what + "\(moments.short(override.until)), not \(moments.short(item.previousEnd))\(because)"
        + " · \(override.name)"
    case .ended: return "\(override.name) ended: " + what + moments.short(item.previousEnd) + because
    }
  }

  /// The exact stretch, and what holds after it. What holds now is `told` once of each target.
  private func rows(_ item: Item, _ told: inout Set<Name>, _ style: Style) -> [String] {
    let override = item.override
    var rows: [String] = []
    if deed == .made { rows += row("from", context.zone.fullText(override.from), style) }
    if deed != .ended { rows += row("until", context.zone.fullText(override.until), style) }
    let label = deed == .ended ? "now" : "then"
    let entries = afterwards(override).filter { told.insert($0.target).inserted || deed != .ended }
    for (index, entry) in entries.enumerated() {
      rows += row(index == 0 ? label : "", words(entry), style)
    }
    return rows
  }

  private func words(_ entry: (target: Name, verdict: Verdict)) -> String {
    let until = entry.verdict.until.map { " until \(moments.short($0))" } ?? ""
    let isBack = entry.verdict.isPutBack
    let back = isBack ? overriding.map { $0.policy.putBackWords(entry.target) + ", then " } ?? "" : ""
    let isLeft = staysShut(entry.target, by: entry.verdict)
    let state = (isLeft ? "should be " : "") + entry.verdict.state.inWords
    let left = isLeft ? ", and is left as changed by hand" : ""
    return "\(entry.target): \(back)\(state)\(until) · \(name(of: entry.verdict.decidedBy))\(left)"
  }

  private func row(_ label: String, _ text: String, _ style: Style) -> [String] {
    style.wrapped(text.escaped, indent: "  " + padded(label, to: 7))
  }

  // MARK: JSON

  /// One object, its keys in a fixed order.
  var json: JSON {
    .object([
      .formatVersion,
      .init("deed", .string(deed.rawValue)),
      .init("override", items.first?.override.json ?? .null),
      .init("state", .string(context.places.state.path)),
      .init("then", .array(items.flatMap { afterwards($0.override) }.map(json))),
      .init("overrides", .array(items.map(\.override.json))),
      .init("notes", .array((left.map(\.message) + notes).map { .string($0) })),
      .init("followed", .text(following?.followed?.path)),
      .init("counts", .bool(items.allSatisfy { standing($0.override) == .counts })),
      .init("lastRun", .instant(lastRun)),
    ])
  }

  private func json(_ entry: (target: Name, verdict: Verdict)) -> JSON {
    let decidedBy = overriding.map { JSON.string(entry.verdict.decidedBy.id($0.policy)) }
    return .object([
      .init("target", .string(entry.target.text)),
      .init("state", .string(entry.verdict.state.rawValue)),
      .init("until", .instant(entry.verdict.until)),
      .init("decidedBy", decidedBy ?? .null),
    ])
  }
}
