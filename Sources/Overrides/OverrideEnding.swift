import CivilTime
package import Controller
import Planning
package import Policies
import Presentation
package import StateStore

/// Which overrides are to end.
package enum OverrideEnding: Hashable, Sendable {
  /// All that count for the policy.
  case all
  /// These: numbers, and targets with everything that is about them.
  case some(ids: [String], targets: [String])

  /// The overrides that are meant among all that are `remembered`, the newest first, each once. Throws where a number or
  /// a target has none that has yet to end.
  package func chosen(
    _ remembered: StateSnapshot, _ context: OverrideContext
  ) throws(StateError) -> [Override] {
    let ahead = context.own(remembered).filter { $0.isAhead(of: context.now) }
    guard case .some(let ids, let targets) = self else { return ahead }
    var chosen: Set<String> = []
    for id in ids { chosen.insert(try Self.numbered(id, remembered, context).id) }
    let holds = targets.isEmpty ? [] : context.overriding(remembered)?.holds ?? []
    for target in targets {
      let found = ahead.filter { context.isOnly($0, about: Name(target.lowercased()), holding: holds) }
      if found.isEmpty { throw Self.none(target, ahead, holds, context) }
      chosen.formUnion(found.map(\.id))
    }
    return (remembered.overrides + remembered.strangers).filter { chosen.contains($0.id) }
  }

  /// The override `id`, which has yet to end, whatever policy it was made for.
  package static func numbered(
    _ id: String, _ remembered: StateSnapshot, _ context: OverrideContext
  ) throws(StateError) -> Override {
    let all = remembered.overrides + remembered.strangers
    guard let found = all.first(where: { $0.id == id }) else { throw OverrideMessages.noSuchOverride(id) }
    guard found.isAhead(of: context.now) else {
      throw OverrideMessages.endedBefore(found, context.moments.short(found.until))
    }
    return found
  }

  private static func none(
    _ target: String, _ ahead: [Override], _ holds: [LockHold], _ context: OverrideContext
  ) -> StateError {
    let wider = ahead.filter { context.touches($0, Name(target.lowercased()), holding: holds) }
    return OverrideMessages.noOverride(of: target, wider: wider, context.unknownTargetHint(target))
  }
}
