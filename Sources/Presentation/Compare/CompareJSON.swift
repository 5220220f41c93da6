import CivilTime
package import JSONTree
import Planning
import Policies

/// What an edit means, as one JSON object, its keys in a fixed order.
package struct CompareJSON {
  let compared: Compared

  package init(compared: Compared) {
    self.compared = compared
  }

  package var json: JSON {
    let comparison = compared.comparison
    return .object([
      .formatVersion,
      .init("old", .string(compared.old.path)),
      .init("new", .string(compared.new.path)),
      .init("timezone", .string(compared.new.zone.name)),
      .init("from", .instant(comparison.range.lowerBound)),
      .init("to", .instant(comparison.range.upperBound)),
      .init("targets", .array(comparison.targets.map(target))),
      .init("definitions", .array(comparison.definitions.map(definition))),
      .init("later", .array(comparison.later.map(later))),
      .init("held", .array(compared.held.map(held))),
      .init("sharedCalendars", .array(compared.sharedCalendars.map { .string($0) })),
    ])
  }

  private func target(_ target: PolicyComparison.TargetDifference) -> JSON {
    .object([
      .init("target", .string(target.target.text)),
      .init("differences", .array(target.differences.map(difference))),
    ])
  }

  private func difference(_ difference: RecurringDifference) -> JSON {
    .object([
      .init("when", .string(compared.words(difference).when)),
      .init("before", side(difference.before, compared.old)),
      .init("after", side(difference.after, compared.new)),
      .init("stretches", .array(difference.ranges.map { .object(ends($0)) })),
    ])
  }

  private func side(_ side: StateDifference.Side, _ policy: Policy) -> JSON {
    .object([
      .init("state", .string(side.state.rawValue)),
      .init("deciders", .array(side.decidedBy.map { .object($0.members(policy)) })),
      .init("graceSeconds", .integer(side.graceSeconds)),
    ])
  }

  /// What is done at a time is a stretch of one second. What goes on beyond the time that was looked at has no end.
  private func ends(_ range: Range<Instant>) -> [JSON.Member] {
    let seen = compared.comparison.seen
    return [
      .init("from", .instant(range.lowerBound == seen.lowerBound ? nil : range.lowerBound)),
      .init("to", .instant(range.upperBound == seen.upperBound ? nil : range.upperBound)),
    ]
  }

  private func definition(_ change: DefinitionChange) -> JSON {
    .object([
      .init("kind", .string(change.kind.rawValue)),
      .init("name", .text(change.name?.text)),
      .init("property", .text(change.property)),
      .init("before", .text(change.before)),
      .init("after", .text(change.after)),
      .init("leftBehind", .text(compared.leftBehind(change))),
    ])
  }

  private func held(_ held: HeldEdits.Held) -> JSON {
    .object([
      .init("target", .string(held.target.name.text)),
      .init("approvers", .array((held.guarding?.approvers ?? []).map { .string($0.text) })),
      .init("all", .bool(held.guarding?.needsAll ?? false)),
      .init("why", .string(compared.words.text(held.reasons))),
    ])
  }

  private func later(_ later: PolicyComparison.LaterDifference) -> JSON {
    .object(
      [.init("target", .string(later.target.text))] + ends(later.difference.range) + [
        .init("before", side(later.difference.before, compared.old)),
        .init("after", side(later.difference.after, compared.new)),
      ])
  }
}
