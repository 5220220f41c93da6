public import CivilTime
public import Policies

/// An action that has fallen due, and that the next run does as far as nothing keeps it from that.
public struct OpenAction: Hashable, Sendable {
  /// What has fallen due.
  public let due: DueAction
  /// Who keeps it from being done, if it opens what is shut; nil where nobody does.
  public let keeper: DoorKeeper?

  /// Those of what is `known` that `policy` wants done and that are still to be done at `now`, by time; `overlay` says what is
  /// wanted of doors.
  public static func all(
    _ policy: Policy, _ overlay: Overlay, known: [RecordedAction], at now: Instant
  ) -> [OpenAction] {
    if !known.contains(where: { $0.standing == .expected && $0.key.at <= now }) { return [] }
    let due = DueActions.fallenDue(policy, Evaluator(policy).edges, known: known, at: now).filter {
      $0.standing == .due
    }
    var doors = DoorKeepers(overlay)
    return due.map { due in
      OpenAction(due: due, keeper: doors.keeper(against: due.key.target, since: due.key.at, at: now))
    }
  }
}
