import CivilTime

extension TimelineDay {
  /// `Fri 11-20`.
  var label: String { date.shortLabel }

  /// How long the day is where that is unusual: `23 h`, `24.5 h`, `no such day`; else nil.
  var unusualLength: String? {
    guard length != secondsPerDay || !skipped.isEmpty || !repeated.isEmpty else { return nil }
    guard exists else { return "no such day" }
    return hoursText(length) + " h"
  }
}

extension CivilDate {
  /// `Fri 11-20`.
  var shortLabel: String { "\(weekday.shortName) \(description.suffix(5))" }
}

/// `25`, `24.5`, else `23:15`.
private func hoursText(_ seconds: Int) -> String {
  switch seconds % 3_600 {
  case 0: "\(seconds / 3_600)"
  case 1_800: "\(seconds / 3_600).5"
  default:
    "\(seconds / 3_600):" + LocalDateTime(date: CivilDate(dayNumber: 0), secondOfDay: seconds).clockText.dropFirst(3)
  }
}

extension Transition {
  /// `Sun 10-25: clocks go back from 03:00 to 02:00`.
  var text: String {
    let before = wallClock(before)
    let after = wallClock(after)
    let direction = before < after ? "forward" : "back"
    if before.date == after.date {
      return "\(before.date.shortLabel): clocks go \(direction) from \(before.clockText) to \(after.clockText)"
    }
    return "clocks go \(direction) from \(before.date.shortLabel) \(before.clockText) to "
      + "\(after.date.shortLabel) \(after.clockText)"
  }

  private func wallClock(_ type: LocalTimeType) -> LocalDateTime {
    let seconds = instant.secondsSinceEpoch + Int64(type.secondsEast)
    return LocalDateTime(date: CivilDate(dayNumber: 0), secondOfDay: Int(seconds))
  }
}
