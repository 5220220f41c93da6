public import CivilTime
public import Policies

/// Reads iCalendar files (RFC 5545): bytes to events with all the times at which they happen.
///
/// libical follows the rules of what recurs. Everything else it would do as well, but it passes over what it does not
/// understand; here that is a fault with its place.
public enum CalendarReader {
  /// The events of the file `bytes`, in its order; cancelled ones are left out, and those of which a newer revision is there.
  ///
  /// Times without a zone are in `zone`. `zones` finds a zone by its IANA name, any of them, and is asked for each name
  /// once. What would begin on `horizon` or later is left out.
  public static func events(
    in bytes: [UInt8], zone: Zone, zones: @escaping (String) -> Zone?,
    until horizon: CivilDate = CivilDate(dayNumber: 47_482)
  ) throws(CalendarFault) -> [CalendarEvent] {
    if bytes.count > CalendarLimits.bytes { throw .tooBig }
    let calendars = try ComponentReader.calendars(in: bytes)
    var reader = MomentReader(zones: CalendarZones(policy: zone, calendars: calendars, look: zones))
    var drafts: [EventDraft] = []
    for (place, calendar) in calendars.enumerated() {
      for component in calendar.events {
        let event = EventReader(component, in: place, isCancelled: calendar.isCancellation)
        drafts.append(try event.draft(&reader))
      }
    }
    return try Agenda(Revisions.newest(drafts), horizon: horizon, reader.zones.zones).events(&reader.budget)
  }
}
