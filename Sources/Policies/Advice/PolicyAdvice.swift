public import CivilTime
public import Documents

/// Warnings about a policy without an error that only show when it is evaluated.
///
/// Decoding does not look for them: who plans and applies every minute does not need to hear every minute that a
/// sentence has no effect.
public enum PolicyAdvice {
  /// What somebody who edits `policy` should know at `now`, in the order of the text: devices that may change their
  /// address, systems whose clocks are elsewhere, what two targets name, what is opened and kept shut, what is off
  /// in vain, what is enforced where nobody can see it, statements that never decide anything or never
  /// change anything, nights that may be meant otherwise, and windows that are empty because clocks go forward.
  ///
  /// `presentName` gives what a zone is called today, where a name is an old one of it.
  public static func diagnostics(
    on policy: Policy, now: Instant, presentName: (String) -> String? = { _ in nil }
  ) -> [Diagnostic] {
    let evaluator = Evaluator(policy)
    let found = IdleStatements.find(in: policy, evaluator, now: now)
    let idle =
      idle(found, in: policy) + effectless(found, in: policy, evaluator)
      + UnexpectedNights.notes(on: policy) + IdleEdges.warnings(on: policy, evaluator, now: now)
      + PrivateAddresses.warnings(on: policy) + OwnClocks.warnings(on: policy) + NamedTwice.warnings(on: policy)
      + OpenedDoors.warnings(on: policy, evaluator, now: now) + ActingOtherwise.warnings(on: policy)
      + IdleEnforcement.warnings(on: policy)
      + EntryCount.over(aShare: 2, of: policy.targets).map { PolicyMessage.manyEntries($0).at($0.target.span) }
      + OffInVain.warnings(on: policy, evaluator, now: now)
    let empty = EmptyWindows.find(in: policy, evaluator, now: now).map { diagnostic($0, in: policy) }
    let oldName = presentName(policy.zone.name).map { present in
      PolicyMessage.timezoneOld(policy.zone.name, present: present).at(policy.zoneSpan)
    }
    return (idle + empty + [oldName].compactMap(\.self)).inTextOrder()
  }

  // MARK: - What never decides

  /// In the order of the statements. Many may say the same, which is then worded once.
  private static func idle(_ found: IdleStatements.Found, in policy: Policy) -> [Diagnostic] {
    var result: [(statement: Int, group: Int)] = []
    for (group, idle) in found.idle.enumerated() { result += idle.statements.map { ($0, group) } }
    result.sort { $0.statement < $1.statement }
    let joined = joinedHours(found.idle, in: policy)
    var worded = [[[TargetState?]: Diagnostic]](repeating: [:], count: found.idle.count)
    return result.map { index, group in
      let statement = policy.statements[index]
      let isLikeOthers = statement.atOtherTimes == nil && found.needed[index] == nil
      if isLikeOthers, var known = worded[group][[statement.state]] {
        known.span = statement.span
        return known
      }
      let covering = found.idle[group].coveredBy
      let diagnostic = PolicyMessage.neverDecides(
        statement, coveredBy: covering.map { policy.statements[$0] }, isDated: found.idle[group].isDated,
        joined: covering.count == 1 ? joined[covering[0]] : nil, needed: sentence(found.needed[index])
      ).at(statement.span, related: related(covering, in: policy))
      if isLikeOthers { worded[group][[statement.state]] = diagnostic }
      return diagnostic
    }
  }

  private static func related(_ covering: [Int], in policy: Policy) -> Diagnostic.Related? {
    covering.first.map { first in
      Diagnostic.Related(
        span: policy.statements[first].span,
        message: covering.count == 1 ? "this statement covers it" : "the first that covers it")
    }
  }

  /// More statements than that are not made into one.
  private static let mostJoined = 12

  /// For each `X on only TIMES` that covers others of its kind the one sentence with the hours of all of them.
  private static func joinedHours(_ idle: [IdleStatements.Idle], in policy: Policy) -> [Int: PolicyMessage.JoinedHours]
  {
    var joined: [Int: [Int]] = [:]
    for idle in idle where idle.coveredBy.count == 1 {
      let last = idle.coveredBy[0]
      let covering = policy.statements[last]
      guard covering.atOtherTimes != nil else { continue }
      joined[last, default: []] += idle.statements.filter {
        let statement = policy.statements[$0]
        return statement.atOtherTimes == covering.atOtherTimes && statement.state == covering.state
          && statement.subjects == covering.subjects && statement.when != covering.when
      }
    }
    return joined.reduce(into: [:]) { result, covered in
      let all = (covered.value + [covered.key]).sorted().map { policy.statements[$0] }
      guard all.count > 1, all.count <= mostJoined else { return }
      result[covered.key] = PolicyMessage.JoinedHours(
        sentence: SentenceText.only(all[0].subjects, all.flatMap(\.when)), ids: all.map(\.id))
    }
  }

  /// `kids, tv on` for what would be left alone; nil for nothing.
  private static func sentence(_ needed: [(target: Name, state: TargetState)]?) -> String? {
    guard let state = needed?.first?.state, let needed else { return nil }
    return needed.filter { $0.state == state }.map(\.target.text).joined(separator: ", ") + " \(state.rawValue)"
  }

  // MARK: - What changes nothing

  private static func effectless(
    _ found: IdleStatements.Found, in policy: Policy, _ evaluator: Evaluator
  ) -> [Diagnostic] {
    if found.effectless.isEmpty { return [] }
    let timesOfDay = policy.partsOfSchedules.namesOfTimesOfDay(among: policy.schedules.map(\.name))
    let limits = found.effectless.filter { isLimit($0, in: policy) }.map(\.statement)
    let proposals = MeantHours.proposals(for: limits, in: policy, evaluator, timesOfDay: timesOfDay)
    let states = SpokenStates(policy)
    return found.effectless.map { effectless in
      let supports = effectless.supports.map { policy.statements[$0] }
      let related =
        supports.count == 1 ? Diagnostic.Related(span: supports[0].span, message: "this statement says it") : nil
      let statement = policy.statements[effectless.statement]
      return PolicyMessage.noEffect(
        statement, states.pair(of: statement), supports: supports,
        meant: proposals[effectless.statement].flatMap { proposal in
          isOfUse(proposal, to: effectless) ? meant(proposal, by: effectless.statement, in: policy) : nil
        },
        needed: sentence(found.needed[effectless.statement])
      ).at(statement.span, related: related)
    }
  }

  /// Whether a statement may be meant to say that it holds at no other time.
  private static func isLimit(_ effectless: IdleStatements.Effectless, in policy: Policy) -> Bool {
    let statement = policy.statements[effectless.statement]
    let isException = !effectless.supports.isEmpty && statement.when.contains { !$0.exceptions.isEmpty }
    return !statement.state.isOff && statement.atOtherTimes == nil && !statement.when.contains(.always) && !isException
      && effectless.supports.allSatisfy { policy.statements[$0].atOtherTimes == nil }
  }

  /// Whether the statement says something new once `proposal` is followed: not where all that say the same remain below
  /// the line that is to come.
  private static func isOfUse(_ proposal: MeantHours.Proposal, to effectless: IdleStatements.Effectless) -> Bool {
    guard case .opposite(let above) = proposal, !effectless.restsOnOtherwise, !effectless.supports.isEmpty else {
      return true
    }
    return effectless.supports.contains { $0 < above }
  }

  private static func meant(
    _ proposal: MeantHours.Proposal, by statement: Int, in policy: Policy
  ) -> PolicyMessage.Limit {
    switch proposal {
    case .only(let sentence, let group):
      .only(PolicyMessage.JoinedHours(sentence: sentence, ids: group.map { policy.statements[$0].id }))
    case .opposite(let above): .opposite(above: above == statement ? nil : policy.statements[above].id)
    }
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
