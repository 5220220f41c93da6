import CivilTime
import Policies

/// The events that stand in for times of one series.
struct Replacements {
  private var taken: TakenTimes
  /// Those that all later times follow, the earliest first, with the moment from which on they do.
  private var followed: [(from: Int64, place: Int, draft: EventDraft, moment: Moment)] = []

  /// What `others`, each with its place in the file, make of the series that begins at `start`.
  init(_ others: [(place: Int, draft: EventDraft)], of start: Moment, _ zones: [Zone]) throws(CalendarFault) {
    taken = TakenTimes()
    for other in others {
      guard let replaced = other.draft.replaced else { continue }
      taken.take(replaced.moment, of: start, zones)
      guard replaced.isFollowed else { continue }
      if replaced.moment.isDay != start.isDay || other.draft.start.isDay != start.isDay {
        throw .mixed(replaced.property)
      }
      followed.append((replaced.moment.order, other.place, other.draft, replaced.moment))
    }
    followed.sort { $0.from < $1.from }
  }

  /// Whether a single event stands in for `moment`.
  func take(_ moment: Moment) -> Bool { taken.contain(moment) }

  /// Which event `moment` is moved with, and where to; nil where it stays as it is.
  func move(_ moment: Moment, _ zones: [Zone]) -> (place: Int, moment: Moment, length: EventLength)? {
    let place = followed.partitionPoint { $0.from >= moment.order }
    guard place > 0 else { return nil }
    let other = followed[place - 1]
    return (other.place, Self.moved(moment, as: other.moment, to: other.draft.start, zones), other.draft.length)
  }

  /// `moment`, moved as far as `to` is from `from`, by calendar and clock.
  private static func moved(_ moment: Moment, as from: Moment, to: Moment, _ zones: [Zone]) -> Moment {
    switch (moment, from, to) {
    case (.day(let day), .day(let before), .day(let after)):
      return .day(day.adding(days: after.dayNumber - before.dayNumber))
    case (.time(let time), .time(let before), .time(let after)):
      let zone = zones[after.zone]
      let distance = after.local.wallSeconds - zone.local(before.instant).wallSeconds
      let local = LocalDateTime(wallSeconds: zone.local(time.instant).wallSeconds + distance)
      return .time(ZonedTime(local: local, zone: after.zone, instant: zone.instant(local: local)))
    default: return moment
    }
  }
}

extension Moment {
  /// What puts the moments of one series in order.
  fileprivate var order: Int64 {
    switch self {
    case .day(let day): Int64(day.dayNumber)
    case .time(let time): time.instant.secondsSinceEpoch
    }
  }
}
