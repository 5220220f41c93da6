package import CivilTime
package import Policies

/// Why another end that was asked for can be agreed to no more: it would be the end of something else than what was read.
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
  /// What happened at `now` to the override that it would give another end; nil where that is as it was, and of every other
  /// request. `overrides` are all that are remembered.
  package func overtaken(by overrides: [Override], at now: Instant) -> OvertakenExtension? {
    guard case .extend(let asked, _) = deed else { return nil }
    guard let present = overrides.first(where: { $0.id == asked.id }), present.until > now, !present.range.isEmpty
    else { return .ended(asked) }
    return present.until == asked.until ? nil : .otherEnd(present)
  }
}
