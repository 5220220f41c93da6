import CivilTime
import Documents

/// Says which nights `weekdays` and `except weekends` mean. Both are right, and many expect two others.
enum UnexpectedNights {
  /// A note for each statement of `policy` that uses such words for nights.
  static func notes(on policy: Policy) -> [Diagnostic] {
    var result: [Diagnostic] = []
    lazy var parts = policy.partsOfSchedules
    for index in policy.statements.indices {
      guard let words = policy.statements[index].nightWords else { continue }
      let statement = policy.statements[index]
      guard words == .weekdays || statement.when.contains(where: { hasNights($0, parts) }) else { continue }
      result.append(PolicyMessage.nights(words, sentence: sentence(for: statement)).at(statement.span))
    }
    return result
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
