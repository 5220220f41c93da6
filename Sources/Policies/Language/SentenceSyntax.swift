import CivilTime

/// A sentence as it was read, names not looked up yet. Ranges are Unicode scalars of the sentence.
struct SentenceSyntax: Hashable {
  /// The names before the state, or after the verb.
  var subjects: [NameSyntax]
  /// What the state or the verb wants.
  var state: TargetState
  /// The word that said so.
  var stateRange: Range<Int>
  /// When it holds; nil where the sentence does not say, which means always.
  var when: WhenSyntax?
  /// The word `only`, which makes it speak of all other times too; nil where it does not stand there.
  var only: OnlySyntax?
}

/// The word `only`.
struct OnlySyntax: Hashable {
  var range: Range<Int>
  /// Whether it stands beside the state or at the end, where it is about the times and nothing else.
  var isInPlace: Bool
}

/// A name and where it stands.
struct NameSyntax: Hashable {
  var name: Name
  var range: Range<Int>
}

/// Clauses, less exceptions. One of the two is not empty.
struct WhenSyntax: Hashable {
  /// The clauses before any `except`; nil where there are none.
  var clauses: ClausesSyntax?
  /// One for each `except`.
  var exceptions: [ClausesSyntax]
  var range: Range<Int>
}

/// Clauses joined by `and`. Never empty.
struct ClausesSyntax: Hashable {
  var clauses: [ClauseSyntax]
}

/// Days, times, or times on days. One of the two lists is not empty. A named schedule with times is a single day here.
struct ClauseSyntax: Hashable {
  var days: [DaySyntax]
  var times: [RangeSyntax]
  /// Whether `on` or `at` stands before the days.
  var hasPreposition: Bool
  var range: Range<Int>

  /// Where the days stand, the preposition left out; nil where there are none.
  var daysRange: Range<Int>? {
    guard let first = days.first, let last = days.last else { return nil }
    return first.range.lowerBound..<last.range.upperBound
  }

  /// Where the times stand; nil where there are none.
  var timesRange: Range<Int>? {
    guard let first = times.first, let last = times.last else { return nil }
    return first.range.lowerBound..<last.range.upperBound
  }
}

/// One element of a list of days.
struct DaySyntax: Hashable {
  var kind: Kind
  var range: Range<Int>

  /// The kinds of day.
  enum Kind: Hashable {
    case daily
    case weekdays(WeekdaySet)
    case dates(ClosedRange<CivilDate>)
    case yearly(from: MonthDay, through: MonthDay)
    case schedule(NameSyntax)
    case eves(of: NameSyntax)
  }
}

/// One element of a list of times.
struct RangeSyntax: Hashable {
  var times: TimeRange
  /// Whether it is `from T`, which ends at midnight because nothing else was said.
  var isOpenEnded: Bool
  var range: Range<Int>
}
