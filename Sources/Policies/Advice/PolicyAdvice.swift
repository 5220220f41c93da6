public import CivilTime
public import Documents

/// Warnings about a policy without an error that only show when it is evaluated.
///
/// Decoding does not look for them: who plans and applies every minute does not need to hear every minute that a
/// sentence has no effect.
public enum PolicyAdvice {
  /// What somebody who edits `policy` should know at `now`, in the order of the text: devices that may change their
  /// address, systems whose clocks are elsewhere, statements that never decide
  /// anything or never change anything, nights that may be meant otherwise, and windows that are empty because clocks go
  /// forward.
  public static func diagnostics(on policy: Policy, now: Instant) -> [Diagnostic] {
    let evaluator = Evaluator(policy)
    let found = IdleStatements.find(in: policy, evaluator, now: now)
    let idle =
      diagnostics(found.idle, in: policy) + diagnostics(found.effectless, in: policy)
      + UnexpectedNights.notes(on: policy) + IdleEdges.warnings(on: policy, evaluator, now: now)
      + PrivateAddresses.warnings(on: policy) + OwnClocks.warnings(on: policy)
    let empty = EmptyWindows.find(in: policy, evaluator, now: now).map { diagnostic($0, in: policy) }
    return (idle + empty).inTextOrder()
  }

  /// In the order of the statements. Many may say the same, which is then worded once.
  private static func diagnostics(_ idle: [IdleStatements.Idle], in policy: Policy) -> [Diagnostic] {
    var result: [(statement: Int, group: Int)] = []
    for (group, idle) in idle.enumerated() { result += idle.statements.map { ($0, group) } }
    result.sort { $0.statement < $1.statement }
    var worded = [[[TargetState?]: Diagnostic]](repeating: [:], count: idle.count)
    return result.map { index, group in
      let state = [policy.statements[index].state, policy.statements[index].atOtherTimes]
      if var known = worded[group][state] {
        known.span = policy.statements[index].span
        return known
      }
      let diagnostic = diagnostic(policy.statements[index], idle[group], in: policy)
      worded[group][state] = diagnostic
      return diagnostic
    }
  }

  private static func diagnostic(
    _ statement: Statement, _ idle: IdleStatements.Idle, in policy: Policy
  ) -> Diagnostic {
    let covering = idle.coveredBy.map { policy.statements[$0] }
    let related = covering.first.map { first in
      Diagnostic.Related(
        span: first.span, message: covering.count == 1 ? "this statement covers it" : "the first that covers it")
    }
    return PolicyMessage.neverDecides(statement, coveredBy: covering, isDated: idle.isDated)
      .at(statement.span, related: related)
  }

  private static func diagnostics(_ effectless: [IdleStatements.Effectless], in policy: Policy) -> [Diagnostic] {
    if effectless.isEmpty { return [] }
    let timesOfDay = policy.partsOfSchedules.namesOfTimesOfDay(among: policy.schedules.map(\.name))
    return effectless.map { diagnostic($0, in: policy, timesOfDay) }
  }

  private static func diagnostic(
    _ effectless: IdleStatements.Effectless, in policy: Policy, _ timesOfDay: Set<Name>
  ) -> Diagnostic {
    let supports = effectless.supports.map { policy.statements[$0] }
    let related =
      supports.count == 1 ? Diagnostic.Related(span: supports[0].span, message: "this statement says it") : nil
    let statement = policy.statements[effectless.statement]
    return PolicyMessage.noEffect(
      statement, policy.states(of: statement), supports: supports, only: onlySentence(for: statement, timesOfDay),
      isAlone: effectless.isAlone
    ).at(statement.span, related: related)
  }

  /// `kids on only 15:00–18:00` for `kids on 15:00–18:00`; nil where nothing of that kind can be said.
  private static func onlySentence(for statement: Statement, _ timesOfDay: Set<Name>) -> String? {
    guard statement.state == .on, statement.atOtherTimes == nil, !statement.when.contains(.always) else { return nil }
    let isTimesOfDay = statement.when.allSatisfy { $0.isTimesOfDay(timesOfDay.contains) }
    return isTimesOfDay ? SentenceText.only(statement.subjects, statement.when) : nil
  }

  private static func diagnostic(_ empty: EmptyWindows.Empty, in policy: Policy) -> Diagnostic {
    let message = PolicyMessage.emptyWindow(empty.time, on: empty.day, skipped: empty.gap)
    switch empty.place {
    case .statement(let index): return message.at(policy.statements[index].span)
    case .schedule(let index, let user):
      return message.at(
        policy.schedules[index].span,
        related: Diagnostic.Related(span: policy.statements[user].span, message: "this statement uses it"))
    }
  }
}

extension Policy {
  /// What each schedule consists of.
  var partsOfSchedules: [Name: [Schedule]] {
    Dictionary(schedules.map { ($0.name, $0.parts) }, uniquingKeysWith: { first, _ in first })
  }
}
