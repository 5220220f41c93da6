import CivilTime

/// Where what is told of the past begins, as a command line says it.
enum HistoryStart {
  /// The instant that `text` means: `2h` before `now`, the last `21:30`, the beginning of `today` or `yesterday` in
  /// `zone`, or what else a command line takes for an instant.
  static func instant(_ text: String, in zone: Zone, now: Instant) throws(InstantTextError) -> Instant {
    switch text {
    case "today": return midnight(daysAgo: 0, in: zone, now: now)
    case "yesterday": return midnight(daysAgo: 1, in: zone, now: now)
    default: break
    }
    // Nobody asks for the past of the future, so a duration needs no sign.
    let text = DurationText.seconds(text) == nil ? text : "-" + text
    return try Instant(text, in: zone, now: now, clockTime: .last)
  }

  private static func midnight(daysAgo days: Int, in zone: Zone, now: Instant) -> Instant {
    zone.instant(local: LocalDateTime(date: zone.local(now).date.adding(days: -days), secondOfDay: 0))
  }
}
