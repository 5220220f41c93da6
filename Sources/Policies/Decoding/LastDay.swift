import CivilTime

/// The last of the dates that schedules name, where they name nothing else.
struct LastDay {
  /// The last day on which a window of them starts.
  var date: CivilDate
  /// The last day on which one may hold: a night goes on until the morning after its date.
  private var end: CivilDate

  /// Nil where they go on for ever, or name another schedule, which is judged where it is defined. `areDays`: their windows
  /// are days alone, on which others may have nights.
  init?(of parts: [Schedule], areDays: Bool = false) {
    var dates: [(date: CivilDate, end: CivilDate)] = []
    for clause in parts.flatMap(\.clauses) {
      guard case .windows(let days, let times) = clause, let date = days.lastDate else { return nil }
      let goesOn = areDays || times.contains(where: \.isNight)
      dates.append((date, goesOn ? date.adding(days: 1) : date))
    }
    guard let date = dates.map(\.date).max(), let end = dates.map(\.end).max() else { return nil }
    (self.date, self.end) = (date, end)
  }

  /// That of an edge, which may be done late.
  init?(of edge: Edge) {
    guard let day = LastDay(of: [edge.days]) else { return nil }
    let latest = (edge.times.last?.minutes ?? 0) * 60 + edge.graceSeconds
    (date, end) = (day.date, latest < 86_400 ? day.date : day.date.adding(days: 1))
  }

  /// Whether nothing of it can hold any more on `today`.
  func isPast(on today: CivilDate) -> Bool { end < today }
}

extension Days {
  /// The last of the dates, where these are dates of certain years and nothing else.
  fileprivate var lastDate: CivilDate? {
    switch self {
    case .dates(let dates): return dates.upperBound
    case .union(let members):
      let dates = members.compactMap(\.lastDate)
      return dates.count == members.count ? dates.max() : nil
    case .daily, .weekdays, .yearly, .cycle, .ordinal, .parity, .calendar, .eves, .schedule: return nil
    }
  }
}
