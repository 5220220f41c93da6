import CivilTime
import Documents

/// Finds `weekdays` and `except weekends` beside times of a night: which nights are meant is often taken wrongly, while
/// `mon-fri`, `sun-thu` and schedules say what they mean. And `until 23:00`, which begins in the night before.
enum NightWords {
  /// The words that `parts` use so; nil for none.
  static func used(in parts: [WhenReader.Part]) -> Statement.NightWords? {
    for part in parts {
      // The source is cut only where such days are at all.
      let clauses = part.syntax.clauses?.clauses ?? []
      let ofWeekdays = clauses.filter { (isNight($0) || $0.named != nil) && isWord($0.days, "weekday", in: part) }
      if !ofWeekdays.isEmpty { return .weekdays(ofSchedule: ofWeekdays.contains { $0.named != nil }) }
      let isEveryDay = clauses.contains { clause in
        clause.days.isEmpty ? isNight(clause) || clause.named != nil : clause.days.count == 1 && canBeEveryDay(clause)
      }
      let excepted = part.syntax.exceptions.flatMap(\.clauses).filter { !$0.hasTimes }.map(\.days)
      if isEveryDay, excepted.contains(where: { $0.contains { isWord([$0], "weekend", in: part) } }) {
        return .exceptWeekends
      }
      let ranges = clauses.flatMap(\.times)
      if let until = ranges.first(where: { $0.hasOneEnd && !$0.isOpenEnded }) { return .until(until.times.end) }
    }
    return nil
  }

  /// `daily 21:00–07:00`, or a schedule by itself, which may hold such times.
  private static func canBeEveryDay(_ clause: ClauseSyntax) -> Bool {
    switch clause.days[0].kind {
    case .daily: isNight(clause)
    case .schedule: !clause.hasTimes
    case .weekdays, .dates, .yearly, .cycle, .ordinal, .parity, .eves: false
    }
  }

  private static func isNight(_ clause: ClauseSyntax) -> Bool { clause.times.contains { $0.times.isNight } }

  private static func isWord(_ days: [DaySyntax], _ word: String, in part: WhenReader.Part) -> Bool {
    guard days.count == 1, case .weekdays(let set) = days[0].kind, set.count == (word == "weekday" ? 5 : 2) else {
      return false
    }
    let written = ASCII.lowercased(SentenceSource(part.scalar.text)[days[0].range])
    return written == word || written == word + "s"
  }
}

extension TimeRange {
  /// Whether it goes on after midnight.
  var isNight: Bool { runsIntoNextDay && end != .midnight }
}
