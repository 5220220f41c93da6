import CivilTime

/// What to type for a sentence that depends on when it is said: `kids off tomorrow 9pm-7am`, `kids on for 3h`. It begins and
/// ends when the sentence says; where that is not clear there is nothing to type.
struct WishedMoment {
  private enum Day: Hashable {
    case now
    case tonight
    case nextWeek
    /// `today`, `tomorrow`, or a day of the week, as a command takes it.
    case named(String)
  }

  /// Which end of it a word makes of what follows.
  private enum Opener {
    case from
    case until
  }

  private var day: Day?
  private var opener: Opener?
  private var start: TimeOfDay?
  private var end: TimeOfDay?
  private var length: Wishes.Length?
  /// Whether the start says nothing of the end: `tomorrow at 18:00`.
  private var isMomentAlone = false
  /// Whether `for` is before the length: `3 hours from now` may begin then.
  private var isFor = false

  /// `kids off --from "tomorrow 21:00" --until 07:00`, from the sentence's first word on; nil where it says more or less.
  static func words(for cursor: TokenCursor) -> String? {
    var cursor = cursor.rewound
    guard let head = try? cursor.readHead() else { return nil }
    var moment = WishedMoment()
    while cursor.kind != .end { guard moment.read(&cursor) else { return nil } }
    let targets = head.subjects.map(\.name.text).joined(separator: " ")
    let pair = head.subjects.first.flatMap { cursor.names.states($0.name) }
    let state = pair?.meant(by: head.state, cursor.vocabulary) ?? head.state
    return moment.options.map { "\(targets) \(state.rawValue) \($0)" }
  }

  // MARK: - Reading

  /// Takes the next part of the sentence; false where it is none of a moment, or a second one of its kind.
  private mutating func read(_ cursor: inout TokenCursor) -> Bool {
    readLength(&cursor) || readDay(&cursor) || readTimes(&cursor)
  }

  private mutating func readLength(_ cursor: inout TokenCursor) -> Bool {
    var ahead = cursor
    if ahead.skip(.name(Name("for"))), ahead.word == "the" || ahead.word == "another" { ahead.advance() }
    let next = ahead.word == "next" ? 1 : 0
    guard length == nil,
      let found = [0, next].lazy.compactMap({ Wishes.length(in: ahead, at: ahead.place + $0) }).first
    else { return false }
    if Wishes.length(in: ahead, at: ahead.place) == nil { ahead.advance(next) }
    length = found
    isFor = cursor.word == "for"
    ahead.advance(found.tokens)
    cursor = ahead
    return true
  }

  private mutating func readDay(_ cursor: inout TokenCursor) -> Bool {
    var ahead = cursor
    let opener: Opener? =
      switch ahead.word {
      case "from", "starting": .from
      case "until", "till": .until
      default: nil
      }
    if opener != nil { ahead.advance() }
    guard day == nil, let found = Self.day(&ahead) else { return false }
    // `until 6pm tomorrow`
    let isBehindEnd = end != nil && start == nil
    // `9pm-7am tomorrow`: on which of the two days is it tomorrow?
    if let start, let end, end <= start, found != .tonight { return false }
    (day, self.opener) = (found, opener ?? (isBehindEnd ? .until : nil))
    cursor = ahead
    return true
  }

  private static func day(_ cursor: inout TokenCursor) -> Day? {
    let day: Day
    switch (cursor.word, cursor.word(at: 1)) {
    case ("now", _), ("immediately", _), ("jetzt", _), ("sofort", _): day = .now
    case ("tonight", _): day = .tonight
    case ("today", _), ("heute", _): day = .named("today")
    case ("tomorrow", _), ("morgen", _): day = .named("tomorrow")
    case ("next", "week"):
      day = .nextWeek
      cursor.advance()
    case ("this", let next?), ("coming", let next?):
      guard let weekday = Vocabulary.weekday(next) else { return nil }
      day = .named(Vocabulary.shortName(weekday))
      cursor.advance()
    default: return nil
    }
    cursor.advance()
    return day
  }

  private mutating func readTimes(_ cursor: inout TokenCursor) -> Bool {
    let isAt = cursor.skip("at")
    guard cursor.startsTime else { return false }
    if let time = cursor.timeAlone {
      // Behind a day nobody knows which end of it a time is.
      guard isAt || opener != nil else { return false }
      cursor.advance()
      return take(opener == .until ? nil : time, opener == .until ? time : nil, isAlone: opener == nil)
    }
    guard !isAt, let ranges = try? cursor.readTimes(after: []), ranges.count == 1 else { return false }
    let range = ranges[0]
    if range.times == .allDay { return start == nil && end == nil && opener == nil }
    return take(
      range.hasOneEnd && !range.isOpenEnded ? nil : range.times.start, range.isOpenEnded ? nil : range.times.end)
  }

  private mutating func take(_ start: TimeOfDay?, _ end: TimeOfDay?, isAlone: Bool = false) -> Bool {
    guard start == nil || self.start == nil && self.end == nil, end == nil || self.end == nil else { return false }
    (self.start, self.end) = (start ?? self.start, end ?? self.end)
    isMomentAlone = isMomentAlone || isAlone
    return true
  }

  // MARK: - The options

  private var options: String? {
    switch day {
    case nil: start == nil && end == nil ? length.map { "--for \($0.text)" } : nil
    case .now?: opener == .from && length != nil && !isFor ? nil : fromNow
    case .nextWeek?: start == nil && end == nil && length == nil && opener == nil ? Self.nextWeek : nil
    case .tonight?:
      // Behind midnight it is tomorrow.
      (opener == .until ? end : start).flatMap { $0.minutes < 720 ? nil : on("today") }
    case .named(let word)?: on(word)
    }
  }

  private static let nextWeek = "--from mon --until \"sun 24:00\""

  private var fromNow: String? {
    guard start == nil, opener != .until else { return nil }
    return switch (end, length) {
    case (let end?, nil): "--until \(ClockTime.text(end))"
    case (nil, let length?): "--for \(length.text)"
    case (.some, .some), (nil, nil): nil
    }
  }

  private func on(_ day: String) -> String? {
    let isToday = day == "today"
    if opener == .until {
      return start == nil && length == nil ? end.map { "--until \"\(day) \(ClockTime.text($0))\"" } : nil
    }
    if let length {
      guard end == nil else { return nil }
      if let start { return "--from \"\(day) \(ClockTime.text(start))\" --for \(length.text)" }
      // `tomorrow for 2 hours`: at which?
      return opener == .from && length.isOfDays && !isToday ? "--from \(day) --for \(length.text)" : nil
    }
    if isMomentAlone { return nil }
    if let start {
      return "--from \"\(day) \(ClockTime.text(start))\" --until \(ClockTime.text(end ?? .endOfDay))"
    }
    if let end {
      return isToday ? "--until \"today \(ClockTime.text(end))\"" : "--from \(day) --until \(ClockTime.text(end))"
    }
    // `from tomorrow` does not say until when.
    return opener == nil ? (isToday ? "--until midnight" : "--from \(day) --until 24:00") : nil
  }
}

extension TokenCursor {
  /// The time here, where it is no range.
  fileprivate var timeAlone: TimeOfDay? {
    guard ![.dash, .dots, .word("to"), .word("until"), .word("till")].contains(peek(1).kind) else { return nil }
    return switch kind {
    case .time(let time): time
    case .word("noon"): .noon
    case .word, .name, .schedule, .number, .ordinal, .loose, .date, .comma, .dash, .dots, .end: nil
    }
  }
}
