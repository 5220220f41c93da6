import CivilTime

@testable import Policies

/// Sentences as the tests of the language read them: with schedules of days (`hols`), of a night (`bed`), of an hour of the
/// day (`lunch`), of times on days of its own (`party`), and some whose names are two words of a sentence (`school-nights`,
/// `school-days`, `movie-night`).
enum ReadSentence {
  static let names = ScheduleNames(
    kinds: [
      Name("hols"): .days, Name("bed"): .times, Name("lunch"): .times, Name("party"): .times,
      Name("school-nights"): .days, Name("school-days"): .days, Name("movie-night"): .times,
    ],
    timesOfDay: [Name("bed"): [range(21, 7)], Name("lunch"): [range(12, 13)]],
    spellings: ["hols", "bed", "lunch", "party", "school-nights"], vocabulary: Vocabulary(),
    others: [Name("kids"): "target"],
    targetProblem: { .unknownTarget($0.text, suggestion: Spelling.nearest(to: $0.text, in: ["kids"]), known: []) })

  private static func range(_ start: Int, _ end: Int) -> TimeRange {
    TimeRange(
      start: TimeOfDay(hour: start, minute: 0) ?? .midnight, end: TimeOfDay(hour: end, minute: 0) ?? .midnight)
  }

  /// What a sentence came to.
  enum Outcome: Equatable {
    case statement(subjects: [Name], state: TargetState, when: Schedule, isOnly: Bool = false)
    case refused([SentenceProblem])

    var isAccepted: Bool {
      if case .statement = self { true } else { false }
    }
  }

  static func outcome(_ text: String) -> Outcome {
    switch unsettled(text) {
    case .refused(let problems):
      return .refused(
        problems.map { problem in
          SentenceProblem(
            range: problem.range, message: problem.message.settled { unsettled($0).isAccepted })
        })
    case let outcome: return outcome
    }
  }

  private static func unsettled(_ text: String) -> Outcome {
    switch SentenceParser.statement(text, names) {
    case .problems(let problems): return .refused(problems)
    case .understood(let syntax):
      let subjects = syntax.subjects.map(\.name)
      guard let when = syntax.when else { return .statement(subjects: subjects, state: syntax.state, when: .always) }
      let resolution = WhenResolver.resolve(when, in: text, names: names, isAfterOnly: syntax.only != nil)
      guard let schedule = resolution.schedule else { return .refused(resolution.problems) }
      if let only = syntax.only,
        let message = OnlyTimes.problem(
          [when], meaning: [schedule], of: subjects, isInPlace: only.isInPlace, names: names)
      {
        return .refused([SentenceProblem(range: only.range, message: message)])
      }
      return .statement(subjects: subjects, state: syntax.state, when: schedule, isOnly: syntax.only != nil)
    }
  }

  /// The sentence as the language itself writes it, or `code ‹words› hint` for each problem.
  static func summary(_ text: String) -> String {
    switch outcome(text) {
    case .statement(let subjects, _, let when, true): return SentenceText.only(subjects, [when])
    case .statement(let subjects, let state, let when, false): return sentence(subjects, state, when)
    case .refused(let problems):
      let source = SentenceSource(text)
      return problems.map { "\($0.message.code.rawValue) ‹\(source[$0.range])› \($0.message.hint ?? "")" }
        .joined(separator: "; ")
    }
  }

  static func sentence(_ subjects: [Name], _ state: TargetState, _ when: Schedule) -> String {
    let start = subjects.map(\.text).joined(separator: ", ") + " " + state.rawValue
    return when == .always ? start : start + " " + SentenceText.text(of: when)
  }
}
