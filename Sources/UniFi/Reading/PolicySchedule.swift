import JSONTree

/// When a firewall policy is active by itself, as the console gave it.
///
/// | mode | members | in words |
/// |---|---|---|
/// | `EVERY_DAY` | `timeFilter` | `22:00–06:00` |
/// | `EVERY_WEEK` | `repeatOnDays`, `timeFilter?` | `Mon–Fri 22:00–06:00` |
/// | `ONE_TIME_ONLY` | `date`, `timeFilter` | `2026-12-24 18:00–23:00` |
/// | `CUSTOM` | `startDate`, `stopDate`, `repeatOnDays`, `timeFilter?` | `2026-12-01..2026-12-24 Mon–Fri 22:00–06:00` |
struct PolicySchedule {
  private let text: JSONText

  /// The schedule in `text`, which is not null.
  init(_ text: JSONText) { self.text = text }

  /// The schedule as a user would write it down; never empty. What is not known is shown as it came.
  var words: String {
    let parts =
      switch text["mode"]?.string {
      case "EVERY_DAY": [times ?? "daily"]
      case "EVERY_WEEK": [days, times]
      case "ONE_TIME_ONLY": [text["date"]?.string, times]
      case "CUSTOM": [dates, days, times]
      case let mode: [mode, times]
      }
    let known = parts.compactMap { $0 }
    return known.isEmpty ? "of an unknown kind" : known.joined(separator: " ")
  }

  private var times: String? {
    guard let filter = text["timeFilter"], !filter.isNothing else { return nil }
    guard let start = filter["startTime"]?.string, let stop = filter["stopTime"]?.string else {
      return "at unknown times"
    }
    return "\(start)–\(stop)"
  }

  private var dates: String? {
    guard let start = text["startDate"]?.string, let stop = text["stopDate"]?.string else { return nil }
    return "\(start)..\(stop)"
  }

  private var days: String? {
    let names = (text["repeatOnDays"]?.elements ?? []).compactMap(\.string)
    return names.isEmpty ? nil : Self.runs(of: names).joined(separator: ", ")
  }
}

// MARK: Days

extension PolicySchedule {
  private static let week = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"]

  /// Neighbouring days drawn together: `Mon–Fri`, `Sun–Thu`, `Sat, Sun`; a day of another name stands as it came.
  private static func runs(of names: [String]) -> [String] {
    let unknown = names.filter { !week.contains($0) }
    let places = week.indices.filter { names.contains(week[$0]) }
    guard places.count < week.count else { return ["daily"] + unknown }
    // A run that begins where the day before is missing may go on over the end of the week.
    let starts = places.filter { !places.contains(($0 + 6) % 7) }
    return starts.flatMap { run(from: $0, among: places) } + unknown
  }

  private static func run(from start: Int, among places: [Int]) -> [String] {
    var days: [String] = []
    var place = start
    while places.contains(place) {
      days.append(short(week[place]))
      place = (place + 1) % 7
    }
    guard days.count > 2, let first = days.first, let last = days.last else { return days }
    return ["\(first)–\(last)"]
  }

  private static func short(_ day: String) -> String { day.prefix(1) + day.dropFirst().prefix(2).lowercased() }
}
