import CivilTime
import Controller
import Host
import JSONTree
import Policies
import Presentation
import Providers
import Planning

/// `reconcile test`: the policy's own tests, without the network and without opening a secret.
enum TestCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let output = try OutputSettings(invocation)
    let loaded = try invocation.policy(environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let tests = TestRun(policy)
    if let excess = tests.excess { return loaded.refused(for: excess).refuse(environment) }
    let results = tests.results()
    environment.output(text(results, policy, output, environment))
    return results.allSatisfy(\.isPassed) ? .success : .failure
  }

  private static func text(
    _ results: [TestResult], _ policy: Policy, _ output: OutputSettings, _ environment: Environment
  ) -> String {
    switch output.format {
    case .json: TestJSON(results, policy: policy).json.line
    case .junit: TestJUnit(results, policy: policy, now: environment.now()).text
    case .text, .markdown, .github, .svg, .html:
      TestText(results, policy: policy, style: output.style(environment)).text
    }
  }
}
