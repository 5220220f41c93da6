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
      if clauses.contains(where: { isNight($0) && isAmongOthers($0.days, in: part) }), !exceptsFriday(part) {
        return .weekdaysAmongOthers
      }
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
    let written = words(days[0], in: part)
    return written.last.map { $0 == word || $0 == word + "s" } == true
      && (written.count == 1 || written == ["every", word])
  }

  /// `weekdays, sat`, `odd weeks weekdays`: days that have no Sunday.
  private static func isAmongOthers(_ days: [DaySyntax], in part: WhenReader.Part) -> Bool {
    if days.count == 1 {
      guard case .parity(let parity) = days[0].kind else { return false }
      return parity.weekdays == NightsBefore.weekdays
        && ["weekday", "weekdays"].contains(words(days[0], in: part).last)
    }
    return days.contains { isWord([$0], "weekday", in: part) } && !days.contains { hasSunday($0.kind) }
  }

  private static func hasSunday(_ kind: DaySyntax.Kind) -> Bool {
    switch kind {
    case .daily: true
    case .weekdays(let set): set.contains(.sunday)
    case .dates, .yearly, .cycle, .ordinal, .parity, .schedule, .eves: false
    }
  }

  private static func exceptsFriday(_ part: WhenReader.Part) -> Bool {
    part.syntax.exceptions.flatMap(\.clauses).filter { !$0.hasTimes }.flatMap(\.days).contains { day in
      if case .weekdays(let set) = day.kind { set.contains(.friday) } else { false }
    }
  }

  private static func words(_ day: DaySyntax, in part: WhenReader.Part) -> [String] {
    ASCII.lowercased(SentenceSource(part.scalar.text)[day.range]).split(separator: " ").map(String.init)
  }
}

extension TimeRange {
  /// Whether it goes on after midnight.
  var isNight: Bool { runsIntoNextDay && end != .midnight }
}
