import CivilTime
import Documents

/// Targets that are off at times at which their whole system lets everything go, so that they hold nothing back then.
enum OffInVain {
  /// So far ahead it is looked, in seconds: every day of a year.
  private static let yearSeconds: Int64 = 366 * 86_400

  /// A target, and where it is off in vain for the first time.
  private struct Found {
    var target: Target
    var at: Instant
    /// What lets its system go then.
    var decidedBy: Verdict.Decider
  }

  /// A warning for each system that lets go of what is off then, in the order of the file.
  static func warnings(on policy: Policy, _ evaluator: Evaluator, now: Instant) -> [Diagnostic] {
    let carriers = policy.targets.filter(\.isCarrier)
    if carriers.isEmpty { return [] }
    let targets = Dictionary(grouping: policy.targets) { $0.selector.system }
    let year = now..<now + yearSeconds
    return carriers.compactMap { carrier in
      let carried = (targets[carrier.selector.system] ?? []).filter { $0.isCarried(by: carrier) }
      let letting = evaluator.timeline(of: carrier.name, in: year)
      guard letting.contains(where: { $0.state == carrier.states?.freer }) else { return nil }
      let found = carried.compactMap { first(of: $0, under: carrier, evaluator, in: year) }
      return found.min { $0.at < $1.at }.map { warning($0, of: found.count, carrier, policy) }
    }
  }

  private static func first(
    of target: Target, under carrier: Target, _ evaluator: Evaluator, in year: Range<Instant>
  ) -> Found? {
    for range in GrowingRanges(from: year.lowerBound, to: year.upperBound) {
      let both = evaluator.timeline(of: carrier.name, in: range).overlaps(
        with: evaluator.timeline(of: target.name, in: range))
      let vain = both.first { $0.left.state == carrier.states?.freer && $0.right.state == target.states?.off }
      if let vain { return Found(target: target, at: vain.range.lowerBound, decidedBy: vain.left.decidedBy) }
    }
    return nil
  }

  private static func warning(_ first: Found, of count: Int, _ carrier: Target, _ policy: Policy) -> Diagnostic {
    let local = policy.zone.local(first.at)
    let time = "\(local.date.weekday.shortName) \(local.date) \(local.clockText)"
    let message = PolicyMessage.offInVain(first.target, of: count, carrier, at: time)
    let span: SourceSpan
    if case .statement(let index) = first.decidedBy {
      span = policy.statements[index].span
    } else {
      span = carrier.span
    }
    return message.at(
      span, related: Diagnostic.Related(span: first.target.span, message: "this target holds nothing back then"))
  }
}
