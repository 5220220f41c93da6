import CivilTime
import Controller
import Overrides
import Presentation

/// When an override is to end, as the command line says it.
enum OverrideEnd: Hashable, Sendable {
  /// After so long, more than none.
  case lasting(CivilLength)
  /// At this instant, not read yet.
  case until(String)

  /// `--for` or `--until`; nil where neither is given.
  init?(_ invocation: Invocation) throws(UsageError) { try self.init(invocation.value) }

  /// The same, where `value` is what an option has.
  init?(_ value: (Option) -> String?) throws(UsageError) {
    switch (value(.forDuration), value(.until)) {
    case (nil, nil): return nil
    case (_?, _?): throw Messages.forAndUntil
    case (nil, let text?): self = .until(text)
    case (let text?, nil):
      self = .lasting(try CivilLength(given: text, for: .forDuration))
    }
  }

  /// How long it is said to last; nil where an instant is given.
  var length: CivilLength? {
    switch self {
    case .lasting(let length): length
    case .until: nil
    }
  }

  /// The instant: so long after `start`, or the first one after `base` that is meant in `zone`. It lies after `base`,
  /// which is now or later, and not too far.
  func instant(
    after start: Instant, orFrom base: Instant, in zone: Zone, now: Instant
  ) throws(UsageError) -> Instant {
    let instant = try unchecked(after: start, base: base, in: zone, now: now)
    guard instant > base else {
      let moments = Moments(zone: zone, now: now)
      throw base > now
        ? Messages.endBeforeStart(moments.short(instant), start: moments.short(base))
        : Messages.endInThePast(moments.short(instant))
    }
    guard instant - now <= OverrideContext.longestSeconds else { throw Messages.endTooFar }
    return instant
  }

  /// The same wherever it lies; nil where it cannot be understood.
  func unchecked(after start: Instant, in zone: Zone, now: Instant) -> Instant? {
    try? unchecked(after: start, base: start, in: zone, now: now)
  }

  private func unchecked(
    after start: Instant, base: Instant, in zone: Zone, now: Instant
  ) throws(UsageError) -> Instant {
    switch self {
    case .lasting(let length):
      guard let end = length.added(to: start, in: zone) else { throw Messages.endTooFar }
      return end
    case .until(let text):
      return try Instant(given: text, for: .until, as: .end(after: base), in: zone, now: now)
    }
  }
}
