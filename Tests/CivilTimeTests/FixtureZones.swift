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

/// A generator of the same numbers for the same seed.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
