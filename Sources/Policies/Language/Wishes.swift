import CivilTime

/// Wishes that are none of a schedule: an amount of time, the sun, a moment, who is at home, the weather; and reasons. Whoever
/// has one is told that, and not that a word is missing.
enum Wishes {
  /// The wish that a sentence has which could not be read; nil where it is none of these. `isWhole`: every word of it is there.
  static func problem(in cursor: TokenCursor, isWhole: Bool = true) -> SentenceProblem? {
    let words = (0..<cursor.count).map { cursor.text(at: $0) ?? "" }
    let amount = words.indices.first { isAmount(words, at: $0, cursor) }
    for place in words.indices {
      guard let wish = amount == nil ? wish(words, at: place, cursor) : place == amount ? .amount : nil else {
        continue
      }
      let range =
        cursor[place].range.lowerBound..<max(cursor[place].range.upperBound, cursor[cursor.count - 1].range.upperBound)
      return SentenceProblem(range: range, message: message(wish, words, cursor, isWhole: isWhole))
    }
    return nil
  }

  private static func message(
    _ wish: Wish, _ words: [String], _ cursor: TokenCursor, isWhole: Bool
  ) -> PolicyMessage {
    let names = targets(words, cursor)
    let name = names.first ?? "kids"
    let wanted = state(words, cursor.vocabulary) ?? .off
    let meant = cursor.names.states(Name(name))?.meant(by: wanted, cursor.vocabulary) ?? wanted
    let about = "\(names.isEmpty ? name : names.joined(separator: " ")) \(meant)"
    let example = "\(about) --for \(length(cursor)?.text ?? "2h")"
    switch wish {
    case .amount: return .amountWish(name)
    case .sun: return .sunWish
    case .moment: return .momentWish(isWhole ? WishedMoment.answer(for: cursor) : .unclear)
    case .length: return .lengthWish(proposals: lengthProposals(cursor))
    case .presence: return .presenceWish(example)
    case .weather: return .weatherWish(example)
    case .reason: return .reason(name)
    }
  }

  /// The kinds of wish.
  enum Wish {
    case amount
    case sun
    case moment
    /// How long something lasts that begins on a day which is named.
    case length
    case presence
    case weather
    case reason
  }

  private static func wish(_ words: [String], at place: Int, _ cursor: TokenCursor) -> Wish? {
    let word = words[place]
    let isFree = cursor.isMeaningless(at: place)
    if isFree, word == "because" { return .reason }
    // `sundown-7am`
    if isFree, word.split(separator: "-").contains(where: { sun.contains(String($0)) }) { return .sun }
    if isFree, weather.contains(word) { return .weather }
    if ["if", "when", "while", "once"].contains(word), isFree {
      let rest = words[(place + 1)...]
      return rest.contains(where: weather.union(["sun"]).contains) ? .weather : .presence
    }
    if isFree, presence.contains(word) { return .presence }
    if isFree, moments.contains(word) { return .moment }
    if isFree, word == "for", let next = cursor.text(at: place + 1) ?? (cursor.isFigure(at: place + 1) ? "1" : nil),
      next == "the" || next == "half" || count(next) != nil || units[next] != nil
    {
      return lengthWish(cursor)
    }
    if isFree, word == "this" || word == "next" || word == "coming" { return .moment }
    if word == "until" || word == "till", isEndAlone(cursor, at: place) { return .moment }
    // `an hour on sat`
    if count(word) != nil, let next = cursor.text(at: place + 1), units[next] != nil,
      cursor.isMeaningless(at: place + 1), !["before", "after"].contains(cursor.text(at: place + 2))
    {
      return lengthWish(cursor)
    }
    // `pause pihole 5 minutes`, and not `30 minutes before bedtime`.
    if isLength(words, at: place, cursor), !["before", "after"].contains(cursor.text(at: place + 2)) {
      return lengthWish(cursor)
    }
    return nil
  }

  /// `until friday`, `until monday morning`, `until further notice`: with nothing before that it begins when it is said.
  private static func isEndAlone(_ cursor: TokenCursor, at place: Int) -> Bool {
    // A head is read for each `until`, and nobody's is longer.
    guard place <= 32 else { return false }
    var head = cursor.rewound
    guard (try? head.readHead()) != nil, head.place == place else { return false }
    if cursor.text(at: place + 1) == "further" { return cursor.isMeaningless(at: place + 1) }
    guard cursor.text(at: place + 1).flatMap(Vocabulary.weekday) != nil else { return false }
    return cursor[place + 2].kind == .end || partsOfDay.contains(cursor.text(at: place + 2) ?? "")
  }

  private static let partsOfDay: Set<String> = ["morning", "noon", "afternoon", "evening", "night", "midnight"]

  /// `2 hours`
  private static func isLength(_ words: [String], at place: Int, _ cursor: TokenCursor) -> Bool {
    guard case .number = cursor[place].kind, place + 1 < words.count else { return false }
    // `8hr–12hr` are times.
    let isRange = cursor[place - 1].kind == .dash || cursor[place + 2].kind == .dash
    return units[words[place + 1]] != nil && cursor.isMeaningless(at: place + 1) && !isRange
  }

  /// `max 2 hours`, `at most 3 hours`, `90 minutes a day`, `2 hours per day`
  private static func isAmount(_ words: [String], at place: Int, _ cursor: TokenCursor) -> Bool {
    let word = words[place]
    if ["max", "maximum", "maximal", "limit", "limited", "quota", "budget", "allowance"].contains(word),
      cursor.isMeaningless(at: place)
    {
      return true
    }
    let next = place + 1 < words.count ? words[place + 1] : ""
    if word == "at" && next == "most" || word == "up" && next == "to" && cursor.isFigure(at: place + 2) { return true }
    // `each night 9pm-7am` is every night; of `2 hours of tv each day` a few words are looked at, however many there are.
    let isEach = word == "each" && words[max(0, place - 4)..<place].contains { units[$0] != nil }
    let isFor = place > 0 && words[place - 1] == "for"
    let isPer = (word == "a" && !isFor || word == "per" || isEach) && ["day", "week", "night"].contains(next)
    if isPer, cursor.isMeaningless(at: place) { return true }
    return units[word] != nil && cursor.isMeaningless(at: place) && ["every", "daily", "nightly"].contains(next)
  }

  /// The names of the sentence that are targets, for the command to type; where none is, the one that the sentence is about.
  private static func targets(_ words: [String], _ cursor: TokenCursor) -> [String] {
    var names: [String] = []
    var seen: Set<Name> = []
    for place in words.indices {
      guard case .name(let name) = cursor[place].kind, cursor.names.others[name] != nil else { continue }
      if seen.insert(name).inserted { names.append(name.text) }
    }
    if !names.isEmpty { return names }
    let place = cursor.vocabulary.state(verb: words[0]) == nil ? 0 : 1
    guard case .name(let name) = cursor[place].kind, place + 1 < words.count else { return [] }
    return place == 1 || cursor.vocabulary.state(behindName: words[1]) != nil ? [name.text] : []
  }

  /// What a length is said for: times that are there, a day, or from now on.
  private static func lengthWish(_ cursor: TokenCursor) -> Wish {
    let hasMoment = (0..<cursor.count).contains { place in
      cursor.isMeaningless(at: place) && cursor.text(at: place).map(moments.contains) == true
    }
    if hasMoment { return .moment }
    let length = length(cursor)
    if cursor.hasTime, let length { return length.isOfDays ? .length : .amount }
    return cursor.hasDay ? .length : .moment
  }

  /// `2026-12-24..2026-12-26` for `3 days from 2026-12-24`.
  private static func lengthProposals(_ cursor: TokenCursor) -> [String] {
    let cursor = cursor.rewound
    guard var place = (0..<cursor.count).first(where: { length(in: cursor, at: $0)?.days != nil }),
      let length = length(in: cursor, at: place), let days = length.days
    else { return [] }
    var end = place + length.tokens
    if cursor.text(at: place - 1) == "for" { place -= 1 }
    let openers = ["from", "starting", "beginning", "on"]
    let date: CivilDate
    if case .date(let found) = cursor[place - 1].kind {
      (date, place) = (found, place - 1)
      if openers.contains(cursor.text(at: place - 1) ?? "") && place > 2 { place -= 1 }
    } else if openers.contains(cursor.text(at: end) ?? ""), case .date(let found) = cursor[end + 1].kind {
      (date, end) = (found, end + 2)
    } else {
      return []
    }
    let whole = cursor[place].range.lowerBound..<cursor[end - 1].range.upperBound
    let last = days == 1 ? "" : "..\(DateFigures.text(date.adding(days: days - 1)))"
    return [cursor.sentence.replacing(whole, with: DateFigures.text(date) + last)]
  }

  /// A length of time, as a command takes it.
  struct Length {
    /// `1h30m`
    var text: String
    /// How many days it is, if it is some.
    var days: Int?
    /// How many tokens say it.
    var tokens: Int

    /// Whether it is some days.
    var isOfDays: Bool { days != nil }
  }

  /// The first length that the sentence says.
  private static func length(_ cursor: TokenCursor) -> Length? {
    (0..<cursor.count).lazy.compactMap { length(in: cursor, at: $0) }.first
  }

  /// The length that begins at `place`: `2 hours`, `an hour`, `half an hour`, and behind `for` also `3h`.
  static func length(in cursor: TokenCursor, at place: Int) -> Length? {
    if case .time = cursor[place].kind { return hours(in: cursor, at: place) }
    if case .loose = cursor[place].kind { return hours(in: cursor, at: place) }
    if cursor.text(at: place) == "half", ["a", "an"].contains(cursor.text(at: place + 1)),
      cursor.text(at: place + 2) == "hour"
    {
      return Length(text: "30m", tokens: 3)
    }
    // `for the next hour`
    if cursor.text(at: place) == "next", let minutes = cursor.text(at: place + 1).flatMap({ units[$0] }) {
      return Length(text: minutes == 60 ? "1h" : "1m", tokens: 2)
    }
    let count: Int? =
      if case .number(let figures) = cursor[place].kind { Int(figures) } else { cursor.text(at: place).flatMap(count) }
    guard let count, (1...999).contains(count), let unit = cursor.text(at: place + 1) else { return nil }
    if let days = days[unit] { return Length(text: "\(count * days)d", days: count * days, tokens: 2) }
    if seconds.contains(unit) { return Length(text: "\(count)s", tokens: 2) }
    guard let minutes = units[unit] else { return nil }
    guard minutes == 60 else { return Length(text: "\(count)m", tokens: 2) }
    let and = cursor.text(at: place + 2) == "and" ? 1 : 0
    if and == 1, cursor.text(at: place + 3) == "a", cursor.text(at: place + 4) == "half" {
      return Length(text: "\(count)h30m", tokens: 5)
    }
    if case .number(let figures) = cursor[place + 2 + and].kind, let rest = Int(figures), (1...59).contains(rest),
      cursor.text(at: place + 3 + and).flatMap({ units[$0] }) == 1
    {
      return Length(text: "\(count)h\(rest)m", tokens: 4 + and)
    }
    return Length(text: "\(count)h", tokens: 2)
  }

  /// `3h`, `3h30` behind `for`; elsewhere it is three o'clock.
  private static func hours(in cursor: TokenCursor, at place: Int) -> Length? {
    guard ["for", "next", "another"].contains(cursor.text(at: place - 1)) else { return nil }
    let written = ASCII.lowercased(cursor.sentence[cursor[place].range])
    let text = written.last == "h" ? written : written.contains("h") ? written + "m" : ""
    guard let length = CivilLength(text), length.seconds > 0 else { return nil }
    return Length(text: "\(length)", tokens: 1)
  }

  /// `2`, `two`, `a`
  private static func count(_ word: String) -> Int? {
    ["a", "an"].contains(word) ? 1 : Int(word) ?? Paraphrase.hours[word]
  }

  /// The state that the sentence asks for, by its word or its verb; nil where it asks for none.
  private static func state(_ words: [String], _ vocabulary: Vocabulary) -> TargetState? {
    words.lazy.compactMap { vocabulary.state(behindName: $0) ?? vocabulary.state(verb: $0) }.first
  }

  /// How many minutes each is.
  static let units = [
    "h": 60, "hr": 60, "hrs": 60, "hour": 60, "hours": 60, "m": 1, "min": 1, "mins": 1, "minute": 1, "minutes": 1,
    "stunde": 60, "stunden": 60, "minuten": 1,
  ]
  private static let seconds: Set<String> = ["sec", "secs", "seconds"]
  private static let days = ["d": 1, "day": 1, "days": 1, "week": 7, "weeks": 7]

  /// The number and the unit of `5m` or `1h30m`, which is 90 minutes; nil for what is no amount of time in one word. `2h` is two
  /// o'clock, and has to be asked for first.
  static func amount(_ piece: String) -> (figures: String, unit: String)? {
    let figures = String(piece.prefix { $0.isASCII && $0.isNumber })
    let unit = ASCII.lowercased(String(piece.dropFirst(figures.count)))
    if !figures.isEmpty, units[unit] != nil || days[unit] != nil { return (figures, unit) }
    if let minutes = minutes(ofTenths: piece) { return (String(minutes), "m") }
    guard let length = CivilLength(piece), length.days == 0, length.seconds % 60 == 0 else { return nil }
    return (String(length.seconds / 60), "m")
  }

  /// 90 for `1.5h`. With two figures behind its dot it is a time.
  static func minutes(ofTenths piece: String) -> Int? {
    let parts = ASCII.lowercased(piece).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let hours = ASCII.number(parts[0]), hours < 24, let tenth = parts[1].first,
      let figure = ASCII.number(String(tenth)), units[String(parts[1].dropFirst())] == 60
    else { return nil }
    let minutes = hours * 60 + figure * 6
    return minutes > 0 ? minutes : nil
  }

  private static let sun: Set<String> = [
    "sunset", "sunrise", "dusk", "dawn", "daylight", "dark", "darkness", "sundown", "sunup", "twilight", "nightfall",
  ]
  private static let weather: Set<String> = [
    "rain", "rains", "rainy", "raining", "snow", "snows", "snowing", "sunny", "shines", "weather", "hot", "cold",
    "warm",
    "storm", "storms", "windy", "cloudy", "freezing", "freezes", "temperature",
  ]
  private static let presence: Set<String> = [
    "home", "away", "asleep", "awake", "nobody", "somebody", "someone", "everybody", "everyone", "done", "finished",
    "arrives", "leaves", "guests-here",
  ]
  private static let moments: Set<String> = [
    "tonight", "tomorrow", "today", "now", "yesterday", "immediately", "later", "heute", "morgen", "gestern", "jetzt",
    "sofort",
  ]
}

extension TokenCursor {
  /// Whether the sentence has a time in figures; a length is none.
  fileprivate var hasTime: Bool {
    (0..<count).contains { place in
      switch self[place].kind {
      case .time, .loose: Wishes.length(in: self, at: place) == nil
      case .word, .name, .schedule, .number, .ordinal, .date, .comma, .dash, .dots, .end: false
      }
    }
  }

  /// Whether the sentence names a day of the week, or a date.
  fileprivate var hasDay: Bool {
    let first = rewound
    return (0..<count).contains { place in
      switch self[place].kind {
      case .date: true
      case .name(let name): names.kinds[name] == .days
      case .word(let word):
        Vocabulary.weekday(word) != nil || first.monthDay(at: place) != nil
          || ["every", "daily", "weekdays", "weekday", "weekends", "weekend"].contains(word)
      case .number, .ordinal: first.monthDay(at: place) != nil
      case .schedule, .time, .loose, .comma, .dash, .dots, .end: false
      }
    }
  }

  /// Whether figures are at this place from the start of the sentence.
  fileprivate func isFigure(at place: Int) -> Bool {
    switch self[place].kind {
    case .number, .ordinal, .time, .loose: true
    case .word, .name, .schedule, .date, .comma, .dash, .dots, .end: false
    }
  }
}
