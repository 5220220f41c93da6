import CivilTime

/// Wishes that are none of a schedule: an amount of time, the sun, a moment, who is at home, the weather; and reasons. Whoever
/// has one is told that, and not that a word is missing.
enum Wishes {
  /// The wish that a sentence has which could not be read; nil where it is none of these.
  static func problem(in cursor: TokenCursor) -> SentenceProblem? {
    let words = (0..<cursor.count).map { cursor.text(at: $0) ?? "" }
    let amount = words.indices.first { isAmount(words, at: $0, cursor) }
    for place in words.indices {
      guard let wish = amount == nil ? wish(words, at: place, cursor) : place == amount ? .amount : nil else {
        continue
      }
      let range =
        cursor[place].range.lowerBound..<max(cursor[place].range.upperBound, cursor[cursor.count - 1].range.upperBound)
      return SentenceProblem(
        range: range,
        message: .wish(
          wish, target: target(words, cursor), state: state(words, cursor.vocabulary), length: length(words, cursor)))
    }
    return nil
  }

  /// The kinds of wish.
  enum Wish {
    case amount
    case sun
    case moment
    case presence
    case weather
    case reason
  }

  private static func wish(_ words: [String], at place: Int, _ cursor: TokenCursor) -> Wish? {
    let word = words[place]
    let isFree = cursor.isMeaningless(at: place)
    if isFree, word == "because" { return .reason }
    if isFree, sun.contains(word) { return .sun }
    if isFree, weather.contains(word) { return .weather }
    if ["if", "when", "while", "once"].contains(word), isFree {
      let rest = words[(place + 1)...]
      return rest.contains(where: weather.union(["sun"]).contains) ? .weather : .presence
    }
    if isFree, presence.contains(word) { return .presence }
    if isFree, moments.contains(word) { return .moment }
    if isFree, word == "for", let next = cursor.text(at: place + 1) ?? (cursor.isFigure(at: place + 1) ? "1" : nil),
      next == "the" || next == "half" || count(next) != nil
    {
      return length(words, cursor) != nil && cursor.hasTime ? .amount : .moment
    }
    if isFree, word == "this" || word == "next" || word == "coming" { return .moment }
    // `pause pihole 5 minutes`, and not `30 minutes before bedtime`.
    if isLength(words, at: place, cursor), !["before", "after"].contains(cursor.text(at: place + 2)) {
      return cursor.hasTime ? .amount : .moment
    }
    return nil
  }

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
    if ["max", "maximum", "maximal", "limit", "limited"].contains(word), cursor.isMeaningless(at: place) {
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

  /// The first name of the sentence that is a target, for the command to type; where none is, the one that the sentence is
  /// about.
  private static func target(_ words: [String], _ cursor: TokenCursor) -> String? {
    for place in words.indices {
      if case .name(let name) = cursor[place].kind, cursor.names.others[name] != nil { return name.text }
    }
    let place = cursor.vocabulary.state(verb: words[0]) == nil ? 0 : 1
    guard case .name(let name) = cursor[place].kind, place + 1 < words.count else { return nil }
    return place == 1 || cursor.vocabulary.state(behindName: words[1]) != nil ? name.text : nil
  }

  /// `1h` where the sentence says `for 1 hour`, for the command to type.
  private static func length(_ words: [String], _ cursor: TokenCursor) -> String? {
    guard let place = words.indices.dropFirst().first(where: { units[words[$0]] != nil || days[words[$0]] != nil })
    else { return nil }
    let before = if case .number(let figures) = cursor[place - 1].kind { figures } else { words[place - 1] }
    if before == "an", place > 1, words[place - 2] == "half" { return "30m" }
    guard let number = count(before), (1...999).contains(number) else { return nil }
    return days[words[place]].map { "\(number * $0)d" } ?? "\(number)\(words[place].prefix(1))"
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
  ]
  private static let days = ["day": 1, "days": 1, "week": 7, "weeks": 7]
  /// Those that are written without a space behind their number. `2h` is two o'clock.
  private static let shortUnits: Set<String> = ["m", "min", "mins", "hr", "hrs"]

  /// `5` for `5m`; nil for what is no amount of time in one word.
  static func figures(ofLength piece: String) -> String? {
    let figures = piece.prefix { $0.isASCII && $0.isNumber }
    let unit = ASCII.lowercased(String(piece.dropFirst(figures.count)))
    return !figures.isEmpty && shortUnits.contains(unit) ? String(figures) : nil
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
  private static let moments: Set<String> = ["tonight", "tomorrow", "today", "now", "yesterday", "immediately"]
}

extension TokenCursor {
  /// Whether the sentence has a time in figures.
  fileprivate var hasTime: Bool {
    (0..<count).contains { place in
      switch self[place].kind {
      case .time, .loose: true
      case .word, .name, .schedule, .number, .ordinal, .date, .comma, .dash, .dots, .end: false
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
