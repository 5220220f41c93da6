import CivilTime

/// `fri, sat 23:00–08:00, other days 21:00–07:00`: the days of the week that the sentence has not named. The language wants
/// them named.
enum OtherDays {
  /// What is wrong with such days in a sentence which could not be read; nil where it has none.
  static func problem(in cursor: TokenCursor) -> SentenceProblem? {
    let cursor = cursor.rewound
    guard
      let place = (0..<cursor.count).first(where: {
        ["other", "remaining"].contains(cursor.text(at: $0)) && ["days", "nights"].contains(cursor.text(at: $0 + 1))
          && cursor.text(at: $0 - 1) != "every"
      })
    else { return nil }
    let words = cursor[place].range.lowerBound..<cursor[place + 1].range.upperBound
    var start = place
    while start > 0, cursor.isLead(at: start - 1) { start -= 1 }
    let rest = namedDays(in: cursor, before: start).map { named in
      WeekdaySet(Weekday.allCases.filter { !named.contains($0) })
    }
    guard let rest, !rest.isEmpty, rest.count < 7 else {
      return SentenceProblem(range: words, message: .otherDays(cursor.sentence[words], proposals: []))
    }
    let whole = cursor[start].range.lowerBound..<words.upperBound
    let written = " and " + SentenceText.text(ofWeekdays: rest)
    return SentenceProblem(
      range: words,
      message: .otherDays(
        cursor.sentence[words], proposals: [cursor.sentence.replacing(whole, with: written)]))
  }

  /// The days of the week that are named before `end`; nil where none is, or other days are.
  private static func namedDays(in cursor: TokenCursor, before end: Int) -> WeekdaySet? {
    var named: WeekdaySet = []
    var ahead = cursor
    _ = try? ahead.readHead()
    while ahead.place < end {
      guard ahead.startsDay else {
        ahead.advance()
        continue
      }
      guard let day = try? ahead.readDay(), ahead.place <= end, case .weekdays(let set) = day.kind else { return nil }
      named = named.union(set)
    }
    return named.isEmpty ? nil : named
  }
}

extension TokenCursor {
  /// Whether what is there only leads to the days behind it: `, and on all the`.
  fileprivate func isLead(at place: Int) -> Bool {
    if self[place].kind == .comma { return true }
    return ["and", "on", "all", "the", "at"].contains(text(at: place))
  }
}
