import CivilTime
import TestSupport
import Testing

@Suite struct ZoneFileTests {
  struct Broken: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var error: ZoneFileError

    init(_ what: String, _ error: ZoneFileError, _ change: (inout MadeZoneFile) -> Void) {
      var file = MadeZoneFile()
      change(&file)
      self.init(what, error, bytes: file.bytes)
    }

    init(_ what: String, _ error: ZoneFileError, bytes: [UInt8]) {
      testDescription = what
      self.bytes = bytes
      self.error = error
    }
  }

  static let brokenFiles: [Broken] = [
    Broken("nothing", .notAZoneFile, bytes: []),
    Broken("text", .notAZoneFile, bytes: Array("# not a zone".utf8)),
    Broken("the header alone", .truncated, bytes: Array(MadeZoneFile().bytes.prefix(44))),
    Broken(
      "counts beyond the end", .truncated,
      bytes: Array("TZif2".utf8) + Array(repeating: 0, count: 15) + Array(repeating: 0xFF, count: 24)),
    Broken("version 1.5", .notAZoneFile) { $0.version = UInt8(ascii: "1") },
    Broken("leap seconds", .leapSeconds) { $0.leapSeconds = 1 },
    Broken("no types", .malformed(.counts)) { $0.types = [] },
    Broken("no characters", .malformed(.counts)) { $0.characters = [] },
    Broken("a day of offset", .malformed(.localTimeTypes)) { $0.types = [(100_000, 0, 0)] },
    Broken("the smallest offset", .malformed(.localTimeTypes)) { $0.types = [(.min, 0, 0)] },
    Broken("twice daylight", .malformed(.localTimeTypes)) { $0.types = [(0, 2, 0)] },
    Broken("a name outside", .malformed(.abbreviations)) { $0.types = [(0, 0, 4)] },
    Broken("a name without end", .malformed(.abbreviations)) { $0.characters = Array("UTC".utf8) },
    Broken("a name with a bell", .malformed(.abbreviations)) { $0.characters = Array("U\u{7}C\0".utf8) },
    Broken("a type outside", .malformed(.transitions)) { $0.transitions = [(0, 1)] },
    Broken("back in time", .malformed(.transitions)) { $0.transitions = [(5, 0), (5, 0)] },
    Broken("before all time", .malformed(.transitions)) { $0.transitions = [(.min, 0)] },
    Broken("no footer", .truncated) { $0.footer = "" },
    Broken("an open footer", .truncated) { $0.footer = "\nUTC0" },
    Broken("no line before it", .malformed(.footer)) { $0.footer = "UTC0\n" },
  ]

  @Test("broken files", arguments: brokenFiles)
  func refused(_ file: Broken) {
    #expect(throws: file.error) { try Zone(name: "Made/Up", bytes: file.bytes) }
  }

  @Test(
    "broken footers",
    arguments: [
      "UTC", "U0", "0", "<UTC0", "<>0", "UTC25", "UTC0:60", "UTC0:", "UTC0:00:", "CET-1CEST", "CET-1CEST,M3.5.0",
      "CET-1CEST,M3.5.0,M10.5.0,", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
      "CET-1CEST,M3.0.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J5", "CET-1CEST,366,5",
      "CET-1CEST,J366,5", "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1CEST,M3.5.0/,M10.5.0", "CET-24:59:59CEST-25,1,2",
      "CET--1", "CET-1 ", "CET-99999999999999999999", "CET24:59:59CEST,0/-168,5",
    ])
  func brokenFooter(_ text: String) {
    let file = MadeZoneFile(footer: "\n\(text)\n")
    #expect(throws: ZoneFileError.malformed(.footer)) { try Zone(name: "Made/Up", bytes: file.bytes) }
  }

  @Test func version1HasNoRule() throws {
    let file = MadeZoneFile(
      version: 0, transitions: [(-5, 1), (100, 0)], types: [(3_600, 0, 0), (7_200, 1, 0)],
      characters: Array("ABC\0".utf8))
    let zone = try Zone(name: "Made/Up", bytes: file.bytes)
    let offsets = [-6, -5, 99, 100, 9_000_000_000].map { zone.offset(at: Instant(secondsSinceEpoch: $0)) }
    #expect(offsets == [3_600, 7_200, 7_200, 3_600, 3_600])
  }

  @Test func laterVersionIsReadAsTheLatestKnown() throws {
    let zone = try Zone(name: "Made/Up", bytes: MadeZoneFile(version: UInt8(ascii: "5"), footer: "\n\n").bytes)
    #expect(zone.localTimeType(at: Instant(secondsSinceEpoch: 0)).abbreviation == "UTC")
  }

  /// A test that traps fails by ending the process.
  @Test("no bytes trap", arguments: ["Europe/Berlin", "Africa/Casablanca"])
  func noBytesTrap(name: String) throws {
    let whole = try Fixtures.bytes("zoneinfo/" + name)
    var readable = 0
    for length in 0..<whole.count where (try? Zone(name: name, bytes: Array(whole.prefix(length)))) != nil {
      readable += 1
    }
    #expect(readable == 0)
    var random = SplitMix64(seed: 1)
    for _ in 0..<1_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: .min ... .max, using: &random)
      }
      if let zone = try? Zone(name: name, bytes: bytes) { Self.ask(zone) }
    }
  }

  private static func ask(_ zone: Zone) {
    for seconds: Int64 in [-62_135_596_800, 0, 1_800_000_000, 253_402_300_799] {
      let instant = Instant(secondsSinceEpoch: seconds)
      let local = zone.local(instant)
      _ = zone.instants(local: local)
      _ = zone.instant(local: local)
      _ = zone.window(startingOn: local.date, .allDay)
      _ = zone.transitions(in: instant..<instant + 86_400)
    }
  }
}
