import CivilTime
import Testing

/// What times on a command line mean.
@Suite struct MomentTests {
  /// A Friday.
  private static let friday = "2026-11-20 21:00:04"
  /// The Sunday on which the clocks of Berlin go back; 02:10 for the second time.
  private static let autumn = "2026-10-25T01:10:00Z"
  /// The Saturday before they go forward.
  private static let spring = "2026-03-28 12:00"

  struct Row: Sendable {
    var text: String
    var role: MomentRole
    var now: String
    /// In full.
    var meaning: String
    var zone = "Europe/Berlin"

    init(_ text: String, _ role: MomentRole, _ meaning: String, now: String = friday, zone: String = "Europe/Berlin") {
      (self.text, self.role, self.now, self.meaning, self.zone) = (text, role, now, meaning, zone)
    }
  }

  /// An end of what begins now.
  private static let end = MomentRole.end(after: Instant(secondsSinceEpoch: .min / 4))

  private static let rows: [Row] = [
    Row("now", .at, "Fri 2026-11-20 21:00:04 +01:00"),
    Row("+90m", .at, "Fri 2026-11-20 22:30:04 +01:00"), Row("-90m", .start, "Fri 2026-11-20 19:30:04 +01:00"),
    Row("+1 day", end, "Sat 2026-11-21 21:00:04 +01:00"),
    // A clock time alone.
    Row("20:00", .at, "Fri 2026-11-20 20:00 +01:00"), Row("20:00", .start, "Fri 2026-11-20 20:00 +01:00"),
    Row("20:00", .comingStart, "Sat 2026-11-21 20:00 +01:00"), Row("20:00", .past, "Fri 2026-11-20 20:00 +01:00"),
    Row("22:00", .comingStart, "Fri 2026-11-20 22:00 +01:00"), Row("22:00", .past, "Thu 2026-11-19 22:00 +01:00"),
    Row("7am", .at, "Fri 2026-11-20 07:00 +01:00"), Row("7AM", .comingStart, "Sat 2026-11-21 07:00 +01:00"),
    Row("noon", .at, "Fri 2026-11-20 12:00 +01:00"), Row("12am", .at, "Fri 2026-11-20 00:00 +01:00"),
    Row("9.30pm", .at, "Fri 2026-11-20 21:30 +01:00"), Row("9:30pm", .at, "Fri 2026-11-20 21:30 +01:00"),
    Row("21:30:15", .at, "Fri 2026-11-20 21:30:15 +01:00"), Row("24:00", .at, "Sat 2026-11-21 00:00 +01:00"),
    Row("24:00", end, "Sat 2026-11-21 00:00 +01:00"), Row("24:00", .past, "Fri 2026-11-20 00:00 +01:00"),
    // With a day.
    Row("fri 21:30", .at, "Fri 2026-11-20 21:30 +01:00"), Row("fri 20:00", .at, "Fri 2026-11-27 20:00 +01:00"),
    Row("fri 20:00", .past, "Fri 2026-11-20 20:00 +01:00"), Row("fri 21:30", .past, "Fri 2026-11-13 21:30 +01:00"),
    Row("fri 24:00", end, "Sat 2026-11-21 00:00 +01:00"), Row("fri 00:00", end, "Fri 2026-11-27 00:00 +01:00"),
    Row("Monday 7am", end, "Mon 2026-11-23 07:00 +01:00"), Row("thu noon", .comingStart, "Thu 2026-11-26 12:00 +01:00"),
    Row("tomorrow 7am", end, "Sat 2026-11-21 07:00 +01:00"), Row("today 20:00", .at, "Fri 2026-11-20 20:00 +01:00"),
    Row("yesterday noon", .at, "Thu 2026-11-19 12:00 +01:00"),
    Row("2026-12-24 9pm", .at, "Thu 2026-12-24 21:00 +01:00"),
    Row("2026-12-31 24:00", end, "Fri 2027-01-01 00:00 +01:00"),
    Row("2026-11-20 21:30", .at, "Fri 2026-11-20 21:30 +01:00"),
    Row("2026-11-20T21:30", .at, "Fri 2026-11-20 21:30 +01:00"),
    Row("2026-11-20t7am", end, "Fri 2026-11-20 07:00 +01:00"),
    Row("2026-11-20T21:30:00Z", .at, "Fri 2026-11-20 22:30 +01:00"),
    Row("2026-11-20 21:30:00.5 -05:30", end, "Sat 2026-11-21 04:00 +01:00"),
    Row("fri  2026-11-20 21:30", .at, "Fri 2026-11-20 21:30 +01:00"),
    Row("Fri 2026-11-20 21:30 +02:00", .at, "Fri 2026-11-20 20:30 +01:00"),
    // The clocks of a hundred years ago were seconds apart, and what is printed of them is read again.
    Row("Fri 2026-11-20 21:30 +00:53:28", .at, "Fri 2026-11-20 21:36:32 +01:00"),
    // Days alone.
    Row("fri", .at, "Fri 2026-11-27 00:00 +01:00"), Row("today", .at, "Fri 2026-11-20 00:00 +01:00"),
    Row("2026-10-24", .at, "Sat 2026-10-24 00:00 +02:00"),
    Row("fri", .start, "Fri 2026-11-27 00:00 +01:00"), Row("sat", .comingStart, "Sat 2026-11-21 00:00 +01:00"),
    Row("fri", .past, "Fri 2026-11-20 00:00 +01:00"), Row("sat", .past, "Sat 2026-11-14 00:00 +01:00"),
    Row("today", .start, "Fri 2026-11-20 00:00 +01:00"), Row("tomorrow", .start, "Sat 2026-11-21 00:00 +01:00"),
    Row("yesterday", .past, "Thu 2026-11-19 00:00 +01:00"), Row("2026-10-24", .start, "Sat 2026-10-24 00:00 +02:00"),
    Row("sat 2026-10-24", .start, "Sat 2026-10-24 00:00 +02:00"),
    Row("midnight", end, "Sat 2026-11-21 00:00 +01:00"), Row("tonight", end, "Sat 2026-11-21 00:00 +01:00"),
    // The past.
    Row("2h", .past, "Fri 2026-11-20 19:00:04 +01:00"), Row("2 hours ago", .past, "Fri 2026-11-20 19:00:04 +01:00"),
    Row("-2h", .past, "Fri 2026-11-20 19:00:04 +01:00"), Row("1 day", .past, "Thu 2026-11-19 21:00:04 +01:00"),
    // It is 02:10 for the second time: the first 02:30 is over, the second is not.
    Row("02:30", .at, "Sun 2026-10-25 02:30 +02:00", now: autumn),
    Row("02:30", end, "Sun 2026-10-25 02:30 +01:00", now: autumn),
    Row("02:30", .past, "Sun 2026-10-25 02:30 +02:00", now: autumn),
    Row("02:10", .past, "Sun 2026-10-25 02:10 +01:00", now: autumn),
    Row("02:10", .comingStart, "Mon 2026-10-26 02:10 +01:00", now: autumn),
    Row("today 02:30", .at, "Sun 2026-10-25 02:30 +02:00", now: autumn),
    Row("sun 02:30", .at, "Sun 2026-10-25 02:30 +01:00", now: autumn),
    Row("sun 02:30", end, "Sun 2026-10-25 02:30 +01:00", now: autumn),
    Row("sun 02:10", end, "Sun 2026-11-01 02:10 +01:00", now: autumn),
    Row("sun 02:30", .comingStart, "Sun 2026-10-25 02:30 +01:00", now: autumn),
    Row("today 02:30", end, "Sun 2026-10-25 02:30 +01:00", now: autumn),
    Row("2026-10-25 02:30", end, "Sun 2026-10-25 02:30 +01:00", now: autumn),
    Row("2026-10-25 02:30", .at, "Sun 2026-10-25 02:30 +02:00", now: autumn),
    // Of those that are both to come the first is meant.
    Row("sun 02:30", end, "Sun 2026-10-25 02:30 +02:00", now: "2026-10-25 01:30"),
    Row("sun 02:30", end, "Sun 2026-10-25 02:30 +02:00", now: "2026-10-20 12:00"),
    Row("sun 02:30", .past, "Sun 2026-10-25 02:30 +02:00", now: autumn),
    Row("-1 day", .at, "Sat 2026-10-24 02:10 +02:00", now: autumn),
    Row("-24h", .at, "Sat 2026-10-24 03:10 +02:00", now: autumn),
    Row("+1d2h", .at, "Mon 2026-10-26 04:10 +01:00", now: autumn),
    // What the clocks skip is the jump.
    Row("tomorrow 02:30", .at, "Sun 2026-03-29 03:00 +02:00", now: spring),
    Row("sun 02:30", end, "Sun 2026-03-29 03:00 +02:00", now: spring),
    Row("+1 day", .at, "Sun 2026-03-29 12:00 +02:00", now: spring),
    Row("+24h", .at, "Sun 2026-03-29 13:00 +02:00", now: spring),
    // A day that begins at 01:00, one that the calendar skips, and clocks that go back over midnight.
    Row("tomorrow", .start, "Sun 2026-03-29 01:00 +03:00", now: spring, zone: "Asia/Beirut"),
    Row("midnight", end, "Sun 2026-03-29 01:00 +03:00", now: spring, zone: "Asia/Beirut"),
    Row("+1 day", .at, "Sat 2011-12-31 00:00 +14:00", now: "2011-12-29 18:00", zone: "Pacific/Apia"),
    Row("sat", .start, "Sat 2011-12-31 00:00 +14:00", now: "2011-12-29 18:00", zone: "Pacific/Apia"),
    // It is 23:30 for the first time, and half an hour later 23:00 again.
    Row("midnight", end, "Sun 2026-04-05 00:00 -04:00", now: "2026-04-04 23:30", zone: "America/Santiago"),
    Row("23:10", end, "Sat 2026-04-04 23:10 -04:00", now: "2026-04-04 23:30", zone: "America/Santiago"),
    Row("21:30", .at, "Fri 2026-11-20 21:30 +00:00", zone: "UTC"),
    Row("2026-11-20T21:30", .at, "Fri 2026-11-20 21:30 +01:00"),
    Row("2026-11-20t7am", end, "Fri 2026-11-20 07:00 +01:00"),
    Row("2026-11-20T21:30:00Z", .at, "Fri 2026-11-20 18:00 -03:30", zone: "America/St_Johns"),
  ]

  @Test("what it means", arguments: rows)
  func meaning(row: Row) throws {
    let zone = try FixtureZones.zone(row.zone)
    let now = try Instant(row.now, in: zone)
    let role = row.role == Self.end ? .end(after: now) : row.role
    let instant = try Instant(row.text, as: role, in: zone, now: now)
    #expect(zone.fullText(instant) == row.meaning)
    // Whatever is printed in full means the same when it is read again, at any time and for anything.
    for printed in [zone.fullText(instant), zone.longText(instant), "\(instant)"] {
      for other in [MomentRole.at, .start, .comingStart, .past, .end(after: now)] {
        #expect(try Instant(printed, as: other, in: zone, now: now + 86_400 * 3) == instant)
      }
    }
  }

  /// An end is the first after the start, and a time of the clock may have been today.
  @Test(
    "ends of what begins elsewhere",
    arguments: [
      ("2026-11-20 00:00", "20:00", "Fri 2026-11-20 20:00 +01:00"),
      ("2026-11-01 00:00", "20:00", "Fri 2026-11-20 20:00 +01:00"),
      ("2026-11-20 20:00", "20:00", "Sat 2026-11-21 20:00 +01:00"),
      ("2026-11-27 20:00", "19:00", "Sat 2026-11-28 19:00 +01:00"),
      ("2026-11-27 20:00", "midnight", "Sat 2026-11-28 00:00 +01:00"),
      ("2026-11-27 20:00", "24:00", "Sat 2026-11-28 00:00 +01:00"),
      ("2026-11-27 20:00", "tonight", "Sat 2026-11-21 00:00 +01:00"),
      ("2026-11-01 00:00", "midnight", "Sat 2026-11-21 00:00 +01:00"),
      ("2026-11-27 20:00", "sat 7am", "Sat 2026-11-28 07:00 +01:00"),
      ("2026-11-27 20:00", "fri 7pm", "Fri 2026-12-04 19:00 +01:00"),
      ("2026-11-01 00:00", "fri 22:00", "Fri 2026-11-20 22:00 +01:00"),
      ("2026-11-27 20:00", "tomorrow 7am", "Sat 2026-11-21 07:00 +01:00"),
      ("2026-11-27 20:00", "+1h", "Fri 2026-11-20 22:00:04 +01:00"),
    ])
  func ends(start: String, text: String, meaning: String) throws {
    let zone = try FixtureZones.zone("Europe/Berlin")
    let (now, start) = (try Instant(Self.friday, in: zone), try Instant(start, in: zone))
    #expect(zone.fullText(try Instant(text, as: .end(after: start), in: zone, now: now)) == meaning)
  }

  @Test(
    "no times",
    arguments: [
      ("", MomentRole.at, MomentTextError.unreadable(meant: [])), ("+", .at, .unreadable(meant: [])),
      ("+90", .at, .unreadable(meant: [])), ("soon", end, .unreadable(meant: [])),
      ("+21:30", .at, .unreadable(meant: [])), ("tomorrow morning", end, .unreadable(meant: [])),
      ("2026-11-20Tnow", .at, .unreadable(meant: [])), ("2026-11-20 21:30 Z x", .at, .unreadable(meant: [])),
      ("21:30 +01:00", .at, .unreadable(meant: [])), ("20.11.2026", .start, .unreadable(meant: [])),
      ("fridays 21:30", .at, .unreadable(meant: [])), ("tonight", .start, .unreadable(meant: [])),
      ("7:30", .at, .unreadable(meant: ["07:30", "7:30pm"])), ("21.30", .at, .unreadable(meant: ["21:30"])),
      ("fri 7:00", end, .unreadable(meant: ["fri 07:00", "fri 7pm"])), ("9 pm", .at, .unreadable(meant: ["9pm"])),
      ("fri at 9 pm", end, .unreadable(meant: ["fri 9pm"])),
      ("7am tomorrow", end, .unreadable(meant: ["tomorrow 7am"])),
      ("7", .at, .unreadable(meant: ["7am", "7pm"])), ("2130", .at, .unreadable(meant: ["21:30"])),
      ("21h", end, .unreadable(meant: ["21:00", "+21h"])), ("7h", .at, .unreadable(meant: ["07:00", "+7h"])),
      ("fri 21h30", end, .unreadable(meant: ["fri 21:30"])), ("30h", end, .unreadable(meant: ["+30h"])),
      ("8:15 p.m.", end, .unreadable(meant: ["8:15pm"])), ("9p.m.", .at, .unreadable(meant: ["9pm"])),
      ("21 Uhr", .at, .unreadable(meant: ["21:00"])),
      ("30m", end, .unreadable(meant: ["+30m"])), ("1 day", .at, .unreadable(meant: ["+1 day"])),
      ("tonight 22:00", end, .unreadable(meant: ["today 22:00"])),
      ("midnight", .at, .unreadable(meant: ["today 00:00", "tomorrow 00:00"])),
      ("fri midnight", end, .unreadable(meant: ["fri 00:00", "fri 24:00"])),
      ("2h ago", end, .unreadable(meant: [])), ("-1000000000d", .at, .impossible), ("+1000000000d", .at, .impossible),
      ("2026-11-20 21:30 +00:53:", .at, .unreadable(meant: [])),
      ("2026-11-20 21:30 +00:53:60", .at, .impossible), ("21:60", .at, .impossible), ("25:00", .at, .impossible),
      ("9:60pm", .at, .unreadable(meant: [])), ("9.60pm", .at, .unreadable(meant: [])), ("24:30", .at, .impossible),
      ("2026-02-30", .start, .impossible),
      ("2026-02-30 10:00", .at, .impossible), ("2026-11-20T21:30:00+24:00", .at, .impossible),
      ("sat 2026-11-20 21:30", .at, .otherWeekday(.friday)), ("mon 2026-11-20", .start, .otherWeekday(.friday)),
    ])
  func refused(text: String, role: MomentRole, error: MomentTextError) throws {
    let zone = try FixtureZones.zone("Europe/Berlin")
    let now = try Instant(Self.friday, in: zone)
    let role = role == Self.end ? .end(after: now) : role
    #expect(throws: error) { try Instant(text, as: role, in: zone, now: now) }
    guard case .unreadable(let meant) = error else { return }
    for text in meant { _ = try Instant(text, as: role, in: zone, now: now) }
  }

  /// A day alone is no end; both readings are shown, each one that is accepted.
  @Test(
    "whole days",
    arguments: [
      (
        "sat", MomentRole.end(after: Instant(secondsSinceEpoch: 0)), ["sat 00:00", "sat 24:00"],
        ["Sat 2026-11-21 00:00 +01:00", "Sun 2026-11-22 00:00 +01:00"]
      ),
      (
        "fri", .end(after: Instant(secondsSinceEpoch: 0)), ["fri 00:00", "fri 24:00"],
        ["Fri 2026-11-27 00:00 +01:00", "Sat 2026-11-21 00:00 +01:00"]
      ),
      (
        "2026-11-27", .end(after: Instant(secondsSinceEpoch: 0)), ["2026-11-27 00:00", "2026-11-27 24:00"],
        ["Fri 2026-11-27 00:00 +01:00", "Sat 2026-11-28 00:00 +01:00"]
      ),
      // What is over is no reading of an end.
      (
        "today", .end(after: Instant(secondsSinceEpoch: 1_795_204_804)), ["today 24:00"],
        ["Sat 2026-11-21 00:00 +01:00"]
      ),
    ])
  func wholeDay(text: String, role: MomentRole, texts: [String], meanings: [String]) throws {
    let zone = try FixtureZones.zone("Europe/Berlin")
    let now = try Instant(Self.friday, in: zone)
    let error = #expect(throws: MomentTextError.self) { try Instant(text, as: role, in: zone, now: now) }
    guard case .wholeDay(let readings)? = error else {
      Issue.record("\(text) is no whole day")
      return
    }
    #expect(readings.map(\.text) == texts)
    #expect(readings.map { zone.fullText($0.instant) } == meanings)
    for reading in readings {
      #expect(try Instant(reading.text, as: role, in: zone, now: now) == reading.instant)
    }
  }

  /// In zones with all kinds of clock changes: what is printed in full is read as the same instant, and which one a
  /// time means keeps what its role promises.
  @Test("in every zone", arguments: FixtureZones.names)
  func everyZone(name: String) throws {
    let zone = try FixtureZones.zone(name)
    // Around every change of the clocks, and at an odd distance otherwise.
    let years = Instant(secondsSinceEpoch: 1_262_304_000)..<Instant(secondsSinceEpoch: 1_830_000_000)
    let edges = zone.transitions(in: years).map(\.instant)
    let around = edges.flatMap { edge in [-90_061, -3_601, -1_801, -1, 0, 1, 1_799, 5_400].map { edge + $0 } }
    let evenly = stride(from: Int64(1_262_304_000), to: 1_830_000_000, by: 9_876_543).map(Instant.init)
    for now in around + evenly {
      for printed in [zone.fullText(now), zone.longText(now)] {
        #expect(try Instant(printed, as: .at, in: zone, now: now + 1_000_000) == now)
      }
      let end = MomentRole.end(after: now)
      for text in ["02:30", "00:00", "23:30", "7am", "midnight", "tonight", "sun 02:30", "mon 24:00", "+1 day", "+1s"] {
        #expect(try Instant(text, as: end, in: zone, now: now) > now, "\(text) at \(zone.fullText(now))")
      }
      for text in ["02:30", "sun", "sun 00:30", "today", "24:00"] {
        #expect(try Instant(text, as: .past, in: zone, now: now) <= now, "\(text) at \(zone.fullText(now))")
      }
      let midnight = try Instant("midnight", as: end, in: zone, now: now)
      #expect(zone.local(midnight).date > zone.local(midnight + -1).date || zone.local(midnight).secondOfDay == 0)
      #expect(midnight - now <= 26 * 3_600 || name == "Pacific/Apia" || name == "Pacific/Kwajalein")
      let day = try #require(CivilLength("1 day")?.added(to: now, in: zone))
      #expect(day > now)
      let wanted = LocalDateTime(date: zone.local(now).date.adding(days: 1), secondOfDay: zone.local(now).secondOfDay)
      #expect(day == zone.instant(local: wanted))
    }
  }
}

/// Two times on a command line between which clocks show nothing.
@Suite struct SkippedStretchTests {
  @Test(arguments: [
    ("02:30", "02:45", true), ("02:30", "03:00", true), ("today 02:00", "sun 2.59am", true),
    ("SUN 02:30", "02:45", true),
    ("2026-03-29 02:30", "sun 2026-03-29 02:45", true),
    ("02:30", "02:30", false), ("02:45", "02:30", false), ("02:30", "03:01", false), ("01:59", "02:30", false),
    ("03:00", "02:45", false), ("02:30", "mon 02:45", false), ("02:30", "tomorrow 02:45", false),
    ("02:30", "2026-04-05 02:45", false), ("02:30", "+15m", false), ("now", "02:45", false),
    ("2026-03-29T01:00:00Z", "02:45", false), ("sat 02:30", "02:45", false), ("02:30", "midnight", false),
  ])
  func inBerlin(_ start: String, _ end: String, _ isSkipped: Bool) throws {
    let zone = try FixtureZones.zone("Europe/Berlin")
    let (now, jump) = (try Instant("2026-03-29 00:30", in: zone), try Instant("2026-03-29 03:00", in: zone))
    let stretch = SkippedStretch(from: start, until: end, at: jump, in: zone, now: now)
    #expect((stretch != nil) == isSkipped)
    #expect(SkippedStretch(from: start, until: end, at: jump + 1, in: zone, now: now) == nil)
  }

  /// A gap over midnight, and a day that a calendar skips.
  @Test(arguments: [
    ("Asia/Beirut", "2026-03-28 12:00", "2026-03-29 01:00", "sat 24:00", "sun 00:30", true),
    ("Asia/Beirut", "2026-03-28 12:00", "2026-03-29 01:00", "sun 00:10", "sun 01:00", true),
    ("Pacific/Apia", "2011-12-29 12:00", "2011-12-31 00:00", "fri 10:00", "fri 12:00", true),
    ("Pacific/Apia", "2011-12-29 12:00", "2011-12-31 00:00", "fri 10:00", "sat 12:00", false),
    ("Europe/Berlin", "2026-10-25 00:30", "2026-10-25T01:00:00Z", "02:30", "02:45", false),
  ])
  func elsewhere(
    _ zone: String, _ now: String, _ jump: String, _ start: String, _ end: String, _ isSkipped: Bool
  ) throws {
    let zone = try FixtureZones.zone(zone)
    let stretch = SkippedStretch(
      from: start, until: end, at: try Instant(jump, in: zone), in: zone, now: try Instant(now, in: zone))
    #expect((stretch != nil) == isSkipped)
  }
}

/// Lengths of time on a command line.
@Suite struct CivilLengthTests {
  @Test(
    "lengths",
    arguments: [
      ("30m", 0, 1_800, "30m"), ("30min", 0, 1_800, "30m"), ("30 minutes", 0, 1_800, "30m"), ("1 minute", 0, 60, "1m"),
      ("1h30m", 0, 5_400, "1h30m"), ("1 h 30 min", 0, 5_400, "1h30m"), ("2h", 0, 7_200, "2h"),
      ("2 Hours", 0, 7_200, "2h"),
      ("90s", 0, 90, "1m30s"), ("90 sec", 0, 90, "1m30s"), ("1 day", 1, 0, "1d"), ("2 days", 2, 0, "2d"),
      ("48h", 0, 172_800, "48h"), ("1d2h30m15s", 1, 9_015, "1d2h30m15s"), ("24h", 0, 86_400, "24h"),
      ("007m", 0, 420, "7m"), ("0s", 0, 0, "0s"), ("1d1s", 1, 1, "1d1s"),
    ])
  func length(text: String, days: Int, seconds: Int64, shortest: String) {
    let length = CivilLength(days: days, seconds: seconds)
    #expect(CivilLength(text) == length)
    #expect(length.description == shortest)
    #expect(CivilLength(shortest) == length)
    #expect(length.nominalSeconds == Int64(days) * 86_400 + seconds)
  }

  /// Every name of every unit, one and several, alone and behind a longer one.
  @Test(
    "every unit",
    arguments: [
      (["d", "day", "days"], 86_400), (["h", "hr", "hrs", "hour", "hours"], 3_600),
      (["m", "min", "mins", "minute", "minutes"], 60), (["s", "sec", "secs", "second", "seconds"], 1),
    ] as [([String], Int64)])
  func unit(names: [String], seconds: Int64) {
    // What is longer comes first.
    let longer: [(text: String, seconds: Int64)] = [("1d", 86_400), ("2h", 7_200), ("5m", 300)]
    let before = longer.filter { $0.seconds > 5 * seconds }
    for name in names {
      for text in ["3\(name)", "3 \(name)", "3  \(name.uppercased())"] {
        #expect(CivilLength(text)?.nominalSeconds == 3 * seconds, "\(text)")
        #expect(CivilLength(text)?.days == (seconds == 86_400 ? 3 : 0), "\(text)")
      }
      let longest = before.map(\.text).joined() + "3" + name
      #expect(CivilLength(longest)?.nominalSeconds == before.reduce(3 * seconds) { $0 + $1.seconds }, "\(longest)")
    }
  }

  @Test(
    "no lengths",
    arguments: [
      "", " ", "90", "m", "1h1d", "1h1h", "-1h", "1.5h", "1w", "1h30", "99999999999999999999h", "30 moons", "1h, 30m",
      "one day", "30m ago", "21:30", "1 month", "٣m",
    ])
  func noLength(text: String) {
    #expect(CivilLength(text) == nil)
  }
}
