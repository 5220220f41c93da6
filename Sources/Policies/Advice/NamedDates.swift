import CivilTime

/// The dates with a year that schedules name.
struct NamedDates {
  private let parts: [Name: [Schedule]]
  /// What is known of named schedules; nil inside for one without any date.
  private var known: [Name: CivilDate?] = [:]

  init(_ schedules: [NamedSchedule]) {
    parts = Dictionary(schedules.map { ($0.name, $0.parts) }, uniquingKeysWith: { first, _ in first })
  }

  /// The last date that any of `schedules` names, in its exceptions and in the schedules that it uses too; nil where
  /// none is named.
  mutating func last(of schedules: [Schedule]) -> CivilDate? {
    var dates: [CivilDate?] = []
    for schedule in schedules {
      dates += schedule.clauses.map { last(of: $0) }
      for exception in schedule.exceptions {
        switch exception {
        case .windowsStarting(let days): dates.append(last(of: days))
        case .instants(let clauses): dates += clauses.map { last(of: $0) }
        }
      }
    }
    return dates.compactMap(\.self).max()
  }

  private mutating func last(of clause: Schedule.Clause) -> CivilDate? {
    switch clause {
    case .windows(let days, _): last(of: days)
    case .schedule(let name): last(ofNamed: name)
    case .times(let times): times.bounds.map { CivilDate(dayNumber: $0.upperBound) }
    }
  }

  private mutating func last(of days: Days) -> CivilDate? {
    switch days {
    case .daily, .weekdays, .yearly, .cycle, .ordinal, .parity: nil
    case .dates(let range): range.upperBound
    case .calendar(let days): days.bounds.map { CivilDate(dayNumber: $0.upperBound) }
    case .eves(let days): last(of: days)
    case .schedule(let name): last(ofNamed: name)
    case .union(let members): members.compactMap { last(of: $0) }.max()
    }
  }

  private mutating func last(ofNamed name: Name) -> CivilDate? {
    if let date = known[name] { return date }
    let date = last(of: parts[name] ?? [])
    known[name] = .some(date)
    return date
  }
}
