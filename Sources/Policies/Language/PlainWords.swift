import CivilTime
import Text

/// What a policy's sentences say, in the words of somebody who does not know the language.
public enum PlainWords {
  /// `off, on Mondays to Fridays from 21:00 to 07:00 the next day`
  public static func text(of statement: Statement) -> String {
    let when = statement.when.map(text(of:)).joined(separator: ", and ")
    let others = statement.atOtherTimes.map { ", and \($0.rawValue) at every other time" } ?? ""
    return "\(statement.state.rawValue), \(when)\(others)"
  }

  /// `done at 06:45 on Mondays to Fridays`
  public static func text(of edge: Edge) -> String {
    let times = edge.times.map { ClockTime.text($0) }.listed()
    let days = edge.days == .always ? "every day" : text(of: edge.days).exchanging("all day ", for: "")
    return "done at \(times) \(days)"
  }

  private static func text(of schedule: Schedule) -> String {
    if schedule == .always { return "at all times" }
    let isOfWholeDays = schedule.clauses.allSatisfy { clause in
      if case .windows(_, [.allDay]) = clause { true } else { false }
    }
    let exceptions = schedule.exceptions.map { exception in
      switch exception {
      case .windowsStarting(let days):
        isOfWholeDays ? ", but not on \(noun(days))" : ", but not if that starts on \(noun(days))"
      case .instants(let clauses): ", but not " + text(of: clauses)
      }
    }
    return text(of: schedule.clauses) + exceptions.joined()
  }

  private static func text(of clauses: [Schedule.Clause]) -> String {
    clauses.map { clause in
      switch clause {
      case .windows(.daily, let times): times == [.allDay] ? "every day" : "every day " + text(of: times)
      case .windows(let days, let times):
        times == [.allDay] ? "all day on \(noun(days))" : "on \(noun(days)) \(text(of: times))"
      case .schedule(let name): "during '\(name)'"
      case .times: "during the events of a calendar"
      }
    }.listed()
  }

  private static func text(of times: [TimeRange]) -> String {
    times.map { time in
      let end = ClockTime.text(time.end) + (time.runsIntoNextDay ? " the next day" : "")
      return "from \(ClockTime.text(time.start)) to \(end)"
    }.listed()
  }

  // MARK: - Days

  private static let leapDay = MonthDay(month: 2, day: 29)

  /// To follow `on`.
  private static func noun(_ days: Days) -> String {
    switch days {
    case .daily: "every day"
    case .weekdays(let set): noun(set)
    case .dates(let dates):
      dates.lowerBound == dates.upperBound
        ? DateFigures.text(dates.lowerBound)
        : "the days from \(DateFigures.text(dates.lowerBound)) through \(DateFigures.text(dates.upperBound))"
    case .yearly(let from, let through):
      from == through
        ? "\(text(of: from)) of every \(from == leapDay ? "leap year" : "year")"
        : "the days from \(text(of: from)) through \(text(of: through)) of every year"
    case .cycle(let cycle):
      "\(noun(cycle.weekdays)) of every \(ordinal(cycle.interval)) week, counted from \(DateFigures.text(cycle.start))"
    case .ordinal(let ordinal):
      "the \(ordinal.ordinals.map(\.rawValue).listed()) \(longName(ordinal.weekday)) of the month"
    case .parity(let parity):
      (parity.weekdays.count == 7 ? "the days" : noun(parity.weekdays)) + " of \(parity.isOdd ? "odd" : "even") weeks"
    case .calendar: "the days of a calendar"
    case .eves(let of): "the eves of \(noun(of))"
    case .schedule(let name): "the days of '\(name)'"
    case .union(let members): members.map(noun).listed()
    }
  }

  /// `Mondays to Wednesdays and Fridays`, over the end of the week where the days go on.
  private static func noun(_ set: WeekdaySet) -> String {
    guard set.count < 7 else { return "every day" }
    let starts = Weekday.allCases.filter { set.contains($0) && !set.contains($0.adding(days: -1)) }
    return starts.flatMap { start -> [String] in
      let run = (0..<7).prefix { set.contains(start.adding(days: $0)) }.map { longName(start.adding(days: $0)) + "s" }
      return run.count < 3 ? run : ["\(run[0]) to \(run[run.count - 1])"]
    }.listed()
  }

  private static func longName(_ day: Weekday) -> String { "\(day)".capitalisedASCII }

  private static func text(of day: MonthDay) -> String {
    "\(day.day) \(Vocabulary.longName(month: day.month).capitalisedASCII)"
  }

  private static func ordinal(_ number: Int) -> String {
    switch number {
    case 2: "other"
    case 3: "third"
    default: "\(number)th"
    }
  }
}

extension String {
  fileprivate var capitalisedASCII: String { prefix(1).uppercased() + dropFirst() }
}
