import Approvals
package import CivilTime
import Policies
import Text

extension Words {
  /// What is asked for, in plain words; no two sorts of it read alike.
  package func text(_ deed: PageRequest.Deed, _ zone: Zone, now: Instant) -> String {
    let parts: [String] =
      switch deed {
      case .make(let wishes): wishes.map { text($0, zone, now: now) }
      case .extend(let wish, let before):
        [deeds.extended(text(wish, zone, now: now), moment(before, zone, now: now))]
      case .end(let ended): ended.map { text($0, zone, now: now) }
      case .edit(let edit): [deeds.edit(text(edit, zone, now: now))]
      case .follow: [deeds.follow]
      case .release(let objects):
        objects.map { deeds.release($0.name.isEmpty ? $0.system.text : $0.name, $0.target.text) }
      }
    return parts.joined(separator: "; ")
  }

  /// Why an edit waits, each target with its reasons; in the words that were noted where nothing else is known.
  private func text(_ edit: PolicyEdit, _ zone: Zone, now: Instant) -> String {
    guard let reason = deeds.reason, !edit.notes.isEmpty else { return edit.summary }
    return edit.targets.map { target in
      let notes = edit.notes.filter { $0.target == target }
      let reasons = notes.map { note in
        let other = note.other?.text ?? note.need.map(people) ?? ""
        return reason(note.reason, other, note.state.map(state) ?? "", note.before.map(state) ?? "")
          + (note.reason.hasTime ? " " + when(note, zone, now: now) : "")
      }
      return "\(target): \(reasons.joined(separator: ", "))"
    }.joined(separator: "; ")
  }

  /// `anna or ben`, or `anna and ben`.
  private func people(_ need: ApprovalNeed) -> String {
    need.approvers.map(\.text).listed(need.needsAll ? and : or)
  }

  /// From when on it is freer, and for how long in the weeks from then where that was noted.
  private func when(_ note: EditNote, _ zone: Zone, now: Instant) -> String {
    let from = deeds.from(note.at.map { moment($0, zone, now: now) })
    return note.times.map { deeds.looser($0, from) } ?? from
  }

  private func text(_ ended: PageRequest.Ended, _ zone: Zone, now: Instant) -> String {
    let held = ended.held.isEmpty ? "" : " (\(ended.held.map(\.text).joined(separator: ", ")))"
    let wish = deeds.wish(ended.target.text + held, state(ended.state), nil, moment(ended.until, zone, now: now))
    return deeds.ended(wish, ended.kind)
  }

  private func text(_ wish: PageRequest.Wish, _ zone: Zone, now: Instant) -> String {
    deeds.wish(
      wish.target.text, state(wish.state), wish.from.map { moment($0, zone, now: now) },
      moment(wish.until, zone, now: now))
  }
}

extension EditNote.Reason {
  /// Whether it counts from an instant on.
  fileprivate var hasTime: Bool {
    switch self {
    case .freer, .weaker, .carried: true
    case .gone, .objects, .entryGroups, .pruning, .keeping, .unguarded, .guarding, .editing, .permission, .group,
      .system, .alias, .allowing, .switching, .acting, .owner, .limits, .linked:
      false
    }
  }
}
