/// A change of how a zone's clocks run.
public struct Transition: Hashable, Sendable {
  /// The first second of the new time.
  public var instant: Instant
  /// How the clocks ran until then.
  public var before: LocalTimeType
  /// How they run from then on.
  public var after: LocalTimeType

  /// A change from its parts.
  public init(instant: Instant, before: LocalTimeType, after: LocalTimeType) {
    self.instant = instant
    self.before = before
    self.after = after
  }
}

extension Zone {
  /// The changes at instants of `range`, in order: of the offset, of daylight saving time or of the abbreviation.
  public func transitions(in range: Range<Instant>) -> [Transition] {
    var result: [Transition] = []
    var next = transition(notBefore: range.lowerBound)
    while let transition = next, transition.instant < range.upperBound {
      result.append(transition)
      next = self.transition(notBefore: transition.instant + 1)
    }
    return result
  }

  /// The first change at `instant` or later; nil if there is none any more.
  func transition(notBefore instant: Instant) -> Transition? {
    let (seconds, shift) = folded(instant.secondsSinceEpoch)
    let current = segment(at: seconds)
    let index = starts[current] == seconds ? current : current + 1
    guard index > 0, index < offsets.count else { return nil }
    return Transition(
      instant: Instant(secondsSinceEpoch: starts[index] + shift), before: types[typeIndices[index - 1]],
      after: types[typeIndices[index]])
  }
}

/// How a zone's clocks run between two changes.
public struct LocalTimeType: Hashable, Sendable {
  /// Seconds that local time is ahead of UTC; negative west of Greenwich.
  public var secondsEast: Int
  /// Whether the zone calls this its daylight saving time. It may be behind standard time (Dublin in winter).
  public var isDaylight: Bool
  /// What people call it, such as `CEST`; `+01` where they have no word.
  public var abbreviation: String

  /// A type from its parts.
  public init(secondsEast: Int, isDaylight: Bool, abbreviation: String) {
    self.secondsEast = secondsEast
    self.isDaylight = isDaylight
    self.abbreviation = abbreviation
  }

  /// What an offset may be: less than 26 hours either way.
  static let offsets = -93_599...93_599
}

extension Zone {
  /// The instants at which calendar and clock show `local`, in order: none where clocks skip it, two where they repeat
  /// it.
  public func instants(local: LocalDateTime) -> [Instant] {
    let (seconds, shift) = folded(local.seconds)
    return segments(near: seconds..<seconds + 1).compactMap { index in
      let candidate = seconds - offsets[index]
      guard candidate >= starts[index], candidate < starts[index + 1] else { return nil }
      return Instant(secondsSinceEpoch: candidate + shift)
    }
  }

  /// The instant that people mean by `local`: the first of two where clocks repeat it, the jump where they skip it.
  public func instant(local: LocalDateTime) -> Instant {
    let (seconds, shift) = folded(local.seconds)
    let near = segments(near: seconds..<seconds + 1)
    // The clock of the last of them reaches any local time that the others do not.
    let index = near.first { seconds - offsets[$0] < starts[$0 + 1] } ?? near.upperBound - 1
    return Instant(secondsSinceEpoch: max(starts[index], seconds - offsets[index]) + shift)
  }

  /// Where `date` begins by the wall clock.
  public func midnight(of date: CivilDate) -> Instant { instant(local: LocalDateTime(date: date, secondOfDay: 0)) }

  /// The segments in which any local time of `local`, whose start is before `foldsFrom`, may lie.
  func segments(near local: Range<Int64>) -> Range<Int> {
    segment(at: local.lowerBound - Zone.reach)..<segment(at: local.upperBound + Zone.reach) + 1
  }

  /// More than any local time is ahead of UTC or behind it.
  static let reach: Int64 = 93_600
}
