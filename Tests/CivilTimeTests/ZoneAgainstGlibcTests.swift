import CivilTime
import Glibc
import Testing

/// The C library reads the same files: a second implementation of the format and of the footer's rule.
@Suite(.serialized) struct ZoneAgainstGlibcTests {
  @Test func everyZoneOfTheMachine() throws {
    let catalogue = ZoneCatalogue(tzdata: try MachineZones.bytes("tzdata.zi"))
    var seen: Set<[UInt8]> = []
    var differences: [String] = []
    try GlibcClock.use { clock in
      for (index, name) in catalogue.names.enumerated() where name != "UTC" {
        let bytes = try MachineZones.bytes(name)
        guard seen.insert(bytes).inserted else { continue }
        let zone = try Zone(name: name, bytes: bytes)
        clock.set(":" + MachineZones.folder + name)
        let regular = stride(from: Int64(index) * 1_000, to: 4_102_444_800, by: 10 * 86_400 + 3_599)
        let nearChanges = zone.transitions(in: Probe.years1970To2100).flatMap {
          [$0.instant.secondsSinceEpoch - 1, $0.instant.secondsSinceEpoch, $0.instant.secondsSinceEpoch + 1]
        }
        for seconds in nearChanges + Array(regular) {
          let instant = Instant(secondsSinceEpoch: seconds)
          if zone.localTimeType(at: instant) != clock.localTimeType(at: instant) {
            differences.append("\(name) \(instant)")
          }
        }
      }
    }
    #expect(seen.count > 250)
    #expect(differences == [])
  }

  @Test(
    "footers",
    arguments: [
      "UTC0", "<+0330>-3:30", "<-0130>+1:30:15", "CET-1CEST,M3.5.0,M10.5.0/3", "IST-1GMT0,M10.5.0,M3.5.0/1",
      "EST5EDT,M3.2.0,M11.1.0", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "EET-2EEST,M3.4.4/50,M10.4.4/50",
      "AAA3BBB,J60/0,J300", "AAA3BBB,59/0,300/26", "AAA-12BBB-13:45,M9.5.0/2:45,M4.1.0/3:45",
      "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "AEST-10AEDT,M10.1.0/-100,M4.1.0/160", "AAA0BBB,J1/0,J365/23:59:59",
    ])
  func footer(_ text: String) throws {
    let zone = try Zone(name: "Made/Up", bytes: MadeZoneFile(footer: "\n\(text)\n").bytes)
    var differences: [String] = []
    GlibcClock.use { clock in
      clock.set(text)
      // Beyond 2400 too, where questions are answered by an earlier cycle of the calendar.
      let starts: [Int64] = [0, 4_102_444_800, 13_600_000_000, 100_000_000_000]
      for start in starts {
        let range = Instant(secondsSinceEpoch: start)..<Instant(secondsSinceEpoch: start + 30 * 31_556_952)
        let nearChanges = zone.transitions(in: range).flatMap { [$0.instant + -1, $0.instant, $0.instant + 1] }
        let regular = (0..<1_000).map { Instant(secondsSinceEpoch: start + $0 * 946_000) }
        for instant in nearChanges + regular where zone.localTimeType(at: instant) != clock.localTimeType(at: instant) {
          differences.append("\(instant)")
        }
      }
    }
    #expect(differences == [])
  }

  @Test func daylightThatNeverPauses() throws {
    // RFC 9636, section 3.3: it ends when the next one begins.
    let zone = try Zone(name: "Made/Up", bytes: MadeZoneFile(footer: "\nEST5EDT,0/0,J365/25\n").bytes)
    #expect(zone.transitions(in: Probe.years1970To2100).isEmpty)
    #expect(zone.localTimeType(at: Instant(secondsSinceEpoch: 1_800_000_000)).abbreviation == "EDT")
  }
}

enum Probe {
  static let years1970To2100 = Instant(secondsSinceEpoch: 0)..<Instant(secondsSinceEpoch: 4_102_444_800)
}

/// The zone files of the machine.
enum MachineZones {
  static let folder = "/usr/share/zoneinfo/"

  static func bytes(_ name: String) throws -> [UInt8] {
    let file = try #require(fopen(folder + name, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }
}

/// The C library's idea of local time. It has one zone for the whole process.
struct GlibcClock {
  /// The entry `TZ=…` of the environment, which keeps it for ever. It is changed in place, because moving the
  /// environment would race with who reads it in another test.
  ///
  /// `nonisolated(unsafe)`: no two tests use the clock at the same time.
  nonisolated(unsafe) private static let entry: UnsafeMutablePointer<CChar> = {
    let entry = UnsafeMutablePointer<CChar>.allocate(capacity: size)
    entry.initialize(repeating: 0, count: size)
    write(":/etc/localtime", to: entry)
    putenv(entry)
    return entry
  }()
  private static let size = 256

  /// Runs `body` with the clock; no two tests may do so at the same time.
  static func use(_ body: (GlibcClock) throws -> Void) rethrows {
    let clock = GlibcClock()
    try body(clock)
    clock.set(":/etc/localtime")
  }

  func set(_ zone: String) {
    Self.write(zone, to: Self.entry)
    tzset()
  }

  private static func write(_ zone: String, to entry: UnsafeMutablePointer<CChar>) {
    let text = Array("TZ=\(zone)".utf8CString.prefix(size - 1)) + [0]
    for (offset, character) in text.enumerated() { entry[offset] = character }
  }

  func localTimeType(at instant: Instant) -> LocalTimeType {
    var seconds = time_t(instant.secondsSinceEpoch)
    var fields = tm()
    localtime_r(&seconds, &fields)
    return LocalTimeType(
      secondsEast: fields.tm_gmtoff, isDaylight: fields.tm_isdst > 0,
      abbreviation: fields.tm_zone.map { String(cString: $0) } ?? "")
  }
}
