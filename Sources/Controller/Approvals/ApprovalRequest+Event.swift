package import Approvals
package import CivilTime
package import Planning
import Policies

extension ApprovalRequest {
  /// Something that happened to it at `now`. `name` is who else it is about.
  package func event(
    _ kind: Event.Kind, at now: Instant, by person: String?, name: String? = nil, message: String? = nil
  ) -> Event {
    let first = wished.first
    return Event(
      at: now, kind, by: person, target: first?.target ?? targets.first, name: name, state: first?.state,
      until: first?.until, message: message, begins: first?.begins, request: id, wish: otherWish,
      also: Array(wished.dropFirst()))
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

  /// What is wanted of each target; none where it is not about overrides.
  private var wished: [Event.Wished] {
    switch deed {
    case .make(let overrides): return overrides.map(wished)
    case .extend(var override, let until):
      override.until = until
      return [wished(override)]
    case .end: return targets.map { Event.Wished(target: $0, state: nil, begins: nil, until: nil) }
    case .edit, .follow, .release: return []
    }
  }

  private func wished(_ override: Override) -> Event.Wished {
    Event.Wished(
      target: override.target, state: override.state, begins: override.from > made.wall ? override.from : nil,
      until: override.until)
  }
}
