@testable import Policies

/// Sentences as the tests of the language read them: with two schedules, `hols` of days and `bed` with times.
enum ReadSentence {
  static let names = ScheduleNames(
    kinds: [Name("hols"): .days, Name("bed"): .times, Name("party"): .times], timesOfDay: [Name("bed")],
    vocabulary: Vocabulary(),
    others: [Name("kids"): "target"])

  /// What a sentence came to.
  enum Outcome: Equatable {
    case statement(subjects: [Name], state: TargetState, when: Schedule, isOnly: Bool = false)
    case refused([SentenceProblem])

    var isAccepted: Bool {
      if case .statement = self { true } else { false }
    }
  }

  static func outcome(_ text: String) -> Outcome {
    switch SentenceParser.statement(text, names.vocabulary) {
    case .problems(let problems): return .refused(problems)
    case .understood(let syntax):
      guard let when = syntax.when else {
        return .statement(subjects: syntax.subjects.map(\.name), state: syntax.state, when: .always)
      }
      let resolution = WhenResolver.resolve(when, in: text, names: names, isAfterOnly: syntax.only != nil)
      guard let schedule = resolution.schedule else { return .refused(resolution.problems) }
      let subjects = syntax.subjects.map(\.name)
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
