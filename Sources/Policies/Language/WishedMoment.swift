import CivilTime

/// What to type for a sentence that depends on when it is said: `kids off tomorrow 9pm-7am`, `kids on for 3h`. It begins and
/// ends when the sentence says; where that is not clear there is nothing to type.
struct WishedMoment {
  /// What there is to type.
  enum Answer: Hashable {
    /// What stands behind `override`, one text for each meaning that it can have.
    case commands([String])
    /// What was said, and hours that were not.
    case example(String)
    /// It ended before now.
    case past
    /// What is meant is not known.
    case unclear
  }

  private enum Day: Hashable {
    case now
    case tonight
    case nextWeek
    case weekend
    /// `today`, `tomorrow`, or a day of the week, as a command takes it.
    case named(String)
  }

  /// Which end of it a word makes of what follows.
  private enum Opener {
    case from
    case until
  }

  private let present: PresentMoment?
  private var day: Day?
  private var opener: Opener?
  private var start: TimeOfDay?
  private var end: TimeOfDay?
  private var length: Wishes.Length?
  /// Whether the start says nothing of the end: `tomorrow at 18:00`.
  private var isMomentAlone = false
  /// Whether `for` is before the length: `3 hours from now` may begin then.
  private var isFor = false

  /// What to type for the sentence of `cursor`, from its first word on.
  static func answer(for cursor: TokenCursor) -> Answer {
    var cursor = cursor.rewound
    guard let head = try? cursor.readHead() else { return .unclear }
    var moment = WishedMoment(present: cursor.names.present())
    while cursor.kind != .end { guard moment.read(&cursor) else { return .unclear } }
    let states = head.subjects.map {
      cursor.names.states($0.name)?.meant(by: head.state, cursor.vocabulary) ?? head.state
    }
    guard let state = states.first, Set(states).count == 1 else { return .unclear }
    let about = (head.subjects.map(\.name.text) + [state.rawValue]).joined(separator: " ")
    if let options = moment.options {
      let settled = options.map { $0.settled(moment.present) }
      if settled.contains(nil) { return .past }
      return .commands(settled.compactMap { $0 }.map { "\(about) \($0)" })
    }
    guard let example = moment.example else { return .unclear }
    return example.settled(moment.present).map { .example("\(about) \($0)") } ?? .past
  }

  private init(present: PresentMoment?) { self.present = present }

  // MARK: - Reading

  /// Takes the next part of the sentence; false where it is none of a moment, or a second one of its kind.
  private mutating func read(_ cursor: inout TokenCursor) -> Bool {
    readWhile(&cursor) || readLength(&cursor) || readDay(&cursor) || readTimes(&cursor)
  }

  /// `for a while`
  private mutating func readWhile(_ cursor: inout TokenCursor) -> Bool {
    guard day == nil, cursor.word == "for", cursor.word(at: 1) == "a", cursor.word(at: 2) == "while" else {
      return false
    }
    day = .now
    cursor.advance(3)
    return true
  }

  private mutating func readLength(_ cursor: inout TokenCursor) -> Bool {
    var ahead = cursor
    let isFor = ahead.skip(.name(Name("for")))
    if ahead.word == "the" || isFor && ahead.word == "another" { ahead.advance() }
    let next = ahead.word == "next" ? 1 : 0
    guard length == nil,
      let found = [0, next].lazy.compactMap({ Wishes.length(in: ahead, at: ahead.place + $0) }).first
    else { return false }
    if Wishes.length(in: ahead, at: ahead.place) == nil { ahead.advance(next) }
    length = found
    self.isFor = isFor
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
    guard day == nil, let found = day(&ahead, behind: opener) else { return false }
    // `until 6pm tomorrow`
    let isBehindEnd = end != nil && start == nil
    // `9pm-7am tomorrow`: on which of the two days is it tomorrow?
    if let start, let end, end <= start, found != .tonight { return false }
    (day, self.opener) = (found, opener ?? (isBehindEnd ? .until : nil))
    cursor = ahead
    return true
  }

  private func day(_ cursor: inout TokenCursor, behind opener: Opener?) -> Day? {
    let day: Day
    switch (cursor.word, cursor.word(at: 1)) {
    case ("now", _), ("immediately", _), ("jetzt", _), ("sofort", _): day = .now
    case ("tonight", _): day = .tonight
    case ("today", _), ("heute", _): day = .named("today")
    case ("tomorrow", _), ("morgen", _): day = .named("tomorrow")
    case ("next", "week"):
      day = .nextWeek
      cursor.advance()
    case ("this", "weekend"):
      day = .weekend
      cursor.advance()
    case ("this", let next?), ("coming", let next?):
      guard let weekday = Vocabulary.weekday(next) else { return nil }
      // Once it has begun a command takes `fri` for the next one.
      day = .named(weekday == present?.local.date.weekday ? "today" : Vocabulary.shortName(weekday))
      cursor.advance()
    case (let word?, _) where opener == .until:
      guard let weekday = Vocabulary.weekday(word) else { return nil }
      day = .named(Vocabulary.shortName(weekday))
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

  // MARK: - What to type

  /// What is meant, one for each meaning that it can have; nil where that is not clear.
  private var options: [OverrideOptions]? {
    switch day {
    case nil: start == nil && end == nil ? length.map { [OverrideOptions(length: $0.text)] } : nil
    case .now?: opener == .from && length != nil && !isFor ? nil : fromNow.map { [$0] }
    case .nextWeek?: isDayAlone ? [OverrideOptions(from: "mon", until: "sun 24:00")] : nil
    case .weekend?: isDayAlone ? [weekend] : nil
    case .tonight?: tonight.map { [$0] }
    case .named(let word)?: on(word)
    }
  }

  /// Whether a day is all that was said.
  private var isDayAlone: Bool { start == nil && end == nil && length == nil && opener == nil }

  /// What is left of the weekend, where it has begun.
  private var weekend: OverrideOptions {
    switch present?.local.date.weekday {
    case .saturday?: OverrideOptions(until: "sun 24:00")
    case .sunday?: OverrideOptions(until: "midnight")
    default: OverrideOptions(from: "sat", until: "sun 24:00")
    }
  }

  private var fromNow: OverrideOptions? {
    guard start == nil, opener != .until else { return nil }
    return switch (end, length) {
    case (let end?, nil): OverrideOptions(until: ClockTime.text(end))
    case (nil, let length?): OverrideOptions(length: length.text)
    case (.some, .some), (nil, nil): nil
    }
  }

  private var tonight: OverrideOptions? {
    if opener == .until {
      // Behind midnight it is tomorrow.
      return start == nil && length == nil
        ? end.flatMap { $0 < .noon ? nil : OverrideOptions(until: "today", $0) } : nil
    }
    guard let start else {
      // By day it is the evening that is meant, and when that begins is not said.
      guard let end, length == nil, isEvening else { return nil }
      return end < .noon ? OverrideOptions(until: ClockTime.text(end)) : OverrideOptions(until: "today", end)
    }
    // From when on it is off is said, and not until when.
    guard start >= .noon, !isMomentAlone || length != nil, end != nil || length != nil else { return nil }
    return on("today")?.first
  }

  private var isEvening: Bool { (present?.local.secondOfDay ?? 0) >= 18 * 3_600 }

  private func on(_ day: String) -> [OverrideOptions]? {
    let isToday = day == "today"
    if opener == .until {
      guard start == nil, length == nil else { return nil }
      if let date = present?.local.date, day == Vocabulary.shortName(date.weekday) { return until(date) }
      if let end { return [OverrideOptions(until: day, end)] }
      // Nobody knows whether that day is one of them.
      return isToday ? nil : [TimeOfDay.midnight, .endOfDay].map { OverrideOptions(until: day, $0) }
    }
    if let length {
      guard end == nil else { return nil }
      if let start { return [OverrideOptions(from: "\(day) \(ClockTime.text(start))", length: length.text)] }
      // `tomorrow for 2 hours`: at which?
      return opener == .from && length.isOfDays && !isToday ? [OverrideOptions(from: day, length: length.text)] : nil
    }
    if isMomentAlone { return nil }
    if let start {
      return [OverrideOptions(from: "\(day) \(ClockTime.text(start))", until: ClockTime.text(end ?? .endOfDay))]
    }
    if let end {
      return [isToday ? OverrideOptions(until: "today", end) : OverrideOptions(from: day, until: ClockTime.text(end))]
    }
    // `from tomorrow` does not say until when.
    return opener == nil
      ? [isToday ? OverrideOptions(until: "midnight") : OverrideOptions(from: day, until: "24:00")] : nil
  }

  /// `until sunday`, said on a Sunday, is today or a week later, which is written as a date: a command takes `sun` for that one,
  /// and it reads as the shorter of the two.
  private func until(_ today: CivilDate) -> [OverrideOptions] {
    let isPast = end.map { $0.minutes * 60 <= present?.local.secondOfDay ?? 0 } ?? false
    let next = OverrideOptions(until: today.adding(days: 7).description, end ?? .midnight)
    return isPast ? [next] : [OverrideOptions(until: "today", end ?? .endOfDay), next]
  }

  /// Hours for what says none: those of `tonight`, and for how long it is off from now on.
  private var example: OverrideOptions? {
    switch day {
    case .now? where isDayAlone: return OverrideOptions(length: "2h")
    case .tonight? where opener != .until:
      if let length {
        if start != nil || end != nil { return nil }
        return OverrideOptions(from: isNight ? nil : Self.evening, length: length.text)
      }
      if let start {
        return start >= .noon && end == nil
          ? OverrideOptions(from: "today \(ClockTime.text(start))", until: "07:00") : nil
      }
      // `tonight until 20:00`
      if let end, end >= .noon, end <= Self.eveningStart { return nil }
      return OverrideOptions(from: Self.evening, until: end.map(ClockTime.text) ?? "07:00")
    default: return nil
    }
  }

  /// Whether the night of the example has begun.
  private var isNight: Bool { (present?.local.secondOfDay ?? 0) >= Self.eveningStart.minutes * 60 }

  private static let eveningStart = TimeOfDay(hour: 21, minute: 0) ?? .noon
  private static let evening = "today \(ClockTime.text(eveningStart))"
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
