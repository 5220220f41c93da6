import CivilTime
import TestSupport
import Testing

@Suite struct ClockRuleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var zone, day, time: String
    /// In UTC, or nil for an empty window.
    var window: (String, String)?

    init(_ zone: String, _ day: String, _ time: String, _ window: (String, String)?) {
      (self.zone, self.day, self.time, self.window) = (zone, day, time, window)
    }

    var testDescription: String { "\(zone) \(day) \(time)" }
  }

  static let cases: [Case] = [
    // An ordinary night.
    Case("Europe/Berlin", "2026-11-20", "21:00-07:00", ("2026-11-20T20:00:00Z", "2026-11-21T06:00:00Z")),
    // Spring: 02:00 to 03:00 does not exist on March 29.
    Case("Europe/Berlin", "2026-03-28", "21:00-07:00", ("2026-03-28T20:00:00Z", "2026-03-29T05:00:00Z")),
    Case("Europe/Berlin", "2026-03-29", "02:30-04:00", ("2026-03-29T01:00:00Z", "2026-03-29T02:00:00Z")),
    Case("Europe/Berlin", "2026-03-29", "02:00-03:00", nil),
    Case("Europe/Berlin", "2026-03-29", "01:30-02:30", ("2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z")),
    // Autumn: 02:00 to 03:00 comes twice on October 25, and a window in it does not pause.
    Case("Europe/Berlin", "2026-10-25", "02:00-03:00", ("2026-10-25T00:00:00Z", "2026-10-25T02:00:00Z")),
    Case("Europe/Berlin", "2026-10-25", "02:15-02:45", ("2026-10-25T00:15:00Z", "2026-10-25T01:45:00Z")),
    Case("Europe/Berlin", "2026-10-25", "01:00-02:30", ("2026-10-24T23:00:00Z", "2026-10-25T01:30:00Z")),
    Case("Europe/Berlin", "2026-10-25", "00:00-24:00", ("2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z")),
    Case("Europe/Berlin", "2027-10-30", "22:00-02:30", ("2027-10-30T20:00:00Z", "2027-10-31T01:30:00Z")),
    // Half an hour.
    Case("Australia/Lord_Howe", "2026-04-05", "01:45-02:00", ("2026-04-04T14:45:00Z", "2026-04-04T15:30:00Z")),
    Case("Australia/Lord_Howe", "2026-10-04", "02:00-02:30", nil),
    Case("Australia/Lord_Howe", "2026-10-04", "02:15-03:00", ("2026-10-03T15:30:00Z", "2026-10-03T16:00:00Z")),
    // Days that were skipped.
    Case("Pacific/Apia", "2011-12-30", "00:00-24:00", nil),
    Case("Pacific/Apia", "2011-12-30", "20:00-07:00", ("2011-12-30T10:00:00Z", "2011-12-30T17:00:00Z")),
    Case("Pacific/Apia", "2011-12-29", "20:00-07:00", ("2011-12-30T06:00:00Z", "2011-12-30T10:00:00Z")),
    Case("Pacific/Kwajalein", "1993-08-21", "00:00-24:00", nil),
    // Gaps at midnight.
    Case("Asia/Beirut", "2026-03-29", "00:00-01:00", nil),
    Case("Asia/Beirut", "2026-03-28", "22:00-00:30", ("2026-03-28T20:00:00Z", "2026-03-28T22:00:00Z")),
    Case("America/Asuncion", "2023-10-01", "00:00-24:00", ("2023-10-01T04:00:00Z", "2023-10-02T03:00:00Z")),
    // Clocks go back across midnight, from 00:00 to 23:00 and from 00:01 to 23:01.
    Case("Asia/Beirut", "2026-10-24", "00:00-24:00", ("2026-10-23T21:00:00Z", "2026-10-24T22:00:00Z")),
    Case("America/St_Johns", "2010-11-06", "00:00-24:00", ("2010-11-06T02:30:00Z", "2010-11-07T03:30:00Z")),
    Case("America/St_Johns", "2010-11-07", "00:00-24:00", ("2010-11-07T02:30:00Z", "2010-11-08T03:30:00Z")),
    // Daylight saving time that is behind standard time.
    Case("Europe/Dublin", "2026-10-25", "01:00-02:00", ("2026-10-25T00:00:00Z", "2026-10-25T02:00:00Z")),
    // An offset with seconds: 44 minutes and 30 seconds behind.
    Case("Africa/Monrovia", "1971-06-01", "12:00-13:00", ("1971-06-01T12:44:30Z", "1971-06-01T13:44:30Z")),
    // Long after the file's last explicit change.
    Case("Europe/Berlin", "2999-07-01", "00:00-24:00", ("2999-06-30T22:00:00Z", "2999-07-01T22:00:00Z")),
    Case("UTC", "2026-11-20", "21:00-07:00", ("2026-11-20T21:00:00Z", "2026-11-21T07:00:00Z")),
  ]

  @Test("windows", arguments: cases)
  func window(_ given: Case) throws {
    let zone = try FixtureZones.zone(given.zone)
    let day = Zone.utc.local(try Instant(given.day + " 00:00", in: .utc)).date
    let window = zone.window(startingOn: day, try TimeRange(given.time))
    #expect(window?.lowerBound.description == given.window?.0)
    #expect(window?.upperBound.description == given.window?.1)
  }

  /// The definition, instant by instant, on days around clock changes.
  @Test("windows are hulls", arguments: FixtureZones.names)
  func hull(name: String) throws {
    let zone = try FixtureZones.zone(name)
    var random = SplitMix64(seed: 7)
    let changes = zone.transitions(in: Probe.years1970To2100)
    for change in changes.shuffled(using: &random).prefix(8) {
      let grid = Grid(zone: zone, around: change.instant)
      for _ in 0..<12 {
        let day = zone.local(change.instant).date.adding(days: .random(in: -2...1, using: &random))
        let range = TimeRange.random(using: &random)
        let window = zone.window(startingOn: day, range)
        #expect(grid.disagreement(with: window, day, range) == nil, "\(change.instant) \(day) \(range)")
        if let window { #expect(zone.startDays(ofWindowsIn: window).contains(day)) }
      }
    }
  }
}

/// The local times of many instants around a clock change: every minute, and every second close to it.
private struct Grid {
  let zone: Zone
  var local: [(instant: Instant, local: LocalDateTime)]

  init(zone: Zone, around change: Instant) {
    self.zone = zone
    let minutes = Array(stride(from: Int64(-4 * 86_400), through: 4 * 86_400, by: 60))
    let seconds = Array(Int64(-90)...90)
    local = (minutes + seconds).map { second in
      let instant = change + second
      return (instant, zone.local(instant))
    }
  }

  /// What speaks against `window` as the hull of the instants in it.
  func disagreement(with window: Range<Instant>?, _ day: CivilDate, _ range: TimeRange) -> String? {
    let start = LocalDateTime(date: day, time: range.start)
    let end = LocalDateTime(date: range.end > range.start ? day : day.adding(days: 1), time: range.end)
    let outside = local.first { start <= $0.local && $0.local < end && window?.contains($0.instant) != true }
    if let outside { return "\(outside.instant) is missing" }
    guard let window else { return nil }
    for edge in [window.lowerBound, window.upperBound + -1] {
      let local = zone.local(edge)
      guard start <= local, local < end else { return "\(edge) is too much" }
    }
    return nil
  }
}

extension TimeRange {
  /// `HH:MM-HH:MM`.
  init(_ text: String) throws {
    let numbers = text.split { $0 == ":" || $0 == "-" }.compactMap { Int($0) }
    self.init(
      start: try #require(TimeOfDay(hour: numbers[0], minute: numbers[1])),
      end: try #require(TimeOfDay(hour: numbers[2], minute: numbers[3])))
  }

  fileprivate static func random(using random: inout SplitMix64) -> TimeRange {
    let starts = [0, 0, 15, 60, 119, 120, 135, 150, 1_380, 1_410, .random(in: 0..<1_440, using: &random)]
    let ends = [1, 60, 90, 120, 121, 150, 180, 1_439, 1_440, 1_440, .random(in: 1..<1_440, using: &random)]
    let start = starts.randomElement(using: &random) ?? 0
    let end = ends.randomElement(using: &random) ?? 1
    return TimeRange(
      start: TimeOfDay(minutes: start) ?? .midnight,
      end: start == end ? .endOfDay : TimeOfDay(minutes: end) ?? .endOfDay)
  }
}
