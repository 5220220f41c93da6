import CivilTime

/// A range in words: days where it is made of whole days, else both ends in full.
struct RangeText {
  let zone: Zone
  let range: Range<Instant>
  var words = TimelineWords.english

  var text: String {
    let first = zone.local(range.lowerBound)
    guard isWhole else { return "\(zone.fullText(range.lowerBound)) \(words.to) \(zone.fullText(range.upperBound))" }
    let lastDay = zone.local(range.upperBound + -1)
    return first.date == lastDay.date ? long(first) : "\(long(first)) \(words.to) \(long(lastDay))"
  }

  private func long(_ local: LocalDateTime) -> String { words.long(local.date) }

  /// Whether both ends are first instants of a local day.
  private var isWhole: Bool {
    [range.lowerBound, range.upperBound].allSatisfy { zone.local($0).date > zone.local($0 + -1).date }
  }
}

/// Days in few words.
enum DateRuns {
  /// `Mon 11-23 to Fri 11-27`, `Sun 11-29`: three or more days in a row as one run. `dates` are in order.
  static func labels(_ dates: [CivilDate], _ words: TimelineWords) -> [String] {
    var runs: [ClosedRange<CivilDate>] = []
    for date in dates {
      if let last = runs.last, last.upperBound.adding(days: 1) == date {
        runs[runs.count - 1] = last.lowerBound...date
      } else {
        runs.append(date...date)
      }
    }
    return runs.flatMap { run in
      let ends = [words.short(run.lowerBound), words.short(run.upperBound)]
      switch run.upperBound.dayNumber - run.lowerBound.dayNumber {
      case 0: return [ends[0]]
      case 1: return ends
      default: return [ends.joined(separator: " \(words.to) ")]
      }
    }
  }
}

extension TimelineDay {
  /// How long the day is where that is unusual: `23 h`, `24.5 h`, `no such day`; else nil.
  var unusualLength: String? {
    guard length != secondsPerDay || !skipped.isEmpty || !repeated.isEmpty else { return nil }
    guard exists else { return "no such day" }
    return hoursText(length) + " h"
  }
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
  func text(in words: TimelineWords = .english) -> String {
    let before = wallClock(before)
    let after = wallClock(after)
    let texts = [before, after].map { "\(words.short($0.date)) \($0.clockText)" }
    if before.date == after.date {
      return "\(words.short(before.date)): \(words.clocks(before < after, before.clockText, after.clockText))"
    }
    return words.clocks(before < after, texts[0], texts[1])
  }

  private func wallClock(_ type: LocalTimeType) -> LocalDateTime {
    let seconds = instant.secondsSinceEpoch + Int64(type.secondsEast)
    return LocalDateTime(date: CivilDate(dayNumber: 0), secondOfDay: Int(seconds))
  }
}
