import CivilTime
import Documents

/// Turns what was read into schedules: looks names up, and refuses clauses of different kinds.
struct WhenResolver {
  private let names: ScheduleNames
  private let sentence: SentenceSource
  private let isAfterOnly: Bool
  private var problems: [SentenceProblem] = []

  /// A `when` that was understood, and what is doubtful in it.
  struct Resolution {
    /// Nil where there are errors among the problems.
    var schedule: Schedule?
    var problems: [SentenceProblem]
  }

  /// The schedule that `when`, read from `text`, stands for. After `only` times and schedules of times of day may be
  /// joined: neither has days that the other could share.
  static func resolve(
    _ when: WhenSyntax, in text: String, names: ScheduleNames, isAfterOnly: Bool = false
  ) -> Resolution {
    var resolver = WhenResolver(names: names, sentence: SentenceSource(text), isAfterOnly: isAfterOnly)
    let clauses = when.clauses.map { resolver.clauses(of: $0) } ?? Schedule.always.clauses
    let exceptions = when.exceptions.map { resolver.exception(of: $0) }
    let isSound = !resolver.problems.contains { $0.message.severity == .error }
    return Resolution(
      schedule: isSound ? Schedule(clauses: clauses, exceptions: exceptions) : nil, problems: resolver.problems)
  }

  private init(names: ScheduleNames, sentence: SentenceSource, isAfterOnly: Bool) {
    self.names = names
    self.sentence = sentence
    self.isAfterOnly = isAfterOnly
  }

  // MARK: - Lists of clauses

  private mutating func exception(of list: ClausesSyntax) -> Schedule.Exception {
    let isDaysOnly = list.clauses.allSatisfy { kind(of: $0) == .days }
    let clauses = clauses(of: list)
    guard isDaysOnly else { return .instants(of: clauses) }
    return .windowsStarting(on: .list(list.clauses.flatMap { $0.days.map(Self.days) }))
  }

  private mutating func clauses(of list: ClausesSyntax) -> [Schedule.Clause] {
    let kinds = list.clauses.count > 1 ? list.clauses.map { kind(of: $0) } : []
    for (place, clause) in list.clauses.enumerated() { checkNames(of: clause, at: place, among: kinds) }
    checkKinds(of: list, kinds)
    return list.clauses.map { clause in
      if let name = scheduleWithTimes(clause) { return .schedule(name) }
      let days = clause.days.isEmpty ? Days.daily : .list(clause.days.map(Self.days))
      return .windows(on: days, at: clause.times.isEmpty ? [.allDay] : clause.times.map(\.times))
    }
  }

  /// The kinds of clause, of which one list may hold only one.
  private enum Kind: Hashable {
    case days
    case times
    case daysWithTimes
    /// A name in it is unknown or has a mistake of its own.
    case unknown
  }

  private func kind(of clause: ClauseSyntax) -> Kind {
    if clause.days.isEmpty { return .times }
    if isAfterOnly, let name = scheduleWithTimes(clause), names.timesOfDay.contains(name) { return .times }
    if clause.days.contains(where: { kind(of: $0) == nil }) { return .unknown }
    return clause.times.isEmpty && scheduleWithTimes(clause) == nil ? .days : .daysWithTimes
  }

  /// What the schedule named by a day is; `.days` for a day that names none, nil where it is broken or unknown.
  private func kind(of day: DaySyntax) -> ScheduleNames.Kind? {
    switch day.kind {
    case .schedule(let name), .eves(let name):
      let kind = names.kinds[name.name]
      return kind == .broken ? nil : kind
    case .daily, .weekdays, .dates, .yearly: return .days
    }
  }

  private mutating func checkKinds(of list: ClausesSyntax, _ kinds: [Kind]) {
    guard let first = kinds.first, !kinds.contains(.unknown), let odd = kinds.firstIndex(where: { $0 != first })
    else { return }
    let clauses = list.clauses.map { clause in
      MixedClauses.Clause(
        days: clause.daysRange.map { sentence[$0] }, times: clause.timesRange.map { sentence[$0] },
        isSchedule: scheduleWithTimes(clause) != nil)
    }
    report(.mixed(readings: MixedClauses.readings(of: clauses)), at: list.clauses[odd].range)
  }

  // MARK: - Names

  private func scheduleWithTimes(_ clause: ClauseSyntax) -> Name? {
    guard clause.times.isEmpty, clause.days.count == 1, case .schedule(let name)? = clause.days.first?.kind,
      names.kinds[name.name] == .times
    else { return nil }
    return name.name
  }

  /// `kinds` are those of all clauses that it is joined with, its own at `place`; empty where it stands alone.
  private mutating func checkNames(of clause: ClauseSyntax, at place: Int, among kinds: [Kind]) {
    for day in clause.days {
      switch day.kind {
      case .schedule(let name): check(name, in: clause, at: place, among: kinds)
      case .eves(let name): checkEves(of: name)
      case .daily, .weekdays, .dates, .yearly: break
      }
    }
  }

  private mutating func check(_ name: NameSyntax, in clause: ClauseSyntax, at place: Int, among kinds: [Kind]) {
    let problem = names.problem(with: name.name) { Self.fits($0, in: clause, at: place, among: kinds) }
    if let problem { return report(problem, at: name.range) }
    guard names.kinds[name.name] == .times else { return }
    if clause.days.count > 1 {
      report(.timesAsDay(name.name.text), at: name.range)
    } else if !clause.times.isEmpty {
      report(.timesOnTimes(name.name.text), at: name.range)
    } else if clause.hasPreposition {
      let preposition = clause.range.lowerBound..<name.range.lowerBound
      report(
        .prepositionBeforeSchedule(name.name.text, preposition: sentence[preposition]), at: clause.range)
    }
  }

  /// Whether a schedule of that kind can stand in `clause` in place of a name that is unknown.
  private static func fits(
    _ kind: ScheduleNames.Kind, in clause: ClauseSyntax, at place: Int, among kinds: [Kind]
  ) -> Bool {
    let isAlone = clause.days.count == 1 && clause.times.isEmpty && !clause.hasPreposition
    if kind == .times, !isAlone { return false }
    let wanted: Kind = kind == .days && clause.times.isEmpty ? .days : .daysWithTimes
    return kinds.enumerated().allSatisfy { $0.offset == place || $0.element == .unknown || $0.element == wanted }
  }

  private mutating func checkEves(of name: NameSyntax) {
    let problem = names.problem(with: name.name, where: { $0 != .times }, orDay: false)
    if let problem { return report(problem, at: name.range) }
    if names.kinds[name.name] == .times { report(.evesOfTimes(name.name.text), at: name.range) }
  }

  private mutating func report(_ message: PolicyMessage, at range: Range<Int>) {
    problems.append(SentenceProblem(range: range, message: message))
  }

  // MARK: - Days

  private static func days(_ day: DaySyntax) -> Days {
    switch day.kind {
    case .daily: .daily
    case .weekdays(let set): .weekdays(set)
    case .dates(let dates): .dates(dates)
    case .yearly(let from, let through): .yearly(from: from, through: through)
    case .schedule(let name): .schedule(name.name)
    case .eves(let name): .eves(of: .schedule(name.name))
    }
  }
}

extension Days {
  /// The union of `members`, with all weekdays in one set, where the first of them stands.
  static func list(_ members: [Days]) -> Days {
    if members.count == 1 { return members[0] }
    var merged: [Days] = []
    var place: Int?
    for member in members {
      guard case .weekdays(let set) = member else {
        merged.append(member)
        continue
      }
      if let place, case .weekdays(let before) = merged[place] {
        merged[place] = .weekdays(before.union(set))
      } else {
        place = merged.count
        merged.append(member)
      }
    }
    return merged.count == 1 ? merged[0] : .union(merged)
  }
}
