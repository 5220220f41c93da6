import CivilTime
import Controller
import Documents
import Host
import JSONTree
import Planning
import Policies
import Presentation
import Providers
import StateStore
import Text

/// `reconcile explain`: why is it so, until when, what comes next; from the policy and
/// the overrides that the state knows.
enum ExplainCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let output = try OutputSettings(invocation)
    let loaded = try invocation.policy(environment)
    guard let written = loaded.policy else { return loaded.refuse(environment) }
    let now = environment.now()
    let places = invocation.shownState(environment)
    // Looked at once, so that all that is said is of one moment.
    let remembered = places.map { StateSnapshot(looking: $0, environment) } ?? StateSnapshot()
    var instant = now
    if invocation.has(.at) {
      let zone = ActiveOverrides.zone(of: written, remembered, now: now)
      instant = try invocation.instant(.at, as: .at, in: zone, now: now) ?? now
    }
    let shown = ShownOverrides(
      written, remembered, environment, now: instant, about: invocation.operands.map { Name($0.lowercased()) },
      isNow: instant == now)
    let policy = invocation.has(.canonical) ? shown.policy.canonical : shown.policy
    let names = try targets(invocation.operands, policy, environment)
    let explanations = shown.overlay.explanations(of: names, at: instant)
    let actions = shown.overlay.actionExplanations(of: names, at: instant)
    // Of another time nobody knows more than the schedule.
    let known = instant == now ? places : nil
    let doubts = known.map {
      TargetDoubts(written, fingerprint: loaded.fingerprint, of: names, remembered, at: $0, now: now)
        .besides(shown.warnings)
    }
    environment.output(
      output.format == .json
        ? ExplainJSON(
          explanations: explanations, actions: actions, open: shown.open, policy: policy, instant: instant,
          listsLines: invocation.has(.canonical), doubtful: doubts?.targets ?? [],
          warnings: shown.warnings + (doubts.map { $0.problems + $0.warnings } ?? [])
        ).json.line
        : ExplainText(
          explanations, actions: actions, open: shown.open, policy: policy, at: instant,
          listsLines: invocation.has(.canonical),
          doubts: told(doubts), style: output.style(environment)
        ).text)
    return .success
  }

  /// The same as it is shown: of what was never asked for, that stands beside what is wanted.
  private static func told(_ doubts: TargetDoubts?) -> ExplainText.Doubts {
    guard let doubts else { return ExplainText.Doubts() }
    return ExplainText.Doubts(
      doubts.targets, unsure: doubts.unsure, problems: doubts.problems,
      warnings: doubts.warnings.filter { $0.message.code != StateMessages.unsureCode })
  }

  /// The targets that are none of targets that the command line means: all unless it names some.
  static func targets(
    _ operands: [String], _ policy: Policy, _ environment: Environment
  ) throws(UsageError) -> [Name] {
    let known = policy.targets.map(\.name)
    if operands.isEmpty { return policy.members(of: known) }
    for (place, operand) in operands.enumerated() where !known.contains(Name(operand.lowercased())) {
      if operand.lowercased() == "at", place + 1 < operands.count {
        let time = ShellWord.word(operands[(place + 1)...].joined(separator: " "))
        throw Messages.atWithoutDashes(
          (operands[..<place].map(ShellWord.word) + ["--at", time]).joined(separator: " "))
      }
      throw unknown(operand, policy, environment)
    }
    return policy.members(of: operands.map { Name($0.lowercased()) })
  }

  private static func unknown(_ operand: String, _ policy: Policy, _ environment: Environment) -> UsageError {
    if let target = policy.implicitTargets.first(where: { $0.name.text == operand.lowercased() }) {
      return Messages.implicitTarget(operand, target)
    }
    if let kind = try? environment.files.kind(of: operand), kind == .regular || kind == .folder || kind == .stream {
      return Messages.policyAsTarget(operand)
    }
    let known = policy.targets.map(\.name.text)
    return PassMessages.noSuchTarget(operand, known: known)
  }
}
