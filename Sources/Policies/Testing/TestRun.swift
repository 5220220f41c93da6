internal import CivilTime

/// Runs the tests that stand in a policy. It needs nothing but the policy.
public struct TestRun: Sendable {
  private let evaluator: Evaluator
  private let groups: TargetGroups
  private let tests: [PolicyTest]

  /// The tests of `policy`.
  public init(_ policy: Policy) {
    evaluator = Evaluator(policy)
    groups = TargetGroups(policy.targets)
    tests = policy.tests
  }

  /// What came of each test, in the order of the file.
  public func results() -> [TestResult] {
    tests.map { test in
      switch test.when {
      case .at(let instants):
        TestResult(test: test, failures: instants.flatMap { failures(of: test, at: $0) })
      case .throughout(let range):
        TestResult(test: test, failures: failures(of: test, throughout: range))
      }
    }
  }

  private func failures(of test: PolicyTest, at instant: Instant) -> [TestResult.Failure] {
    failures(of: test, in: instant..<instant + 1) { _ in .at(instant) }
  }

  private func failures(of test: PolicyTest, throughout range: Range<Instant>) -> [TestResult.Failure] {
    failures(of: test, in: range) { .throughout($0) }
  }

  private func failures(
    of test: PolicyTest, in range: Range<Instant>, when: (Range<Instant>) -> TestResult.Failure.When
  ) -> [TestResult.Failure] {
    test.expect.flatMap { expectation in
      groups.members(of: [expectation.target]).compactMap { target in
        firstDeviation(of: target, from: expectation.state, in: range).map { found in
          TestResult.Failure(
            expectation: expectation, target: target, state: found.state, decidedBy: found.decidedBy,
            when: when(found.range))
        }
      }
    }
  }

  /// The first stretch in which `target` has one other state than `state` by one statement; nil where it has `state`
  /// throughout.
  private func firstDeviation(
    of target: Name, from state: TargetState, in range: Range<Instant>
  ) -> TimelineInterval? {
    evaluator.timeline(of: target, in: range).first { $0.state != state }
  }
}
