import CivilTime

/// Days in few words.
enum DateRuns {
  /// `Mon 11-23 to Fri 11-27`, `Sun 11-29`: three or more days in a row as one run. `dates` are in order.
  static func labels(_ dates: [CivilDate]) -> [String] {
    var runs: [ClosedRange<CivilDate>] = []
    for date in dates {
      if let last = runs.last, last.upperBound.adding(days: 1) == date {
        runs[runs.count - 1] = last.lowerBound...date
      } else {
        runs.append(date...date)
      }
    }
    return runs.flatMap { run in
      let ends = [run.lowerBound.shortLabel, run.upperBound.shortLabel]
      switch run.upperBound.dayNumber - run.lowerBound.dayNumber {
      case 0: return [ends[0]]
      case 1: return ends
      default: return [ends.joined(separator: " to ")]
      }
    }
  }
}
