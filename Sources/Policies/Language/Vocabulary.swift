import CivilTime
import Text

/// The words of the language that cannot be names.
struct Vocabulary: Sendable {
  /// The pairs of states that targets can have: those of the language first.
  let pairs: [StatePair]
  /// Those that a hint shows where nobody knows which is meant: what some target of these kinds of system can be.
  let shown: [StatePair]
  private let statesByWord: [String: TargetState]
  private let verbs: [String: TargetState]
  private let reserved: Set<String>

  /// The language with further pairs of states; those that it has already change nothing.
  init(pairs others: [StatePair] = []) {
    let pairs = others.reduce(into: StatePair.ofLanguage) { pairs, pair in
      if !pairs.contains(pair) { pairs.append(pair) }
    }
    self.pairs = pairs
    shown = others.isEmpty ? [.onOff, .activePaused] : pairs.filter { others.contains($0) }
    let all = (pairs.flatMap(\.states) + [.leave]).map { ($0.rawValue, $0) }
    statesByWord = Dictionary(all, uniquingKeysWith: { first, _ in first })
    verbs = Dictionary(
      pairs.flatMap { [($0.onVerb, $0.on), ($0.offVerb, $0.off)] }, uniquingKeysWith: { first, _ in first })
    reserved = Self.words.union(statesByWord.keys).union(verbs.keys)
  }

  /// Every state but `leave`, pair by pair.
  var states: [TargetState] { pairs.flatMap(\.states) }

  /// The state that `word`, in lower case, names; nil where it is none.
  func state(_ word: String) -> TargetState? { statesByWord[word] }

  /// The state that a verb, in lower case, asks for; nil where it is none.
  func state(verb: String) -> TargetState? { verbs[verb] }

  /// The pair that `state` is of; nil for `leave`.
  func pair(of state: TargetState) -> StatePair? { pairs.first { $0.has(state) } }

  /// The other state of the same pair; `leave` has none.
  func opposite(of state: TargetState) -> TargetState { pair(of: state)?.opposite(of: state) ?? state }

  /// `kids on`, which holds wherever a line above or below it does not; nil where that would open a door.
  func otherLine(_ names: String, than state: TargetState) -> String? {
    guard let pair = pair(of: state), pair.permission == nil || state == pair.on else { return nil }
    return "\(names) \(pair.opposite(of: state))"
  }

  /// The day that `mon`, `monday` or `mondays` names; the word in lower case.
  static func weekday(_ word: String) -> Weekday? { weekdays[word] }

  /// `tue` for `tu`; nil where no day, or more than one, begins with `letters`, and for a single letter.
  static func shortDay(beginningWith letters: String) -> String? {
    let days = Weekday.allCases.filter { letters.count > 1 && longName($0).hasPrefix(letters) }
    return days.count == 1 ? shortName(days[0]) : nil
  }

  /// The month, 1 to 12, that `dec` or `december` names; the word in lower case.
  static func month(_ word: String) -> Int? { months[word] }

  /// Whether a day of a sentence, or what is meant as one, can start with `word`, in lower case.
  static func startsDay(_ word: String) -> Bool { dayStarts.contains(word) }

  /// Whether times can start with `word`, in lower case; `from` may start dates, too.
  static func startsTime(_ word: String) -> Bool { timeStarts.contains(word) }

  private static let timeStarts: Set<String> = [
    "noon", "midnight", "until", "till", "before", "after", "between", "all",
  ]

  /// Whether `word`, in lower case, means something by itself and so cannot be a name.
  func isReserved(_ word: String) -> Bool { reserved.contains(word) || Self.wordsAlone.contains(word) }

  /// Whether `part`, in lower case, means something between the dashes of a longer word: `mon-fri` is no name, while
  /// `first-friday` is one.
  func isReserved(part: String) -> Bool { reserved.contains(part) }

  /// All words that mean something by themselves, sorted.
  var reservedWords: [String] { reserved.union(Self.wordsAlone).sorted() }

  /// Those of them that mean something between dashes, too.
  var reservedParts: [String] { reserved.sorted() }

  /// The state that `word`, in lower case, asks for behind a name, where a sentence has two words for it.
  func state(behindName word: String) -> TargetState? { state(word) ?? Self.otherStates[word] }

  private static let otherStates: [String: TargetState] = ["allowed": .on, "blocked": .off]

  /// The state that somebody means by `word`, in lower case, which asks for none in the language: `enable`, `unpaused`; nil
  /// where nobody knows.
  func state(meantBy word: String) -> TargetState? {
    if let state = Self.meantStates[word] { return state }
    return Suggestion.denied(by: word).lazy.compactMap { state(behindName: $0) ?? state(verb: $0) }
      .first { $0 != .leave }.map(opposite)
  }

  private static let meantStates: [String: TargetState] = [
    "enable": .on, "activated": .on, "of": .off, "no": .off, "disable": .off, "deactivated": .off, "forbidden": .off,
    "denied": .off,
  ]

  /// `mon` and so on.
  static func shortName(_ day: Weekday) -> String { String(longName(day).prefix(3)) }

  /// `jan` and so on, for 1 to 12.
  static func shortName(month: Int) -> String { String(monthNames[month - 1].prefix(3)) }

  /// `january` and so on, for 1 to 12.
  static func longName(month: Int) -> String { monthNames[month - 1] }

  /// What can stand alone where a day is expected, for proposing one: a month needs a day, `every` and `eves` go on.
  static let dayWords: [String] =
    ["daily", "weekdays", "weekends"] + Weekday.allCases.flatMap { [shortName($0), longName($0)] }

  private static func longName(_ day: Weekday) -> String {
    switch day {
    case .monday: "monday"
    case .tuesday: "tuesday"
    case .wednesday: "wednesday"
    case .thursday: "thursday"
    case .friday: "friday"
    case .saturday: "saturday"
    case .sunday: "sunday"
    }
  }

  private static let monthNames = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  private static let weekdays: [String: Weekday] = Weekday.allCases.reduce(into: [:]) { words, day in
    for word in [shortName(day), longName(day), longName(day) + "s"] { words[word] = day }
  }

  private static let months: [String: Int] = monthNames.enumerated().reduce(into: ["sept": 9]) { words, month in
    for word in [String(month.element.prefix(3)), month.element] { words[word] = month.offset + 1 }
  }

  private static let dayStarts: Set<String> =
    Set(["daily", "nightly", "every", "weekday", "weekdays", "weekend", "weekends", "eves", "odd", "even"])
    .union(OrdinalWeekday.Ordinal.allCases.map(\.rawValue))
    .union(weekdays.keys).union(months.keys)

  /// Words that mean something also between dashes.
  private static let words: Set<String> =
    Set(
      """
      enable disable and or except unless not from until till to at in by every all day days daily night weekday \
      weekdays weekend weekends noon midnight am pm eve eves of always never otherwise leave list end extend
      """.split(separator: " ").map(String.init)
    )
    .union(weekdays.keys).union(months.keys).union(monthNames.map { $0 + "s" })

  /// Words that mean something only while they stand alone.
  private static let wordsAlone = Set(
    """
    only first second third fourth last other odd even between before after during without outside turn blocked allowed \
    nightly
    """.split(separator: " ").map(String.init))
}

extension StatePair {
  /// The state of this pair that somebody means who writes `state`, perhaps of another one.
  func meant(by state: TargetState, _ vocabulary: Vocabulary) -> TargetState {
    vocabulary.pair(of: state).map { counterpart(of: state, in: $0) } ?? state
  }
}
