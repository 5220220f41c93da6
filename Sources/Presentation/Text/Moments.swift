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

  /// `from 21:00 until Sat 07:00`.
  package func stretch(_ start: Instant, _ end: Instant) -> String {
    let ends = short(start, to: end)
    return "from \(ends.start) until \(ends.end)"
  }

  /// The same of ends of which either may be missing.
  package func short(_ start: Instant?, to end: Instant?) -> (start: String?, end: String?) {
    guard let start, let end else { return (start.map(short), end.map(short)) }
    let ends: (start: String, end: String) = short(start, to: end)
    return (ends.start, ends.end)
  }

  /// Both as `short`. Between ends a week or more apart a day of the week does not say which one it is, so that they have
  /// their dates.
  package func short(_ start: Instant, to end: Instant) -> (start: String, end: String) {
    func day(_ instant: Instant) -> Int { zone.local(instant).date.dayNumber }
    guard day(end) - day(start) >= 7 else { return (short(start), short(end)) }
    func dated(_ instant: Instant) -> String {
      day(instant) == day(now) ? short(instant) : zone.datedText(instant) + zone.offsetNote(instant)
    }
    return (dated(start), dated(end))
  }
}

extension Zone {
  /// ` +01:00` where clocks show the time of `instant` twice, so that it would not be known which one is meant.
  package func offsetNote(_ instant: Instant) -> String {
    instants(local: local(instant)).count > 1 ? " " + offsetText(at: instant) : ""
  }
}
