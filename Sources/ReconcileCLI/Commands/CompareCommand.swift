import JSONTree
import Policies
import Reconciliation

/// `reconcile compare`: what an edit of a policy means, from the two files alone.
enum CompareCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let settings = try RunSettings(invocation)
    let sides = invocation.operands.map { LoadedPolicy(path: $0, environment, takesSketches: true) }
    guard let old = sides.first?.policy, let new = sides.last?.policy else {
      return refuse(sides.filter { $0.policy == nil }, settings, environment)
    }
    let compared = Compared(old: old, new: new, now: environment.now(), days: settings.days)
    environment.output(rendered(compared, settings, environment))
    return compared.comparison.isEmpty ? .success : .differences
  }

  private static func refuse(
    _ sides: [LoadedPolicy], _ settings: RunSettings, _ environment: Environment
  ) -> ExitStatus {
    switch settings.format {
    case .json, .markdown: environment.output(sides.rendered(in: settings.format))
    case .text, .github, .junit, .svg: for side in sides { _ = side.refuse(environment) }
    }
    return .policy
  }

  private static func rendered(_ compared: Compared, _ settings: RunSettings, _ environment: Environment) -> String {
    switch settings.format {
    case .json: CompareJSON(compared: compared).json.line
    case .markdown: CompareMarkdown(compared).text
    case .text, .github, .junit, .svg: CompareText(compared, style: settings.style(environment)).text
    }
  }
}
