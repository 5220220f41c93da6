package import CivilTime
package import JSONTree
package import Policies
import Providers
package import Planning

/// Why things are as they are, as one JSON object, its keys in a fixed order.
package struct ExplainJSON {
  let explanations: [Explanation]
  /// Of what has no states.
  let actions: [ActionExplanation]
  /// What of that has fallen due and is still to be done.
  let open: [OpenAction]
  let policy: Policy
  let instant: Instant
  /// Whether each line about the targets is listed as it is understood.
  let listsLines: Bool
  private let systems: [Name: Name]
  /// The targets that are not known to be as they are wanted, or are otherwise.
  let doubtful: Set<Name>
  /// What is not known, or does not count.
  let warnings: [Finding]

  package init(
    explanations: [Explanation], actions: [ActionExplanation] = [], open: [OpenAction] = [], policy: Policy,
    instant: Instant, listsLines: Bool = false, doubtful: Set<Name> = [], warnings: [Finding]
  ) {
    self.explanations = explanations
    self.actions = actions
    self.open = open
    self.policy = policy
    self.instant = instant
    self.listsLines = listsLines
    self.doubtful = doubtful
    self.warnings = warnings
    systems = policy.systemOfTargets
  }

  package var json: JSON {
    .object(
      [
        .formatVersion,
        .init("policy", .string(policy.path)),
        .init("timezone", .string(policy.zone.name)),
        .init("at", .instant(instant)),
        .init("targets", .array(explanations.map(target))),
      ] + (actions.isEmpty ? [] : [.init("actions", .array(actions.map(action)))])
        + (listsLines ? [.init("lines", .array(lines.map { .object($0.members("id")) }))] : [])
        + [.init("warnings", .array(warnings.map(\.json)))])
  }

  private var lines: [StatementWords] {
    StatementWords.about(explanations.map(\.target) + actions.map(\.target), in: policy)
  }

  private func action(_ action: ActionExplanation) -> JSON {
    let open = open.filter { $0.due.key.target == action.target }
    let due = open.map { JSON.object($0.members + ($0.decider?.members(policy) ?? [])) }
    return .object(
      [.init("target", .string(action.target.text))] + (due.isEmpty ? [] : [.init("due", .array(due))]) + [
        .init(
          "runs",
          .array(
            zip(action.next, action.keepers).map { occurrence, keeper in
              .object(
                [.init("at", .instant(occurrence.at))] + Verdict.Decider.edge(occurrence.edge).members(policy)
                  + (keeper.map { [.init("unless", $0.json)] } ?? []))
            }))
      ])
  }

  private func target(_ explanation: Explanation) -> JSON {
    let verdict = explanation.verdict
    return .object(
      explanation.standing(on: systems[explanation.target], isDoubtful: doubtful.contains(explanation.target))
        + [.init("pauseEnds", .instant(verdict.state == .paused ? verdict.pauseEnds : nil))]
        + verdict.decidedBy.members(policy, because: verdict.because) + [
          .init("beats", .array(explanation.beaten.map(beaten))),
          .init("beatsOverrides", .array(explanation.beatenOverrides.map(\.json))),
          .init("next", explanation.next.map(next) ?? .null),
        ])
  }

  private func beaten(_ index: Int) -> JSON {
    .object(
      StatementWords(index, policy).members("id") + [
        .init("state", .string(policy.state(ofStatement: index, at: instant).rawValue))
      ])
  }

  private func next(_ change: ScheduledChange) -> JSON {
    .object(
      [.init("at", .instant(change.at)), .init("state", .string(change.to.rawValue))]
        + change.decidedBy.members(policy))
  }
}

extension Policy {
  /// On which system each target is that is on one.
  package var systemOfTargets: [Name: Name] {
    Dictionary(everyTarget.compactMap { target in target.selector.system.map { (target.name, $0) } }) { first, _ in
      first
    }
  }
}

extension Explanation {
  /// What holds for the target, which is on `system`, and from when to when: the same in every document. It is doubtful where it is
  /// not known to be so, or is otherwise.
  package func standing(on system: Name?, isDoubtful: Bool) -> [JSON.Member] {
    [
      .init("target", .string(target.text)),
      .init("state", .string(verdict.state.rawValue)),
      .init("since", .instant(verdict.since)),
      .init("until", .instant(verdict.until)),
      .init("system", .text(system?.text)),
      .init("doubtful", .bool(isDoubtful && verdict.state != .leave)),
      .init("putBackAt", .instant(verdict.putBackAt)),
    ]
  }
}
