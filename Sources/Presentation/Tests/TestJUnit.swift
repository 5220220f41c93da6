package import CivilTime
import Documents
package import Policies

/// What came of a policy's own tests as a JUnit report: a suite for the policy, a case for each test.
///
/// It holds what the strictest of the schemas in use, that of Apache Ant's reports, asks for: attributes without a
/// meaning here, empty outputs, and one failure for each case.
package struct TestJUnit {
  private let results: [TestResult]
  private let policy: Policy
  private let words: TestWords
  private let now: Instant

  package init(_ results: [TestResult], policy: Policy, now: Instant) {
    self.results = results
    self.policy = policy
    self.now = now
    words = TestWords(policy: policy)
  }

  /// The whole document.
  package var text: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites>
      <testsuite \(suite)>
        <properties>
          <property name="timezone" value="\(policy.zone.name.escapedForXML)"/>
        </properties>
    \(results.map { testCase($0) + "\n" }.joined())    <system-out/>
        <system-err/>
      </testsuite>
    </testsuites>

    """
  }

  private var suite: String {
    attributes([
      ("id", "0"), ("package", "reconcile"), ("name", policy.path), ("hostname", "localhost"),
      ("timestamp", String(now.description.dropLast())), ("tests", String(results.count)),
      ("failures", String(results.filter { !$0.isPassed }.count)), ("errors", "0"), ("skipped", "0"), ("time", "0"),
    ])
  }

  private func testCase(_ result: TestResult) -> String {
    let place = "\(result.test.span.file):\(result.test.span.start.line)"
    let name = words.name(result.test)
    let opening = "    <testcase \(attributes([("classname", place), ("name", name), ("time", "0")]))"
    guard let first = result.failures.first else { return opening + "/>" }
    let message = words.finding(first) + (result.failures.count > 1 ? ", and \(result.failures.count - 1) more" : "")
    let details = result.failures.flatMap { [words.place($0) + ": " + words.finding($0), words.reason($0)] }
    let failure = "<failure \(attributes([("message", message), ("type", "state")]))>"
    return """
      \(opening)>
            \(failure)\(details.map(\.escapedForXML).joined(separator: "\n"))</failure>
          </testcase>
      """
  }

  private func attributes(_ pairs: [(String, String)]) -> String {
    pairs.map { "\($0.0)=\"\($0.1.escapedForXML)\"" }.joined(separator: " ")
  }
}
