package import CivilTime
import Documents
package import JSONTree
package import Policies
import Planning
import Text

/// The coming changes, as people and programs read them.
package struct NextChanges {
  private let shown: ShownOverrides
  private let targets: [Name]
  private let now: Instant
  private let hours: Int
  /// Within the hours, by time.
  private let changes: [ScheduledChange]
  /// The first ones after the hours.
  private let later: [ScheduledChange]
  /// What has fallen due and is still to be done, by time.
  private let open: [OpenAction]
  /// Who may keep what is done at a time from being done then.
  private let keepers: [ScheduledChange: DoorKeeper]

  package init(_ shown: ShownOverrides, of targets: [Name], now: Instant, hours: Int) {
    self.shown = shown
    self.targets = targets
    self.now = now
    self.hours = hours
    let names = Set(targets)
    open = shown.open.filter { names.contains($0.due.key.target) }
    // The last second of the hours belongs to them.
    let end = now + Int64(hours) * 3_600
    changes = shown.overlay.changes(of: targets, after: now, before: end)
    later = shown.overlay.firstChanges(of: targets, after: end + -1)
    var doors = DoorKeepers(shown.overlay)
    keepers = (changes + later).filter { $0.to == .runs }.reduce(into: [:]) { keepers, change in
      keepers[change] = doors.keeper(against: change.target, at: change.at)
    }
  }

  private var policy: Policy { shown.policy }
  private var range: Range<Instant> { now..<now + Int64(hours) * 3_600 }

  package var json: JSON {
    .object(
      [
        .formatVersion,
        .init("policy", .string(policy.path)),
        .init("timezone", .string(policy.zone.name)),
        .init("from", .instant(now)),
        .init("to", .instant(range.upperBound)),
      ] + (open.isEmpty ? [] : [.init("due", .array(open.map(json)))]) + [
        .init("changes", .array(changes.map(json))),
        .init("later", .array(later.map(json))),
      ] + shown.members(within: range, of: targets))
  }

  private func json(_ open: OpenAction) -> JSON {
    .object(
      [.init("target", .string(open.due.key.target.text))] + open.members + (open.decider?.members(policy) ?? []))
  }

  private func json(_ change: ScheduledChange) -> JSON {
    .object(
      [
        .init("at", .instant(change.at)),
        .init("target", .string(change.target.text)),
        .init("from", change.to == .runs ? .null : .string(change.from.rawValue)),
        .init("to", .string(change.to.rawValue)),
      ] + change.decidedBy.members(policy, because: shown.override(change.decidedBy)?.because)
        + (keepers[change].map { [.init("unless", $0.json)] } ?? []))
  }

  package func text(_ style: Style) -> String {
    let moments = Moments(zone: policy.zone, now: now)
    let heading = [[policy.path, policy.zone.name, moments.full].map(\.escaped).joined(separator: " · "), ""]
    return (heading + lines(style) + overrides(moments, style)).joined(separator: "\n") + "\n"
  }

  /// The changes alone.
  func lines(_ style: Style) -> [String] {
    let moments = Moments(zone: policy.zone, now: now)
    var lines = rows(open.map { row($0, moments) } + changes.map { row($0, moments) }, moments, style)
    if changes.isEmpty { lines.append("Nothing \(open.isEmpty ? "" : "else ")changes in the next \(span).") }
    if later.isEmpty {
      lines += changes.isEmpty ? ["Nothing changes after that either, before 2100."] : []
    } else if changes.isEmpty {
      lines += ["The next change after that:", ""] + rows(later.map { row($0, moments) }, moments, style)
    }
    return lines
  }

  /// Which overrides are behind it, so that nobody takes it for the schedule alone.
  private func overrides(_ moments: Moments, _ style: Style) -> [String] {
    // With those that decide about a change after the hours, where one is shown.
    let last = changes.isEmpty ? later.map(\.at).max() : nil
    let shownRange = range.lowerBound..<max(range.upperBound, (last ?? range.lowerBound) + 1)
    let found = shown.within(shownRange, of: targets) ?? []
    guard !found.isEmpty else { return [] }
    return ["", "With these overrides ('--schedule-only' leaves them out):"]
      + found.flatMap { style.wrapped($0.words(moments).escaped, indent: "  ", following: "    ") }
  }

  private var span: String { hours == 1 ? "hour" : "\(hours) hours" }

  /// `otherwise`, or `put back as it was · otherwise`.
  private func decider(of change: ScheduledChange) -> String {
    let back = shown.overlay.putsBack(at: change) ? policy.putBackWords(change.target) + " · " : ""
    return back + shown.name(of: change.decidedBy)
  }

  /// What a row says.
  private struct Row {
    var time: String
    var target: Name
    var step: String
    var decider: String
    var keeper: DoorKeeper?
  }

  private func row(_ change: ScheduledChange, _ moments: Moments) -> Row {
    Row(
      time: moments.short(change.at), target: change.target,
      step: change.to == .runs ? change.to.rawValue : "\(change.from.rawValue) → \(change.to.rawValue)",
      decider: decider(of: change), keeper: keepers[change])
  }

  /// `18:00  knob  due, to be done until 18:30  policy-1, line 8`
  private func row(_ open: OpenAction, _ moments: Moments) -> Row {
    Row(
      time: moments.short(open.due.key.at), target: open.due.key.target, step: "due, " + open.words(moments),
      decider: open.decider.map(shown.name) ?? "", keeper: open.keeper)
  }

  /// In lines of its own: `unless it opens what 'front' has: locked until 07:00`.
  private func unless(_ row: Row, _ moments: Moments, _ style: Style) -> [String] {
    row.keeper.map { style.wrapped("unless \($0.words(moments))".escaped, indent: "    ").map(style.faint) } ?? []
  }

  /// `Sat 07:00  kids    off → on  otherwise`; on two lines where one is too narrow.
  private func rows(_ rows: [Row], _ moments: Moments, _ style: Style) -> [String] {
    let widths = [rows.map(\.time), rows.map(\.target.text), rows.map(\.step)].map { $0.map(displayWidth).max() ?? 0 }
    return rows.flatMap { row in
      let left = "  \(padded(row.time, to: widths[0]))  \(padded(row.target.text, to: widths[1]))  "
      let step = padded(row.step, to: widths[2])
      let decider = row.decider.escaped
      if displayWidth(left + step + "  " + decider) <= style.width {
        return [left + style.change(step) + "  " + style.faint(decider)] + unless(row, moments, style)
      }
      return style.wrapped("\(row.time)  \(row.target.text)", indent: "  ", following: "    ")
        + style.wrapped("\(row.step)  \(decider)", indent: "    ").map { style.change($0) }
        + unless(row, moments, style)
    }
  }
}
