import CivilTime
import Controller
import Planning
import Policies
import Text

// What is off on a system that lets everything go holds nothing back. Who made the one or the other last is told.

extension OverrideMessages {
  /// What of each of `made` is off at some time while its system is let go, by `overriding`, in which they are, or as a run
  /// has seen it.
  static func inVain(_ made: [Override], _ overriding: ActiveOverrides, at now: Instant) -> [String] {
    let policy = overriding.policy
    let carriers = policy.carriers
    if carriers.isEmpty { return [] }
    let seen = made.contains { $0.range.contains(now) } ? overriding.letGo(at: now) : [:]
    // Many overrides that are made at once have one range.
    var letting: [LetRange: Bool] = [:]
    func isLetGo(by carrier: Target, in range: Range<Instant>) -> Bool {
      let key = LetRange(carrier: carrier.name, range: range)
      let isFreer =
        letting[key]
        ?? overriding.overlay.timeline(of: carrier.name, in: range).contains { $0.state == carrier.states?.freer }
      letting[key] = isFreer
      return isFreer
    }
    return made.flatMap { made in
      let off = policy.reached(by: made).compactMap(policy.target).filter { made.state == $0.states?.off }
      let vain = off.filter { target in
        guard let carrier = target.selector.system.flatMap({ carriers[$0] }), target.isCarried(by: carrier) else {
          return false
        }
        if made.range.contains(now), seen[target.name] != nil { return true }
        return carrier.enforcement != .observe && isLetGo(by: carrier, in: made.range)
      }
      let bySystem = Dictionary(grouping: vain) { $0.selector.system ?? $0.name }
      return bySystem.sorted { $0.key < $1.key }.compactMap { system, targets in
        carriers[system].map { holdsNothing(targets.map(\.name), while: $0) }
      }
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

/// When it is asked whether a carrier lets its system go.
private struct LetRange: Hashable {
  let carrier: Name
  let range: Range<Instant>
}

extension ActiveOverrides {
  /// What is off at `now` on systems that are let go, by target.
  func letGo(at now: Instant) -> [Name: LetGo] {
    // Most systems have no such switch.
    if policy.carriers.isEmpty { return [:] }
    return policy.letGo(Dictionary(overlay.verdicts(at: now)) { first, _ in first }, remembered.memory, at: now)
  }
}
