import CivilTime
import Documents

/// Says which nights `weekdays` and `except weekends` mean. Both are right, and many expect two others. And that
/// `kids on holidays until 23:00` opens the night that ends on such a day, too.
enum UnexpectedNights {
  /// A note for each statement of `policy` that uses such words for nights.
  static func notes(on policy: Policy) -> [Diagnostic] {
    var result: [Diagnostic] = []
    lazy var parts = policy.partsOfSchedules
    for index in policy.statements.indices {
      guard let words = policy.statements[index].nightWords else { continue }
      let statement = policy.statements[index]
      if case .until(let end) = words {
        if let warning = openedNight(index, end, policy, parts) { result.append(warning.at(statement.span)) }
        continue
      }
      guard words == .weekdays || statement.when.contains(where: { hasNights($0, parts) }) else { continue }
      result.append(PolicyMessage.nights(words, sentence: sentence(for: statement)).at(statement.span))
    }
    return result
  }

  /// `kids on holidays until 23:00` below `kids off 21:00–07:00`
  private static func openedNight(
    _ index: Int, _ end: TimeOfDay, _ policy: Policy, _ parts: [Name: [Schedule]]
  ) -> PolicyMessage? {
    let statement = policy.statements[index]
    guard !statement.state.isOff else { return nil }
    let groups = TargetGroups(policy.targets)
    let subjects = Set(groups.members(of: statement.subjects))
    let nights = policy.statements[..<index].lazy.filter { earlier in
      earlier.state.isOff && !subjects.isDisjoint(with: groups.members(of: earlier.subjects))
    }.compactMap { earlier in earlier.when.lazy.compactMap { night(in: $0, parts) }.first }
    guard let night = nights.first else { return nil }
    let meant = end > night.end ? TimeRange(start: night.end, end: end) : TimeRange(start: night.start, end: end)
    return .opensNight(until: end, sentence: sentence(for: statement, until: end, as: meant))
  }

  private static func night(in schedule: Schedule, _ parts: [Name: [Schedule]]) -> TimeRange? {
    schedule.clauses.lazy.compactMap { clause in
      switch clause {
      case .windows(_, let times): times.first(where: \.isNight)
      case .schedule(let name): (parts[name] ?? []).lazy.compactMap { night(in: $0, parts) }.first
      case .times: nil
      }
    }.first
  }

  /// The statement with `time` in the place of what begins at midnight and ends at `end`.
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

  /// Whether a window of every day goes on after midnight, also one of a schedule that it names.
  private static func hasNights(_ schedule: Schedule, _ parts: [Name: [Schedule]]) -> Bool {
    schedule.clauses.contains { clause in
      switch clause {
      case .windows(let days, let times): return days == .daily && times.contains(where: \.isNight)
      case .schedule(let name):
        return (parts[name] ?? []).contains { hasNights($0, parts) }
      case .times: return false
      }
    }
  }

  /// The sentence about the nights before weekdays; nil for one that also speaks of something else.
  private static func sentence(for statement: Statement) -> String? {
    guard statement.when.count == 1, statement.when[0].clauses.count == 1,
      case .windows(let days, let times) = statement.when[0].clauses[0], times.allSatisfy(\.isNight)
    else { return nil }
    var meant = statement
    switch (statement.nightWords, days) {
    case (.weekdays, .weekdays): break
    case (.exceptWeekends, .daily):
      let weekend = Days.weekdays([.saturday, .sunday])
      meant.when[0].exceptions.removeAll { $0 == .windowsStarting(on: weekend) }
      guard meant.when[0].exceptions.count < statement.when[0].exceptions.count else { return nil }
    default: return nil
    }
    let schoolNights = Days.weekdays([.sunday, .monday, .tuesday, .wednesday, .thursday])
    meant.when[0].clauses = [.windows(on: schoolNights, at: times)]
    return SentenceText.sentences(of: meant).first
  }
}
