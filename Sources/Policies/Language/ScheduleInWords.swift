/// Several words that would be the name of a schedule with dashes between them, where one of them has a meaning of its own:
/// `night shift`, `term 1`, `first term`. The name is written with its dashes then.
enum ScheduleInWords {
  /// No name is looked for in more words.
  static let most = 5

  /// What is wrong with such words at `range` of a sentence which could not be read; nil where none are there.
  static func problem(in cursor: TokenCursor, around range: Range<Int>) -> SentenceProblem? {
    let names = cursor.names
    guard !names.kinds.isEmpty else { return nil }
    let cursor = cursor.rewound
    for first in 0..<cursor.count where cursor.isOfName(first) {
      var words = [cursor.written(first)]
      var areSchedules = names.kinds[Name(words[0])] != nil
      var place = first
      while words.count < most, let next = cursor.next(behind: place) {
        place = next
        words.append(cursor.written(next))
        areSchedules = areSchedules && names.kinds[Name(words[words.count - 1])] != nil
        let whole = cursor[first].range.lowerBound..<cursor[place].range.upperBound
        // Two schedules side by side are asked about where they are read.
        guard !areSchedules, !cursor.isNamed(first, place),
          range.overlaps(whole) || range.lowerBound == whole.upperBound,
          names.kinds[Name(words.joined(separator: "-"))] != nil
        else { continue }
        let name = words.joined(separator: "-")
        return SentenceProblem(
          range: whole,
          message: .scheduleInWords(
            cursor.sentence[whole], name, proposals: [cursor.sentence.replacing(whole, with: name)]))
      }
    }
    return nil
  }
}

extension TokenCursor {
  fileprivate func written(_ place: Int) -> String { ASCII.lowercased(sentence[self[place].range]) }

  /// Whether what is there can be a part of a name.
  fileprivate func isOfName(_ place: Int) -> Bool {
    switch self[place].kind {
    case .word, .name, .schedule, .number, .ordinal: true
    case .time, .loose, .date, .comma, .dash, .dots, .end: false
    }
  }

  /// Whether these two words were taken for the name already.
  fileprivate func isNamed(_ first: Int, _ last: Int) -> Bool {
    guard last == first + 1, case .name(let name) = self[first].kind else { return false }
    switch self[last].kind {
    case .name: return true
    case .word: return names.isFree(name)
    case .schedule, .number, .ordinal, .time, .loose, .date, .comma, .dash, .dots, .end: return false
    }
  }

  /// The word behind the one at `place`, be it behind a dash that is none of a name; nil where none is.
  fileprivate func next(behind place: Int) -> Int? {
    let next = self[place + 1].kind == .dash ? place + 2 : place + 1
    return isOfName(next) ? next : nil
  }
}
