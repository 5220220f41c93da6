import Calendars
import CivilTime
import Documents
import Host
import Policies

/// The calendars of a policy, as they were read with it.
struct PolicyCalendars: Sendable {
  private let files: [String: CalendarFile]
  private let zones: Zones

  init(_ files: [CalendarFile], _ zones: Zones) {
    self.files = Dictionary(files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    self.zones = zones
  }

  /// The events of the calendar at `path`, its times without a zone in `zone`.
  @Sendable func look(_ path: String, in zone: Zone) -> CalendarLookup {
    guard let file = files[path] else {
      return .unreadable(Message(code: "calendar.path", "calendar '\(path)' not found"))
    }
    switch file.content {
    case .failure(let fault): return .unreadable(fault.message)
    case .success(let bytes):
      do throws(CalendarFault) {
        return .events(
          try CalendarReader.events(in: bytes, zone: zone, zones: { zones.any($0) }), file: file.shownName)
      } catch {
        return .fault(error, file: file.shownName)
      }
    }
  }
}

extension CalendarFile {
  /// As messages name it.
  var shownName: String { name ?? path }
}
