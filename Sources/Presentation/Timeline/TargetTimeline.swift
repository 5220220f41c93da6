import CivilTime
package import Policies

/// What holds for one target throughout a range.
package struct TargetTimeline {
  /// The target.
  var target: Name
  /// They touch; two neighbours differ in state or in what decides. None for what has no states.
  var intervals: [TimelineInterval]
  /// When it is done, of what has no states.
  var occurrences: [Occurrence]

  package init(target: Name, intervals: [TimelineInterval], occurrences: [Occurrence] = []) {
    self.target = target
    self.intervals = intervals
    self.occurrences = occurrences
  }

  /// They touch; two neighbours differ in state, whatever decides.
  package var stateIntervals: [StateInterval] {
    intervals.reduce(into: []) { result, interval in
      if let last = result.last, last.state == interval.state {
        result[result.count - 1].range = last.range.lowerBound..<interval.range.upperBound
      } else {
        result.append(StateInterval(range: interval.range, state: interval.state))
      }
    }
  }
}

extension TargetTimeline {
  /// The stretches in which an override decides, one for each override that follows on another.
  var overridden: [TimelineInterval] {
    intervals.filter { if case .override = $0.decidedBy { true } else { false } }
  }

  /// The whole range by who decides, for what is drawn over the states: `leave` where the policy does, else the state.
  /// They touch; in two neighbours another one decides, or another state holds.
  var overrideIntervals: [StateInterval] { overrideIntervals { _ in true } }

  /// The same for the overrides that `counts` finds to count.
  func overrideIntervals(_ counts: (Verdict.Decider) -> Bool) -> [StateInterval] {
    intervals.reduce(into: []) { result, interval in
      let isOverridden = if case .override = interval.decidedBy { counts(interval.decidedBy) } else { false }
      let state: TargetState = isOverridden ? interval.state : .leave
      if let last = result.last, last.state == state {
        result[result.count - 1].range = last.range.lowerBound..<interval.range.upperBound
      } else {
        result.append(StateInterval(range: interval.range, state: state))
      }
    }
  }
}

/// A stretch of time with one state.
package struct StateInterval: Hashable {
  /// Half-open.
  var range: Range<Instant>
  /// The wanted state throughout.
  var state: TargetState
}

/// The part of a state's stretch that is on one row, by the wall clock.
struct DayPiece: Hashable {
  /// Where on the row.
  var stretch: LocalStretch
  /// The state's whole stretch.
  var interval: StateInterval

  /// What a row shows of `intervals`, in order of time.
  static func pieces(of intervals: [StateInterval], on day: TimelineDay) -> [DayPiece] {
    day.shown.flatMap { stretch in
      intervals[intervals.firstIndex(endingAfter: stretch.start)...]
        .prefix { $0.range.lowerBound < stretch.instants.upperBound }
        .compactMap { interval in
          stretch.part(in: interval.range).map { DayPiece(stretch: $0, interval: interval) }
        }
    }
  }
}

extension [StateInterval] {
  /// By halving: a year has many intervals, and each of its days needs few.
  fileprivate func firstIndex(endingAfter instant: Instant) -> Int {
    partitionPoint { $0.range.upperBound > instant }
  }
}
