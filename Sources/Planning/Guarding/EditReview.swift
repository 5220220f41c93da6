package import CivilTime
package import Policies
import Providers
import Text

/// Judges what an edit of the policy does to one guarded target.
///
/// It passes where it does nothing but take freedom away at instants, add objects, or change words. That is decided by
/// instants and by what names mean.
package struct EditReview {
  let name: Name
  let approved: Policy
  let new: Policy
  /// Those that count, which hold in both versions.
  let overrides: [Override]
  let now: Instant

  /// Why it waits; empty where it passes.
  var reasons: [EditReason] {
    guard let before = approved.target(name), let after = new.target(name), isOfOneSort(before, after) else {
      return [.gone]
    }
    return guarding(before, after) + objects(before, after) + surroundings(before) + times
  }

  /// Whether two versions come to the same for all of `targets`.
  package static func areAlike(
    _ left: Policy, _ right: Policy, about targets: [Name], overrides: [Override], now: Instant
  ) -> Bool {
    targets.allSatisfy { name in
      guard left.target(name) != nil || right.target(name) != nil else { return true }
      return [(left, right), (right, left)].allSatisfy { approved, new in
        EditReview(name: name, approved: approved, new: new, overrides: overrides, now: now).reasons.isEmpty
      }
    }
  }

  /// Whether both name one kind of thing on one system.
  private func isOfOneSort(_ before: Target, _ after: Target) -> Bool {
    before.selector.system == after.selector.system && before.selector.kind?.object == after.selector.kind?.object
      && before.selector.isWhole == after.selector.isWhole && before.states == after.states
  }

  private func guarding(_ before: Target, _ after: Target) -> [EditReason] {
    let isSame = before.guarding.map { old in
      after.guarding.map { new in
        Set(old.approvers) == Set(new.approvers) && old.needsAll == new.needsAll && new.holdsEdits
      } ?? false
    }
    let isAsPermitted = after.permissions.isSubset(of: before.permissions) && before.code == after.code
    return (isSame == false ? [.guarding] : []) + (isAsPermitted ? [] : [.permission])
  }

  private func objects(_ before: Target, _ after: Target) -> [EditReason] {
    let isKept: Bool =
      switch (before.selector, after.selector) {
      case (.objects(_, _, _, let old), .objects(_, _, _, let new)): old == new && after.keeps(before)
      case (.entries(_, _, let old), .entries(_, _, let new)):
        old.list == new.list && Set(old.groups.map(FoldedName.init)) == Set(new.groups.map(FoldedName.init))
          && old.prune == new.prune && after.keeps(before)
      case (.devices, .devices): after.keeps(before)
      default: before.selector == after.selector
      }
    return isKept ? [] : [.objects]
  }

  /// What it hangs on besides itself.
  private func surroundings(_ target: Target) -> [EditReason] {
    let joined = Set(new.groups(of: name))
    let groups = approved.groups(of: name).filter { !joined.contains($0) }.map(EditReason.group)
    guard let system = target.selector.system else { return groups }
    return groups + systems(system) + allowing(system) + acting(system) + (approved.owner == new.owner ? [] : [.owner])
      + (isLimited ? [.limits] : [])
  }

  private func systems(_ name: Name) -> [EditReason] {
    guard approved.system(name)?.isDefined(like: new.system(name)) ?? true else { return [.system(name)] }
    return new.aliases(of: name, beside: approved).map(EditReason.alias)
  }

  /// A deny entry is beaten by an allow entry.
  private func allowing(_ system: Name) -> [EditReason] {
    new.allowing(on: system, beside: approved).filter { $0 != name }.map(EditReason.allowing)
  }

  /// Who moves it at a time need not name it: a pass may know it by the action alone.
  private func acting(_ system: Name) -> [EditReason] {
    new.acting(on: system, beside: approved).map(EditReason.acting)
  }

  private var isLimited: Bool {
    guard let limit = new.maxChanges else { return false }
    return approved.maxChanges.map { limit < $0 } ?? true
  }

  /// With the overrides as well: what joins a target of targets is freed by what holds for that one.
  private var times: [EditReason] {
    let found = loosening(with: []) ?? (overrides.isEmpty ? nil : loosening(with: overrides))
    return found.map { [.freer($0)] } ?? []
  }

  private func loosening(with overrides: [Override]) -> Loosening? {
    Loosening.between(
      Overlay(Evaluator(approved), of: approved, overrides: overrides),
      Overlay(Evaluator(new), of: new, overrides: overrides), of: name, from: now)
  }
}
