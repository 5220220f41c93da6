import Approvals
package import CivilTime
import Policies

extension Words {
  /// What is asked for, in plain words; no two sorts of it read alike.
  package func text(_ deed: PageRequest.Deed, _ zone: Zone, now: Instant) -> String {
    let parts: [String] =
      switch deed {
      case .make(let wishes): wishes.map { text($0, zone, now: now) }
      case .extend(let wish, let before):
        [deeds.extended(text(wish, zone, now: now), moment(before, zone, now: now))]
      case .end(let targets): targets.map { deeds.ended($0.text) }
      case .edit(_, let summary): [deeds.edit(summary)]
      case .follow: [deeds.follow]
      case .release(let objects):
        objects.map { deeds.release($0.name.isEmpty ? $0.system.text : $0.name, $0.target.text) }
      }
    return parts.joined(separator: "; ")
  }

  private func text(_ wish: PageRequest.Wish, _ zone: Zone, now: Instant) -> String {
    deeds.wish(
      wish.target.text, state(wish.state), wish.from.map { moment($0, zone, now: now) },
      moment(wish.until, zone, now: now))
  }
}
