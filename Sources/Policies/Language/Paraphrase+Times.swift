import CivilTime

/// Times as people say them.
extension Paraphrase {
  static let hours = [
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12,
  ]

  /// `half past eight in the evening`, `9 o'clock in the morning`, `21 uhr`
  mutating func sayTimes() {
    var result: [String] = []
    var place = 0
    while place < words.count {
      if let (time, count) = saidTime(at: place) {
        result.append(time)
        place += count
      } else {
        result.append(words[place])
        place += 1
      }
    }
    words = result
  }

  private func saidTime(at start: Int) -> (time: String, count: Int)? {
    var place = start
    var minutes = 0
    if lower(place + 1) == "past", let past = ["half": 30, "quarter": 15][lower(place)] {
      (minutes, place) = (past, place + 2)
    }
    guard let (hour, written) = hour(lower(place)) else { return nil }
    if let written { minutes = written }
    place += 1
    let isClock = ["o'clock", "oclock", "uhr"].contains(lower(place))
    if isClock { place += 1 }
    var half: String?
    if let (part, letters) = Self.partsOfDay.first(where: { says($0.words, at: place) }), hour <= 12 {
      guard let letters = letters(hour) else { return nil }
      (half, place) = (letters, place + part.count)
    }
    // From midnight on, without an end, is the whole day: nobody says that of the night.
    if half == "am", hour == 12, !Self.ends.contains(lower(place)), !Self.ends.contains(lower(start - 1)) { return nil }
    let isWord = Self.hours[lower(place - 1)] != nil && Self.wordsBeforeTimes.contains(lower(start - 1))
    guard isClock || half != nil || isWord || minutes != 0 && written == nil else { return nil }
    let figures = minutes < 10 ? "0\(minutes)" : "\(minutes)"
    if let half { return ("\(hour)\(minutes == 0 ? "" : ":" + figures)\(half)", place - start) }
    return (hour > 12 || minutes != 0 ? "\(hour):\(figures)" : "\(hour)", place - start)
  }

  private static let ends: Set<String> = ["to", "until", "till"]
  private static let wordsBeforeTimes: Set<String> = [
    "from", "until", "till", "to", "between", "after", "before", "by", "at",
  ]

  /// What is said behind an hour, and what is written for it; nil for an hour that is not said so.
  private static let partsOfDay: [(words: [String], half: @Sendable (Int) -> String?)] = [
    (["in", "the", "morning"], { _ in "am" }),
    // Nobody knows whether 12 in the evening is noon or midnight.
    (["in", "the", "evening"], { $0 == 12 ? nil : "pm" }),
    (["in", "the", "afternoon"], { _ in "pm" }),
    // The night begins in the evening and goes on behind midnight.
    (["at", "night"], { (6...11).contains($0) ? "pm" : "am" }),
  ]

  private func says(_ part: [String], at place: Int) -> Bool {
    part.indices.allSatisfy { lower(place + $0) == part[$0] }
  }

  /// `nine`, `9`, `9:30`
  private func hour(_ word: String) -> (hour: Int, minutes: Int?)? {
    if let hour = Self.hours[word] { return (hour, nil) }
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts[0].count <= 2, let hour = Int(parts[0]), (1...24).contains(hour) else { return nil }
    guard parts.count == 2 else { return (hour, nil) }
    guard parts[1].count == 2, let minutes = Int(parts[1]), minutes < 60 else { return nil }
    return (hour, minutes)
  }

  /// `21:00 to 07:00 the next day`, `9pm until the next morning 7am`, `9pm until tomorrow 7am`: what ends at an earlier hour ends there anyway.
  mutating func leaveOutNextDay() {
    for place in words.indices {
      guard let count = nextDay(at: place) else { continue }
      let range =
        Self.ends.contains(lower(place - 1))
        ? [lower(place - 2), lower(place + count)] : rangeBefore(place)
      let times = range.compactMap(Self.time)
      guard range.count == 2, times.count == 2, times[1] < times[0] else { continue }
      words.removeSubrange(place..<place + count)
      return
    }
  }

  /// How many words say so there.
  private func nextDay(at place: Int) -> Int? {
    if lower(place) == "tomorrow", Self.ends.contains(lower(place - 1)) { return lower(place + 1) == "morning" ? 2 : 1 }
    var next = place
    if lower(next) == "on" { next += 1 }
    if lower(next) == "the" { next += 1 }
    guard ["next", "following"].contains(lower(next)), ["day", "morning"].contains(lower(next + 1)) else { return nil }
    return next + 2 - place
  }

  /// Both ends of the range that ends before `place`, be it one word or three.
  private func rangeBefore(_ place: Int) -> [String] {
    let parts = lower(place - 1).unicodeScalars.split(whereSeparator: Lexer.isDash).map(String.init)
    if parts.count == 2 { return parts }
    let isRange = Self.ends.contains(lower(place - 2)) || lower(place - 2).unicodeScalars.allSatisfy(Lexer.isDash)
    return isRange ? [lower(place - 3), lower(place - 1)] : []
  }

  private static func time(_ word: String) -> TimeOfDay? {
    if case .time(let time) = ClockTime.read(word) { return time }
    if case .time(let time)? = LooseTime.read(word) { return time }
    return if case .loose(let loose)? = LooseTime.read(word) { loose.time } else { nil }
  }

  /// `half an hour before bedtime`
  mutating func sayHalfHours() {
    for place in words.indices.reversed()
    where lower(place) == "half" && ["a", "an"].contains(lower(place + 1)) && lower(place + 2) == "hour" {
      words.replaceSubrange(place..<place + 3, with: ["30", "minutes"])
    }
  }

  /// `21:00 for 2 hours`, `for 90 minutes from 9pm`, `21:00 for 10h`
  mutating func sayLengths() {
    for place in words.indices where lower(place) == "for" {
      guard let (length, count) = length(at: place + 1) else { continue }
      let isBehind = start(at: place - 1) != nil
      let time = isBehind ? place - 1 : place + count + 2
      guard let start = start(at: time) else { continue }
      let hasWord = ["from", "at", "starting"].contains(lower(time - 1))
      guard isBehind || hasWord, let end = TimeOfDay(minutes: (start.minutes + length) % 1440) else { continue }
      let whole = isBehind ? (hasWord ? time - 1 : time)..<place + count + 1 : place..<time + 1
      words.replaceSubrange(whole, with: ["\(ClockTime.text(start))–\(ClockTime.text(end))"])
      return
    }
  }

  /// How many minutes `2 hours` or `2h` are, less than a day, and how many words say it.
  private func length(at place: Int) -> (minutes: Int, count: Int)? {
    if let mixed = mixedLength(at: place) { return mixed }
    if let minutes = minutes(at: place) { return (minutes, 2) }
    if let minutes = Wishes.minutes(ofTenths: lower(place)) { return (minutes, 1) }
    if let minutes = Wishes.minutes(ofTenths: lower(place) + lower(place + 1)) { return (minutes, 2) }
    guard let length = CivilLength(lower(place)), length.days == 0, (60..<86_400).contains(length.seconds),
      length.seconds % 60 == 0
    else { return nil }
    return (Int(length.seconds / 60), 1)
  }

  /// The same of `an hour and a half`, `two and a half hours` and `1 hour and 20 minutes`.
  private func mixedLength(at place: Int) -> (minutes: Int, count: Int)? {
    let isHalf = { (place: Int) in lower(place) == "and" && lower(place + 1) == "a" && lower(place + 2) == "half" }
    var (length, count) = (0, 0)
    if isHalf(place + 1), Wishes.units[lower(place + 4)] == 60,
      let hours = Self.hours[lower(place)] ?? Int(lower(place)),
      (1..<24).contains(hours)
    {
      (length, count) = (hours * 60 + 30, 5)
    } else if let whole = minutes(at: place), Wishes.units[lower(place + 1)] == 60 {
      let rest = place + (lower(place + 2) == "and" ? 3 : 2)
      if isHalf(place + 2) {
        (length, count) = (whole + 30, 5)
      } else if let more = minutes(at: rest), Wishes.units[lower(rest + 1)] == 1, more < 60 {
        (length, count) = (whole + more, rest + 2 - place)
      }
    }
    return (1..<1440).contains(length) ? (length, count) : nil
  }

  /// The time there, if there is no doubt about it.
  private func start(at place: Int) -> TimeOfDay? {
    if case .time(let time) = ClockTime.read(lower(place)), time != .endOfDay { return time }
    return if case .time(let time)? = LooseTime.read(lower(place)), time != .endOfDay { time } else { nil }
  }

  /// How many minutes `2 hours` are that stand at `place`; less than a day.
  private func minutes(at place: Int) -> Int? {
    guard let unit = Wishes.units[lower(place + 1)],
      let count = Self.hours[lower(place)] ?? (lower(place) == "an" ? 1 : Int(lower(place))),
      (1..<1440).contains(count), count * unit < 1440
    else { return nil }
    return count * unit
  }

  /// `until bedtime`, `after homework`, `until homework is over`: where the schedule is one range of times.
  mutating func replaceNamedEnds() {
    for place in words.indices.dropFirst().reversed() {
      guard let times = names.timesOfDay[Name(lower(place))], times.count == 1 else { continue }
      if let around = length(before: place - 1, of: times[0]) {
        words.replaceSubrange(place - 3..<place + 1, with: [around])
        return
      }
      let isOver = ["over", "ends", "finished"].contains(lower(place + 1))
      let (start, end) = (ClockTime.text(times[0].start), ClockTime.text(times[0].end))
      switch lower(place - 1) {
      case "until", "till", "to", "before": words[place] = isOver ? end : start
      case "after":
        // In the evening, or in the morning that follows? Nobody knows, unless it is over.
        if !isOver, times[0].runsIntoNextDay { continue }
        words[place] = end
        if ["until", "till", "to"].contains(lower(place + 1)) { words[place - 1] = "from" }
      // The whole of it, unless another end follows.
      case "from" where !isOver && !Self.ends.union(["-", "–"]).contains(lower(place + 1)):
        words.remove(at: place - 1)
        continue
      case "from": words[place] = isOver ? end : start
      default: continue
      }
      if isOver { words.remove(at: place + 1) }
    }
  }

  /// `1 hour before bedtime`, `30 minutes after homework`: `place` is that of `before` or `after`.
  private func length(before place: Int, of range: TimeRange) -> String? {
    guard place >= 2, let length = minutes(at: place - 2) else { return nil }
    let isBefore = lower(place) == "before"
    guard isBefore || lower(place) == "after" && !range.runsIntoNextDay else { return nil }
    let edge = isBefore ? range.start.minutes : range.end.minutes % 1440
    let other = (edge + (isBefore ? -1 : 1) * length + 1440) % 1440
    guard let start = TimeOfDay(minutes: isBefore ? other : edge), let end = TimeOfDay(minutes: isBefore ? edge : other)
    else { return nil }
    return "\(ClockTime.text(start))–\(ClockTime.text(end))"
  }
}

extension TimeRange {
  /// Whether it goes on behind midnight.
  fileprivate var runsIntoNextDay: Bool { end <= start }
}
