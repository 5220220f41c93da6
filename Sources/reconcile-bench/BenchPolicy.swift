/// The policies that are measured, as text.
enum BenchPolicy {
  private static let days = ["daily", "mon-fri", "weekends", "school-nights", "sat, sun", "daily except holidays"]

  /// The days at `index` with times, which stand before what is excepted: behind it they would be a part of that.
  private static func when(_ index: Int, _ from: Int, _ to: Int) -> String {
    let words = days[index % days.count].split(separator: " ", maxSplits: 1).map(String.init)
    let isExcept = words.count > 1 && words[1].hasPrefix("except")
    let times = "\(clock(from))-\(clock(to))"
    return isExcept ? "\(words[0]) \(times) \(words[1])" : "\(days[index % days.count]) \(times)"
  }

  /// A thousand sentences as a household would write them, on ten targets.
  static func household(statements: Int = 1_000) -> String {
    text(
      (0..<statements).map { index in
        let state = index % 3 == 0 ? "on" : "off"
        return "kids-\(index % 10) \(state) \(when(index, index * 7, index * 7 + 45))"
      })
  }

  /// A thousand sentences that cover every day with one state, so that nothing ever changes and only the end of the
  /// calendar says so.
  static func standstill(statements: Int = 1_000) -> String {
    text(
      (0..<statements).map { index in
        let noon = clock(720 + index / 10 % 60)
        return "kids-\(index % 10) off daily " + (index / 10 % 2 == 0 ? "\(noon)-00:00" : "00:00-13:00")
      })
  }

  /// The same, with days of every year among them.
  static func yearlyStandstill() -> String {
    standstill() + (0..<10).map { "  - kids-\($0) off dec \(20 + $0)..jan \(2 + $0) 21:00-07:00\n" }.joined()
  }

  /// A thousand sentences about weeks and months: every other, third to eighth week, nth days of the week, odd and even
  /// weeks.
  static func weeks(statements: Int = 1_000) -> String { text(weeklyLines(statements)) }

  /// `standstill`, with such sentences among them.
  static func weeksStandstill() -> String {
    standstill() + weeklyLines(100).map { "  - \($0)\n" }.joined().replacing(" on ", with: " off ")
  }

  private static func weeklyLines(_ count: Int) -> [String] {
    let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    return (0..<count).map { index in
      let weekday = weekdays[index / 3 % 7]
      let days =
        switch index % 3 {
        case 0: "every \(2 + index / 21 % 7) weeks \(weekday) from 2026-11-\(padded(9 + index / 3 % 7))"
        case 1: ["first", "second", "third", "fourth", "last"][index / 21 % 5] + " " + weekday
        default: (index / 21 % 2 == 0 ? "odd" : "even") + " weeks \(weekday)"
        }
      let state = index % 4 == 0 ? "on" : "off"
      return "kids-\(index % 10) \(state) \(days) \(clock(index * 7))-\(clock(index * 7 + 45))"
    }
  }

  /// A thousand sentences of which half lean on calendars: one of days (`school.ics`), one of times (`shifts.ics`).
  static func withCalendars(statements: Int = 1_000) -> String {
    let days = ["school", "mon-fri", "weekends except school", "eves of school", "daily except school", "sat, sun"]
    let lines = (0..<statements).map { index in
      let head = "kids-\(index % 10) " + (index % 3 == 0 ? "on" : "off")
      if index % 100 == 99 { return head + " shifts" }
      return head + " \(days[index % days.count]) \(clock(index * 7))-\(clock(index * 7 + 45))"
    }
    return text(lines).replacing(
      "schedules:\n", with: "schedules:\n  school: {ics: school.ics}\n  shifts: {ics: shifts.ics, busy: true}\n")
  }

  /// An iCalendar file of so many events, from 2024 on, some on the same days: days where `isOfDays`, else times.
  static func calendar(events: Int, isOfDays: Bool) -> String {
    let lines = (0..<events).map { index in
      let date = "\(2024 + index / 336 % 15)" + padded(index / 28 % 12 + 1) + padded(index % 28 / 4 + 1)
      let time = isOfDays ? ";VALUE=DATE:\(date)" : ";TZID=Europe/Berlin:\(date)T\(padded(index % 20))0000"
      let length = isOfDays ? "P1D" : "PT\(1 + index % 3)H"
      let event = ["BEGIN:VEVENT", "UID:\(index)", "DTSTART\(time)", "DURATION:\(length)", "SUMMARY:Event \(index)"]
      return (event + ["END:VEVENT", ""]).joined(separator: "\r\n")
    }
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//bench\r\n" + lines.joined() + "END:VCALENDAR\r\n"
  }

  /// A valid file of exactly `bytes` bytes, filled with sentences up to its last line, which is a comment.
  static func file(bytes: Int) -> String {
    var result = text([])
    var index = 0
    while true {
      let sentence = "kids-\(index % 10) off \(when(index, index * 7, index * 7 + 600))"
      let line = index % 4 == 3 ? "  - {do: \(sentence), because: so it is}\n" : "  - \(sentence)\n"
      if result.utf8.count + line.utf8.count + 2 > bytes { break }
      result += line
      index += 1
    }
    return result + "#" + String(repeating: "x", count: bytes - result.utf8.count - 2) + "\n"
  }

  /// A valid file of exactly `bytes` bytes of which every sentence decides something: four about each of thousands of
  /// targets, at different times of the day.
  static func deciding(bytes: Int) -> String {
    var targets = ""
    var sentences = ""
    var count = 0
    while true {
      let about = (0..<4).map { part in
        let start = part * 360 + count * 7 % 60
        return "  - kids-\(count) off \(when(count + part, start, start + 300))\n"
      }.joined()
      let parts = [frame(targets: targets), target(count), sentences, about]
      if parts.reduce(2, { $0 + $1.utf8.count }) > bytes { break }
      targets += target(count)
      sentences += about
      count += 1
    }
    let result = frame(targets: targets) + sentences
    return result + "#" + String(repeating: "x", count: bytes - result.utf8.count - 2) + "\n"
  }

  private static func text(_ sentences: [String]) -> String {
    frame(targets: (0..<10).map(target).joined()) + sentences.map { "  - \($0)\n" }.joined()
  }

  private static func target(_ number: Int) -> String {
    "  kids-\(number): {system: gateway, acl-rules: [Downtime-\(number)]}\n"
  }

  /// All of a policy but its sentences.
  private static func frame(targets: String) -> String {
    """
    timezone: Europe/Berlin
    systems:
      gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: unifi}}
    targets:
    \(targets)schedules:
      holidays: 2026-12-23..2027-01-06, 2027-04-06..2027-04-10
      school-nights: sun-thu except eves of holidays
    policy:

    """
  }

  /// A time of day, some minutes after midnight.
  private static func clock(_ minutes: Int) -> String {
    padded(minutes / 60 % 24) + ":" + padded(minutes % 60)
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
