package import CivilTime
package import Planning
import Policies
import Text

/// Why an edit of the policy waits for approvers, in words. Nothing here is escaped.
package struct EditWords {
  private let zone: Zone
  private let now: Instant

  /// Times are said in `zone`, with their dates: what is said may be read days later.
  package init(zone: Zone, now: Instant) { (self.zone, self.now) = (zone, now) }

  /// `kids: on, not off, from Fri 2026-11-20 21:00; and phone: it is gone`
  package func text(_ held: [HeldEdits.Held]) -> String {
    held.map { "\($0.target.name): \(text($0.reasons))" }.joined(separator: "; and ")
  }

  /// `on, not off, from Fri 2026-11-20 21:00, and it lets go of what it names`
  package func text(_ reasons: [EditReason]) -> String { reasons.map(text).listed() }

  private func text(_ reason: EditReason) -> String {
    switch reason {
    case .gone: "it is gone"
    case .freer(let loosening): text(loosening)
    case .objects: "it no longer names something that it named"
    case .guarding: "its guard is different"
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

  /// `on, not off, from Fri 2026-11-20 21:00`
  private func text(_ loosening: Loosening) -> String {
    let (before, after) = (loosening.before, loosening.after)
    let at = now >= loosening.at ? "from now on" : "from \(zone.dated(loosening.at))"
    if let carrier = after.carrier, before.carrier == nil { return "'\(carrier)' lets it go \(at)" }
    if before.state == after.state { return "held less firmly \(at)" }
    return "\(after.state.inWords), not \(before.state.inWords), \(at)"
  }
}
