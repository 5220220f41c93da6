/// Days as they may be meant.
struct LooseDays {
  /// Whether it is one day of a week, of a month or of a year.
  var isSingle: Bool
  /// Whether a day of the week is there in the singular and nothing else.
  var isBare = false
  var has: @Sendable (Int) -> Bool

  static let daily = LooseDays(isSingle: false) { _ in true }

  func or(_ other: LooseDays) -> LooseDays {
    LooseDays(isSingle: false) { [has] in has($0) || other.has($0) }
  }

  /// The days before these.
  var eves: LooseDays { LooseDays(isSingle: isSingle) { [has] in has($0 + 1) } }

  static func weekdays(_ days: Set<Int>, isBare: Bool = false) -> LooseDays {
    LooseDays(isSingle: days.count == 1, isBare: isBare) { days.contains(LooseDate.weekday($0)) }
  }
}

/// What days may be meant by the words at a place, each with where they end.
struct LooseDayReader {
  let words: [String]
  let schedules: [String: LooseSchedule]

  typealias Found = (days: LooseDays, end: Int, against: Set<LooseRule>)

  func found(at place: Int) -> [Found] {
    every(place) + weekdays(place).map { ($0.days, $0.end, []) } + dates(place) + yearly(place) + nth(place)
      + weeks(place)
      + named(place)
  }

  private func word(_ place: Int) -> String { words.indices.contains(place) ? words[place] : "" }

  // MARK: - The week

  private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  private func weekday(_ place: Int) -> Int? {
    let word = word(place)
    guard let index = Self.names.firstIndex(where: { word.hasPrefix($0) }) else { return nil }
    let long = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"][index]
    return [Self.names[index], long, long + "s"].contains(word) ? index + 1 : nil
  }

  private func weekdays(_ place: Int) -> [(days: LooseDays, set: Set<Int>, end: Int)] {
    let set: [String: Set<Int>] = [
      "weekdays": [1, 2, 3, 4, 5], "weekday": [1, 2, 3, 4, 5], "weekends": [6, 7], "weekend": [6, 7],
    ]
    if let set = set[word(place)] { return [(.weekdays(set), set, place + 1)] }
    guard let first = weekday(place) else { return [] }
    if ["-", "to"].contains(word(place + 1)), let last = weekday(place + 2) {
      let run = Set((0...((last - first + 7) % 7)).map { (first - 1 + $0) % 7 + 1 })
      return [(.weekdays(run), run, place + 3)]
    }
    return [(.weekdays([first], isBare: !word(place).hasSuffix("days")), [first], place + 1)]
  }

  private func every(_ place: Int) -> [Found] {
    if ["daily", "nightly"].contains(word(place)) { return [(.daily, place + 1, [])] }
    guard word(place) == "every" else { return [] }
    if ["day", "night"].contains(word(place + 1)) { return [(.daily, place + 2, [])] }
    // `every second friday`: of the month, or of two?
    if word(place + 1) == "second", let day = weekday(place + 2) {
      return [(nth([2], day), place + 3, []), (.weekdays([day]), place + 3, [])]
    }
    if let cycle = cycle(place) { return [cycle] }
    return weekdays(place + 1).map { found in
      var days = found.days
      days.isBare = false
      return (days, found.end, [])
    }
  }

  /// `every other weekend from 2026-11-07`
  private func cycle(_ place: Int) -> Found? {
    let counts = ["other": 2, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8]
    let written = word(place + 1)
    guard let count = counts[written] ?? Int(written.prefix(while: \.isNumber)) else { return nil }
    var next = place + 2
    if ["week", "weeks"].contains(word(next)) { next += 1 } else if written != "other" { return nil }
    var set: Set<Int> = []
    while let run = weekdays(next).first {
      set.formUnion(run.set)
      next = run.end
      guard [",", "and"].contains(word(next)), !weekdays(next + 1).isEmpty else { break }
      next += 1
    }
    guard !set.isEmpty, word(next) == "from", let start = date(next + 1) else { return nil }
    let meant = set
    let monday = start - LooseDate.weekday(start) + 1
    let days = LooseDays(isSingle: set.count == 1) { day in
      let own = day - LooseDate.weekday(day) + 1
      return day >= start && (own - monday) % (7 * count) == 0 && meant.contains(LooseDate.weekday(day))
    }
    return (days, next + 2, [])
  }

  // MARK: - Dates

  private static let marks: Set<String> = ["..", "-", "to", "through"]

  private func date(_ place: Int) -> Int? {
    guard LooseWords.isDate(word(place)[...]) else { return nil }
    let figures = word(place).split(separator: "-").compactMap { Int($0) }
    return LooseDate.number(figures[0], figures[1], figures[2])
  }

  private func dates(_ place: Int) -> [Found] {
    let start = word(place) == "from" ? place + 1 : place
    let place = word(start) == "the" ? start + 1 : start
    guard let first = date(place) else { return [] }
    if Self.marks.contains(word(place + 1)), let last = date(place + 2) {
      let (start, end) = (min(first, last), max(first, last))
      return [(LooseDays(isSingle: start == end) { start <= $0 && $0 <= end }, place + 3, [])]
    }
    return [(LooseDays(isSingle: true) { $0 == first }, place + 1, [])]
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let longMonths = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  private func month(_ place: Int) -> Int? {
    if word(place) == "sept" { return 9 }
    return (Self.months.firstIndex(of: word(place)) ?? Self.longMonths.firstIndex(of: word(place))).map { $0 + 1 }
  }

  private func dayOfMonth(_ place: Int) -> Int? {
    let word = word(place)
    let figures = word.prefix(while: \.isNumber)
    guard let day = Int(figures), day < 32, ["", "st", "nd", "rd", "th"].contains(word.dropFirst(figures.count)) else {
      return nil
    }
    return day
  }

  /// The month and the day as one number, and where they end.
  private func dayOfYear(_ place: Int) -> (number: Int, end: Int)? {
    let place = word(place) == "the" ? place + 1 : place
    if let month = month(place), let day = dayOfMonth(place + 1) { return (month * 100 + day, place + 2) }
    guard let day = dayOfMonth(place) else { return nil }
    let next = word(place + 1) == "of" ? place + 2 : place + 1
    return month(next).map { ($0 * 100 + day, next + 1) }
  }

  private func yearly(_ place: Int) -> [Found] {
    guard let first = dayOfYear(word(place) == "from" ? place + 1 : place) else { return [] }
    guard Self.marks.contains(word(first.end)), let last = dayOfYear(first.end + 1) else {
      return [(LooseDays(isSingle: true) { LooseDate.dayOfYear($0) == first.number }, first.end, [])]
    }
    let (start, end) = (first.number, last.number)
    let days = LooseDays(isSingle: start == end) { day in
      let day = LooseDate.dayOfYear(day)
      return start <= end ? start <= day && day <= end : start <= day || day <= end
    }
    return [(days, last.end, [])]
  }

  // MARK: - Days that do not come every week

  private func nth(_ places: Set<Int>, _ weekday: Int) -> LooseDays {
    LooseDays(isSingle: true) { day in
      guard LooseDate.weekday(day) == weekday else { return false }
      let date = LooseDate.parts(day)
      return places.contains((date.day - 1) / 7 + 1)
        || (places.contains(-1) && date.day + 7 > LooseDate.lengthOfMonth(day))
    }
  }

  private func nth(_ place: Int) -> [Found] {
    let ordinals = ["first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1]
    var (next, found) = (place, Set<Int>())
    while let ordinal = ordinals[word(next)] {
      found.insert(ordinal)
      next += 1
      guard [",", "and"].contains(word(next)), ordinals[word(next + 1)] != nil else { break }
      next += 1
    }
    let places = found
    guard !places.isEmpty, let day = weekday(next) else { return [] }
    next += 1
    if word(next) == "of", word(next + 2) == "month" { return [(nth(places, day), next + 3, [])] }
    // `first mon and fri`: the first of each?
    let own: [Found] = [(nth(places, day), next, [])]
    return own
      + shared(nth(places, day), next) { place in weekday(place).map { (nth(places, $0), place + 1) } }
  }

  private func weeks(_ place: Int) -> [Found] {
    guard ["odd", "even"].contains(word(place)), ["week", "weeks"].contains(word(place + 1)) else { return [] }
    let remainder = word(place) == "odd" ? 1 : 0
    let ofWeek = { (days: LooseDays) in
      LooseDays(isSingle: days.isSingle) { LooseDate.week($0) % 2 == remainder && days.has($0) }
    }
    guard let run = weekdays(place + 2).first else {
      let alone: Found = (ofWeek(.daily), place + 2, [])
      // `odd weeks, fri`: the Fridays of odd weeks?
      guard word(place + 2) == ",", let next = weekdays(behindFillers(place + 3)).first else { return [alone] }
      return [alone, (ofWeek(next.days), next.end, [])]
    }
    let own = ofWeek(run.days)
    let further = shared(own, run.end) { place in weekdays(place).first.map { (ofWeek($0.days), $0.end) } }
    // A comma goes on with the list.
    let alone: Found = (own, run.end, [])
    return ([alone] + further).map { days, end, _ -> Found in
      (days, end, word(end) == "," && !weekdays(end + 1).isEmpty ? [.oddWeeks] : [])
    }
  }

  /// The days with those behind `,` or `and` that may share their first word.
  private func shared(
    _ first: LooseDays, _ end: Int, _ next: (Int) -> (LooseDays, Int)?
  ) -> [Found] {
    var found: [Found] = []
    var (days, end) = (first, end)
    while [",", "and"].contains(word(end)), let (more, behind) = next(behindFillers(end + 1)) {
      days = days.or(more)
      end = behind
      found.append((days, end, []))
    }
    return found
  }

  private func behindFillers(_ place: Int) -> Int {
    let next = ["on", "at", "in", "during", "over"].contains(word(place)) ? place + 1 : place
    return word(next) == "the" ? next + 1 : next
  }

  // MARK: - Schedules

  private func named(_ place: Int) -> [Found] {
    if word(place) == "eves", word(place + 1) == "of" {
      guard let first = schedule(place + 2) else { return [] }
      let own: Found = (LooseDays(isSingle: false, has: first.days.eves.has), first.end, [])
      return [own]
        + shared(first.days.eves, first.end) { next in
          // Of the same days nobody says it twice.
          schedule(next).flatMap { $0.name == first.name ? nil : ($0.days.eves, $0.end) }
        }
    }
    return [(word(place), place + 1), (word(place) + "-" + word(place + 1), place + 2)].compactMap { name, end in
      if case .days(let days) = schedules[name] { (days, end, []) } else { nil }
    }
  }

  private func schedule(_ place: Int) -> (days: LooseDays, end: Int, name: String)? {
    for (name, end) in [(word(place), place + 1), (word(place) + "-" + word(place + 1), place + 2)] {
      if case .days(let days) = schedules[name] { return (days, end, name) }
    }
    return nil
  }
}
