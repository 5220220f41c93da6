import CivilTime
import Documents
package import JSONTree
package import Policies

/// What came of a policy's own tests as one JSON object, its keys in a fixed order.
package struct TestJSON {
  private let results: [TestResult]
  private let policy: Policy

  package init(_ results: [TestResult], policy: Policy) {
    self.results = results
    self.policy = policy
  }

  package var json: JSON {
    let failed = results.filter { !$0.isPassed }.count
    return .object([
      .formatVersion,
      .init("policy", .string(policy.path)),
      .init("timezone", .string(policy.zone.name)),
      .init("tests", .array(results.map(result))),
      .init(
        "summary",
        .object([
          .init("tests", .integer(results.count)), .init("passed", .integer(results.count - failed)),
          .init("failed", .integer(failed)),
        ])),
    ])
  }

  private func result(_ result: TestResult) -> JSON {
    .object([
      .init("name", .text(result.test.name)),
      .init("status", .string(result.isPassed ? "passed" : "failed")),
      .init("file", .string(result.test.span.file)),
      .init("line", .integer(result.test.span.start.line)),
      .init("column", .integer(result.test.span.start.column)),
      .init("failures", .array(result.failures.map(failure))),
    ])
  }

  private func failure(_ failure: TestResult.Failure) -> JSON {
    let span = failure.expectation.span
    let (at, range): (Instant?, Range<Instant>?) =
      switch failure.when {
      case .at(let instant): (instant, nil)
      case .throughout(let range): (nil, range)
      }
    return .object([
      .init("target", .string(failure.target.text)),
      .init("expected", .string(failure.expectation.state.rawValue)),
      .init("state", .string(failure.state.rawValue)),
      .init("at", .instant(at)),
      .init("from", .instant(range?.lowerBound)),
      .init("to", .instant(range?.upperBound)),
      .init("decidedBy", .string(failure.decidedBy.id(policy))),
      .init("source", .text(failure.decidedBy.words(policy)?.place)),
      .init("file", .string(span.file)),
      .init("line", .integer(span.start.line)),
      .init("column", .integer(span.start.column)),
    ])
  }
}
