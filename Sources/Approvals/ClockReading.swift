package import CivilTime

/// What both clocks of the machine said at one moment.
package struct ClockReading: Hashable, Sendable {
  /// The wall clock, which may be set.
  package var wall: Instant
  /// The clock that began with the machine; nil if there is none.
  package var boot: BootMoment?

  /// A reading of both.
  package init(wall: Instant, boot: BootMoment?) {
    (self.wall, self.boot) = (wall, boot)
  }

  /// Whether `seconds` have passed since `earlier`, as far as nobody can hurry it by setting the wall clock: within one
  /// boot its clock decides; after another one so much must have passed by the wall clock, and since the machine began.
  package func isPast(_ seconds: Int64, since earlier: ClockReading) -> Bool {
    guard let boot, let before = earlier.boot else { return wall - earlier.wall >= seconds }
    if boot.boot == before.boot { return boot.seconds - before.seconds >= seconds }
    return wall - earlier.wall >= seconds && boot.seconds >= seconds
  }

  /// Whether it is `seconds` or more after `earlier`, for what is counted by the day: within one boot its clock decides,
  /// after another one the wall clock alone. A machine that was started this morning has not been up for a day, and what was
  /// asked for last week would be of today.
  package func isAtLeast(_ seconds: Int64, after earlier: ClockReading) -> Bool {
    boot != nil && boot?.boot == earlier.boot?.boot ? isPast(seconds, since: earlier) : wall - earlier.wall >= seconds
  }
}
