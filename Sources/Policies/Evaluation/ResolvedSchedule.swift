import CivilTime

/// A schedule whose names are resolved to indices of `Policy.schedules`.
struct ResolvedSchedule: Sendable {
  var clauses: [Clause]
  /// The days whose windows are taken away, whole.
  var excludedDays: [DaySet]
  /// The windows whose instants are taken away.
  var excludedWindows: [Clause]

  enum Clause: Sendable {
    case windows(on: DaySet, at: [TimeRange])
    case schedule(Int)
    case times(CalendarTimes)
  }

  init(_ schedule: Schedule, indexOfSchedule: [Name: Int]) {
    clauses = schedule.clauses.compactMap { Clause($0, indexOfSchedule: indexOfSchedule) }
    excludedDays = []
    excludedWindows = []
    for exception in schedule.exceptions {
      switch exception {
      case .windowsStarting(let days): excludedDays.append(DaySet(days, indexOfSchedule: indexOfSchedule))
      case .instants(let clauses):
        excludedWindows += clauses.compactMap { Clause($0, indexOfSchedule: indexOfSchedule) }
      }
    }
  }
}

extension ResolvedSchedule.Clause {
  init?(_ clause: Schedule.Clause, indexOfSchedule: [Name: Int]) {
    switch clause {
    case .windows(let days, let times):
      self = .windows(on: DaySet(days, indexOfSchedule: indexOfSchedule), at: times)
    case .schedule(let name):
      guard let index = indexOfSchedule[name] else { return nil }
      self = .schedule(index)
    case .times(let times): self = .times(times)
    }
  }
}
