package import Approvals
package import CivilTime
package import Planning
import Policies

extension ApprovalRequest {
  /// Something that happened to it at `now`. `name` is who else it is about.
  package func event(
    _ kind: Event.Kind, at now: Instant, by person: String?, name: String? = nil, message: String? = nil
  ) -> Event {
    Event(
      at: now, kind, by: person, target: targets.first, name: name, state: wish?.state, until: wish?.until,
      message: message, begins: wish.flatMap { $0.from > made.wall ? $0.from : nil }, request: id,
      wish: otherWish)
  }

  /// What is wanted where that is nothing about overrides, in words that hold whenever they are read.
  private var otherWish: String? {
    switch deed {
    case .make, .end, .extend: nil
    case .edit(let edit): edit.words
    case .follow(let policy): policy.words
    case .release(let objects): objects.words
    }
  }

  /// The override that is wanted, the first of several; nil where an end is.
  private var wish: Override? {
    switch deed {
    case .make(let overrides): return overrides.first
    case .end, .edit, .follow, .release: return nil
    case .extend(var override, let until):
      override.until = until
      return override
    }
  }
}
