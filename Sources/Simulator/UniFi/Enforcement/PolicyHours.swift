/// When a policy's own schedule lets it hold.
struct PolicyHours {
  /// The member `schedule` of a policy; nil is always.
  var schedule: JSONValue?
  /// Whether the hours after midnight belong to the day on which they began. Not known of real consoles.
  var followTheDayBefore: Bool

  /// Whether the policy holds when the console's wall shows `now`.
  func hold(at now: LocalTime) -> Bool {
    guard let schedule else { return true }
    let today = now.dayNumber
    guard let (start, stop) = times(schedule) else { return isDay(today, schedule) }
    let minute = now.minuteOfDay
    if start < stop { return start <= minute && minute < stop && isDay(today, schedule) }
    // The same time twice is taken for the whole day, which is a guess.
    if minute >= start { return isDay(today, schedule) }
    return minute < stop && isDay(followTheDayBefore ? today - 1 : today, schedule)
  }

  private func times(_ schedule: JSONValue) -> (start: Int, stop: Int)? {
    let filter = schedule["timeFilter"]
    guard let start = Self.minutes(filter?["startTime"]), let stop = Self.minutes(filter?["stopTime"]) else {
      return nil
    }
    return (start, stop)
  }

  private func isDay(_ day: Int, _ schedule: JSONValue) -> Bool {
    switch schedule["mode"]?.text {
    case "EVERY_DAY": true
    case "EVERY_WEEK": repeats(day, schedule)
    case "ONE_TIME_ONLY": day == Self.day(schedule["date"])
    case "CUSTOM": repeats(day, schedule) && isWithin(day, schedule)
    default: false
    }
  }

  private func repeats(_ day: Int, _ schedule: JSONValue) -> Bool {
    schedule["repeatOnDays"]?.elements?.contains(.string(LocalTime.weekday(day))) ?? false
  }

  private func isWithin(_ day: Int, _ schedule: JSONValue) -> Bool {
    guard let first = Self.day(schedule["startDate"]), let last = Self.day(schedule["stopDate"]) else { return false }
    return first <= day && day <= last
  }

  private static func minutes(_ time: JSONValue?) -> Int? {
    guard let numbers = time?.text?.split(separator: ":").compactMap({ Int($0) }), numbers.count == 2 else {
      return nil
    }
    return numbers[0] * 60 + numbers[1]
  }

  private static func day(_ date: JSONValue?) -> Int? {
    guard let numbers = date?.text?.split(separator: "-").compactMap({ Int($0) }), numbers.count == 3 else {
      return nil
    }
    return LocalTime(numbers[0], numbers[1], numbers[2], 0, 0).dayNumber
  }
}
