import CivilTime
import Documents

/// Says which nights `weekdays` and `except weekends` mean. Both are right, and many expect two others. And that
/// `kids on holidays until 23:00` opens the night that ends on such a day, too.
enum UnexpectedNights {
  /// A note for each statement of `policy` that uses such words for nights.
  static func notes(on policy: Policy) -> [Diagnostic] {
    var result: [Diagnostic] = []
    lazy var parts = policy.partsOfSchedules
    lazy var opened = OpenedNights(policy, parts)
    lazy var weekends = WeekendNights(policy, parts)
    for index in policy.statements.indices {
      guard let words = policy.statements[index].nightWords else { continue }
      let statement = policy.statements[index]
      if case .until(let end) = words {
        if let warning = openedNight(statement, end, opened.night(before: index)) {
          result.append(warning.at(statement.span))
        }
        continue
      }
      if words == .weekdaysAmongOthers {
        result.append(PolicyMessage.nights(words, meant: nil).at(statement.span))
        continue
      }
      let starts = weekends.starts(ofStatement: index)
      guard starts.contains(NightsBefore.weekdays) else { continue }
      let meant = meant(by: index, in: policy, parts, weekends.said(about: index)) { weekends.isWithin($0, index) }
      result.append(PolicyMessage.nights(words, meant: meant).at(statement.span))
    }
    return result
  }

  /// `kids on holidays until 23:00` below `kids off 21:00–07:00`
  private static func openedNight(
    _ statement: Statement, _ end: TimeOfDay, _ night: TimeRange?
  ) -> PolicyMessage? {
    guard !statement.state.isOff, let night else { return nil }
    if end > night.end {
      let day = TimeRange(start: night.end, end: end)
      return .opensNight(until: end, byDay: sentence(for: statement, until: end, as: day), byNight: nil)
    }
    // On days that follow one another every night would be opened as before, and the evening before it, too.
    guard areApart(statement, until: end) else { return .opensNight(until: end, byDay: nil, byNight: nil) }
    let next = TimeRange(start: night.start, end: end)
    return .opensNight(until: end, byDay: nil, byNight: sentence(for: statement, until: end, as: next))
  }

  /// Whether what ends at `end` is on days none of which is the day after another.
  private static func areApart(_ statement: Statement, until end: TimeOfDay) -> Bool {
    let days = statement.when.flatMap(\.clauses).compactMap { clause -> Days? in
      guard case .windows(let days, let times) = clause,
        times.contains(where: { $0.start == .midnight && $0.end == end })
      else { return nil }
      return days
    }
    return days.count == 1 && areApart(days[0])
  }

  private static func areApart(_ days: Days) -> Bool {
    let apart = { (set: WeekdaySet) in set.days.allSatisfy { !set.contains($0.adding(days: 1)) } }
    return switch days {
    case .weekdays(let set): apart(set)
    case .cycle(let cycle): apart(cycle.weekdays)
    case .parity(let parity): apart(parity.weekdays)
    case .dates(let dates): dates.lowerBound == dates.upperBound
    case .yearly(let from, let through): from == through
    case .ordinal: true
    // What a schedule holds may be one day today, and more tomorrow.
    case .daily, .schedule, .eves, .calendar, .union: false
    }
  }

  /// The statement with `time` instead of what begins at midnight and ends at `end`.
  private static func sentence(for statement: Statement, until end: TimeOfDay, as time: TimeRange) -> String? {
    var meant = statement
    for schedule in meant.when.indices {
      meant.when[schedule].clauses = meant.when[schedule].clauses.map { clause in
        guard case .windows(let days, let times) = clause else { return clause }
        return .windows(on: days, at: times.map { $0.start == .midnight && $0.end == end ? time : $0 })
      }
    }
    return SentenceText.sentences(of: meant).first
  }

  // MARK: - The nights before weekdays

  /// What to write for the nights before weekdays, so that every night which is held back keeps one time; nil where that is
  /// not known. `said` is what is said about weekends.
  private static func meant(
    by index: Int, in policy: Policy, _ parts: [Name: [Schedule]], _ said: WeekendNights.Said,
    isWithin: (Int) -> Bool
  ) -> PolicyMessage.MeantNights? {
    let movesWeekends = said.days == [NightsBefore.weekend]
    guard said.days.isEmpty || movesWeekends || isOfNights(said.days) else { return nil }
    let statement = policy.statements[index]
    let others = movesWeekends ? said.statements.filter { $0 != index } : []
    guard others.allSatisfy(isWithin) else { return nil }
    var meant = PolicyMessage.MeantNights(
      sentence: sentence(for: statement), movesWeekends: movesWeekends && said.statements.contains(index))
    if meant.sentence == nil, statement.when.contains(where: { NightsBefore.hasOthers($0, parts) }) { return nil }
    if others.isEmpty { return meant }
    let other = others.count == 1 ? policy.statements[others[0]] : nil
    meant.others = .byWord
    if let other, meant.sentence != nil, let sentence = sentence(for: other) {
      meant.others = .statement(id: other.id, sentence: sentence)
    }
    return meant
  }

  /// Whether such clauses about weekends name nights already: those of Friday and Saturday, and not that of Sunday.
  private static func isOfNights(_ days: Set<WeekdaySet>) -> Bool {
    let all = days.reduce(WeekdaySet([])) { $0.union($1) }
    return !days.contains(NightsBefore.weekend) && all.contains(.friday) && all.contains(.saturday)
      && !all.contains(.sunday)
  }

  /// The sentence about the nights before weekdays; nil where none says that and nothing else.
  private static func sentence(for statement: Statement) -> String? {
    guard statement.nightWords != .weekdays(ofSchedule: true), statement.when.count == 1,
      let moved = NightsBefore.moved(statement.when[0])
    else { return nil }
    var meant = statement
    meant.when = [moved]
    return SentenceText.sentences(of: meant).first
  }
}

/// The nights that statements further up hold back, each target's first one; looked through once for all statements.
private struct OpenedNights {
  private let policy: Policy
  private let groups: TargetGroups
  private var nights: [Name: (statement: Int, night: TimeRange)] = [:]
  /// How many statements were looked at.
  private var count = 0
  /// What the schedules are made of, each with its first night; nil inside for none.
  private let parts: [Name: [Schedule]]
  private var known: [Name: TimeRange?] = [:]

  init(_ policy: Policy, _ parts: [Name: [Schedule]]) {
    self.policy = policy
    self.parts = parts
    groups = TargetGroups(policy.targets)
  }

  /// The first night in which something of what the statement at `index` names is off by one before it. To be asked in the
  /// order of the statements.
  mutating func night(before index: Int) -> TimeRange? {
    while count < index {
      let earlier = policy.statements[count]
      if earlier.state.isOff, let night = night(in: earlier.when) {
        for target in groups.members(of: earlier.subjects) where nights[target] == nil {
          nights[target] = (count, night)
        }
      }
      count += 1
    }
    return groups.members(of: policy.statements[index].subjects).compactMap { nights[$0] }
      .min { $0.statement < $1.statement }?.night
  }

  private mutating func night(in schedules: [Schedule]) -> TimeRange? {
    for clause in schedules.flatMap(\.clauses) {
      switch clause {
      case .windows(_, let times):
        if let night = times.first(where: \.isNight) { return night }
      case .schedule(let name):
        if let night = night(ofNamed: name) { return night }
      case .times: break
      }
    }
    return nil
  }

  /// Worked out once: schedules that use one another many times over would be walked again and again.
  private mutating func night(ofNamed name: Name) -> TimeRange? {
    if let night = known[name] { return night }
    let found = night(in: parts[name] ?? [])
    known[name] = .some(found)
    return found
  }
}
