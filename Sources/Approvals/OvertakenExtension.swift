package import CivilTime
package import Policies

/// Why an end that was asked for can be agreed to no more: it would be the end of something else than what was read, or of
/// nothing.
package enum OvertakenExtension: Hashable, Sendable {
  /// The override is over, and would come back.
  case ended(Override)
  /// Somebody has given it another end since: this one.
  case otherEnd(Override)

  /// The override, as it was when it was asked for, with the end of now.
  package var override: Override {
    switch self {
    case .ended(let override), .otherEnd(let override): override
    }
  }
}

extension ApprovalRequest {
  /// What happened at `now` to the override that it would end, or give another end; nil where that is as it was, and of every
  /// other request. `overrides` are all that are remembered.
  package func overtaken(by overrides: [Override], at now: Instant) -> OvertakenExtension? {
    let present = { (asked: Override) in
      overrides.first { $0.id == asked.id && $0.until > now && !$0.range.isEmpty }
    }
    switch deed {
    case .extend(let asked, _):
      guard let found = present(asked) else { return .ended(asked) }
      return found.until == asked.until ? nil : .otherEnd(found)
    case .end(let asked):
      // As long as one of them is there, a yes ends something.
      return asked.contains { present($0) != nil } ? nil : asked.first.map { .ended($0) }
    case .make, .edit, .follow, .release: return nil
    }
  }
}
