import CivilTime
import Testing

@Suite struct TextTests {
  @Test(
    "instants",
    arguments: [
      ("2026-11-20 21:30", "2026-11-20T20:30:00Z"), ("2026-11-20 21:30:15", "2026-11-20T20:30:15Z"),
      ("2026-10-25 02:30", "2026-10-25T00:30:00Z"), ("2026-03-29 02:30", "2026-03-29T01:00:00Z"),
      ("2026-11-20T21:30:00Z", "2026-11-20T21:30:00Z"), ("2026-11-20t21:30:00z", "2026-11-20T21:30:00Z"),
      ("2026-11-20T21:30:00.999+01:00", "2026-11-20T20:30:00Z"), ("2026-11-20 21:30:00-05:30", "2026-11-21T03:00:00Z"),
      ("2026-11-20 21:30:00 +01:00", "2026-11-20T20:30:00Z"), ("2026-11-20T21:30+01:00", "2026-11-20T20:30:00Z"),
      ("0001-01-02 00:00", "0001-01-01T23:06:32Z"), ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
    ])
  func instant(text: String, utc: String) throws {
    #expect(try Instant(text, in: try FixtureZones.zone("Europe/Berlin")).description == utc)
  }

  @Test(
    "no instants",
    arguments: [
      ("", InstantTextError.unreadable), ("2026-11-20", .unreadable), ("2026-11-20T21:30", .unreadable),
      ("2026-11-20 21", .unreadable), ("2026-11-20  21:30", .unreadable), ("2026-11-20 21:30 ", .unreadable),
      ("2026-11-20 7:30", .unreadable), ("26-11-20 07:30", .unreadable), ("2026-11-20 21:30.5Z", .unreadable),
      ("2026-11-20T21:30:00.Z", .unreadable), ("2026-11-20T21:30:00+0100", .unreadable),
      ("2026-11-20T21:30:00Zx", .unreadable), ("2026-11-20 ٢١:30", .unreadable), ("now", .unreadable),
      ("2026-02-30 10:00", .impossible), ("2026-13-01 10:00", .impossible), ("0000-01-01 10:00", .impossible),
      ("2026-11-20 24:00", .impossible), ("2026-11-20 21:60", .impossible), ("2026-11-20 21:30:60", .impossible),
      ("2026-11-20T21:30:00+24:00", .impossible), ("0001-01-01T00:00:00+01:00", .impossible),
    ])
  func noInstant(text: String, error: InstantTextError) throws {
    let zone = try FixtureZones.zone("Europe/Berlin")
    #expect(throws: error) { try Instant(text, in: zone) }
  }

  @Test(
    "durations",
    arguments: [
      ("1d2h30m15s", 95_415, "1d2h30m15s"), ("90m", 5_400, "1h30m"), ("0s", 0, "0s"), ("24h", 86_400, "1d"),
      ("15s", 15, "15s"), ("007m", 420, "7m"), ("1d1s", 86_401, "1d1s"),
    ])
  func duration(text: String, seconds: Int64, shortest: String) {
    #expect(DurationText.seconds(text) == seconds)
    #expect(DurationText.text(seconds: seconds) == shortest)
    #expect(DurationText.seconds(shortest) == seconds)
  }

  @Test(
    "no durations",
    arguments: ["", "90", "m", "1h1d", "1h1h", "1h 30m", "-1h", "1.5h", "1w", "1H", "99999999999999999999h", "1h30"])
  func noDuration(text: String) {
    #expect(DurationText.seconds(text) == nil)
  }

  @Test(
    "texts",
    arguments: [
      ("2026-11-20T20:00:04Z", "Fri 2026-11-20 21:00:04 +01:00", "21:00:04"),
      ("2026-11-21T06:00:00Z", "Sat 2026-11-21 07:00:00 +01:00", "Sat 07:00"),
      ("2026-11-14T06:00:00Z", "Sat 2026-11-14 07:00:00 +01:00", "Sat 07:00"),
      ("2026-11-13T06:00:00Z", "Fri 2026-11-13 07:00:00 +01:00", "Fri 2026-11-13 07:00"),
      ("2027-07-04T22:00:00Z", "Mon 2027-07-05 00:00:00 +02:00", "Mon 2027-07-05 00:00"),
    ])
  func texts(utc: String, long: String, short: String) throws {
    let zone = try FixtureZones.zone("Europe/Berlin")
    let now = try Instant("2026-11-20 21:00:04", in: zone)
    let instant = try Instant(utc, in: .utc)
    #expect(zone.longText(instant) == long)
    #expect(zone.shortText(instant, now: now) == short)
  }

  @Test func offsetWithSeconds() throws {
    let zone = try FixtureZones.zone("Africa/Monrovia")
    #expect(zone.longText(Instant(secondsSinceEpoch: 0)) == "Wed 1969-12-31 23:15:30 -00:44:30")
  }
}
