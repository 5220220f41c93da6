public import CivilTime

/// What came of one of the file's own tests.
public struct TestResult: Sendable {
  /// The test.
  public var test: PolicyTest
  /// One for each instant, expectation and target that is not as expected, in the order of the file; empty where all
  /// are.
  public var failures: [Failure]

  /// Whether everything is as expected.
  public var isPassed: Bool { failures.isEmpty }

  /// A target that has another state than expected.
  public struct Failure: Sendable {
    /// What was expected; of a target of targets, of one member.
    public var expectation: PolicyTest.Expectation
    /// The target with a state of its own: the expectation's, or a member of it.
    public var target: Name
    /// The state that it has, and what decides.
    public var state: TargetState
    /// What decides that state.
    public var decidedBy: Verdict.Decider
    /// When.
    public var when: When

    /// The two ways to be not as expected.
    public enum When: Hashable, Sendable {
      /// At this instant, which the test names.
      case at(Instant)
      /// In this stretch, the first within the test's time in which the state is another one; half-open.
      case throughout(Range<Instant>)
    }
  }
}
