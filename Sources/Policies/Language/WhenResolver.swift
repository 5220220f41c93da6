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
    if resolver.problems.isEmpty { resolver.warnOfWholeException(when) }
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
    let isDaysOnly = list.clauses.allSatisfy { !$0.hasTimes }
    let clauses = clauses(of: list)
    guard isDaysOnly else { return .instants(of: clauses) }
    return .windowsStarting(on: .list(list.clauses.flatMap { $0.days.map(Self.days) }))
  }

  /// `except holidays 21:00–07:00` with nothing but days before it.
  private mutating func warnOfWholeException(_ when: WhenSyntax) {
    guard let open = WholeException(when, in: sentence) ?? WholeException(when, in: sentence, isAlone: false) else {
      return
    }
    let proposals = open.readings.map { sentence.replacing(when.range, with: $0) }
    report(.wholeExceptionMeant(open, proposals: proposals), at: when.range)
  }

  private mutating func clauses(of list: ClausesSyntax) -> [Schedule.Clause] {
    for clause in list.clauses { checkNames(of: clause) }
    checkKinds(of: list)
    return list.clauses.map { clause in
      let days = clause.days.isEmpty ? Days.daily : .list(clause.days.map(Self.days))
      guard let named = clause.named?.name else {
        return .windows(on: days, at: clause.times.isEmpty ? [.allDay] : clause.times.map(\.times))
      }
      return clause.days.isEmpty ? .schedule(named) : .windows(on: days, at: names.timesOfDay[named] ?? [])
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
    if clause.days.contains(where: { kind(of: $0) != .days }) { return .unknown }
    if isAfterOnly, clause.days.isEmpty, let named = clause.named, names.timesOfDay[named.name] != nil { return .times }
    if clause.days.isEmpty { return clause.named == nil ? .times : .daysWithTimes }
    return clause.hasTimes ? .daysWithTimes : .days
  }

  /// What the schedule named by a day is; `.days` for a day that names none, nil where it is broken or unknown.
  private func kind(of day: DaySyntax) -> ScheduleNames.Kind? {
    switch day.kind {
    case .schedule(let name), .eves(let name):
      let kind = names.kinds[name.name]
      return kind == .broken ? nil : kind
    case .daily, .weekdays, .dates, .yearly, .cycle, .ordinal, .parity: return .days
    }
  }

  private mutating func checkKinds(of list: ClausesSyntax) {
    guard list.clauses.count > 1 else { return }
    let kinds = list.clauses.map { kind(of: $0) }
    guard let first = kinds.first, !kinds.contains(.unknown), let odd = kinds.firstIndex(where: { $0 != first }),
      let start = list.clauses.first?.range.lowerBound, let end = list.clauses.last?.range.upperBound
    else { return }
    let clauses = list.clauses.map { clause in
      MixedClauses.Clause(clause, in: sentence) { names.timesOfDay[$0] != nil }
    }
    let readings =
      HalfNights.later(list.clauses, sentence, names).map { [$0] }
      ?? [night(of: list.clauses)].compactMap(\.self) + MixedClauses.readings(of: clauses)
    report(.mixed(proposals: readings.map { sentence.replacing(start..<end, with: $0) }), at: list.clauses[odd].range)
  }

  /// `weekdays 21:00–07:00` for `weekdays after 21:00 and before 07:00`; nil for everything else.
  private func night(of clauses: [ClauseSyntax]) -> String? {
    guard clauses.count == 2, let days = clauses[0].daysRange, let from = clauses[0].times.first,
      clauses[0].times.count == 1, clauses[1].days.isEmpty, let until = clauses[1].times.first,
      clauses[1].times.count == 1, from.isOpenEnded, until.isOpenStart, until.times.end < from.times.start
    else { return nil }
    return "\(sentence[days]) \(ClockTime.text(from.times.start))–\(ClockTime.text(until.times.end))"
  }

  // MARK: - Names

  /// The most times of a schedule beside days.
  private static let mostTimesBesideDays = 96

  private mutating func checkNames(of clause: ClauseSyntax) {
    for day in clause.days {
      switch day.kind {
      case .schedule(let name):
        if let problem = names.problem(with: name.name, where: { $0 == .days || clause.isNameAlone }) {
          report(problem, at: name.range)
        }
      case .eves(let name): checkEves(of: name)
      case .daily, .weekdays, .dates, .yearly, .cycle, .ordinal, .parity: break
      }
    }
    guard let named = clause.named, !clause.days.isEmpty else { return }
    guard let times = names.timesOfDay[named.name] else {
      return report(
        .timesOnOwnDays(named.name.text, isCalendar: names.calendars.contains(named.name)), at: named.range)
    }
    // Each statement takes them over, so that a few lines could be millions of windows.
    if times.count > Self.mostTimesBesideDays {
      report(.manyTimesBesideDays(named.name.text, most: Self.mostTimesBesideDays), at: named.range)
    }
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
    case .cycle(let cycle): .cycle(cycle)
    case .ordinal(let ordinal): .ordinal(ordinal)
    case .parity(let parity): .parity(parity)
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
