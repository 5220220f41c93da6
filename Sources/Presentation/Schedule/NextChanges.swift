package import CivilTime
import Documents
package import JSONTree
package import Policies
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
  /// Who may keep what is done at a time from being done then.
  private let keepers: [ScheduledChange: DoorKeeper]

  package init(_ shown: ShownOverrides, of targets: [Name], now: Instant, hours: Int) {
    self.shown = shown
    self.targets = targets
    self.now = now
    self.hours = hours
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
        .init("changes", .array(changes.map(json))),
        .init("later", .array(later.map(json))),
      ] + shown.members(within: range, of: targets))
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
    var lines = rows(changes, moments, style)
    if changes.isEmpty { lines.append("Nothing changes in the next \(span).") }
    if later.isEmpty {
      lines += changes.isEmpty ? ["Nothing changes after that either, before 2100."] : []
    } else if changes.isEmpty {
      lines += ["The next change after that:", ""] + rows(later, moments, style)
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

  /// In lines of its own: `unless it opens what 'front' has: locked until 07:00`.
  private func unless(_ change: ScheduledChange, _ moments: Moments, _ style: Style) -> [String] {
    keepers[change].map { style.wrapped("unless \($0.words(moments))".escaped, indent: "    ").map(style.faint) } ?? []
  }

  /// `Sat 07:00  kids    off → on  otherwise`; on two lines where one is too narrow.
  private func rows(_ changes: [ScheduledChange], _ moments: Moments, _ style: Style) -> [String] {
    let times = changes.map { moments.short($0.at) }
    let steps = changes.map { $0.to == .runs ? $0.to.rawValue : "\($0.from.rawValue) → \($0.to.rawValue)" }
    let widths = [times, changes.map(\.target.text), steps].map { $0.map(displayWidth).max() ?? 0 }
    return changes.indices.flatMap { index in
      let left = "  \(padded(times[index], to: widths[0]))  \(padded(changes[index].target.text, to: widths[1]))  "
      let step = padded(steps[index], to: widths[2])
      let decider = decider(of: changes[index]).escaped
      if displayWidth(left + step + "  " + decider) <= style.width {
        return [left + style.change(step) + "  " + style.faint(decider)] + unless(changes[index], moments, style)
      }
      return style.wrapped("\(times[index])  \(changes[index].target.text)", indent: "  ", following: "    ")
        + style.wrapped("\(steps[index])  \(decider)", indent: "    ").map { style.change($0) }
        + unless(changes[index], moments, style)
    }
  }
}
