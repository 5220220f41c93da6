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

  /// The same, where the offset may have seconds, as some had a century ago.
  init(exactly text: String, in zone: Zone) throws(InstantTextError) {
    var cursor = TextCursor(text)
    self = try cursor.dateAndTime(in: zone, hasOffsetSeconds: true)
    guard cursor.isAtEnd else { throw .unreadable }
  }

  /// The instants whose year in UTC has four digits, and none of them is zero.
  public static let writable =
    Instant(secondsSinceEpoch: -62_135_596_800)...Instant(secondsSinceEpoch: 253_402_300_799)
}

extension TextCursor {
  /// The second of the day that `HH:MM[:SS]` names; nil where `text` does not have that form.
  static func clockTime(_ text: String) throws(InstantTextError) -> Int? {
    var cursor = TextCursor(text)
    guard let time = cursor.clockFields(), cursor.isAtEnd else { return nil }
    return try time.secondOfDay()
  }

  fileprivate mutating func dateAndTime(in zone: Zone, hasOffsetSeconds: Bool = false) throws(InstantTextError)
    -> Instant
  {
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
      instant = Instant(secondsSinceEpoch: local.seconds - Int64(try offset(hasSeconds: hasOffsetSeconds)))
    }
    guard Instant.writable.contains(instant) else { throw .impossible }
    return instant
  }

  mutating func dateFields() -> (year: Int, month: Int, day: Int)? {
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

  /// `Z` or `+HH:MM`, a space before it allowed, with `:SS` after it where `hasSeconds`: seconds east.
  private mutating func offset(hasSeconds: Bool) throws(InstantTextError) -> Int {
    if take("Z") || take("z") { return 0 }
    _ = take(" ")
    let isWest = take("-")
    guard isWest || take("+"), let hour = digits(2), take(":"), let minute = digits(2) else { throw .unreadable }
    var second = 0
    if hasSeconds, take(":") {
      guard let digits = digits(2) else { throw .unreadable }
      second = digits
    }
    guard hour < 24, minute < 60, second < 60 else { throw .impossible }
    return (isWest ? -1 : 1) * (hour * 3_600 + minute * 60 + second)
  }
}
