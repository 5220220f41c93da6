import CivilTime

/// Days of which a sentence names one end: `21:00–07:00 until dec 24`, `weekdays since 2026-12-01`. The language wants both,
/// and whoever wrote one is told that, and not that a word is missing. `until friday` is no better.
enum OpenDates {
  /// What is wrong with the only date of a sentence which could not be read, or with its only day; nil where that has no such
  /// word in front, or where the mistake is elsewhere, outside `range`.
  static func problem(in cursor: TokenCursor, around range: Range<Int>? = nil) -> SentenceProblem? {
    let cursor = cursor.rewound
    guard let date = onlyDay(in: cursor), let word = opener(before: date.lowerBound, in: cursor) else { return nil }
    let whole = cursor[word.place].range.lowerBound..<cursor[date.upperBound - 1].range.upperBound
    if let range, !range.overlaps(whole) { return nil }
    let text = cursor.sentence[whole]
    guard word.end != .last else { return SentenceProblem(range: whole, message: .untilOneDate(text)) }
    let day = cursor.sentence[cursor[date.lowerBound].range.lowerBound..<whole.upperBound]
    let isOneDay = if case .name = cursor[date.lowerBound].kind { false } else { true }
    let alone = word.end == .first && isOneDay ? [cursor.sentence.replacing(whole, with: day)] : []
    return SentenceProblem(range: whole, message: .fromOneDate(text, alone: alone))
  }

  /// Which end of the days a word makes of the date behind it.
  private enum End {
    case first
    case beforeFirst
    case last
  }

  private static let ends: [String: End] = [
    "from": .first, "since": .first, "starting": .first, "beginning": .first, "as of": .first, "starting from": .first,
    "starting on": .first, "beginning on": .first, "after": .beforeFirst, "until": .last, "till": .last,
    "before": .last,
    "through": .last, "by": .last, "up to": .last,
  ]

  /// The word, or the two, in front of the date at `place`.
  private static func opener(before place: Int, in cursor: TokenCursor) -> (place: Int, end: End)? {
    let last = cursor.text(at: place - 1) == "the" ? place - 2 : place - 1
    for first in [last - 1, last] where first > 0 {
      let words = (first...last).map { cursor.text(at: $0) ?? "" }
      // Who has a schedule of that name means it.
      let isFree = (first...last).allSatisfy { cursor.isMeaningless(at: $0) || cursor.isWord(at: $0) }
      if isFree, let end = ends[words.joined(separator: " ")] { return (first, end) }
    }
    return nil
  }

  /// The tokens of the date of a sentence that has one, and not two; of one without a date, those of the first day that has
  /// such a word in front and nothing of a range behind it. Nil too where days are counted from it, as in
  /// `every other weekend from 2026-12-05`.
  private static func onlyDay(in cursor: TokenCursor) -> Range<Int>? {
    var found: Range<Int>?
    var place = 0
    while place < cursor.count {
      if cursor.text(at: place) == "every" { return nil }
      guard let length = cursor.dateLength(at: place) else {
        place += 1
        continue
      }
      if found != nil { return nil }
      found = place..<place + length
      place += length
    }
    if let found { return found }
    let day = (0..<cursor.count).first { place in
      cursor.isNamedDay(at: place) && cursor.endsClause(at: place + 1)
        && opener(before: place, in: cursor).map {
          !(cursor.isWeekday(at: $0.place - 1) && cursor.isWeekday(at: place))
        }
          ?? false
    }
    return day.map { $0..<$0 + 1 }
  }
}

extension TokenCursor {
  /// Whether a word of the language is at this place from the start of the sentence.
  fileprivate func isWord(at place: Int) -> Bool {
    if case .word = self[place].kind { true } else { false }
  }

  /// Whether a day of the week is at this place, of which a range may be meant: `mon through fri`.
  fileprivate func isWeekday(at place: Int) -> Bool {
    if case .word(let word) = self[place].kind { Vocabulary.weekday(word) != nil } else { false }
  }

  /// Whether a day of the week is at this place, or a schedule of days.
  fileprivate func isNamedDay(at place: Int) -> Bool {
    switch self[place].kind {
    case .word(let word): Vocabulary.weekday(word) != nil
    case .name(let name): names.kinds[name] == .days
    case .schedule, .number, .ordinal, .time, .loose, .date, .comma, .dash, .dots, .end: false
    }
  }

  /// Whether nothing at this place belongs to what is before it.
  fileprivate func endsClause(at place: Int) -> Bool {
    [.end, .comma, .word("and"), .word("except")].contains(self[place].kind)
  }

  /// How many tokens the date at this place from the start of the sentence takes, with its year or without.
  fileprivate func dateLength(at place: Int) -> Int? {
    if case .date = self[place].kind { 1 } else { monthDay(at: place)?.tokens }
  }
}
