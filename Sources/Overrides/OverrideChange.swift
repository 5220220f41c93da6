import Approvals
package import CivilTime
package import Controller
import Documents
import Planning
package import Policies
package import StateStore

/// Another end for overrides that are there.
package enum OverrideChange {
  /// Ends those that `ending` means, now.
  package static func end(
    _ ending: OverrideEnding, _ context: OverrideContext, _ store: StateStore
  ) throws(StateError) -> Result<OverrideDone, OverrideFailure> {
    let now = context.now
    let before = try context.remembered(store)
    let chosen: [Override]
    switch try ending.chosen(before, context) {
    case .success(let overrides): chosen = overrides
    case .failure(let refusal): return .failure(.refused(refusal))
    }
    if let asked = try asked(.end(chosen), context, store) { return asked }
    var answer = OverrideAnswer(deed: .ended, context: context)
    let changed = try store.end(chosen.map(\.id), at: now, now: now, by: context.person)
    let after = try context.remembered(store)
    answer.tell(zip(changed, chosen).map { ($0, $1.until) }, after, held: context.overriding(before)?.holds ?? [])
    answer.notes += ending.remaining(after, context)
    return .success(.changed(answer))
  }

  /// Gives the override `id` another end, which `end` says of it. Throws where there is no such override, and where it
  /// has ended; fails where
  /// the end cannot be, or would change nothing.
  package static func extend(
    _ id: String, _ context: OverrideContext, _ store: StateStore, to end: (Override) -> Result<Instant, UsageError>
  ) throws(StateError) -> Result<OverrideDone, OverrideFailure> {
    let now = context.now
    let before = try context.remembered(store)
    let found = try OverrideEnding.numbered(id, before, context)
    let until: Instant
    switch end(found) {
    case .success(let instant): until = instant
    case .failure(let error): return .failure(.usage(error))
    }
    let overriding = context.overriding(before)
    if let overriding {
      let extending = OverrideExtending(found, until: until, overriding, context)
      if let refusal = extending.refusal { return .failure(.refused(refusal)) }
    }
    if let asked = try asked(.extend(found, until: until), context, store) { return asked }
    let changed = try store.end(id, at: until, now: now, by: context.person)
    var answer = OverrideAnswer(deed: .extended, context: context)
    let after = try context.remembered(store)
    if let overriding = context.overriding(after) {
      answer.notes += OverrideMessages.letsGo(changed, overriding)
      answer.notes += OverrideMessages.inVain([changed], overriding, at: now)
    }
    answer.tell([(changed, found.until)], after, held: overriding?.holds ?? [])
    return .success(.changed(answer))
  }

  /// A request for `deed`, where a guard does not allow it without an approval; nil where it may be done.
  private static func asked(
    _ deed: ApprovalRequest.Deed, _ context: OverrideContext, _ store: StateStore
  ) throws(StateError) -> Result<OverrideDone, OverrideFailure>? {
    if let refusal = try context.approver?.refusal(in: store, context) { return .failure(.refused(refusal)) }
    guard let judge = try context.judge(deed, store) else { return nil }
    let needs = GuardedChange(deed, judge, now: context.now).needs
    if let approver = context.approver { return approver.refusal(for: needs).map { .failure(.refused($0)) } }
    guard !needs.isEmpty else { return nil }
    let making = RequestMaking(context: context, because: nil, lastingSeconds: RequestMaking.usualSeconds)
    let policy = judge.remembered.following?.file(of: judge.policy)
    return try making.make(deed, needs, policy, in: store).map(OverrideDone.asked).mapError(OverrideFailure.refused)
  }
}

extension OverrideEnding {
  /// What still holds of what was named, or of all: overrides of more than the target, and those of other policies.
  fileprivate func remaining(_ after: StateSnapshot, _ context: OverrideContext) -> [String] {
    let ahead = after.overrides.filter { $0.isAhead(of: context.now) }
    switch self {
    case .all:
      return ahead.isEmpty ? [] : [StateMessages.madeForAnother(ahead, after.following).message.text + "."]
    case .some(_, let targets):
      let own = Set(context.own(after).map(\.id))
      return targets.flatMap { target in
        let name = Name(target.lowercased())
        return ahead.filter { own.contains($0.id) && context.touches($0, name) }.map { override in
          context.isOnly(override, about: name)
            ? OverrideMessages.goesOn(override, again: context.places.again, context.moments)
            : OverrideMessages.stillHolds(override, target, again: context.places.again)
        }
      }
    }
  }
}
