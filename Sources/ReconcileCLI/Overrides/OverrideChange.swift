import CivilTime
import Controller
import StateStore
import Policies
import Providers
import Reconciliation

/// Another end for overrides that are there.
enum OverrideChange {
  /// Ends those that `ending` means, now.
  static func end(
    _ ending: OverrideEnding, _ surroundings: OverrideContext, _ journal: StateStore
  ) throws(StateError) -> Result<OverrideAnswer, OverrideFailure> {
    let now = surroundings.now
    let before = try surroundings.remembered(journal)
    let chosen = try ending.chosen(before, surroundings)
    var answer = OverrideAnswer(deed: .ended, surroundings: surroundings)
    let changed = try journal.end(chosen.map(\.id), at: now, now: now, by: surroundings.person)
    let after = try surroundings.remembered(journal)
    answer.tell(zip(changed, chosen).map { ($0, $1.until) }, after)
    answer.notes = ending.remaining(after, surroundings)
    return .success(answer)
  }

  /// Gives the override `id` another end. Throws where there is no such override, and where it has ended; fails where
  /// the end cannot be, or would change nothing.
  static func extend(
    _ id: String, to end: OverrideEnd, _ surroundings: OverrideContext, _ journal: StateStore
  ) throws(StateError) -> Result<OverrideAnswer, OverrideFailure> {
    let now = surroundings.now
    let before = try surroundings.remembered(journal)
    let found = try OverrideEnding.numbered(id, before, surroundings)
    let until: Instant
    do throws(UsageError) {
      until = try end.instant(
        after: found.until, orFrom: max(now, found.from), in: surroundings.zone, now: now)
    } catch {
      return .failure(.usage(error))
    }
    if let overriding = surroundings.overriding(before) {
      let extending = OverrideExtending(found, until: until, overriding, surroundings)
      if let refusal = extending.refusal { return .failure(.refused(refusal)) }
    }
    let changed = try journal.end(id, at: until, now: now, by: surroundings.person)
    var answer = OverrideAnswer(deed: .extended, surroundings: surroundings)
    answer.tell([(changed, found.until)], try surroundings.remembered(journal))
    return .success(answer)
  }
}

extension OverrideEnding {
  /// What still holds of what was named, or of all: overrides of more than the target, and those of other policies.
  fileprivate func remaining(_ after: StateSnapshot, _ surroundings: OverrideContext) -> [String] {
    let ahead = after.overrides.filter { $0.isAhead(of: surroundings.now) }
    switch self {
    case .all:
      return ahead.isEmpty ? [] : [StateMessages.madeForAnother(ahead, after.following).notice.message + "."]
    case .some(_, let targets):
      let own = Set(surroundings.own(after).map(\.id))
      return targets.flatMap { target in
        ahead.filter { own.contains($0.id) && surroundings.touches($0, Name(target.lowercased())) }.map {
          Messages.stillHolds($0, target)
        }
      }
    }
  }
}
