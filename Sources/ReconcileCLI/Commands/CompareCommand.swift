import Controller
import Host
import JSONTree
import Policies
import Presentation
import Providers
import Planning

/// `reconcile compare`: what an edit of a policy means, from the two files alone.
enum CompareCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let output = try OutputSettings(invocation)
    let days = try invocation.days ?? 14
    let sides = invocation.operands.map { LoadedPolicy(path: $0, environment, takesSketches: true) }
    guard let before = sides.first, let after = sides.last, let old = before.policy, let new = after.policy else {
      return refuse(sides.filter { $0.policy == nil }, output, environment)
    }
    let compared = Compared(
      old: old, new: new, now: environment.now(), days: days,
      sharedCalendars: after.calendars(sharedWith: before))
    environment.output(rendered(compared, output, environment))
    return compared.isEmpty ? .success : .differences
  }

  private static func refuse(
    _ sides: [LoadedPolicy], _ output: OutputSettings, _ environment: Environment
  ) -> ExitStatus {
    switch output.format {
    case .json, .markdown: environment.output(sides.rendered(in: output.format))
    case .text, .github, .junit, .svg, .html: for side in sides { _ = side.refuse(environment) }
    }
    return .policy
  }

  private static func rendered(_ compared: Compared, _ output: OutputSettings, _ environment: Environment) -> String {
    switch output.format {
    case .json: CompareJSON(compared: compared).json.line
    case .markdown: CompareMarkdown(compared).text
    case .text, .github, .junit, .svg, .html: CompareText(compared, style: output.style(environment)).text
    }
  }
}
