/// Reads the words of a time on a command line.
struct MomentReader {
  let role: MomentRole
  let zone: Zone
  let now: Instant

  static func words(_ text: String) -> [String] {
    lowercasedASCII(text).split(separator: " ").map(String.init)
  }

  /// Nil where the words have none of the forms.
  func read(_ words: [String]) throws(MomentTextError) -> Instant? {
    if words == ["now"] { return now }
    if let instant = try relative(words) { return instant }
    if let instant = try dated(words) { return instant }
    switch words.count {
    case 1:
      if role.isEnd, ["midnight", "tonight"].contains(words[0]) { return midnight(isTonight: words[0] == "tonight") }
      if let time = try Self.time(words[0]) { return clock(time) }
      return try Self.day(words[0]).map { day throws(MomentTextError) in try alone(day, words[0]) } ?? nil
    case 2:
      guard let day = Self.day(words[0]), let time = try Self.time(words[1]) else { return nil }
      return instant(of: day, time)
    default: return nil
    }
  }

  // MARK: - From now

  private func relative(_ words: [String]) throws(MomentTextError) -> Instant? {
    let text = words.joined(separator: " ")
    if text.hasPrefix("+") || text.hasPrefix("-") {
      return try CivilLength(String(text.dropFirst())).map { length throws(MomentTextError) in
        try moved(by: length, isBack: text.hasPrefix("-"))
      }
    }
    guard role == .past else { return nil }
    // Nobody asks for the past of the future, so a length needs no sign.
    let length = words.last == "ago" ? words.dropLast().joined(separator: " ") : text
    return try CivilLength(length).map { length throws(MomentTextError) in try moved(by: length, isBack: true) }
  }

  private func moved(by length: CivilLength, isBack: Bool) throws(MomentTextError) -> Instant {
    let instant = isBack ? length.subtracted(from: now, in: zone) : length.added(to: now, in: zone)
    guard let instant else { throw .impossible }
    return instant
  }

  // MARK: - With a date

  /// `[fri] 2026-11-20[ 21:30[ +01:00]]`, also with a `T` for the space, and RFC 3339.
  private func dated(_ words: [String]) throws(MomentTextError) -> Instant? {
    let weekday = words.first.flatMap { Self.weekdays[$0] }
    let rest = weekday == nil ? words : Array(words.dropFirst())
    guard let first = rest.first, let date = try Self.date(first) else { return nil }
    if let weekday, weekday != date.weekday { throw .otherWeekday(date.weekday) }
    if first.utf8.count == 10 {
      if rest.count == 1 { return try alone(.date(date), words.joined(separator: " ")) }
      if rest.count == 2, let time = try Self.time(rest[1]) { return instant(of: .date(date), time) }
    } else if rest.count == 1, first.dropFirst(10).first == "t", let time = try Self.time(String(first.dropFirst(11))) {
      return instant(of: .date(date), time)
    }
    do throws(InstantTextError) {
      return try Instant(exactly: rest.joined(separator: " "), in: zone)
    } catch {
      if error == .impossible { throw .impossible }
      return nil
    }
  }

  /// The date that `word` begins with.
  private static func date(_ word: String) throws(MomentTextError) -> CivilDate? {
    var cursor = TextCursor(word)
    guard let (year, month, day) = cursor.dateFields() else { return nil }
    guard let date = CivilDate(year: year, month: month, day: day) else { throw .impossible }
    return date
  }

  // MARK: - Days

  private enum Day {
    case weekday(Weekday)
    /// So many days after today.
    case relative(Int)
    case date(CivilDate)
  }

  private static let weekdays: [String: Weekday] = Weekday.allCases.reduce(into: [:]) { words, day in
    words[lowercasedASCII(day.shortName)] = day
    words["\(day)"] = day
  }

  private static let relativeDays = ["yesterday": -1, "today": 0, "tomorrow": 1]

  private static func day(_ word: String) -> Day? {
    weekdays[word].map(Day.weekday) ?? relativeDays[word].map(Day.relative)
  }

  private func instant(of day: Day, _ secondOfDay: Int) -> Instant {
    switch day {
    case .date(let date): instant(on: date, secondOfDay)
    case .relative(let days): instant(on: zone.local(now).date.adding(days: days), secondOfDay)
    case .weekday(let weekday): instant(of: weekday, secondOfDay)
    }
  }

  /// Where clocks show the time twice on that day, the second one only for what is yet to come, and has to come after the first.
  private func instant(on date: CivilDate, _ secondOfDay: Int) -> Instant {
    switch role {
    case .at, .start, .past: zone.first(secondOfDay, on: date)
    case .comingStart: zone.first(secondOfDay, on: date, after: now)
    case .end(let start): zone.first(secondOfDay, on: date, after: start)
    }
  }

  private func instant(of weekday: Weekday, _ secondOfDay: Int) -> Instant {
    let isPast = role == .past
    var reference = now
    if case .end(let start) = role { reference = max(start, now) }
    var date = zone.local(reference).date
    // A time of the week before may still be to come: `24:00`, or one that a clock change brought here.
    date = date.adding(days: isPast ? 1 : -1)
    while true {
      let instant =
        isPast ? zone.first(secondOfDay, on: date) : zone.first(secondOfDay, on: date, after: reference)
      if date.weekday == weekday, isPast ? instant <= reference : instant > reference { return instant }
      date = date.adding(days: isPast ? -1 : 1)
    }
  }

  /// What calendar and clock would show, as `words` say it with a time of the clock, on each day from the one before `gap`
  /// to its last: 24:00 is the beginning of the next.
  func shown(_ words: [String], by gap: Range<LocalDateTime>) -> [LocalDateTime] {
    guard let last = words.last, let time = try? Self.time(last) else { return [] }
    let days = gap.lowerBound.date.dayNumber - 1...gap.upperBound.date.dayNumber
    return days.map(CivilDate.init(dayNumber:)).filter { isNamed($0, by: words.dropLast()) }.map {
      LocalDateTime(date: $0, secondOfDay: time)
    }
  }

  /// Whether each of `words` is a word for `date`.
  private func isNamed(_ date: CivilDate, by words: [String].SubSequence) -> Bool {
    words.allSatisfy { word in
      switch Self.day(word) {
      case .date(let named)?: named == date
      case .relative(let days)?: zone.local(now).date.adding(days: days) == date
      case .weekday(let weekday)?: weekday == date.weekday
      case nil: (try? Self.date(word)) == date
      }
    }
  }

  /// A day without a time.
  private func alone(_ day: Day, _ text: String) throws(MomentTextError) -> Instant {
    guard case .end(let start) = role else { return instant(of: day, 0) }
    let readings = [("00:00", 0), ("24:00", 86_400)].map {
      MomentReading(text: "\(text) \($0.0)", instant: instant(of: day, $0.1))
    }
    throw .wholeDay(readings.filter { $0.instant > start })
  }

  // MARK: - Times of the clock

  /// Seconds since 00:00; 86400 at 24:00.
  private static func time(_ word: String) throws(MomentTextError) -> Int? {
    if word == "noon" { return 43_200 }
    if case .time(let time) = ClockTime.read(word) { return time.minutes * 60 }
    do throws(InstantTextError) {
      return try TextCursor.clockTime(word)
    } catch {
      throw .impossible
    }
  }

  private func clock(_ secondOfDay: Int) -> Instant {
    let today = zone.local(now).date
    switch role {
    case .at, .start: return zone.first(secondOfDay, on: today)
    case .comingStart: return zone.next(secondOfDay, after: now)
    case .past: return zone.last(secondOfDay, notAfter: now)
    case .end(let start):
      if secondOfDay == 86_400 { return midnight(isTonight: false) }
      return zone.next(secondOfDay, after: max(start, zone.first(0, on: today) + -1))
    }
  }

  private func midnight(isTonight: Bool) -> Instant {
    if case .end(let start) = role, !isTonight { return zone.next(86_400, after: max(start, now)) }
    return zone.next(86_400, after: now)
  }
}

extension Zone {
  /// The first instant of `date` at which clocks show so many seconds since 00:00, 86400 being the day's end; the jump
  /// where they skip it.
  fileprivate func first(_ secondOfDay: Int, on date: CivilDate) -> Instant {
    instant(local: LocalDateTime(date: date, secondOfDay: secondOfDay))
  }

  /// The same, but for the second one where clocks show it twice and only that one is after `reference`.
  fileprivate func first(_ secondOfDay: Int, on date: CivilDate, after reference: Instant) -> Instant {
    let instants = instants(local: LocalDateTime(date: date, secondOfDay: secondOfDay))
    return instants.first { $0 > reference } ?? first(secondOfDay, on: date)
  }

  fileprivate func next(_ secondOfDay: Int, after reference: Instant) -> Instant {
    nearest(secondOfDay, to: reference, step: 1) { $0.first { $0 > reference } }
  }

  fileprivate func last(_ secondOfDay: Int, notAfter reference: Instant) -> Instant {
    nearest(secondOfDay, to: reference, step: -1) { $0.last { $0 <= reference } }
  }

  /// The one that `choose` takes, day by day, among those that show so much on the clock, the earliest first.
  private func nearest(
    _ secondOfDay: Int, to reference: Instant, step: Int, _ choose: ([Instant]) -> Instant?
  ) -> Instant {
    var date = local(reference).date
    while true {
      let local = LocalDateTime(date: date, secondOfDay: secondOfDay)
      let instants = instants(local: local)
      if let chosen = choose(instants.isEmpty ? [instant(local: local)] : instants) { return chosen }
      date = date.adding(days: step)
    }
  }
}
