import CivilTime
import Policies

/// The times at which an event happens.
struct Series {
  let draft: EventDraft
  let horizon: CivilDate

  /// When it begins each time, in no order: as its rules or its start say, and at what is added, without what is taken
  /// away. The length is its own where it has one.
  func moments(
    _ zones: [Zone], _ budget: inout RuleBudget
  ) throws(CalendarFault) -> [(moment: Moment, length: EventLength)] {
    var taken = TakenTimes()
    for moment in draft.excluded { taken.take(moment, of: draft.start, zones) }
    for property in draft.exclusions {
      for moment in try moments(of: property, zones, &budget) { taken.take(moment, of: draft.start, zones) }
    }
    var found: [(moment: Moment, length: EventLength)] = []
    if draft.rules.isEmpty { found.append((draft.start, draft.length)) }
    for property in draft.rules { found += try moments(of: property, zones, &budget).map { ($0, draft.length) } }
    for added in draft.added { found.append((added.start, added.length ?? draft.length)) }
    guard budget.add(draft.rules.isEmpty ? found.count : draft.added.count) else { throw .tooManyTimes(draft.lines) }
    return found.filter { $0.moment.local.date < horizon && !(taken.contain($0.moment)) }
  }

  private func moments(
    of property: Property, _ zones: [Zone], _ budget: inout RuleBudget
  ) throws(CalendarFault) -> [Moment] {
    let rule = try RecurrenceRule(property)
    let follower = try RuleFollower(
      rule, from: draft.start.local, isDay: draft.start.isDay, until: rule.until.map { until($0, zones) },
      horizon: horizon, property)
    return try follower.follow(&budget).map { seconds in
      let local = LocalDateTime(wallSeconds: seconds)
      guard case .time(let start) = draft.start else { return .day(local.date) }
      return .time(ZonedTime(local: local, zone: start.zone, instant: zones[start.zone].instant(local: local)))
    }
  }

  /// The last second of the wall clock at which it may begin. A date is meant with all of its day.
  private func until(_ written: WrittenMoment, _ zones: [Zone]) -> Int64 {
    switch (written, draft.start) {
    case (.day(let day), _): LocalDateTime(date: day, secondOfDay: 86_399).wallSeconds
    case (.time(let local, isUTC: _), .day): LocalDateTime(date: local.date, secondOfDay: 86_399).wallSeconds
    case (.time(let local, let isUTC), .time(let start)):
      isUTC
        ? zones[start.zone].local(zones[CalendarZones.utc].instant(local: local)).wallSeconds : local.wallSeconds
    }
  }
}
