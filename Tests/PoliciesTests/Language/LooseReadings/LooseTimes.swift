/// A range of times as it may be meant.
struct LooseRange: Hashable {
  var start: Int
  var end: Int
  /// Which of its ends is written, where one is.
  var oneEnd: OneEnd?

  enum OneEnd {
    case from
    case until
  }

  /// Whether it goes on after midnight.
  var isNight: Bool { end <= start && end > 0 }
}

/// What times may be meant by the words at a place, each with where they end.
struct LooseTimeReader {
  let words: [String]

  typealias Found = (range: LooseRange, end: Int, against: Set<LooseRule>)

  /// A time as it is written: the minutes that it may mean, as a start and as an end.
  private struct Time {
    var starts: [Int]
    var ends: [Int]
    /// Whether the half of the day is open.
    var isShort = false
    /// Whether its hour is one that only the 24 hours of a day have.
    var showsTwentyFourHours = false
    /// The day and the month that it may be.
    var date: (day: Int, month: Int)?
    var place: Int
  }

  func found(at place: Int) -> [Found] {
    if word(place) == "all", word(place + 1) == "day" { return [(LooseRange(start: 0, end: 1440), place + 2, [])] }
    switch word(place) {
    case "between": return range(place + 1, ["and"])
    case "from": return range(place + 1, Self.marks) + from(place + 1)
    case "after": return from(place + 1)
    case "until", "till", "before": return until(place + 1)
    default: return range(place, Self.marks)
    }
  }

  /// Where two numbers with dots are days of the year: `10.12–12.12`.
  func dates(at place: Int) -> [(days: LooseDays, end: Int)] {
    let start = ["from", "until", "till", "before", "after", "between"].contains(word(place)) ? place + 1 : place
    guard let first = time(start), let date = first.date else { return [] }
    let number = date.month * 100 + date.day
    guard (Self.marks + ["and"]).contains(word(first.place)), let last = time(first.place + 1) else {
      return [(LooseDays(isSingle: true) { LooseDate.dayOfYear($0) == number }, first.place)]
    }
    guard let other = last.date else { return [] }
    let end = other.month * 100 + other.day
    return [
      (LooseDays(isSingle: false) { number <= LooseDate.dayOfYear($0) && LooseDate.dayOfYear($0) <= end }, last.place)
    ]
  }

  private static let marks = ["-", "to", "until", "till"]

  private func word(_ place: Int) -> String { words.indices.contains(place) ? words[place] : "" }

  private func range(_ place: Int, _ marks: [String]) -> [Found] {
    guard let first = time(place), marks.contains(word(first.place)), let last = time(first.place + 1) else {
      return []
    }
    return first.starts.flatMap { start -> [Found] in
      last.ends.filter { $0 != start }.map { end -> Found in
        let isEvening =
          (first.isShort && last.showsTwentyFourHours && start >= 720)
          || (last.isShort && first.showsTwentyFourHours && end > 720)
        return (LooseRange(start: start, end: end), last.place, isEvening ? [.morning] : [])
      }
    }
  }

  private func from(_ place: Int) -> [Found] {
    guard let time = time(place), !Self.marks.contains(word(time.place)) || word(place - 1) == "after" else {
      return []
    }
    // `after midnight`: the first hours, or all of the day?
    if word(place - 1) == "after", word(place) == "midnight" {
      return [360, 1440].map { (LooseRange(start: 0, end: $0), time.place, []) }
    }
    return time.starts.flatMap { start -> [Found] in
      let open: Found = (LooseRange(start: start, end: 1440, oneEnd: .from), time.place, [])
      let night: Found = (LooseRange(start: start, end: 420), time.place, [.oneEnd])
      return start < 720 ? [open] : [open, night]
    }
  }

  private func until(_ place: Int) -> [Found] {
    guard let time = time(place) else { return [] }
    if word(place - 1) == "before", word(place) == "midnight" {
      return [1080, 0].map { (LooseRange(start: $0, end: 1440), time.place, []) }
    }
    return time.ends.filter { $0 > 0 }.map { (LooseRange(start: 0, end: $0, oneEnd: .until), time.place, []) }
  }

  // MARK: - One time

  private func time(_ place: Int) -> Time? {
    switch word(place) {
    case "noon": return Time(starts: [720], ends: [720], place: place + 1)
    case "midnight": return Time(starts: [0], ends: [1440], place: place + 1)
    default: break
    }
    let halves = ["am": 0, "a.m.": 0, "a.m": 0, "pm": 720, "p.m.": 720, "p.m": 720]
    var text = word(place)
    var (half, end) = (halves[word(place + 1)], place + 2)
    if half == nil {
      end = place + 1
      if let suffix = halves.keys.filter({ text.hasSuffix($0) }).max(by: { $0.count < $1.count }) {
        half = halves[suffix]
        text.removeLast(suffix.count)
      }
    }
    guard let (hour, minute, mark) = figures(text) else { return nil }
    if let half {
      guard (1...12).contains(hour) else { return nil }
      let minutes = hour % 12 * 60 + minute + half
      return Time(starts: [minutes], ends: [minutes], place: end)
    }
    guard hour < 24 || (hour == 24 && minute == 0) else { return nil }
    let isShort = (mark == nil || text.prefix(while: \.isNumber).count == 1) && (1...12).contains(hour)
    let minutes = hour * 60 + minute
    let readings = isShort ? [minutes, (minutes + 720) % 1440] : [minutes]
    return Time(
      starts: readings.filter { $0 < 1440 }, ends: readings, isShort: isShort,
      showsTwentyFourHours: mark != nil && (hour >= 13 || hour == 0),
      date: mark == "." && (1...31).contains(hour) && (1...12).contains(minute) ? (hour, minute) : nil, place: end)
  }

  /// `21`, `21:30`, `21.30`, `21h30`, `21h`
  private func figures(_ text: String) -> (hour: Int, minute: Int, mark: Character?)? {
    let digits = text.prefix(while: \.isNumber)
    guard let hour = Int(digits), digits.count <= 2 else { return nil }
    guard let mark = text.dropFirst(digits.count).first else { return (hour, 0, nil) }
    let rest = text.dropFirst(digits.count + 1)
    guard ":.h".contains(mark) else { return nil }
    if mark == "h", rest.isEmpty { return (hour, 0, mark) }
    guard rest.count == 2, let minute = Int(rest), minute < 60 else { return nil }
    return (hour, minute, mark)
  }
}
