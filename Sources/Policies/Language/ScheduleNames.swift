/// What the names are that a sentence may use where days and times stand.
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
  /// Those that are times of every day and nothing else.
  var timesOfDay: Set<Name> = []
  /// The names of the schedules in the order of the file, for proposing one.
  var spellings: [String] = []
  /// Other names of the file and what they are: `system`, `target`.
  var others: [Name: String] = [:]

  /// What is wrong with `name` where a schedule must stand, or nil.
  func problem(with name: Name) -> Wording? {
    if kinds[name] != nil { return nil }
    if let kind = others[name] { return .notASchedule(name.text, but: kind) }
    let near =
      Spelling.nearest(to: name.text, in: spellings) ?? Spelling.nearest(to: name.text, in: Vocabulary.dayWords)
    return .unknownSchedule(name.text, suggestion: near)
  }
}
