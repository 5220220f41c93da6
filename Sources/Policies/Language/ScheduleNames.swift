import CivilTime

/// What the names are that a sentence may use where days and times are expected.
struct ScheduleNames {
  /// What a schedule is, as far as the grammar asks.
  enum Kind: Hashable {
    /// A set of days.
    case days
    /// Days with times; a clause of its own.
    case times
    /// It has a mistake of its own, so that nothing more is said about its use.
    case broken
  }

  /// The schedules by name.
  var kinds: [Name: Kind] = [:]
  /// Those that are calendars.
  var calendars: Set<Name> = []
  /// The times of those that are times of every day and nothing else.
  var timesOfDay: [Name: [TimeRange]] = [:]
  /// The names of the schedules in the order of the file, for proposing one.
  var spellings: [String] = []
  /// The schedule that is being defined; nil in a statement.
  var defined: Name?
  /// The words of the language.
  var vocabulary: Vocabulary
  /// Which schedules use which, for proposing none that uses the one that is being defined.
  var uses: [Name: [Name]] = [:]
  /// Other names of the file and what they are: `system`, `target`.
  var others: [Name: String] = [:]
  /// The states that a target has; nil where they are not known.
  var states: @Sendable (Name) -> StatePair? = { _ in nil }
  /// When the policy is read; nil where that must not count.
  var present: @Sendable () -> PresentMoment? = { nil }
  /// Whether a target is an action, which has none.
  var isAction: @Sendable (Name) -> Bool = { _ in false }
  /// What is wrong with a name where a target is expected; nil where that is not known.
  var targetProblem: @Sendable (Name) -> PolicyMessage? = { _ in nil }

  /// Whether the file has nothing of this name.
  func isFree(_ name: Name) -> Bool { kinds[name] == nil && others[name] == nil }

  /// Whether the file has a target of this name.
  func isTarget(_ name: Name) -> Bool { others[name] == "target" }

  /// The same, with the states of targets, which of these are actions, and what is wrong with a name that is none.
  func knowing(
    _ states: @escaping @Sendable (Name) -> StatePair?, isAction: @escaping @Sendable (Name) -> Bool,
    problem: @escaping @Sendable (Name) -> PolicyMessage?
  ) -> ScheduleNames {
    var names = self
    names.states = states
    names.isAction = isAction
    names.targetProblem = problem
    return names
  }

  /// Words of which nobody makes the name of a schedule.
  static let smallWords: Set<String> = [
    "a", "also", "alternate", "an", "but", "by", "did", "do", "does", "excepted", "for", "has", "have", "if", "is",
    "it", "minus", "next", "no", "non", "one", "plus", "so", "some", "that", "their", "then", "they", "this",
    "three", "til", "two", "when", "while", "with",
  ]

  /// What is wrong with `name` where a schedule is expected, or nil. Proposed is what `fits` there.
  func problem(with name: Name, where fits: (Kind) -> Bool = { _ in true }, orDay: Bool = true) -> PolicyMessage? {
    if kinds[name] != nil { return nil }
    if let kind = others[name] { return .notASchedule(name.text, but: kind) }
    let isProposed = { (spelling: String) in
      let name = Name(spelling)
      guard NameRules.fault(of: spelling, vocabulary) == nil, let kind = kinds[name], kind == .broken || fits(kind)
      else {
        return false
      }
      return defined.map { !name.leads(to: $0) { uses[$0] ?? [] } } ?? true
    }
    if Self.smallWords.contains(name.text) { return .meaninglessWord(name.text) }
    if name.text == "midday" { return .unknownSchedule(name.text, suggestion: "noon") }
    let near =
      Spelling.nearest(to: name.text, in: spellings, where: isProposed)
      ?? (orDay && fits(.days)
        ? Vocabulary.shortDay(beginningWith: name.text) ?? Spelling.nearest(to: name.text, in: Vocabulary.dayWords)
        : nil)
    return .unknownSchedule(name.text, suggestion: near)
  }
}
