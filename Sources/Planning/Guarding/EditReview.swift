import CivilTime
import Policies
import Providers
import Text

/// Judges what an edit of the policy does to guarded targets, one by one.
///
/// It passes where it does nothing but take freedom away at instants, add objects, or change words. That is decided by
/// instants and by what names mean. What all of them have in common is worked out once.
package struct EditReview: Sendable {
  let approved: PolicyIndex
  let new: PolicyIndex
  private let now: Instant
  private let words: SameWords
  /// The versions without overrides, and with those that count, which hold in both: what joins a target of targets is freed by
  /// what holds for that one.
  private let overlays: [(before: Overlay, after: Overlay)]
  private let systems: [Name: SystemEdit]

  /// Of the edit that makes `new` of `approved`, for the targets `names` of the latter. `overrides` are those that count.
  init(of new: PolicyIndex, beside approved: PolicyIndex, about names: [Name], _ overrides: [Override], now: Instant) {
    let words = SameWords(approved.policy, new.policy, about: names)
    (self.approved, self.new, self.now, self.words) = (approved, new, now, words)
    let evaluators = (approved: Evaluator(approved.policy), new: Evaluator(new.policy))
    overlays = (overrides.isEmpty ? [[]] : [[], overrides]).map { overrides in
      (
        Overlay(evaluators.approved, of: approved.policy, overrides: overrides),
        Overlay(evaluators.new, of: new.policy, overrides: overrides)
      )
    }
    let known = Set(names.compactMap { approved.target($0)?.selector.system })
    systems = Dictionary(uniqueKeysWithValues: known.map { ($0, SystemEdit(of: $0, from: approved, to: new, words)) })
  }

  /// Why the edit of the target `name` waits; empty where it passes.
  func reasons(of name: Name) -> [EditReason] {
    guard let before = approved.target(name), let after = new.target(name), isOfOneSort(before, after) else {
      return [.gone]
    }
    return guarding(before, after) + objects(before, after) + surroundings(before) + times(of: name)
  }

  /// What it changes about the system of `target`; nil where that has none.
  func system(of target: Target) -> SystemEdit? { target.selector.system.flatMap { systems[$0] } }

  /// Whether both name one kind of thing on one system.
  private func isOfOneSort(_ before: Target, _ after: Target) -> Bool {
    before.selector.system == after.selector.system && before.selector.kind?.object == after.selector.kind?.object
      && before.selector.isWhole == after.selector.isWhole && before.states == after.states
  }

  private func guarding(_ before: Target, _ after: Target) -> [EditReason] {
    let isAsPermitted = after.permissions.isSubset(of: before.permissions) && before.code == after.code
    return (before.guarding.map { guarding($0, after.guarding) } ?? []) + (isAsPermitted ? [] : [.permission])
  }

  private func guarding(_ before: Guard, _ after: Guard?) -> [EditReason] {
    guard let after else { return [.unguarded] }
    let isSame = Set(before.approvers) == Set(after.approvers) && before.needsAll == after.needsAll
    return (isSame ? [] : [.guarding(before: before, after: after)]) + (after.holdsEdits ? [] : [.editing])
  }

  private func objects(_ before: Target, _ after: Target) -> [EditReason] {
    let isKept: Bool =
      switch (before.selector, after.selector) {
      case (.objects(_, _, _, let old), .objects(_, _, _, let new)): old == new && after.keeps(before)
      case (.entries(_, _, let old), .entries(_, _, let new)): old.list == new.list && after.keeps(before)
      case (.devices, .devices): after.keeps(before)
      default: before.selector == after.selector
      }
    return (isKept ? [] : [.objects]) + entries(before, after)
  }

  /// What it changes about entries but for their names.
  private func entries(_ before: Target, _ after: Target) -> [EditReason] {
    guard case .entries(_, _, let old) = before.selector, case .entries(_, _, let new) = after.selector else {
      return []
    }
    let isForTheSame = Set(old.groups.map(FoldedName.init)) == Set(new.groups.map(FoldedName.init))
    return (isForTheSame ? [] : [.entryGroups]) + (old.prune == new.prune ? [] : [.pruning(new.prune)])
  }

  /// What it hangs on besides itself.
  private func surroundings(_ target: Target) -> [EditReason] {
    let joined = Set(new.groups(of: target.name))
    let groups = approved.groups(of: target.name).filter { !joined.contains($0) }.map(EditReason.group)
    guard let name = target.selector.system, let system = systems[name] else { return groups }
    let defined = system.isDefinedAlike ? system.aliases.map(EditReason.alias) : [.system(name)]
    // A deny entry is beaten by an allow entry. Who moves it at a time need not name it: a pass may know it by the action alone.
    let others =
      system.allowing.filter { $0 != target.name }.map(EditReason.allowing)
      + system.targets(switchingGroupsOf: target).map(EditReason.switching) + system.acting.map(EditReason.acting)
    return groups + defined + others + (approved.policy.owner == new.policy.owner ? [] : [.owner])
      + (isLimited ? [.limits] : [])
  }

  private var isLimited: Bool {
    guard let limit = new.policy.maxChanges else { return false }
    return approved.policy.maxChanges.map { limit < $0 } ?? true
  }

  /// The first of them, with the overrides or without, and of two that begin together the longer one: whoever agrees to what is
  /// far off, or short, agrees to nothing else.
  private func times(of name: Name) -> [EditReason] {
    let found = overlays.compactMap { before, after in
      Loosening.between(before, after, of: name, words, from: now).map { ($0, LooserTimes($0, before, after)) }
    }.min { $0.0.at == $1.0.at ? $0.1.seconds > $1.1.seconds : $0.0.at < $1.0.at }
    return found.map { [.freer($0, $1)] } ?? []
  }
}
