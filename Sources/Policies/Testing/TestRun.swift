import CivilTime
public import Documents

/// Runs the tests of a policy. It needs nothing but the policy.
public struct TestRun: Sendable {
  private let evaluator: Evaluator
  private let groups: TargetGroups
  private let tests: [PolicyTest]
  private let actions: Set<Name>
  /// How many statements and times of statements may have to be looked at for one target on one day.
  private let lines: Int

  /// The tests of `policy`.
  public init(_ policy: Policy) {
    evaluator = Evaluator(policy)
    groups = TargetGroups(policy.targets)
    tests = policy.tests
    actions = Set(evaluator.edges.targets)
    lines = max(1, policy.statements.reduce(policy.edges.count) { $0 + max(1, $1.when.count) })
  }

  /// All tests together may look at so many days, times targets, times lines of the policy; it takes some ten seconds.
  /// A hundred tests of a year each, in a household of 10 targets and 100 lines, are 36 million.
  public static let most = 4_000_000_000

  /// The problem with the first test with which all together look at more than `most`; nil where they do not.
  public var excess: Diagnostic? {
    var rest = Double(Self.most)
    for test in tests {
      rest -= cost(of: test)
      if rest < 0 {
        return Diagnostic(
          .error, code: "test.too-much",
          "up to this test, the tests check more than \(Self.most / 1_000_000) million days × targets × lines",
          hint: "bring 'from' and 'to' closer together, or test a few instants with 'at'", at: test.span)
      }
    }
    return nil
  }

  private func cost(of test: PolicyTest) -> Double {
    let days =
      switch test.when {
      case .at(let instants): Double(instants.count)
      case .throughout(let range):
        (Double(range.upperBound.secondsSinceEpoch) - Double(range.lowerBound.secondsSinceEpoch)) / 86_400 + 1
      }
    let targets = test.expect.reduce(0) { $0 + groups.members(of: [$1.target]).count }
    return days * Double(targets) * Double(lines)
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
        let found =
          actions.contains(target)
          ? failure(of: target, expectation, in: range) : firstDeviation(of: target, from: expectation.state, in: range)
        return found.map { found in
          TestResult.Failure(
            expectation: expectation, target: target, state: found.state, decidedBy: found.decidedBy,
            when: when(found.range))
        }
      }
    }
  }

  /// The first time at which the action `target` is done, or the whole range in which it is not, where something else is
  /// expected.
  private func failure(
    of target: Name, _ expectation: PolicyTest.Expectation, in range: Range<Instant>
  ) -> TimelineInterval? {
    let first = evaluator.edges.occurrences(of: [target], in: range).first
    switch (first, expectation.state) {
    case (nil, .runs): return TimelineInterval(range: range, state: .leave, decidedBy: .otherwise)
    case (let first?, .leave):
      return TimelineInterval(range: first.at..<first.at + 1, state: .runs, decidedBy: .edge(first.edge))
    default: return nil
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
