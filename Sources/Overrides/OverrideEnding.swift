import CivilTime
import Controller
import Planning
import Policies
import Presentation
import StateStore

/// Which overrides are to end.
package enum OverrideEnding: Hashable, Sendable {
  /// All that count for the policy.
  case all
  /// These: numbers, and targets with what was made for them; where nothing was, with what is about a part of them.
  case some(ids: [String], targets: [String])

  /// The overrides that are meant among all that are `remembered`, the newest first, each once; or that all of them have
  /// ended. Throws where there is none of a number, where a target has none that has yet to end beside others that are
  /// meant or that are about more, and where a word is no target.
  func chosen(
    _ remembered: StateSnapshot, _ context: OverrideContext
  ) throws(StateError) -> Result<[Override], OverrideRefusal> {
    let ahead = context.own(remembered).filter { $0.isAhead(of: context.now) }
    guard case .some(let ids, let targets) = self else { return .success(ahead) }
    var chosen: Set<String> = []
    var over: [StateError] = []
    for id in ids {
      let found = try Self.known(id, remembered)
      if found.isAhead(of: context.now) {
        chosen.insert(id)
      } else {
        over.append(Self.endedBefore(found, isToEnd: true, context))
      }
    }
    let holds = targets.isEmpty ? [] : context.overriding(remembered)?.holds ?? []
    for target in targets {
      let name = Name(target.lowercased())
      // Who takes back a wish for several does not take back what was wished for one of them before.
      let made = ahead.filter { $0.target == name || $0.named == name }
      let found = made.isEmpty ? ahead.filter { context.isOnly($0, about: name, holding: holds) } : made
      if found.isEmpty { over.append(try Self.none(target, ahead, holds, remembered, context)) }
      chosen.formUnion(found.map(\.id))
    }
    if let first = over.first {
      guard chosen.isEmpty else { throw first }
      return .failure(OverrideRefusal(first.message, first.hint, .ended))
    }
    return .success((remembered.overrides + remembered.strangers).filter { chosen.contains($0.id) })
  }

  /// The override `id`, which has yet to end, whatever policy it was made for.
  static func numbered(
    _ id: String, _ remembered: StateSnapshot, _ context: OverrideContext
  ) throws(StateError) -> Override {
    let found = try known(id, remembered)
    guard found.isAhead(of: context.now) else { throw endedBefore(found, isToEnd: false, context) }
    return found
  }

  private static func known(_ id: String, _ remembered: StateSnapshot) throws(StateError) -> Override {
    let all = remembered.overrides + remembered.strangers
    guard let found = all.first(where: { $0.id == id }) else { throw OverrideMessages.noSuchOverride(id) }
    return found
  }

  private static func endedBefore(_ found: Override, isToEnd: Bool, _ context: OverrideContext) -> StateError {
    OverrideMessages.endedBefore(found, context.moments.short(found.until), isToEnd: isToEnd)
  }

  /// That nothing about `target` has yet to end. Throws where something that is about more has, and for what is no target.
  private static func none(
    _ target: String, _ ahead: [Override], _ holds: [LockHold], _ remembered: StateSnapshot, _ context: OverrideContext
  ) throws(StateError) -> StateError {
    let wider = ahead.filter { context.touches($0, Name(target.lowercased()), holding: holds) }
    let unknown = context.unknownTargetHint(target)
    if !wider.isEmpty || unknown != nil { throw OverrideMessages.noOverride(of: target, wider: wider, unknown) }
    // What no run has seen the end of is as it wanted it.
    let unseen = context.own(remembered).first { override in
      context.isOnly(override, about: Name(target.lowercased()))
        && remembered.memory?.objects.values.contains { $0.override == override.id } ?? false
    }
    return OverrideMessages.noOverrideLeft(of: target, unseen: unseen, context)
  }
}
