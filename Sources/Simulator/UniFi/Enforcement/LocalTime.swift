/// What the clock on a console's wall shows.
public struct LocalTime: Hashable, Sendable {
  /// The date.
  public var year, month, day: Int
  /// From 0 to 23.
  public var hour: Int
  /// From 0 to 59.
  public var minute: Int

  /// A time from its parts.
  public init(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int) {
    (self.year, self.month, self.day, self.hour, self.minute) = (year, month, day, hour, minute)
  }

  /// The time in Greenwich at `now`, in seconds since 1970, and so many minutes east of it.
  public static func greenwich(_ now: Double, minutesEast: Int = 0) -> LocalTime {
    let text = timestamp(now + Double(minutesEast) * 60)
    let numbers = text.split { "-T:.Z".contains($0) }.compactMap { Int($0) }
    return LocalTime(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
  }

  /// Minutes since midnight.
  var minuteOfDay: Int { hour * 60 + minute }

  /// Days since 1970-01-01. Counting from March puts the leap day at the end of the year.
  var dayNumber: Int {
    let (year, month) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let (era, ofEra) = (year / 400, year % 400)
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + (153 * month + 2) / 5 + day - 1 - 719_468
  }

  /// The day of the week of a day counted from 1970-01-01, which was a Thursday.
  static func weekday(_ dayNumber: Int) -> String {
    let names = ["THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY", "MONDAY", "TUESDAY", "WEDNESDAY"]
    return names[((dayNumber % 7) + 7) % 7]
  }
}
