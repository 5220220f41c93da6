extension Schedule {
  /// The same, which calls every schedule `name` of it `renamed(name)`.
  func renaming(_ renamed: (Name) -> Name) -> Schedule {
    Schedule(clauses: clauses.map { $0.renaming(renamed) }, exceptions: exceptions.map { $0.renaming(renamed) })
  }

  /// The schedules that it names.
  var names: Set<Name> {
    var names: Set<Name> = []
    _ = renaming { name in
      names.insert(name)
      return name
    }
    return names
  }
}

extension Schedule.Clause {
  fileprivate func renaming(_ renamed: (Name) -> Name) -> Schedule.Clause {
    switch self {
    case .windows(let days, let times): .windows(on: days.renaming(renamed), at: times)
    case .schedule(let name): .schedule(renamed(name))
    case .times: self
    }
  }
}

extension Schedule.Exception {
  fileprivate func renaming(_ renamed: (Name) -> Name) -> Schedule.Exception {
    switch self {
    case .windowsStarting(let days): .windowsStarting(on: days.renaming(renamed))
    case .instants(let clauses): .instants(of: clauses.map { $0.renaming(renamed) })
    }
  }
}

extension Days {
  fileprivate func renaming(_ renamed: (Name) -> Name) -> Days {
    switch self {
    case .daily, .weekdays, .dates, .yearly, .cycle, .ordinal, .parity, .calendar: self
    case .eves(let days): .eves(of: days.renaming(renamed))
    case .schedule(let name): .schedule(renamed(name))
    case .union(let members): .union(members.map { $0.renaming(renamed) })
    }
  }
}
