/// Why a text is not an instant.
public enum InstantTextError: Error, Hashable, Sendable {
  /// It has none of the forms.
  case unreadable
  /// It has one of the forms, but no calendar or clock shows that.
  case impossible
}

extension Instant {
  /// The instant that `text` means in a policy file.
  ///
  /// `2026-11-20 21:30[:15]` is meant in `zone`: the first of the two in a repeated hour, the jump in a skipped one.
  /// RFC 3339 (`2026-11-20T21:30:15+01:00`, `…Z`, also with a space for the `T`) says its own offset; fractions of a
  /// second are dropped.
  public init(_ text: String, in zone: Zone) throws(InstantTextError) {
    var cursor = TextCursor(text)
    self = try cursor.dateAndTime(in: zone)
    guard cursor.isAtEnd else { throw .unreadable }
  }

  /// Which of the many `21:30` is meant where only a clock time is given.
  public enum ClockReading: Hashable, Sendable {
    /// The one of today.
    case today
    /// The first one after now.
    case next
    /// The last one that is not after now.
    case last
  }

  /// The instant that `text` means on a command line: as in a policy file, or `now`, `21:30`, `+90m` from now, or `-90m`
  /// before it.
  ///
  /// A clock time that clocks skip that day is the jump.
  public init(
    _ text: String, in zone: Zone, now: Instant, clockTime reading: ClockReading
  ) throws(InstantTextError) {
    if text == "now" {
      self = now
    } else if text.hasPrefix("+") || text.hasPrefix("-") {
      guard let seconds = DurationText.seconds(String(text.dropFirst())) else { throw .unreadable }
      self = now + (text.hasPrefix("-") ? -seconds : seconds)
      guard Instant.writable.contains(self) else { throw .impossible }
    } else if let time = try TextCursor.clockTime(text) {
      self = zone.instant(of: time, now: now, reading)
    } else {
      try self.init(text, in: zone)
    }
  }

  /// The instants whose year in UTC has four digits, and none of them is zero.
  static let writable =
    Instant(secondsSinceEpoch: -62_135_596_800)...Instant(secondsSinceEpoch: 253_402_300_799)
}

extension Zone {
  fileprivate func instant(of secondOfDay: Int, now: Instant, _ reading: Instant.ClockReading) -> Instant {
    let today = local(now).date
    switch reading {
    case .today: return instant(local: LocalDateTime(date: today, secondOfDay: secondOfDay))
    case .next: return nearest(secondOfDay, now: now, from: today, step: 1) { $0.first { $0 > now } }
    case .last: return nearest(secondOfDay, now: now, from: today, step: -1) { $0.last { $0 <= now } }
    }
  }

  /// The one that `choose` takes, day by day, among those that show so much on the clock, the earliest first.
  private func nearest(
    _ secondOfDay: Int, now: Instant, from today: CivilDate, step: Int, _ choose: ([Instant]) -> Instant?
  ) -> Instant {
    for days in 0... {
      let local = LocalDateTime(date: today.adding(days: days * step), secondOfDay: secondOfDay)
      let instants = instants(local: local)
      if let chosen = choose(instants.isEmpty ? [instant(local: local)] : instants) { return chosen }
    }
    return now
  }
}

extension TextCursor {
  /// The second of the day that `HH:MM[:SS]` names; nil where `text` does not have that form.
  fileprivate static func clockTime(_ text: String) throws(InstantTextError) -> Int? {
    var cursor = TextCursor(text)
    guard let time = cursor.clockFields(), cursor.isAtEnd else { return nil }
    return try time.secondOfDay()
  }

  fileprivate mutating func dateAndTime(in zone: Zone) throws(InstantTextError) -> Instant {
    guard let (year, month, day) = dateFields() else { throw .unreadable }
    let hasLetter = take("T") || take("t")
    guard hasLetter || take(" "), let clock = clockFields() else { throw .unreadable }
    if clock.second != nil, take(".") {
      guard !takeWhile({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }).isEmpty else { throw .unreadable }
    }
    guard let date = CivilDate(year: year, month: month, day: day) else { throw .impossible }
    let local = LocalDateTime(date: date, secondOfDay: try clock.secondOfDay())
    let instant: Instant
    if isAtEnd {
      // A `T` promises an offset.
      guard !hasLetter else { throw .unreadable }
      instant = zone.instant(local: local)
    } else {
      instant = Instant(secondsSinceEpoch: local.seconds - Int64(try offset()))
    }
    guard Instant.writable.contains(instant) else { throw .impossible }
    return instant
  }

  private mutating func dateFields() -> (year: Int, month: Int, day: Int)? {
    guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2) else { return nil }
    return (year, month, day)
  }

  private struct ClockFields {
    var hour: Int
    var minute: Int
    var second: Int?

    func secondOfDay() throws(InstantTextError) -> Int {
      guard hour < 24, minute < 60, (second ?? 0) < 60 else { throw .impossible }
      return hour * 3_600 + minute * 60 + (second ?? 0)
    }
  }

  private mutating func clockFields() -> ClockFields? {
    guard let hour = digits(2), take(":"), let minute = digits(2) else { return nil }
    guard take(":") else { return ClockFields(hour: hour, minute: minute) }
    guard let second = digits(2) else { return nil }
    return ClockFields(hour: hour, minute: minute, second: second)
  }

  /// `Z` or `+HH:MM`, a space before it allowed: seconds east.
  private mutating func offset() throws(InstantTextError) -> Int {
    if take("Z") || take("z") { return 0 }
    _ = take(" ")
    let isWest = take("-")
    guard isWest || take("+"), let hour = digits(2), take(":"), let minute = digits(2) else { throw .unreadable }
    guard hour < 24, minute < 60 else { throw .impossible }
    return (isWest ? -1 : 1) * (hour * 3_600 + minute * 60)
  }
}
