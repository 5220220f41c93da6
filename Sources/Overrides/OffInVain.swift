import CivilTime
import Controller
import Planning
import Policies
import Text

// What is off on a system that lets everything go holds nothing back. Who made the one or the other last is told.

extension OverrideMessages {
  /// What of `made` is off at some time while its system is let go, by `overriding`, in which it is, or as a run has seen it.
  static func inVain(_ made: Override, _ overriding: ActiveOverrides, at now: Instant) -> [String] {
    let (policy, overlay) = (overriding.policy, overriding.overlay)
    let carriers = policy.carriers
    if carriers.isEmpty { return [] }
    let off = policy.reached(by: made).compactMap(policy.target).filter { made.state == $0.states?.off }
    let seen = made.range.contains(now) ? overriding.letGo(at: now) : [:]
    let vain = off.filter { target in
      guard let carrier = target.selector.system.flatMap({ carriers[$0] }), target.isCarried(by: carrier) else {
        return false
      }
      if seen[target.name] != nil { return true }
      return carrier.enforcement != .observe
        && overlay.timeline(of: carrier.name, in: made.range).contains { $0.state == carrier.states?.freer }
    }
    return carriers.sorted { $0.key < $1.key }.compactMap { system, carrier in
      let names = vain.filter { $0.selector.system == system }.map(\.name)
      return names.isEmpty ? nil : holdsNothing(names, while: carrier)
    }
  }

  /// That `targets` hold nothing back while `carrier` lets their system go.
  static func holdsNothing(_ targets: [Name], while carrier: Target) -> String {
    let (they, hold) = targets.count == 1 ? ("it is", "holds") : ("they are", "hold")
    return
      "While '\(carrier.name)' is \((carrier.states ?? .onOff).freer), \(targets.map({ "'\($0)'" }).listed(atMost: 5)) \(hold) "
      + "nothing back, though \(they) off."
  }
}

extension ActiveOverrides {
  /// What is off at `now` on systems that are let go, by target.
  func letGo(at now: Instant) -> [Name: LetGo] {
    policy.letGo(Dictionary(overlay.verdicts(at: now)) { first, _ in first }, remembered.memory, at: now)
  }
}
