import CivilTime
import Documents

/// Finds edges that never fall due within two years from now or, where they name dates, up to the last of them. What is
/// wholly in the past is told of elsewhere.
enum IdleEdges {
  static func warnings(on policy: Policy, _ evaluator: Evaluator, now: Instant) -> [Diagnostic] {
    var dates = NamedDates(policy.schedules)
    let today = policy.zone.local(now).date
    return policy.edges.indices.compactMap { index in
      let edge = policy.edges[index]
      let last = dates.last(of: [edge.days])
      if let last, last < today { return nil }
      // A day more: what clocks skip on the last one may come on the next.
      let end = last.map { policy.zone.midnight(of: $0.adding(days: 2)) }
      guard !evaluator.edges.falls(edge: index, in: now..<max(now + 1, end ?? now + 731 * 86_400)) else { return nil }
      return PolicyMessage.edgeNeverDue(isDated: last != nil).at(edge.span)
    }
  }
}
