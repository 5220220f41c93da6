import CivilTime
import Policies
import Text

/// The zones that the times of a file are in; each is looked up once.
struct CalendarZones {
  /// The zone of the policy first, then UTC, then those that were asked for.
  private(set) var zones: [Zone]
  /// By what is written, for each calendar of the file.
  private var known: [Written: Int] = [:]
  private let look: (String) -> Zone?
  /// Of several with the same name the first.
  private let definitions: [Written: Component]

  private struct Written: Hashable {
    var calendar: Int
    var name: String
  }

  static let policy = 0
  static let utc = 1
  private static let namesOfUTC: Set<String> = [
    "UTC", "Etc/UTC", "Z", "GMT", "Etc/GMT", "Etc/UCT", "UCT", "Zulu", "Etc/Zulu", "Universal", "Etc/Universal",
    "tzone://Microsoft/Utc",
  ]

  init(policy: Zone, calendars: [CalendarObject], look: @escaping (String) -> Zone?) {
    zones = [policy, .utc]
    let definitions = calendars.enumerated().flatMap { place, calendar in
      calendar.zones.map { (Written(calendar: place, name: $0.first("TZID")?.value ?? ""), $0) }
    }
    self.definitions = Dictionary(definitions) { first, _ in first }
    self.look = look
  }

  /// The place of the zone that `property` calls `name`.
  mutating func zone(
    _ name: String, of property: Property, in calendar: Int, _ budget: inout RuleBudget
  ) throws(CalendarFault) -> Int {
    let written = Written(calendar: calendar, name: name)
    if let place = known[written] { return place }
    let found: Int
    if Self.namesOfUTC.contains(name) {
      found = Self.utc
    } else {
      if zones.count > CalendarLimits.zones { throw .tooManyZones(property) }
      guard let zone = try find(written, &budget) else { throw .unknownZone(name, property) }
      zones.append(zone)
      found = zones.count - 1
    }
    known[written] = found
    return found
  }

  /// A name of a place wins over a definition in the file, which may be old; a name that only Windows knows does not.
  private func find(_ written: Written, _ budget: inout RuleBudget) throws(CalendarFault) -> Zone? {
    if let zone = named(written.name) { return zone }
    if let definition = definitions[written] {
      return try ZoneDefinition(definition).zone(named: written.name, &budget)
    }
    return inPath(written.name) ?? WindowsZones.name(for: written.name).flatMap(named)
  }

  private func named(_ name: String) -> Zone? {
    if Self.namesOfUTC.contains(name) { return .utc }
    guard !name.isEmpty, name.utf8.count <= 64, !name.hasPrefix("/"), !name.holds("..") else { return nil }
    return look(name) ?? fixed(name)
  }

  /// `Etc/GMT+5` is five hours behind UTC.
  private func fixed(_ name: String) -> Zone? {
    guard name.hasPrefix("Etc/GMT"), let hours = Int(name.dropFirst(7)), (-14...12).contains(hours) else { return nil }
    return Zone(
      name: name, first: LocalTimeType(secondsEast: -hours * 3_600, isDaylight: false, abbreviation: ""), changes: [])
  }

  /// Some programs put a path before the name: `/example.org/20210210_1/Europe/Berlin`.
  private func inPath(_ name: String) -> Zone? {
    guard name.hasPrefix("/"), name.utf8.count <= 256 else { return nil }
    let parts = name.split(separator: "/")
    for count in [3, 2] where parts.count > count {
      if let zone = named(parts.suffix(count).joined(separator: "/")) { return zone }
    }
    return nil
  }
}
