import CivilTime
import JSONTree
import Policies
import Reconciliation

/// `reconcile test`: the policy's own tests, without the network and without opening a secret.
enum TestCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let settings = try RunSettings(invocation)
    let loaded = try LoadedPolicy(invocation, environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let tests = TestRun(policy)
    if let excess = tests.excess { return loaded.refused(for: excess).refuse(environment) }
    let results = tests.results()
    environment.output(text(results, policy, settings, environment))
    return results.allSatisfy(\.isPassed) ? .success : .failure
  }

  private static func text(
    _ results: [TestResult], _ policy: Policy, _ settings: RunSettings, _ environment: Environment
  ) -> String {
    switch settings.format {
    case .json: TestJSON(results, policy: policy).json.line
    case .junit: TestJUnit(results, policy: policy, now: environment.now()).text
    case .text, .markdown, .github, .svg: TestText(results, policy: policy, style: settings.style(environment)).text
    }
  }
}
