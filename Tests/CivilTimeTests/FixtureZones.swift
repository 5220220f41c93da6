import CivilTime
import TestSupport

/// Zones whose files are kept with the tests, so that a new edition of the machine's changes no expectation.
enum FixtureZones {
  static let names = [
    "Africa/Casablanca", "Africa/Monrovia", "America/Asuncion", "America/Havana", "America/New_York",
    "America/Santiago", "America/St_Johns", "Antarctica/Troll", "Asia/Beirut", "Asia/Gaza", "Asia/Tehran",
    "Australia/Lord_Howe", "Europe/Berlin", "Europe/Dublin", "Europe/London", "Pacific/Apia", "Pacific/Kwajalein",
  ]

  static func zone(_ name: String) throws -> Zone {
    name == "UTC" ? .utc : try Zone(name: name, bytes: try Fixtures.bytes("zoneinfo/" + name))
  }
}
