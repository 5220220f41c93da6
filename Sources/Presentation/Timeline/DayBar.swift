import CivilTime
import Policies

/// A bar on the row of a day, drawn to the second.
struct DayBar: Hashable {
  /// Where it lies across the row. Times that the clock shows twice share their place.
  enum Lane: Hashable {
    case whole
    /// The first time that the clock shows it.
    case first
    /// Every later time.
    case again
  }

  /// Seconds since 00:00 by the wall clock.
  var clock: Range<Int>
  /// Across the row.
  var lane: Lane
  /// The wanted state throughout.
  var state: TargetState
  /// The time by the clock at which the state begins, where it does so with this bar and not at 00:00.
  var begins: String?
  /// The same for its end; not at 24:00.
  var ends: String?
  /// The whole stretch with this state, as far as it is shown.
  var range: Range<Instant>

  /// What the row of `day` shows of `pieces`, in order of time. Nothing begins or ends at the ends of `range`.
  static func bars(of pieces: [DayPiece], on day: TimelineDay, in range: Range<Instant>) -> [DayBar] {
    pieces.flatMap { piece in
      piece.stretch.cut(at: day.repeated).map { DayBar($0, of: piece.interval, on: day, in: range) }
    }
  }

  private init(
    _ stretch: LocalStretch, of interval: StateInterval, on day: TimelineDay, in range: Range<Instant>
  ) {
    clock = stretch.clock
    state = interval.state
    self.range = interval.range
    let isRepeated = day.repeated.contains { $0.contains(stretch.clock.lowerBound) }
    lane = isRepeated ? (day.isFirst(stretch) ? .first : .again) : .whole
    let start = interval.range.lowerBound
    if clock.lowerBound > 0, start == stretch.start, start != range.lowerBound {
      begins = clockText(clock.lowerBound)
    }
    let end = interval.range.upperBound
    if clock.upperBound < secondsPerDay, end == stretch.instants.upperBound, end != range.upperBound {
      ends = clockText(clock.upperBound)
    }
  }

  /// What may be written on it, the most telling first.
  var labels: [String] {
    guard lane == .whole, state.look == .closed else { return [] }
    switch (begins, ends) {
    case (let begins?, let ends?): return ["\(begins)–\(ends)", "\(withoutMinutes(begins))–\(withoutMinutes(ends))"]
    case (let edge?, nil), (nil, let edge?): return [edge, withoutMinutes(edge)]
    case (nil, nil): return []
    }
  }

  /// `21` for `21:00`.
  private func withoutMinutes(_ time: String) -> String { time.hasSuffix(":00") ? String(time.prefix(2)) : time }
}

extension LocalStretch {
  /// Itself, cut at the ends of `ranges` of wall-clock times.
  fileprivate func cut(at ranges: [Range<Int>]) -> [LocalStretch] {
    let inside = ranges.flatMap { [$0.lowerBound, $0.upperBound] }
      .filter { clock.lowerBound < $0 && $0 < clock.upperBound }
    let edges = [clock.lowerBound] + inside + [clock.upperBound]
    return zip(edges, edges.dropFirst()).map { from, to in
      LocalStretch(date: date, clock: from..<to, start: start + Int64(from - clock.lowerBound))
    }
  }
}

extension TimelineDay {
  /// Whether no earlier part of the day has the wall-clock times of `stretch`.
  fileprivate func isFirst(_ stretch: LocalStretch) -> Bool {
    !whole.contains {
      $0.start < stretch.start && !$0.instants.contains(stretch.start) && $0.clock.overlaps(stretch.clock)
    }
  }
}

/// `21:30` of the seconds since 00:00.
private func clockText(_ seconds: Int) -> String {
  LocalDateTime(date: CivilDate(dayNumber: 0), secondOfDay: seconds).clockText
}
