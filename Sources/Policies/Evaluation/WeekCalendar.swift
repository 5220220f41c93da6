import CivilTime

/// Tells weeks apart that may differ in what schedules say, and weeks alike that cannot.
///
/// A week here is seven days from 1970-01-01T00:00:00Z on, numbered from 0. What is active within it depends on how the
/// clocks run in the days around it and on which days around it are uneven ones, and on nothing else: for everything
/// else in the language repeats after seven days. So two weeks of equal surroundings are equal, instant by instant.
struct WeekCalendar {
  private let clocks: [Clocks]
  private let unevenDays: [NonWeeklyDays]
  /// The weeks that may be unlike their neighbours, and a neighbour on either side: in order, each once.
  let weeksToLookAt: [Int]

  static let length: Int64 = 7 * 86_400
  /// A window is up to two days long, and however clocks are changed, local time is within 26 hours of UTC. So what
  /// touches a week starts at most this many days before it, and clocks matter no further than this around it.
  private static let reach = 8

  /// How the clocks of one zone run.
  fileprivate struct Clocks {
    var zone: Zone
    /// Their changes, in order, and the seconds that local time is ahead of UTC from each on.
    var changes: [(instant: Int64, offset: Int64)]
  }

  /// Everything that can make weeks differ, in seconds or days from the start of the week.
  struct Surroundings: Hashable {
    /// Zone by zone.
    fileprivate var clocks: [[Int64]]
    fileprivate var days: [UInt64]
    /// The week itself, where it holds times that no other week has.
    fileprivate var own: Int?
  }

  /// - Parameters:
  ///   - range: the time that is asked about.
  ///   - zones: those in which times are meant; several where what two policies say is to be compared.
  ///   - unevenDays: all those that the schedules in question use.
  init(_ range: Range<Instant>, zones: [Zone], unevenDays: [NonWeeklyDays]) {
    self.unevenDays = unevenDays
    let around = range.lowerBound + -3 * WeekCalendar.length..<range.upperBound + 3 * WeekCalendar.length
    clocks = zones.map { zone in
      let changes = zone.transitions(in: around)
      return Clocks(
        zone: zone, changes: changes.map { ($0.instant.secondsSinceEpoch, Int64($0.after.secondsEast)) })
    }
    weeksToLookAt = WeekCalendar.weeksToLookAt(around, clocks, unevenDays)
  }

  private static func weeksToLookAt(
    _ range: Range<Instant>, _ clocks: [Clocks], _ unevenDays: [NonWeeklyDays]
  ) -> [Int] {
    let weeks = week(of: range.lowerBound)...week(of: range.upperBound)
    if unevenDays.contains(where: \.differsWeekByWeek) { return Array(weeks) }
    var isToLookAt = [Bool](repeating: false, count: weeks.count)
    // What lies within the reach of a week is at most two weeks away.
    func mark(_ week: Int) {
      for near in max(week - 3, weeks.lowerBound)...min(week + 3, weeks.upperBound) {
        isToLookAt[near - weeks.lowerBound] = true
      }
    }
    for clock in clocks {
      for change in clock.changes { mark(week(of: Instant(secondsSinceEpoch: change.instant))) }
    }
    let days = day(of: range.lowerBound)...day(of: range.upperBound)
    for uneven in unevenDays {
      uneven.forEachEdge(in: days) { mark(Int(floorQuotient(Int64($0), 7))) }
    }
    return weeks.filter { isToLookAt[$0 - weeks.lowerBound] }
  }

  /// The week that `instant` belongs to.
  static func week(of instant: Instant) -> Int { Int(floorQuotient(instant.secondsSinceEpoch, length)) }

  /// The instants of a week.
  static func range(of week: Int) -> Range<Instant> {
    let start = Instant(secondsSinceEpoch: Int64(week) * length)
    return start..<start + length
  }

  private static func day(of instant: Instant) -> Int { Int(floorQuotient(instant.secondsSinceEpoch, 86_400)) }

  private static func floorQuotient(_ dividend: Int64, _ divisor: Int64) -> Int64 {
    dividend / divisor - (dividend % divisor < 0 ? 1 : 0)
  }

  /// What makes `week` differ from others.
  func surroundings(of week: Int) -> Surroundings {
    let start = Int64(week) * WeekCalendar.length
    let first = start - Int64(WeekCalendar.reach) * 86_400
    let end = start + WeekCalendar.length + Int64(WeekCalendar.reach) * 86_400
    // One bit for each day from `first` up to `end`.
    let within = (UInt64(1) << UInt64(7 + 2 * WeekCalendar.reach)) - 1
    let days = unevenDays.map { $0.bits(from: week * 7 - WeekCalendar.reach) & within }
    let isOfItsOwn = zip(unevenDays, days).contains { $0.isUnlikeOthers && $1 != 0 }
    return Surroundings(
      clocks: clocks.map { $0.running(first..<end, around: start) }, days: days, own: isOfItsOwn ? week : nil)
  }
}

extension WeekCalendar.Clocks {
  /// How they run in `range`: how far ahead of UTC they are first and, for each change, the seconds after `start` and how
  /// far ahead they are then.
  fileprivate func running(_ range: Range<Int64>, around start: Int64) -> [Int64] {
    var running = [Int64(zone.offset(at: Instant(secondsSinceEpoch: range.lowerBound)))]
    for change in changes[changes.partitionPoint { $0.instant > range.lowerBound }...] {
      guard change.instant < range.upperBound else { break }
      running += [change.instant - start, change.offset]
    }
    return running
  }
}
