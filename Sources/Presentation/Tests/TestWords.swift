import CivilTime
import Documents
import Policies

/// The words for what came of a policy's own tests. Nothing is escaped yet.
struct TestWords {
  let policy: Policy

  /// `kids should be off at Fri 2026-11-20 22:00, but is on`.
  func finding(_ failure: TestResult.Failure) -> String {
    let asked = failure.expectation.target
    let member = asked == failure.target ? "" : " (of \(asked))"
    let subject = "\(failure.target)\(member)"
    let target = "\(subject) should be \(failure.expectation.state.rawValue)"
    switch (failure.when, failure.state) {
    case (.at(let instant), .leave) where failure.expectation.state == .runs:
      return "\(subject) should run at \(text(instant)), and does not"
    case (.throughout(let range), .leave) where failure.expectation.state == .runs:
      return "\(subject) should run from \(text(range.lowerBound)) to \(text(range.upperBound)), and does not"
    case (.at(let instant), .runs): return "\(subject) should not run at \(text(instant)), and does"
    case (.throughout(let range), .runs): return "\(subject) should not run, and does at \(text(range.lowerBound))"
    case (.at(let instant), _): return "\(target) at \(text(instant)), but is \(failure.state.rawValue)"
    case (.throughout(let range), _):
      return "\(target), but is \(failure.state.rawValue) from \(text(range.lowerBound)) to \(text(range.upperBound))"
    }
  }

  /// `household.yaml:31`: where the expectation stands.
  func place(_ failure: TestResult.Failure) -> String {
    "\(failure.expectation.span.file):\(failure.expectation.span.start.line)"
  }

  /// `policy-1, line 25: kids off 21:00–07:00 (everybody stays up)`, or `no statement holds then: otherwise on`.
  func reason(_ failure: TestResult.Failure) -> String {
    switch failure.decidedBy {
    // Tests of a file know no overrides.
    case .override(let number): return "override \(number)"
    case .otherwise where failure.expectation.state == .runs: return "no statement says so"
    case .otherwise: return "no statement holds then: otherwise \(failure.state.rawValue)"
    case .edge, .statement:
      let words = failure.decidedBy.words(policy)
      return words.map { "\($0.name): \($0.plainSentence)" + ($0.because.map { " (\($0))" } ?? "") } ?? ""
    }
  }

  /// What the person called the test, else its time and what it expects.
  func name(_ test: PolicyTest) -> String {
    if let name = test.name { return name }
    let states = test.expect.map { "\($0.target) \($0.state.rawValue)" }.joined(separator: ", ")
    switch test.when {
    case .at(let instants): return instants.map(text).joined(separator: ", ") + ": " + states
    case .throughout(let range): return "\(text(range.lowerBound)) to \(text(range.upperBound)): " + states
    }
  }

  /// `Fri 2026-11-20 22:00`, with the offset where clocks show that time twice.
  private func text(_ instant: Instant) -> String {
    let local = policy.zone.local(instant)
    let isTwice = policy.zone.instants(local: local).count > 1
    return "\(local.date.weekday.shortName) \(local.date) \(local.clockText)"
      + (isTwice ? " " + policy.zone.offsetText(at: instant) : "")
  }

  /// `1 test`, `2 tests`.
  static func count(_ tests: Int) -> String { tests == 1 ? "1 test" : "\(tests) tests" }
}
