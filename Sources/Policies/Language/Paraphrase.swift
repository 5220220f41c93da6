import CivilTime
import Text

/// Ways in which people say what the language says in other words: `no tv bedtime`, `the kids are off from nine in the evening`,
/// `kids off when it is bedtime`. None of them is a part of the language. Who uses one is told the sentence to write.
struct Paraphrase {
  let names: ScheduleNames
  /// The targets that `all` may mean, at most so many; asked for only where it stands.
  private let targets: (Int) -> [String]
  var words: [String]

  /// `text` in the language's own words, as far as this knows the others; nil where it finds none in it.
  static func reworded(_ text: String, names: ScheduleNames, targets: @escaping (Int) -> [String]) -> String? {
    var paraphrase = Paraphrase(names: names, targets: targets, words: words(of: text))
    guard paraphrase.words.count <= longest else { return nil }
    paraphrase.joinNames()
    let written = paraphrase.words
    paraphrase.reword()
    return paraphrase.words == written ? nil : paraphrase.text
  }

  /// Nobody's sentence has more words.
  private static let longest = 64

  private static func words(of text: String) -> [String] {
    var words: [String] = []
    for word in text.exchanging(",", for: " , ").exchanging("’", for: "'").split(whereSeparator: \.isWhitespace) {
      // `9 pm` is one time.
      if ["am", "pm"].contains(ASCII.lowercased(String(word))), let last = words.last,
        last.unicodeScalars.allSatisfy({ ASCII.isDigit($0) || $0 == ":" })
      {
        words[words.count - 1] += word
      } else {
        words.append(String(word))
      }
    }
    return words
  }

  /// `school nights` where `school-nights` is a schedule: whoever has given the words a meaning means that.
  private mutating func joinNames() {
    for place in words.indices where place + 1 < words.count {
      for count in (2...ScheduleInWords.most).reversed() where place + count <= words.count {
        let parts = (place..<place + count).map(lower)
        guard names.kinds[Name(parts.joined(separator: "-"))] != nil, !names.isTarget(Name(parts[0])),
          !parts.allSatisfy({ names.kinds[Name($0)] != nil })
        else { continue }
        words.replaceSubrange(place..<place + count, with: [words[place..<place + count].joined(separator: "-")])
        break
      }
    }
  }

  /// `15min before bedtime`
  private mutating func splitLengths() {
    for place in words.indices.reversed() where ["before", "after"].contains(lower(place + 1)) {
      guard let (figures, unit) = Wishes.amount(lower(place)) else { continue }
      words.replaceSubrange(place...place, with: [figures, unit])
    }
  }

  private var text: String { words.joined(separator: " ").exchanging(" ,", for: ",") }

  private mutating func reword() {
    splitDays()
    sayNoon()
    splitLengths()
    sayDates()
    sayHalfHours()
    sayTimes()
    leaveOutNextDay()
    sayLengths()
    sayWeeknights()
    sayNightBetween()
    sayAll()
    sayNegations()
    sayOtherwise()
    for _ in 0..<3 {
      let before = words
      replacePhrases()
      if words == before { break }
    }
    sayForeignDays()
    moveStart()
    moveDaysBetween()
    replaceNamedEnds()
    leaveOutFrom()
    leaveOutCommas()
  }

  // MARK: - Phrases

  private mutating func replacePhrases() {
    var result: [String] = []
    var place = 0
    while place < words.count {
      // Behind a name it is something else that is off: `kids no tv`.
      let isBehind = !result.isEmpty
      guard
        let phrase = Self.phrases.first(where: {
          stands($0.said, at: place) && !(isBehind && $0.said == Self.noTarget)
        })
      else {
        result.append(words[place])
        place += 1
        continue
      }
      let said = words[place..<place + phrase.said.count]
      result += phrase.written.map { word in
        phrase.said.firstIndex(of: word).map { said[said.startIndex + $0] } ?? word
      }
      place += phrase.said.count
    }
    words = result
  }

  private static let noTarget = ["no", "TARGET"]

  private func stands(_ phrase: [String], at place: Int) -> Bool {
    guard place + phrase.count <= words.count else { return false }
    // Who has a target or a schedule of that name means it. And the month of 'last sunday of the month' has its word.
    if phrase.count == 1, isName(words[place]) || (phrase == ["the"] && lower(place + 1) == "month") { return false }
    return phrase.indices.allSatisfy { fits(place + $0, phrase[$0]) }
  }

  /// Whether a word is at `place` that `word` of a phrase means. `DAY2` is one more day.
  private func fits(_ place: Int, _ word: String) -> Bool {
    switch word.last == "2" ? String(word.dropLast()) : word {
    case "DAY": isDay(lower(place))
    case "DATE": lower(place).first?.isNumber == true && lower(place).contains("-")
    case "TIME": isTime(lower(place))
    case "NAME": names.kinds[Name(lower(place))] != nil
    case "TARGET": names.isTarget(Name(lower(place)))
    default: lower(place) == word
    }
  }

  func lower(_ place: Int) -> String { words.indices.contains(place) ? ASCII.lowercased(words[place]) : "" }

  private func isName(_ word: String) -> Bool {
    let name = Name(ASCII.lowercased(word))
    return names.kinds[name] != nil || names.others[name] != nil
  }

  private func isDay(_ word: String) -> Bool {
    Vocabulary.weekday(word) != nil || ["weekend", "weekends", "weekday", "weekdays"].contains(word)
  }

  private func isTime(_ word: String) -> Bool {
    guard let first = word.first, first.isNumber, !word.contains("-") else {
      return ["noon", "midnight"].contains(word)
    }
    return ClockTime.read(word).isTime || LooseTime.read(word) != nil
  }

  // MARK: - Days

  /// `sat/sun`
  private mutating func splitDays() {
    words = words.flatMap { word -> [String] in
      let parts = word.split(separator: "/").map(String.init)
      guard parts.count > 1, parts.allSatisfy({ isDay(ASCII.lowercased($0)) }) else { return [word] }
      return Array(parts.map { [$0] }.joined(separator: [","]))
    }
    // `every second weekend from 2026-12-05` counts from a date, and not within a month.
    for place in words.indices.dropLast(2) where lower(place) == "every" && lower(place + 1) == "second" {
      let next = lower(place + 2)
      guard isDay(next) || next == "week", words.indices.contains(where: { fits($0, "DATE") }) else { continue }
      words[place + 1] = "other"
    }
  }

  /// `midday`, `8:00-midday`
  private mutating func sayNoon() {
    if isName("midday") { return }
    for place in words.indices where lower(place).holds("midday") {
      let parts = lower(place).unicodeScalars.split(whereSeparator: Lexer.isDash).map(String.init)
      guard parts.count <= 2, parts.allSatisfy({ $0 == "midday" || isTime($0) }) else { continue }
      words[place] = lower(place).exchanging("midday", for: "noon")
    }
  }

  /// `24. dezember`, `24 dez`
  private mutating func sayDates() {
    for place in words.indices.dropLast() {
      let hasDot = words[place].hasSuffix(".")
      let figures = hasDot ? String(words[place].dropLast()) : words[place]
      let next = words[place + 1].lowercased()
      guard ASCII.number(figures) != nil, figures.count <= 2,
        let month = (hasDot ? Vocabulary.month(next) : nil) ?? Self.germanMonth(next)
      else { continue }
      words.replaceSubrange(place...place + 1, with: [figures, Vocabulary.longName(month: month)])
    }
  }

  /// 1 to 12 for `dezember`, `dez` or `dez.`
  private static func germanMonth(_ word: String) -> Int? {
    let word = word.last == "." ? String(word.dropLast()) : word
    if word == "mrz" { return 3 }
    return germanMonths.firstIndex { $0 == word || $0.prefix(3) == word }.map { $0 + 1 }
  }

  private static let germanMonths = [
    "januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november",
    "dezember",
  ]

  /// `every 2 weeks friday 21:00–22:00 from 2026-12-04`: the first of them belongs to the day. Where more days stand between,
  /// nobody knows which of them it counts for.
  private mutating func moveStart() {
    guard let every = words.indices.first(where: { lower($0) == "every" }),
      lower(every + 1) == "other" || lower(every + 2) == "weeks",
      let day = words.indices.dropFirst(every + 2).first(where: { areDays(lower($0)) })
    else { return }
    var end = day + 1
    // Behind a comma every Monday may be meant.
    while ["and", "to", "-", "–"].contains(lower(end)), areDays(lower(end + 1)) { end += 2 }
    guard lower(end) != "from",
      let from = words.indices.dropFirst(end).first(where: { lower($0) == "from" && fits($0 + 1, "DATE") }),
      !(end..<from).contains(where: { place in
        // `friday 18:00 to sunday 18:00` are one stretch.
        let isEnd = ["to", "until", "till", "-", "–"].contains(lower(place - 1)) && isTime(lower(place + 1))
        return areDays(lower(place)) && !isEnd || [",", "and"].contains(lower(place))
      })
    else { return }
    let start = words[from...from + 1]
    words.removeSubrange(from...from + 1)
    words.insert(contentsOf: start, at: end)
  }

  /// `21:00 on sunday to 07:00 on monday`, `9pm sun-thu to 7am`: days come before their times.
  private mutating func moveDaysBetween() {
    for place in words.indices.dropFirst() where isTime(lower(place)) {
      let days = place + (lower(place + 1) == "on" ? 2 : 1)
      guard let length = lengthOfDays(at: days) else { continue }
      let to = days + length
      guard ["to", "until", "till", "-", "–"].contains(lower(to)), isTime(lower(to + 1)) else { continue }
      let last = to + (lower(to + 2) == "on" ? 3 : 2)
      let lastDays = lengthOfDays(at: last).map { Array(words[last..<last + $0]) } ?? []
      let start = lower(place - 1) == "from" ? place - 1 : place
      let end = lastDays.isEmpty ? to + 2 : last + lastDays.count
      let isRun = lower(days).unicodeScalars.contains(where: Lexer.isDash)
      var moved = Array(words[days..<to])
      moved += [words[place], "to"] + (isRun ? [] : lastDays)
      moved += [words[to + 1]] + (isRun ? lastDays : [])
      words.replaceSubrange(start..<end, with: moved)
      return
    }
  }

  /// How many words say days there: `fri`, `mon-fri`, `dec 24`, a date or a schedule of days; nil for none.
  private func lengthOfDays(at place: Int) -> Int? {
    let isSchedule = names.kinds[Name(lower(place))] == .days
    return areDays(lower(place)) || fits(place, "DATE") || isSchedule ? 1 : dayOfYear(at: place)
  }

  /// `fri`, `mon-fri`
  private func areDays(_ word: String) -> Bool {
    let parts = word.unicodeScalars.split(whereSeparator: Lexer.isDash).map(String.init)
    return (1...2).contains(parts.count) && parts.allSatisfy(isDay)
  }

  /// `weeknights 21:00–07:00`, `school nights 9pm-7am`: the nights before weekdays, and `weekend nights` those before a weekend.
  /// `friday nights` begin on Friday. Without hours whole days would be meant.
  private mutating func sayWeeknights() {
    guard words.contains(where: { $0.first?.isNumber == true }) else { return }
    for place in words.indices.reversed() where !isName(lower(place)) {
      if lower(place) == "nights", Vocabulary.weekday(lower(place - 1)) != nil {
        words.remove(at: place)
        continue
      }
      if lower(place) == "nights", ["weekend", "weekends"].contains(lower(place - 1)) {
        words.replaceSubrange(place - 1...place, with: ["fri-sat"])
        continue
      }
      let isTwo = lower(place) == "nights" && ["school", "week"].contains(lower(place - 1))
      guard isTwo || lower(place) == "weeknights" else { continue }
      words.replaceSubrange((isTwo ? place - 1 : place)...place, with: ["sun-thu"])
    }
  }

  /// `night from sat to sun`: the one that begins on Saturday.
  private mutating func sayNightBetween() {
    for place in words.indices where ["night", "nights"].contains(lower(place)) {
      let start = ["from", "between"].contains(lower(place + 1)) ? place + 2 : place + 1
      guard start > place + 1, let first = Vocabulary.weekday(lower(start)),
        ["to", "until", "till", "through", "and"].contains(lower(start + 1)),
        let last = Vocabulary.weekday(lower(start + 2)), last == first.adding(days: 1)
      else { continue }
      let hasTimes = words.indices.contains { lower($0).first?.isNumber == true }
      var before = place
      while before > 0, ["the", "at", "in", "during", "on", "over", "all"].contains(lower(before - 1)),
        // `kids on the night from …` is a state.
        !(lower(before - 1) == "on" && isName(lower(before - 2)))
      { before -= 1 }
      words.replaceSubrange(before...start + 2, with: [words[start]] + (hasTimes ? [] : ["21:00–07:00"]))
      return
    }
  }

  /// `montag to freitag`
  private mutating func sayForeignDays() {
    let english = words.map { word -> String in
      let lowered = ASCII.lowercased(word)
      // `mar` is a month, too.
      return isName(word) || Vocabulary.month(lowered) != nil ? word : ForeignWords.english(lowered) ?? word
    }
    if english == words { return }
    words = english
    var result: [String] = []
    var place = 0
    while place < words.count {
      let word = lower(place)
      let isBetween = isDay(lower(place - 1)) && isDay(lower(place + 1))
      if isBetween, ForeignWords.tos.contains(word), let first = result.popLast() {
        result.append("\(first)-\(words[place + 1])")
        place += 1
      } else if isBetween, ForeignWords.ands.contains(word) {
        result.append(",")
      } else if !(ForeignWords.leads.contains(word) && isDay(lower(place + 1))) || isName(word) {
        result.append(words[place])
      }
      place += 1
    }
    words = result
  }

  /// `from friday 20:00 to sunday 20:00`, `from dec 24 18:00 until dec 26 20:00`, `from friday 20:00`
  private mutating func leaveOutFrom() {
    // Behind a day it is the first date of what comes every few weeks.
    guard let place = words.indices.first(where: { lower($0) == "from" }), !areDays(lower(place - 1)) else { return }
    let length = fits(place + 1, "DAY") || fits(place + 1, "DATE") ? 1 : dayOfYear(at: place + 1)
    guard let length, isTime(lower(place + 1 + length)) else { return }
    let hasEnd = ["to", "until", "till", "through", "-", "–"].contains(lower(place + 2 + length))
    let from = words.remove(at: place)
    // Without a second end it says which end the time is.
    if !hasEnd { words.insert(from, at: place + length) }
  }

  /// How many words `dec 24`, `24th dec` or `24 of december` are; nil where none of them is there.
  private func dayOfYear(at place: Int) -> Int? {
    let isDay = { (place: Int) in
      ASCII.number(StrayWord.ordinal(lower(place)) ?? lower(place)) != nil
    }
    if Vocabulary.month(lower(place)) != nil { return isDay(place + 1) ? 2 : nil }
    guard isDay(place) else { return nil }
    if Vocabulary.month(lower(place + 1)) != nil { return 2 }
    return lower(place + 1) == "of" && Vocabulary.month(lower(place + 2)) != nil ? 3 : nil
  }

  // MARK: - Names

  /// `all off 23:00–06:00`
  private mutating func sayAll() {
    let all: Set<String> = ["all", "everything", "everyone", "everybody", "*"]
    guard all.contains(lower(0)), !isName(lower(0)) else { return }
    // `all the kids`
    let next = words.indices.dropFirst().first { !Self.beforeNames.contains(lower($0)) }
    if let next, names.isTarget(Name(lower(next))) {
      words.removeSubrange(0..<next)
      return
    }
    // Nobody copies a longer list from a hint.
    let longest = 12
    let targets = targets(longest + 1)
    guard (1...longest).contains(targets.count) else { return }
    words = Array(targets.map { [$0] }.joined(separator: [","])) + words.dropFirst()
  }

  private static let beforeNames: Set<String> = ["of", "the", "my", "our"]

  /// `bedtime && !holidays`, `bedtime and no-holidays`
  private mutating func sayNegations() {
    for place in words.indices.reversed() where !isName(lower(place)) {
      guard let mark = ["!", "no-", "non-", "not-"].first(where: lower(place).hasPrefix),
        names.kinds[Name(String(lower(place).dropFirst(mark.count)))] != nil,
        !["except", "unless", "without", "outside", "not"].contains(lower(place - 1))
      else { continue }
      let isJoined = ["&&", "and", "but", ","].contains(lower(place - 1))
      let name = String(words[place].dropFirst(mark.count))
      words.replaceSubrange((isJoined ? place - 1 : place)..<place + 1, with: ["except", name])
    }
  }

  /// `youtube on 17:00–18:00 otherwise off`
  private mutating func sayOtherwise() {
    guard words.count > 3, ["off", "blocked"].contains(lower(words.count - 1)),
      ["otherwise", "else"].contains(lower(words.count - 2)), let on = words.indices.first(where: { lower($0) == "on" })
    else { return }
    words.removeLast(2)
    while let last = words.last, ["and", ",", "but", "or"].contains(ASCII.lowercased(last)) { words.removeLast() }
    words.insert("only", at: on + 1)
  }

  /// `kids, off, bedtime`
  private mutating func leaveOutCommas() {
    for place in words.indices.reversed() where words[place] == "," {
      let states: Set<String> = ["on", "off"]
      // Without the comma one of two states would be left out.
      if states.contains(lower(place - 1)), names.vocabulary.state(behindName: lower(place + 1)) != nil { continue }
      if states.contains(lower(place - 1)) || (states.contains(lower(place + 1)) && place == 1) {
        words.remove(at: place)
      }
    }
  }
}
