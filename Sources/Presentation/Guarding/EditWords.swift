package import CivilTime
package import Planning
import Policies
import Text

/// Why an edit of the policy waits for approvers, in words. Nothing here is escaped.
package struct EditWords {
  private let zone: Zone
  private let now: Instant
  /// The zone that the edit would have times be read in; nil where that stays as it is.
  private let edited: Zone?

  /// Times are said in `zone`, with their dates: what is said may be read days later. `edited` is the zone of the edit, where
  /// that is told, too.
  package init(zone: Zone, now: Instant, edited: Zone? = nil) {
    (self.zone, self.now) = (zone, now)
    self.edited = edited.flatMap { $0.hasRules(of: zone) ? nil : $0 }
  }

  /// `kids: on, not off, once for 1h in the four weeks from Fri 2026-11-20 21:00; and phone: it is gone`
  ///
  /// All times of the house move with its zone: that comes first.
  package func text(_ held: [HeldEdits.Held]) -> String {
    let moved = edited.map { "every time would be one of \($0.name), not of \(zone.name); " } ?? ""
    return moved + held.map { "\($0.target.name): \(text($0.reasons))" }.joined(separator: "; and ")
  }

  /// `on, not off, throughout the four weeks from now on and it is linked with 'tv'`
  package func text(_ reasons: [EditReason]) -> String { reasons.map(text).listed() }

  private func text(_ reason: EditReason) -> String {
    switch reason {
    case .gone: "it is gone"
    case .freer(let loosening, let times): text(loosening, times)
    case .objects: "it no longer names something that it named, or not by that name"
    case .entryGroups: "its entries are for other groups"
    case .pruning(let prunes): "entries that are no longer named \(prunes ? "are removed" : "stay")"
    case .unguarded: "nothing guards it any more"
    case .guarding(let before, let after): text(before, after)
    case .editing: "edits of it need nobody any more"
    case .permission: "it may be opened, or has another code"
    case .group(let group): "it no longer belongs to '\(group)'"
    case .system(let system): "its system '\(system)' is defined differently"
    case .alias(let system): "'\(system)' is another name of its system"
    case .allowing(let target): "'\(target)' allows on its system what was not allowed before"
    case .switching(let target): "'\(target)' switches a group of its entries in another way"
    case .acting(let target): "'\(target)' does something on its system that was not done before"
    case .owner: "the file has another owner"
    case .limits: "fewer changes may be made at once"
    case .linked(let target): "it is linked with '\(target)'"
    }
  }

  /// `guarded by anna or ben, not by anna`
  private func text(_ before: Guard, _ after: Guard) -> String {
    let (old, new) = (before.approversText, after.approversText)
    return old == new ? "its guard is different" : "it is guarded by \(new), not by \(old)"
  }

  /// `on, not off, 28 times for 7h in all in the four weeks from Fri 2026-11-20 21:00`
  private func text(_ loosening: Loosening, _ times: LooserTimes) -> String {
    let (before, after) = (loosening.before, loosening.after)
    let weeks = "the four weeks from " + (now >= loosening.at ? "now" : dated(loosening.at))
    let when = times.isThroughout ? "throughout \(weeks)" : "\(text(times)) in \(weeks)"
    let end = times.isNeverHeld && !times.isThroughout ? ", and never held" : ""
    if let carrier = after.carrier, before.carrier == nil { return "'\(carrier)' lets it go \(when)\(end)" }
    if before.state == after.state { return "held less firmly \(when)\(end)" }
    return "\(after.state.inWords), not \(before.state.inWords), \(when)\(end)"
  }

  /// With its offset where two zones are spoken of.
  private func dated(_ instant: Instant) -> String {
    zone.dated(instant) + (edited == nil ? "" : " " + zone.offsetText(at: instant))
  }

  /// `once for 9h`, `28 times for 7h in all`
  private func text(_ times: LooserTimes) -> String {
    times.count == 1 ? "once for \(times.lengthText)" : "\(times.count) times for \(times.lengthText) in all"
  }
}

extension Guard {
  /// `anna and ben` where all have to agree, `anna or ben` where one is enough.
  var approversText: String { approvers.map(\.text).listed(needsAll ? "and" : "or") }
}
