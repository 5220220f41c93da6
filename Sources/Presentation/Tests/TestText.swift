import Documents
package import Policies
import Text

/// What came of a policy's own tests, for a terminal of 80 columns: a line that editors and compilers' readers
/// understand for each failure, why it is so, and a summary.
package struct TestText {
  private let results: [TestResult]
  private let policy: Policy
  private let words: TestWords
  private let style: Style

  package init(_ results: [TestResult], policy: Policy, style: Style) {
    self.results = results
    self.policy = policy
    self.style = style
    words = TestWords(policy: policy)
  }

  /// The whole text, ending in a line feed.
  package var text: String { (results.flatMap(lines) + [summary]).joined(separator: "\n") + "\n" }

  private func lines(_ result: TestResult) -> [String] { result.failures.flatMap { lines($0, result.test) } }

  private func lines(_ failure: TestResult.Failure, _ test: PolicyTest) -> [String] {
    let name = test.name.map { "'\($0)': " } ?? ""
    let heading = "\(words.place(failure)): \(name)\(words.finding(failure))"
    let reason = style.wrapped(words.reason(failure).escaped, indent: "  ", following: "    ")
    return style.wrapped(heading.escaped, indent: "", following: "  ").map(style.bad) + reason.map(style.faint)
  }

  private var summary: String {
    let failed = results.filter { !$0.isPassed }.count
    if results.isEmpty { return "\(policy.path.escaped) has no tests." }
    if failed > 0 { return style.bad("\(failed) of \(TestWords.count(results.count)) failed.") }
    return style.good(results.count == 1 ? "1 test passed." : "All \(results.count) tests passed.")
  }
}
