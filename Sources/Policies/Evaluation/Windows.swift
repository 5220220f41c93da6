import CivilTime

/// A range of instants of a window, and the day on which that window starts.
struct Piece: Hashable {
  var day: Int
  var range: Range<Instant>
}

/// The windows of schedules around one span of time. What it has worked out about a named schedule it keeps, so that
/// each is evaluated once however often and however deeply it is used.
struct Windows {
  let zone: Zone
  /// The parts of each named schedule.
  let schedules: [[ResolvedSchedule]]

  private var masks: [MaskKey: UInt64] = [:]
  private var pieces: [Int: (days: Range<Int>, pieces: [Piece])] = [:]

  private struct MaskKey: Hashable {
    var schedule: Int
    var firstDay: Int
  }

  init(zone: Zone, schedules: [[ResolvedSchedule]]) {
    self.zone = zone
    self.schedules = schedules
  }

  /// The pieces of all windows of `schedule` that start on `days`, in no order.
  mutating func pieces(of schedule: ResolvedSchedule, startingOn days: Range<Int>) -> [Piece] {
    var excluded: [UInt64] = []
    if !schedule.excludedDays.isEmpty {
      excluded = firstDays(of: days).map { first in
        schedule.excludedDays.reduce(0) { $0 | mask(of: $1, from: first) }
      }
    }
    var result: [Piece] = []
    for clause in schedule.clauses { append(clause, startingOn: days, except: excluded, to: &result) }
    return subtract(schedule.excludedWindows, from: result)
  }

  /// The first days of the groups of 64 that `days` falls into.
  private func firstDays(of days: Range<Int>) -> StrideTo<Int> {
    stride(from: days.lowerBound, to: days.upperBound, by: 64)
  }

  /// - Parameter excluded: for each group of 64 days, those whose windows do not count; empty where all do.
  private mutating func append(
    _ clause: ResolvedSchedule.Clause, startingOn days: Range<Int>, except excluded: [UInt64],
    to result: inout [Piece]
  ) {
    switch clause {
    case .windows(let set, let times):
      for (group, first) in firstDays(of: days).enumerated() {
        var bits = mask(of: set, from: first) & DayMask.bits(of: first...(days.upperBound - 1), from: first)
        if !excluded.isEmpty { bits &= ~excluded[group] }
        append(times, onBits: bits, from: first, to: &result)
      }
    case .schedule(let index):
      result += Self.kept(pieces(ofNamed: index, startingOn: days), startingOn: days, except: excluded)
    case .times(let times):
      result += Self.kept(times.pieces(startingOn: days, in: zone), startingOn: days, except: excluded)
    }
  }

  /// Those of `pieces`, which start on `days`, whose days are not excluded.
  ///
  /// Of the type, not of a value: whose argument changes it, a value would be copied with all that it has worked out.
  private static func kept(_ pieces: [Piece], startingOn days: Range<Int>, except excluded: [UInt64]) -> [Piece] {
    if excluded.isEmpty { return pieces }
    return pieces.filter { piece in
      let (group, bit) = (piece.day - days.lowerBound).quotientAndRemainder(dividingBy: 64)
      return excluded[group] >> UInt64(bit) & 1 == 0
    }
  }

  private func append(_ times: [TimeRange], onBits bits: UInt64, from first: Int, to result: inout [Piece]) {
    if result.isEmpty { result.reserveCapacity(bits.nonzeroBitCount * times.count) }
    let days = CivilDate(dayNumber: first)..<CivilDate(dayNumber: first + 64 - bits.leadingZeroBitCount)
    let offset = zone.steadyOffset(ofWindowsStartingOn: days)
    var bits = bits
    while bits != 0 {
      let day = first + bits.trailingZeroBitCount
      bits &= bits - 1
      for time in times {
        if let range = zone.window(startingOn: CivilDate(dayNumber: day), time, steadyOffset: offset) {
          result.append(Piece(day: day, range: range))
        }
      }
    }
  }

  /// What is left of `pieces` without the instants of the windows of `clauses`.
  private mutating func subtract(_ clauses: [ResolvedSchedule.Clause], from pieces: [Piece]) -> [Piece] {
    guard !clauses.isEmpty, let lower = pieces.map(\.range.lowerBound).min(),
      let upper = pieces.map(\.range.upperBound).max()
    else { return pieces }
    let days = zone.startDays(ofWindowsIn: lower..<upper)
    var removed: [Piece] = []
    let range = days.lowerBound.dayNumber..<days.upperBound.dayNumber
    for clause in clauses { append(clause, startingOn: range, except: [], to: &removed) }
    if removed.isEmpty { return pieces }
    let removedSet = InstantSet(removed.map(\.range))
    return pieces.flatMap { piece in
      removedSet.remainder(of: piece.range).map { Piece(day: piece.day, range: $0) }
    }
  }

  private mutating func pieces(ofNamed index: Int, startingOn days: Range<Int>) -> [Piece] {
    if let known = pieces[index], known.days.lowerBound <= days.lowerBound, days.upperBound <= known.days.upperBound {
      return known.pieces.filter { days.contains($0.day) }
    }
    // Asked for more than before, as exceptions do that look at the days around: all of it at once.
    let before = pieces[index]?.days ?? days
    let all = min(before.lowerBound, days.lowerBound)..<max(before.upperBound, days.upperBound)
    let found = schedules[index].flatMap { pieces(of: $0, startingOn: all) }
    let distinct = once(found, ofNamed: index)
    pieces[index] = (all, distinct)
    return distinct.filter { days.contains($0.day) }
  }

  /// The same without repetitions, where there can be many: a schedule that uses another in three ways holds its windows
  /// three times, and what uses that in three ways nine times.
  private func once(_ pieces: [Piece], ofNamed index: Int) -> [Piece] {
    let uses = schedules[index].flatMap(\.clauses).count { if case .schedule = $0 { true } else { false } }
    return uses > 1 ? Array(Set(pieces)) : pieces
  }
}

extension Windows {
  /// Which of the 64 days from `first` on belong to `set`.
  mutating func mask(of set: DaySet, from first: Int) -> UInt64 {
    switch set {
    case .daily: .max
    case .weekly(let patterns): patterns[CivilDate(dayNumber: first).weekday.rawValue - 1]
    case .dates(let days): DayMask.bits(of: days, from: first)
    case .yearly(let from, let through): DayMask.bits(yearlyFrom: from, through: through, from: first)
    case .cycle(let cycle): DayMask.bits(of: cycle, from: first)
    case .ordinal(let ordinal): DayMask.bits(of: ordinal, from: first)
    case .parity(let parity): DayMask.bits(of: parity, from: first)
    case .calendar(let days): days.bits(from: first)
    case .eves(let days): mask(of: days, from: first + 1)
    case .schedule(let index): mask(ofNamed: index, from: first)
    case .union(let sets): sets.reduce(0) { $0 | mask(of: $1, from: first) }
    }
  }

  private mutating func mask(ofNamed index: Int, from first: Int) -> UInt64 {
    let key = MaskKey(schedule: index, firstDay: first)
    if let known = masks[key] { return known }
    let mask = schedules[index].reduce(UInt64(0)) { $0 | daysMask(of: $1, from: first) }
    masks[key] = mask
    return mask
  }

  /// The days of a schedule without times.
  mutating func daysMask(of schedule: ResolvedSchedule, from first: Int) -> UInt64 {
    let included = schedule.clauses.reduce(UInt64(0)) { mask, clause in
      switch clause {
      case .windows(let days, _): mask | self.mask(of: days, from: first)
      case .schedule(let index): mask | self.mask(ofNamed: index, from: first)
      case .times: mask
      }
    }
    return schedule.excludedDays.reduce(included) { $0 & ~mask(of: $1, from: first) }
  }
}
