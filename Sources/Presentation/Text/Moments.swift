package import CivilTime

/// Instants as somebody reads them who knows what time it is.
package struct Moments {
  /// Whose clocks the reader goes by.
  package var zone: Zone
  package var now: Instant

  package init(zone: Zone, now: Instant) {
    self.zone = zone
    self.now = now
  }

  /// `Fri 2026-11-20 21:00:04 +01:00`: now, wholly.
  package var full: String { zone.longText(now) }

  /// `21:00` today, `Sat 07:00` within six days, else with its date.
  package func short(_ instant: Instant) -> String { zone.shortText(instant, now: now) + zone.offsetNote(instant) }
}

extension Zone {
  /// ` +01:00` where clocks show the time of `instant` twice, so that it would not be known which one is meant.
  package func offsetNote(_ instant: Instant) -> String {
    instants(local: local(instant)).count > 1 ? " " + offsetText(at: instant) : ""
  }
}
