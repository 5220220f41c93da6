import CivilTime

/// For how much of the four weeks from the first such instant a guarded target is freer than it was.
public struct LooserTimes: Hashable, Sendable {
  /// How many stretches that is; those that touch are one.
  public var count: Int
  /// How many seconds that is in all.
  public var seconds: Int64
  /// Whether it is freer all the time.
  public var isThroughout: Bool
  /// Whether nothing holds it in all these weeks.
  public var isNeverHeld: Bool

  /// Times from their parts.
  public init(count: Int, seconds: Int64, isThroughout: Bool = false, isNeverHeld: Bool = false) {
    (self.count, self.seconds) = (count, seconds)
    (self.isThroughout, self.isNeverHeld) = (isThroughout, isNeverHeld)
  }
}

extension LooserTimes {
  private static let days = 28

  /// Those of `loosening`, which comes of `after` in the place of `before`; the weeks end by the clock of `after`.
  public init(_ loosening: Loosening, _ before: Overlay, _ after: Overlay) {
    let start = loosening.at
    let (before, after) = (
      TargetStandings(of: loosening.target, in: before), TargetStandings(of: loosening.target, in: after)
    )
    let clock = after.zone.local(start)
    let end = after.zone.instant(
      local: LocalDateTime(date: clock.date.adding(days: Self.days), secondOfDay: clock.secondOfDay))
    let weeks = start..<max(start + 1, end)
    let standings = after.intervals(in: weeks)
    var stretches: [Range<Instant>] = []
    for overlap in before.intervals(in: weeks).overlaps(with: standings)
    where overlap.left.standing.freedom < overlap.right.standing.freedom {
      if let last = stretches.last, last.upperBound == overlap.range.lowerBound {
        stretches[stretches.count - 1] = last.lowerBound..<overlap.range.upperBound
      } else {
        stretches.append(overlap.range)
      }
    }
    // What now is in the middle of, and what the end of the weeks is in the middle of, make one.
    let isCut =
      stretches.count > 1 && stretches[0].lowerBound == start && stretches.last?.upperBound == weeks.upperBound
    self.init(
      count: stretches.count - (isCut ? 1 : 0), seconds: stretches.map { $0.upperBound - $0.lowerBound }.reduce(0, +),
      isThroughout: stretches == [weeks], isNeverHeld: standings.allSatisfy { $0.standing.freedom >= .leftAlone })
  }

  /// Whether it is more than twice as long as `others`, by two hours at least: as time goes on, other four weeks are looked at.
  public func isMuchMore(than others: LooserTimes) -> Bool { seconds > 2 * others.seconds + 7_200 }

  /// Such as `7h`, `10h30m` or `252h`: days do not matter to a sum.
  public var lengthText: String {
    let (hours, rest) = seconds.quotientAndRemainder(dividingBy: 3_600)
    return (hours > 0 ? "\(hours)h" : "") + (rest > 0 || hours == 0 ? DurationText.text(seconds: rest) : "")
  }
}
