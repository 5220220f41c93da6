import CivilTime
import Planning
import Policies

extension Words {
  /// What happened, in plain words; nil for what is nobody's business here.
  func text(_ item: PageEvent, _ zone: Zone, now: Instant) -> String? {
    let event = item.event
    let target = item.targets.map(\.text).joined(separator: ", ")
    let person = event.by ?? "?"
    let until = event.until.map { moment($0, zone, now: event.at) }
    switch event.kind {
    case .change: return event.state.map { happened.switched(target, state($0)) }
    case .moved:
      // Who did it is unknown where a run may have, and what it was wanted to be is known.
      guard event.cause == nil, let wanted = event.state else { return happened.moved(target) }
      return happened.switched(target, state(wanted))
    case .action:
      let due = event.begins.map { happened.due(target, moment($0, zone, now: event.at)) }
      return event.outcome.map { "\($0 == "done" ? target : due ?? target): \(outcome($0))" }
    case .overrideMade: return happened.made(person, target, event.state.map(state) ?? "?", until)
    case .overrideExtended: return happened.extended(person, target, until)
    case .overrideEnded: return happened.ended(person, target)
    case .requestMade: return happened.asked(person, target, until)
    case .requestAgreed: return happened.agreed(person, target, event.name)
    case .requestApproved: return happened.approved(person, target)
    case .requestDenied: return happened.denied(person, target)
    case .requestCancelled: return happened.cancelled(person, target)
    case .requestExpired: return happened.expired(target)
    default: return nil
    }
  }
}
