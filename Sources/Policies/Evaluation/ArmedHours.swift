public import CivilTime

/// Hours of every day that a system can keep by its own clock, instead of a switch that somebody has to move.
public struct ArmedHours: Hashable, Sendable {
  /// When the target is off, by the wall clock of the policy's zone.
  public var hours: TimeRange
  /// Whether they are others than the policy alone would have, because of an override.
  public var isOverridden: Bool

  /// Hours of every day.
  public init(hours: TimeRange, isOverridden: Bool) {
    self.hours = hours
    self.isOverridden = isOverridden
  }
}

extension Overlay {
  /// The hours that may be left to the systems of targets at `now`, by target: those of systems that say that their clocks
  /// are in the zone of the policy, of targets that are enforced.
  public func armedHours(at now: Instant) -> [Name: ArmedHours] {
    let armable = policy.targets.filter { policy.isArmable($0) }
    let own = armable.compactMap { target in armedHours(of: target.name, at: now).map { (target.name, $0) } }
    return Dictionary(own) { first, _ in first }
  }

  /// The targets of which the policy alone would leave hours to their systems at `now`, and overrides do not.
  public func disarmed(at now: Instant) -> Set<Name> {
    guard !overrides.isEmpty else { return [] }
    return Set(
      policy.targets.filter { policy.isArmable($0) }.map(\.name).filter { target in
        hours(of: target, at: now, timeline) == nil && hours(of: target, at: now, evaluator.timeline) != nil
      })
  }

  /// The hours that may be left to the system of `target` at `now`; nil where it has to be switched.
  ///
  /// They are those of the stretch of `off` that holds or comes next, where at each instant from `now` to the end of that
  /// stretch the target is wanted off exactly when the clock shows them. What only an override causes is none of it: it must
  /// not come back every day.
  func armedHours(of target: Name, at now: Instant) -> ArmedHours? {
    guard let hours = hours(of: target, at: now, timeline) else { return nil }
    return ArmedHours(hours: hours, isOverridden: hours != self.hours(of: target, at: now, evaluator.timeline))
  }

  /// A stretch that is a day long, or begins later than in a day, is none of every day: so much is looked at.
  private static let reach: (back: Int64, ahead: Int64) = (26 * 3600, 54 * 3600)

  private func hours(
    of target: Name, at now: Instant, _ timeline: (Name, Range<Instant>) -> [TimelineInterval]
  ) -> TimeRange? {
    let reach = now + -Self.reach.back..<now + Self.reach.ahead
    let wanted = timeline(target, reach)
    let overlaps = wanted.overlaps(with: evaluator.timeline(of: target, in: reach))
    let off = overlaps.filter { $0.left.state == .off && $0.right.state == .off }.map(\.range).joined
    guard let place = off.firstIndex(where: { $0.upperBound > now }), off[place].lowerBound > reach.lowerBound,
      off[place].upperBound < reach.upperBound,
      wanted.first(where: { $0.range.contains(off[place].upperBound) })?.state == .on
    else { return nil }
    let ahead = now..<off[place].upperBound
    let isRight = { (hours: TimeRange, ranges: [Range<Instant>]) in
      ranges.map { $0.clamped(to: ahead) }.filter { !$0.isEmpty } == policy.zone.stretches(of: hours, in: ahead)
    }
    let allOff = wanted.filter { $0.state == .off }.map(\.range).joined
    return hours(of: place, in: off, upTo: reach.upperBound).first { isRight($0, allOff) && isRight($0, off) }
  }

  /// What a clock on the wall shows from one end of a stretch to the other. Where an end is in an hour that clocks skip, it
  /// shows the end of that hour instead, which the file does not say: first come the hours of the stretch behind it, which
  /// nobody can tell from these in that night, and which can stay.
  private func hours(of place: Int, in off: [Range<Instant>], upTo end: Instant) -> [TimeRange] {
    guard let own = policy.zone.wallHours(of: off[place]) else { return [] }
    let isSkipped = [off[place].lowerBound, off[place].upperBound].contains(where: policy.zone.skips)
    guard isSkipped, place + 1 < off.count, off[place + 1].upperBound < end else { return [own] }
    return [policy.zone.wallHours(of: off[place + 1]), own].compactMap(\.self)
  }
}

extension [Range<Instant>] {
  /// Ranges in order, those that touch made one.
  fileprivate var joined: [Range<Instant>] {
    reduce(into: []) { result, range in
      if let last = result.last, last.upperBound == range.lowerBound {
        result[result.count - 1] = last.lowerBound..<range.upperBound
      } else {
        result.append(range)
      }
    }
  }
}

extension Policy {
  /// Whether a system may keep hours of `target`, or of one of its members, by its own clock: then it has to be told of
  /// what is yet to come, too.
  public func mayKeepHours(of target: Name) -> Bool {
    members(of: [target]).contains { name in targets.first { $0.name == name }.map(isArmable) ?? false }
  }

  /// Whether `system` may keep hours of any target by its own clock.
  public func leavesHours(to system: System) -> Bool {
    system.sharesClock(of: zone) && targets.contains { $0.selector.system == system.name && isArmable($0) }
  }

  /// Whether what is made for `target` may be left to the clock of its system.
  fileprivate func isArmable(_ target: Target) -> Bool {
    guard case .devices(let name, _, _) = target.selector, target.enforcement ?? .normal != .observe,
      target.enforcement != .yield, let system = systems.first(where: { $0.name == name })
    else { return false }
    return system.sharesClock(of: zone)
  }
}
