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
  let policy: Policy
  let instant: Instant
  /// Whether each line about the targets is listed as it is understood.
  let listsLines: Bool
  /// What is not known, or does not count.
  let warnings: [Finding]

  package init(
    explanations: [Explanation], actions: [ActionExplanation] = [], policy: Policy, instant: Instant,
    listsLines: Bool = false, warnings: [Finding]
  ) {
    self.explanations = explanations
    self.actions = actions
    self.policy = policy
    self.instant = instant
    self.listsLines = listsLines
    self.warnings = warnings
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
    .object([
      .init("target", .string(action.target.text)),
      .init(
        "runs",
        .array(
          zip(action.next, action.keepers).map { occurrence, keeper in
            .object(
              [.init("at", .instant(occurrence.at))] + Verdict.Decider.edge(occurrence.edge).members(policy)
                + (keeper.map { [.init("unless", $0.json)] } ?? []))
          })),
    ])
  }

  private func target(_ explanation: Explanation) -> JSON {
    let verdict = explanation.verdict
    return .object(
      explanation.standing + [.init("pauseEnds", .instant(verdict.state == .paused ? verdict.pauseEnds : nil))]
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

extension Explanation {
  /// What holds for the target, and from when to when: the same in every document.
  package var standing: [JSON.Member] {
    [
      .init("target", .string(target.text)),
      .init("state", .string(verdict.state.rawValue)),
      .init("since", .instant(verdict.since)),
      .init("until", .instant(verdict.until)),
    ]
  }
}
