package import CivilTime
import Documents
import Planning
package import Policies
import Providers
import Text

/// Two policies and what differs between them, for the three ways to show it. Nothing here is escaped.
package struct Compared {
  let old: Policy
  let new: Policy
  let now: Instant
  let days: Int
  package let comparison: PolicyComparison

  /// The calendars that both were read from. An edit of one would be in both, or in neither.
  let sharedCalendars: [String]

  package init(old: Policy, new: Policy, now: Instant, days: Int, sharedCalendars: [String]) {
    self.sharedCalendars = sharedCalendars
    self.old = old
    self.new = new
    self.now = now
    self.days = days
    comparison = PolicyComparison(old: old, new: new, now: now, days: days)
    let guarded = old.editGuardedTargets.map { ApprovedTarget($0.name, in: old, version: "old", since: now) }
    let edits = HeldEdits(new, approved: guarded, overrides: [], now: now)
    (held, areAllHeld) = (edits.held, edits.areOfAll)
  }

  /// What of the edit waits for approvers.
  let held: [HeldEdits.Held]
  /// Whether all of it does.
  private let areAllHeld: Bool

  /// Whether the edit means nothing, as far as was looked.
  package var isEmpty: Bool { comparison.isEmpty && held.isEmpty }

  /// `phone needs approval by anna: on, not off, once for 1h in the four weeks from Fri 2026-11-20 21:00`
  func text(_ held: HeldEdits.Held) -> String {
    "\(held.target.name) needs approval by \(held.approvers): \(words.text(held.reasons))"
  }

  /// Why, in words.
  var words: EditWords { EditWords(zone: new.zone, now: now) }

  func words(_ difference: RecurringDifference) -> DifferenceWords {
    DifferenceWords(difference, seen: comparison.seen, zone: new.zone)
  }

  /// `in the 14 days from Fri 2026-11-20 21:00:04 +01:00`
  var span: String { "in the \(days == 1 ? "day" : "\(days) days") from \(new.zone.longText(now))" }

  /// Which clock is meant, where the two files do not agree.
  var zoneNote: String? {
    if old.zone.name == new.zone.name { return nil }
    let times = "Times are those of \(new.zone.name), the new file's zone; the old one has \(old.zone.name)."
    return areAllHeld ? times + " Until the zone is approved, all of the old file is followed." : times
  }

  /// What was not compared, because it is one file.
  var calendarNote: String? {
    if sharedCalendars.isEmpty { return nil }
    let names = sharedCalendars.map { "'\($0)'" }.listed()
    return
      "Both read \(names) as \(sharedCalendars.count == 1 ? "it is" : "they are") now: an edit there is not compared."
  }

  /// `Thu 2027-02-04 20:30: on → off`
  func text(_ later: PolicyComparison.LaterDifference) -> String {
    "\(new.zone.dated(later.difference.range.lowerBound)): "
      + Self.step(later.difference.before, later.difference.after)
  }

  /// `on → off`, `no longer runs`, or `runs up to 12h late, not 10m`
  static func step(_ before: StateDifference.Side, _ after: StateDifference.Side) -> String {
    switch (before.graceSeconds, after.graceSeconds) {
    case (nil, nil): "\(before.state.rawValue) → \(after.state.rawValue)"
    case (_, nil): "no longer runs"
    case (let grace?, _): "\(word(after, beside: before)), not \(DurationText.text(seconds: Int64(grace)))"
    case (nil, _): word(after, beside: before)
    }
  }

  /// What a side says: a state, or what is done and, unless that is the usual, how late it may be.
  static func word(_ side: StateDifference.Side, beside other: StateDifference.Side) -> String {
    guard let grace = side.graceSeconds else { return other.state == .runs ? "–" : side.state.rawValue }
    if grace == Edge.usualGrace, other.graceSeconds == nil { return "runs" }
    return "runs up to \(DurationText.text(seconds: Int64(grace))) late"
  }

  /// `target 'kids' enforcement`
  static func subject(_ change: DefinitionChange) -> String {
    let name = change.name.map { " '\($0.text)'" } ?? ""
    return change.kind.rawValue + name + (change.property.map { " \($0)" } ?? "")
  }

  /// What becomes of the objects that no target names any more, said at the first change of the target that named them;
  /// nil where each is still named. `namesPolicy` where whoever reads it can type the path of the policy.
  func leftBehind(_ change: DefinitionChange, namesPolicy: Bool = true) -> String? {
    let target = change.kind == .target ? old.targets.first { $0.name == change.name } : nil
    guard let target, Self.isAboutNames(change), !new.covers(target, of: old),
      change == comparison.definitions.first(where: { $0.name == change.name && Self.isAboutNames($0) })
    else { return nil }
    let which = change.property == nil ? "" : "no longer names and "
    // A door is not opened in passing, and of what cannot be read nobody knows whether it was switched off.
    if let kind = target.selector.kind, let off = kind.states?.off,
      kind.isUnreadable || kind.states?.permission != nil
    {
      return "what it \(which)has \(off) stays \(off)"
    }
    let command =
      "reconcile release \(isReachable(target) ? "" : "--keep ")\(target.name)\(namesPolicy ? following : "")"
    let stays =
      if target.selector.isWhole {
        "a pause that it has begun without an end goes on"
      } else {
        "what it \(which)has switched off stays off"
      }
    return stays
      + (isReachable(target)
        ? "; after the next apply, '\(command)' undoes that"
        : "; without its system, reconcile cannot undo that, and '\(command)' only ends the warnings")
  }

  /// Whether a change may take objects away from a target.
  private static func isAboutNames(_ change: DefinitionChange) -> Bool {
    guard change.kind == .target, let property = change.property else { return change.after == nil }
    return !["otherwise", "enforcement", "when-off"].contains(property)
  }

  private func isReachable(_ target: Target) -> Bool {
    new.systems.contains { $0.name == target.selector.system }
  }

  /// The policy that is followed after the edit, as it is typed; a pipe is gone by then.
  private var following: String {
    let path = [new.path, old.path].first { path in
      path != "-" && !path.hasPrefix("/dev/") && !path.hasPrefix("/proc/")
    }
    return path.map { " --policy \(ShellWord.word($0))" } ?? ""
  }

  /// The last line: what was found.
  var summary: String {
    if comparison.isEmpty, !held.isEmpty {
      return "Nothing differs \(span), nor within two years; but a guard holds it."
    }
    if comparison.isEmpty { return "Nothing differs \(span), nor within two years, nor in what is defined." }
    let targets = comparison.targets.count
    let definitions = comparison.definitions.count
    let states = targets == 0 ? "no target differs" : targets == 1 ? "1 target differs" : "\(targets) targets differ"
    let defined = definitions == 1 ? "1 definition differs" : "\(definitions) definitions differ"
    return "\(states.first.map { $0.uppercased() } ?? "")\(states.dropFirst()) \(span)"
      + (definitions == 0 ? "." : "; \(defined).")
  }
}

extension HeldEdits.Held {
  /// `anna or ben`
  var approvers: String { guarding?.approversText ?? "" }
}
