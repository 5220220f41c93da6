import CivilTime
import Policies

/// The changes of a target that a strip cannot show exactly: those within a sign, and those at a time that the clock
/// shows twice that day.
struct ExactChanges {
  /// Changes to the same state at the same time by the clock.
  struct Group: Hashable {
    var state: TargetState
    /// Seconds since 00:00 by the wall clock.
    var secondOfDay: Int
    /// `21:45`; with the offset, `02:30 +01:00`, where the clock shows it twice.
    var time: String
    /// On these days, in order.
    var dates: [CivilDate]
  }

  /// By time, then in order of their first day.
  private(set) var groups: [Group] = []

  init(_ intervals: [StateInterval], in zone: Zone, _ scale: StripScale) {
    for interval in intervals.dropFirst() {
      let at = interval.range.lowerBound
      let local = zone.local(at)
      let isTwofold = zone.showsTwice(local)
      guard isTwofold || local.secondOfDay % scale.seconds != 0 else { continue }
      add(
        Group(
          state: interval.state, secondOfDay: local.secondOfDay, time: zone.plainClock(at: at), dates: [local.date]))
    }
    // A stable order: equal times stay in the order of their first day.
    groups = groups.enumerated().sorted {
      ($0.element.secondOfDay, $0.offset) < ($1.element.secondOfDay, $1.offset)
    }.map(\.element)
  }

  /// When something is done, to the minute.
  init(_ occurrences: [Occurrence], in zone: Zone) {
    for occurrence in occurrences {
      let local = zone.local(occurrence.at)
      add(
        Group(
          state: .runs, secondOfDay: local.secondOfDay, time: zone.plainClock(at: occurrence.at), dates: [local.date]))
    }
    groups.sort { ($0.secondOfDay, $0.time) < ($1.secondOfDay, $1.time) }
  }

  private mutating func add(_ change: Group) {
    if let index = groups.firstIndex(where: { $0.state == change.state && $0.time == change.time }) {
      groups[index].dates += change.dates
    } else {
      groups.append(change)
    }
  }
}

extension Zone {
  /// Whether its clocks show `local` a second time.
  func showsTwice(_ local: LocalDateTime) -> Bool { instants(local: local).count > 1 }

  /// `21:45`; with the offset, `02:30 +01:00`, where the clock shows that twice.
  func plainClock(at instant: Instant) -> String {
    let local = local(instant)
    return local.clockText + (showsTwice(local) ? " " + offsetText(at: instant) : "")
  }
}
