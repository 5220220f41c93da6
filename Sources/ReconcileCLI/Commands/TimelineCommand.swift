import CivilTime
import Controller
import Host
import Policies
import Presentation
import Providers
import Planning

/// `reconcile timeline`: what holds when, from the policy and the overrides that the state knows.
enum TimelineCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let output = try OutputSettings(invocation)
    let days = try invocation.days
    let paper = try invocation.choice(.paper, among: Paper.allCases)
    if paper != nil, output.format != .svg { throw UsageError.paperWithoutPicture }
    let loaded = try invocation.policy(environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let now = environment.now()
    let shown = ShownOverrides(policy, invocation.shownState(environment), environment, now: now)
    let zone = shown.policy.zone
    let asked = TimelineRange(zone: zone, now: now, format: output.format)
    let first = try invocation.instant(.from, as: .start, in: zone, now: now) ?? asked.beginning
    if invocation.has(.to), invocation.has(.days) { throw UsageError.daysAndTo }
    let last =
      try invocation.instant(.to, as: .end(after: first), in: zone, now: now)
      ?? days.map { asked.later(first, days: $0) }
    if let from = invocation.value(.from), let to = invocation.value(.to),
      let skipped = SkippedStretch(from: from, until: to, at: first, in: zone, now: now)
    {
      throw Messages.skipped(skipped, from: from, until: to)
    }
    let range = try asked.range(from: first, to: last)
    let targets = try ExplainCommand.targets(
      invocation.operands + invocation.targets, shown.policy, environment)
    let dates = DateWords(LocaleName(.time, environment.variable))
    let view = TimelineView(shown: shown, targets: targets, range: range, now: now, words: .english(dates))
    try asked.check(rows: view.rowCount)
    if view.isTooMuch { throw UsageError.tooMuchToShow(targets: targets.count, days: view.rowCount) }
    environment.output(view.text(in: output.format, output.style(environment), on: paper))
    return .success
  }
}
