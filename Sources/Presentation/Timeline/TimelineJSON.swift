import CivilTime
import JSONTree
import Policies

/// Timelines as one JSON object, its keys in a fixed order.
struct TimelineJSON {
  private let view: TimelineView

  init(_ view: TimelineView) { self.view = view }

  var json: JSON {
    .object(
      [
        .formatVersion,
        .init("timezone", .string(view.policy.zone.name)),
        .init("from", .instant(view.range.lowerBound)),
        .init("to", .instant(view.range.upperBound)),
        .init("targets", .array(view.timelines.map(target))),
      ] + view.shown.members(within: view.range, of: view.targets))
  }

  private func target(_ timeline: TargetTimeline) -> JSON {
    let isAction = view.policy.targets.contains { $0.name == timeline.target && $0.isAction }
    return .object(
      [.init("target", .string(timeline.target.text)), .init("intervals", .array(timeline.intervals.map(interval)))]
        + (isAction ? [.init("runs", .array(timeline.occurrences.map(occurrence)))] : []))
  }

  private func occurrence(_ occurrence: Occurrence) -> JSON {
    .object([
      .init("at", .instant(occurrence.at)),
      .init("decidedBy", .string(Verdict.Decider.edge(occurrence.edge).id(view.policy))),
    ])
  }

  private func interval(_ interval: TimelineInterval) -> JSON {
    .object([
      .init("from", .instant(interval.range.lowerBound)),
      .init("to", .instant(interval.range.upperBound)),
      .init("state", .string(interval.state.rawValue)),
      .init("decidedBy", .string(interval.decidedBy.id(view.policy))),
    ])
  }
}
