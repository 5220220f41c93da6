import Controller
import Host
import Policies
import Presentation
import StateStore

/// `reconcile show PLAN`: what is in a plan file, and whether it can still be carried out as far as is known without a
/// network.
enum ShowCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let output = try OutputSettings(invocation)
    let path = invocation.operands.first ?? ""
    guard let plan = PlanFileAccess(environment: environment).plan(at: path, otherwise: "") else { return .failure }
    // The policy of the plan is meant, unless another one is named: it may have moved.
    let policy = invocation.value(.policy) ?? plan.policy
    let places = Places(
      policy: policy, state: invocation.places(environment).state,
      again: invocation.again(naming: PolicyPath(given: nil, environment).path == policy ? nil : policy))
    let loaded = LoadedPolicy(path: places.policy, environment, takesSketches: false)
    let shown = ShownPlan(
      path: path, again: places.again, plan: plan, standing: PlanStanding(plan, loaded, places, environment),
      zone: loaded.policy?.zone ?? Zones(environment.files).followed(by: try? StateStore(reading: places.state.path)),
      now: environment.now())
    switch output.format {
    case .json: environment.output(shown.json.line)
    case .markdown: environment.output(shown.markdown)
    case .text, .github, .junit, .svg, .html: environment.output(shown.text(output.style(environment)))
    }
    return .success
  }
}
