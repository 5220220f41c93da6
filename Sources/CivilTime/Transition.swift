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

  /// The first change at `instant` or later; nil where there is none any more.
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
