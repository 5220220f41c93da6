import CivilTime

/// When and by which clocks a policy is read: whoever says `tonight` means that.
struct PresentMoment: Sendable {
  var zone: Zone
  var now: Instant

  /// What calendar and clock show.
  var local: LocalDateTime { zone.local(now) }
}
