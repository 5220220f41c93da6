public import CivilTime
public import Documents

/// One rule of the policy: these targets have this state at these times.
public struct Statement: Sendable {
  /// `policy-N`, counted from 1, or the `id` given by hand.
  public var id: String
  /// The targets as the statement names them, targets of targets included.
  public var subjects: [Name]
  /// What it wants: never `leave`.
  public var state: TargetState
  /// When it holds: the union of these, each judged on its own. Never empty; always is `[.always]`.
  public var when: [Schedule]
  /// What it wants at every other instant: `off` for `X on only TIMES`; nil for one that says nothing about them.
  public var atOtherTimes: TargetState?
  /// Which words it uses for nights that may be meant otherwise; nil for none.
  public var nightWords: NightWords?
  /// Text shown wherever the statement decides.
  public var because: String?
  /// The sentence or the map in the file.
  public var span: SourceSpan
  /// The sentence as it is written, on one line; nil for a map of fields, which has none.
  public var sentence: String?

  /// Words for days that are easily taken for nights.
  public enum NightWords: Hashable, Sendable {
    /// `weekdays 21:00–07:00`, or `weekdays bedtime`, whose times are those of a schedule.
    case weekdays(ofSchedule: Bool)
    /// `21:00–07:00 except weekends`
    case exceptWeekends
    /// `weekdays` in a list of days, or in every other week.
    case weekdaysAmongOthers
    /// `until 23:00`, which begins at midnight.
    case until(TimeOfDay)
  }

  /// A statement from its parts.
  public init(
    id: String, subjects: [Name], state: TargetState, when: [Schedule], atOtherTimes: TargetState? = nil,
    because: String?, span: SourceSpan, sentence: String? = nil
  ) {
    self.id = id
    self.subjects = subjects
    self.state = state
    self.when = when
    self.atOtherTimes = atOtherTimes
    self.because = because
    self.span = span
    self.sentence = sentence
  }

  /// When it says anything: `when`, or always where it also says what holds at every other instant.
  var speaks: [Schedule] { atOtherTimes == nil ? when : [.always] }

  /// What it says, read aloud: the sentence as it is written or, for a map of fields, one sentence for each of its
  /// schedules. Never empty.
  public var sentences: [String] { sentence.map { [$0] } ?? SentenceText.sentences(of: self) }
}

/// A schedule with a name: the union of its parts.
public struct NamedSchedule: Sendable {
  /// What it is called.
  public var name: Name
  /// Never empty.
  public var parts: [Schedule]
  /// Whether it is a set of days; otherwise it holds times and is a clause of its own.
  public var isSetOfDays: Bool
  /// Where it is defined.
  public var span: SourceSpan

  /// A named schedule from its parts.
  public init(name: Name, parts: [Schedule], isSetOfDays: Bool, span: SourceSpan) {
    self.name = name
    self.parts = parts
    self.isSetOfDays = isSetOfDays
    self.span = span
  }
}

/// One `when` as it is written: clauses, less its exceptions.
public struct Schedule: Hashable, Sendable {
  /// Joined by `and`: their union. Never empty.
  public var clauses: [Clause]
  /// Each takes away from all clauses.
  public var exceptions: [Exception]

  /// Windows, or days that stand for whole-day windows.
  public enum Clause: Hashable, Sendable {
    /// The windows of these times on these days. Days without times have `[.allDay]`, times without days `.daily`.
    case windows(on: Days, at: [TimeRange])
    /// The windows of a named schedule that holds times.
    case schedule(Name)
    /// The stretches of a calendar.
    case times(CalendarTimes)
  }

  /// One list after `except`.
  public enum Exception: Hashable, Sendable {
    /// Takes away the windows that start on these days, whole.
    case windowsStarting(on: Days)
    /// Takes away the instants of these windows.
    case instants(of: [Clause])
  }

  /// Clauses, less exceptions.
  public init(clauses: [Clause], exceptions: [Exception] = []) {
    self.clauses = clauses
    self.exceptions = exceptions
  }

  /// Every day, all day.
  public static let always = Schedule(clauses: [.windows(on: .daily, at: [.allDay])])
}

/// A set of days.
public enum Days: Hashable, Sendable {
  case daily
  /// Every week on these days.
  case weekdays(WeekdaySet)
  /// Both ends belong.
  case dates(ClosedRange<CivilDate>)
  /// Every year; both ends belong, and `from > through` wraps over the new year. February 29 holds in leap years only.
  case yearly(from: MonthDay, through: MonthDay)
  /// Days of every so many weeks.
  case cycle(WeekCycle)
  /// A weekday by its places in the month.
  case ordinal(OrdinalWeekday)
  /// Days of the odd or the even weeks of the year.
  case parity(WeekParity)
  /// The days of a calendar.
  case calendar(CalendarDays)
  /// The days before those days.
  indirect case eves(of: Days)
  /// The days of a named schedule without times.
  case schedule(Name)
  case union([Days])
}
