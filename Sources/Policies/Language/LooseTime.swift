import CivilTime

/// A time in figures whose form alone does not say that it is one: `7:00`, of which nobody knows whether it is in the
/// morning, or `10.12`, which may be a date. The other end of its range may say it.
struct LooseTime: Hashable {
  /// The time that is meant, if one is: as the 24 hours of the day are counted.
  var time: TimeOfDay
  /// Whether its hour has one digit, so that it may be of the evening.
  var hasOneDigit: Bool
  /// Whether a dot is in it, so that it may be a date.
  var hasDot: Bool

  /// Whether it cannot be a date: no month has the number 0 or one above 12.
  private var isNoDate: Bool { time.minutes % 60 == 0 || time.minutes % 60 > 12 || time.minutes < 60 }

  /// What `piece` is: a time in figures, one that is in doubt, or neither.
  static func read(_ piece: String) -> Token.Kind? {
    let bytes = Array(ASCII.lowercased(piece).utf8)
    let hour = bytes.prefix(while: ASCII.isDigit)
    let separator = bytes.dropFirst(hour.count).first
    let minute = bytes.dropFirst(hour.count + 1)
    guard (1...2).contains(hour.count), let separator, minute.allSatisfy(ASCII.isDigit) else { return nil }
    let isHour = separator == UInt8(ascii: "h")
    guard isHour || separator == UInt8(ascii: ":") || separator == UInt8(ascii: "."),
      minute.count == 2 || (isHour && minute.isEmpty),
      let time = TimeOfDay(hour: number(hour), minute: number(minute))
    else { return nil }
    let loose = LooseTime(time: time, hasOneDigit: hour.count == 1, hasDot: separator == UInt8(ascii: "."))
    return loose.hasOneDigit || loose.hasDot ? .loose(loose) : .time(time)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 * 10 + Int($1 - 48) } }

  /// Whether it is a time beside `other`, the other end of its range; nil where it has none.
  func isTime(beside other: End?) -> Bool {
    let isOfMorning = !hasOneDigit || time.minutes < 60 || other?.showsTwentyFourHours == true
    let isNeverADate = !hasDot || isNoDate || other?.isNeverADate == true
    return isOfMorning && isNeverADate
  }

  /// The other end of a range.
  struct End {
    /// Whether it is written with an hour that only the 24 hours of the day have: 13 or more, or 0.
    var showsTwentyFourHours: Bool
    /// Whether it cannot be a date.
    var isNeverADate: Bool
  }

  /// The same as the other end of a range.
  var asEnd: End {
    End(
      showsTwentyFourHours: time.minutes >= 13 * 60 || time.minutes < 60, isNeverADate: !hasDot || isNoDate)
  }
}
