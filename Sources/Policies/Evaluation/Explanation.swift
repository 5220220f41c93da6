public import CivilTime

/// Why a target has the state that it has at one instant, and what comes next.
public struct Explanation: Sendable {
  /// Which target.
  public var target: Name
  /// What holds, since when, until when, and what decides.
  public var verdict: Verdict
  /// The statements about the target that hold too but stand earlier in the file, as indices in `Policy.statements`:
  /// the latest first.
  public var beaten: [Int]
  /// The change at the end of the stretch; nil where there is none before 2100.
  public var next: ScheduledChange?
}

extension Evaluator {
  /// Why each of `names`, targets with a state of their own, has its state at `instant`; in the order given.
  public func explanations(of names: [Name], at instant: Instant) -> [Explanation] {
    let verdicts = Dictionary(verdicts(at: instant), uniquingKeysWith: { first, _ in first })
    return names.compactMap { name in
      guard let verdict = verdicts[name] else { return nil }
      return Explanation(
        target: name, verdict: verdict, beaten: Array(activeStatements(name, at: instant).dropFirst()),
        next: verdict.until.flatMap { firstChange(of: name, at: $0, from: verdict.state) })
    }
  }

  private func firstChange(of target: Name, at instant: Instant, from state: TargetState) -> ScheduledChange? {
    timeline(of: target, in: instant..<instant + 1).first.map {
      ScheduledChange(at: instant, target: target, from: state, to: $0.state, decidedBy: $0.decidedBy)
    }
  }
}
