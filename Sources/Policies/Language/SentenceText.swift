public import CivilTime

/// The language's own way to write what a model says; reading it again gives the same model.
public enum SentenceText {
  /// A whole statement, such as `kids off mon-fri 21:00–07:00`: one sentence for each of its schedules.
  public static func sentences(of statement: Statement) -> [String] {
    if statement.atOtherTimes != nil { return [only(statement.subjects, statement.when)] }
    let names = statement.subjects.map(\.text).joined(separator: ", ")
    return statement.when.map { schedule in
      let when = schedule == .always ? "" : " " + text(of: schedule)
      return "\(names) \(statement.state.rawValue)\(when)"
    }
  }

  /// A statement of several schedules as one sentence; nil where a schedule has exceptions, which would be those of all.
  public static func one(of statement: Statement) -> String? {
    guard statement.atOtherTimes == nil, statement.when.allSatisfy({ $0.exceptions.isEmpty && $0 != .always }) else {
      return nil
    }
    var whole = statement
    whole.when = [Schedule(clauses: statement.when.flatMap(\.clauses), exceptions: [])]
    return sentences(of: whole).first
  }

  /// `kids on only 15:00–18:00`, of schedules that are times of day.
  static func only(_ subjects: [Name], _ schedules: [Schedule]) -> String {
    let times = schedules.flatMap(\.clauses).map { clause in
      switch clause {
      case .windows(_, let times): text(of: times)
      case .schedule(let name): name.text
      case .times: calendar
      }
    }
    return subjects.map(\.text).joined(separator: ", ") + " on only " + times.joined(separator: " and ")
  }

  /// A `when`, such as `mon-fri 21:00–07:00 except holidays`.
  public static func text(of schedule: Schedule) -> String {
    let isDaysOnly = areDaysOnly(schedule.clauses) && !leavesOpen(schedule.exceptions)
    let clauses = text(of: schedule.clauses, isDaysOnly: isDaysOnly)
    let exceptions = schedule.exceptions.map(text(of:)).joined(separator: " and ")
    return exceptions.isEmpty ? clauses : clauses + " " + exceptions
  }

  /// Whether behind days alone it would be open what is excepted: `except holidays 21:00–07:00`.
  private static func leavesOpen(_ exceptions: [Schedule.Exception]) -> Bool {
    guard exceptions.count == 1, case .instants(let clauses) = exceptions[0], clauses.count == 1,
      case .windows(let days, let times) = clauses[0]
    else { return false }
    return days != .daily && times.contains { $0 != .allDay }
  }

  /// Some days of the week, such as `mon-thu, sat`; `daily` for all of them.
  public static func text(ofWeekdays set: WeekdaySet) -> String {
    set.count < 7 ? text(of: set) : "daily"
  }

  /// One `except`.
  static func text(of exception: Schedule.Exception) -> String {
    switch exception {
    case .windowsStarting(.union(let days)) where days.contains(where: \.isParity):
      "except " + inOrder(days).map(text(of:)).joined(separator: " and ")
    case .windowsStarting(let days): "except " + text(of: days)
    case .instants(let clauses): "except " + text(of: clauses, isDaysOnly: false)
    }
  }

  /// A list of days, such as `mon-wed, sat`.
  static func text(of days: Days) -> String {
    switch days {
    case .daily: "daily"
    case .weekdays(let set): text(of: set)
    case .dates(let dates):
      dates.lowerBound == dates.upperBound
        ? DateFigures.text(dates.lowerBound)
        : DateFigures.text(dates.lowerBound) + ".." + DateFigures.text(dates.upperBound)
    case .yearly(let from, let through): from == through ? text(of: from) : text(of: from) + ".." + text(of: through)
    case .cycle(let cycle): text(of: cycle)
    case .ordinal(let ordinal): text(of: ordinal)
    case .parity(let parity):
      (parity.isOdd ? "odd" : "even") + " weeks" + (parity.weekdays.count == 7 ? "" : " " + text(of: parity.weekdays))
    case .calendar: calendar
    case .eves(let of): "eves of " + text(of: of)
    case .schedule(let name): name.text
    case .union(let members): inOrder(members).map(text(of:)).joined(separator: ", ")
    }
  }

  /// Where the first word of a day would be taken for one of the next, too, those without such words before the others:
  /// `fri, first mon` for the first Monday and every Friday.
  private static func inOrder(_ members: [Days]) -> [Days] {
    guard zip(members, members.dropFirst()).contains(where: { $0.leads(to: $1) }) else { return members }
    return members.filter { !$0.isLed } + members.filter { $0.isLed && !$0.isParity } + members.filter(\.isParity)
  }

  /// The same of whole days that clauses hold; nil where the clauses can stand as they are.
  private static func listInOrder(_ clauses: [Schedule.Clause]) -> String? {
    let days = clauses.flatMap { clause -> [Days] in
      guard case .windows(let days, _) = clause else { return [] }
      if case .union(let members) = days { return members }
      return [days]
    }
    let ordered = inOrder(days)
    guard ordered != days else { return nil }
    let list = ordered.filter { !$0.isParity }.map(text(of:)).joined(separator: ", ")
    let parities = ordered.filter(\.isParity).map(text(of:))
    return ((list.isEmpty ? [] : [list]) + parities).joined(separator: " and ")
  }

  /// What stands for a calendar, which only a schedule of its own can be.
  private static let calendar = "(a calendar)"

  /// A list of times, such as `21:00–07:00, 12:00–13:00`.
  static func text(of times: [TimeRange]) -> String {
    times.map { $0 == .allDay ? "all day" : ClockTime.text($0.start) + "–" + ClockTime.text($0.end) }
      .joined(separator: ", ")
  }

  // MARK: - Clauses

  /// Clauses of one kind can be written short; otherwise `daily` and `all day` are written out.
  private static func text(of clauses: [Schedule.Clause], isDaysOnly: Bool) -> String {
    if isDaysOnly, let list = listInOrder(clauses) { return list }
    return clauses.map { clause in
      switch clause {
      case .schedule(let name): name.text
      case .times: calendar
      case .windows(let days, let times): isDaysOnly ? text(of: days) : text(of: days) + " " + text(of: times)
      }
    }
    .joined(separator: " and ")
  }

  private static func areDaysOnly(_ clauses: [Schedule.Clause]) -> Bool {
    clauses.allSatisfy { clause in
      switch clause {
      case .windows(_, let times): times == [.allDay]
      case .schedule, .times: false
      }
    }
  }

  // MARK: - Days

  private static func text(of cycle: WeekCycle) -> String {
    "every \(cycle.interval) weeks \(text(of: cycle.weekdays)) from \(DateFigures.text(cycle.start))"
  }

  private static func text(of ordinal: OrdinalWeekday) -> String {
    ordinal.ordinals.map(\.rawValue).joined(separator: " and ") + " " + Vocabulary.shortName(ordinal.weekday)
  }

  private static func text(of day: MonthDay) -> String { "\(Vocabulary.shortName(month: day.month)) \(day.day)" }

  /// Runs of days, over the end of the week where they go on: `sat-mon, wed`.
  private static func text(of set: WeekdaySet) -> String {
    guard set.count < 7 else { return "mon-sun" }
    let starts = Weekday.allCases.filter { set.contains($0) && !set.contains($0.adding(days: -1)) }
    return starts.map { start in
      var last = start
      while set.contains(last.adding(days: 1)) { last = last.adding(days: 1) }
      let name = Vocabulary.shortName(start)
      return start == last ? name : name + "-" + Vocabulary.shortName(last)
    }
    .joined(separator: ", ")
  }
}

extension Days {
  /// Whether these are days of odd or even weeks, which cannot be in a list with others.
  fileprivate var isParity: Bool {
    if case .parity = self { true } else { false }
  }

  /// Whether a word is before it that could be meant of others.
  fileprivate var isLed: Bool {
    switch self {
    case .ordinal, .eves, .parity: true
    case .daily, .weekdays, .dates, .yearly, .cycle, .calendar, .schedule, .union: false
    }
  }

  fileprivate func leads(to next: Days) -> Bool {
    switch (self, next) {
    case (.ordinal, .weekdays): true
    case (.parity(let parity), .weekdays): parity.weekdays.count < 7
    case (.eves(.schedule(let name)), .schedule(let other)): name != other
    default: false
    }
  }
}
