import CivilTime

/// A sentence as it was read, names not looked up yet. Ranges are Unicode scalars of the sentence.
struct SentenceSyntax: Hashable {
  /// The names before the state, or after the verb.
  var subjects: [NameSyntax]
  /// What the state or the verb wants.
  var state: TargetState
  /// The words that said so.
  var stateRange: Range<Int>
  /// Whether they speak of a thing's own switch, as `enable` and `turn on` do.
  var isAboutSwitch = false
  /// When it holds; nil where the sentence does not say, which means always.
  var when: WhenSyntax?
  /// The word `only`, which makes it speak of all other times too; nil where it is not there.
  var only: OnlySyntax?
}

/// The word `only`.
struct OnlySyntax: Hashable {
  var range: Range<Int>
  /// Whether it is beside the state or at the end, where it is about the times and nothing else.
  var isInPlace: Bool
}

/// A name and where it stands.
struct NameSyntax: Hashable {
  var name: Name
  var range: Range<Int>
}

/// Clauses, less exceptions.
struct WhenSyntax: Hashable {
  /// The clauses before any `except`; nil if there are none, which means always.
  var clauses: ClausesSyntax?
  /// One for each `except`.
  var exceptions: [ClausesSyntax]
  var range: Range<Int>
}

/// Clauses that are joined: their union. Never empty.
struct ClausesSyntax: Hashable {
  var clauses: [ClauseSyntax]
}

/// Days, times, or times on days. One of them is there.
struct ClauseSyntax: Hashable {
  var days: [DaySyntax] = []
  var times: [RangeSyntax] = []
  /// A schedule that holds times, instead of times.
  var named: NameSyntax?
  var range: Range<Int>

  /// Whether anything says at what times.
  var hasTimes: Bool { !times.isEmpty || named != nil }

  /// Whether it is one name and nothing else.
  var isNameAlone: Bool {
    guard days.count == 1, !hasTimes, case .schedule? = days.first?.kind else { return false }
    return true
  }

  /// Where the days stand, what leads to them left out; nil if there are none.
  var daysRange: Range<Int>? {
    guard let first = days.first, let last = days.last else { return nil }
    return first.range.lowerBound..<last.range.upperBound
  }

  /// Where the times stand; nil if there are none.
  var timesRange: Range<Int>? {
    guard let first = times.first, let last = times.last else { return named?.range }
    return first.range.lowerBound..<last.range.upperBound
  }
}

/// One element of a list of days.
struct DaySyntax: Hashable {
  var kind: Kind
  var range: Range<Int>
  /// Whether a word for a night stood here, which says nothing without hours.
  var isNight = false

  /// The kinds of day.
  enum Kind: Hashable {
    case daily
    case weekdays(WeekdaySet)
    case dates(ClosedRange<CivilDate>)
    case yearly(from: MonthDay, through: MonthDay)
    case cycle(WeekCycle)
    case ordinal(OrdinalWeekday)
    case parity(WeekParity)
    case schedule(NameSyntax)
    case eves(of: NameSyntax)
  }
}

extension DaySyntax {
  /// Whether it says on which of the days of `other` something holds, or that on which of its own: one of them are days of
  /// the week, the other a stretch of days.
  func mayNarrow(_ other: DaySyntax) -> Bool {
    isOfWeek != other.isOfWeek && !(isOfWeek ? other : self).isOneDay && kind != .daily && other.kind != .daily
  }

  private var isOfWeek: Bool {
    switch kind {
    case .daily, .weekdays, .cycle, .ordinal, .parity: true
    case .dates, .yearly, .schedule, .eves: false
    }
  }
}

/// One element of a list of times.
struct RangeSyntax: Hashable {
  var times: TimeRange
  /// Whether it is `from T`, which ends at midnight because nothing else was said.
  var isOpenEnded = false
  /// Whether one end only is written.
  var hasOneEnd = false
  var range: Range<Int>
}
