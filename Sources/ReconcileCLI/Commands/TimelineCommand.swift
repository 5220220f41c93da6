import CivilTime
import JSONTree
import Policies
import Reconciliation

/// `reconcile timeline`: what holds when, from the policy alone.
enum TimelineCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let settings = try RunSettings(invocation)
    let loaded = try LoadedPolicy(invocation, environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let range = try range(settings, policy.zone, now: environment.now())
    let timelines = Timelines(policy: policy, range: range)
    switch settings.format {
    case .text: environment.output(timelines.text(now: environment.now(), settings.style(environment)))
    case .json: environment.output(timelines.json.text + "\n")
    }
    return .success
  }

  /// From `--from` up to, but not including, `--to`: now and a week unless given.
  private static func range(
    _ settings: RunSettings, _ zone: Zone, now: Instant
  ) throws(UsageError) -> Range<Instant> {
    let from = try settings.instant(.from, in: zone, now: now) ?? now
    let to = try settings.instant(.to, in: zone, now: now) ?? from + 7 * 86_400
    guard from < to else {
      throw UsageError(message: "'--to' must be later than '--from'", hint: nil)
    }
    return from..<to
  }
}

/// The timelines of all targets over one range.
private struct Timelines {
  let policy: Policy
  let range: Range<Instant>
  private let targets: [(target: Name, intervals: [TimelineInterval])]

  init(policy: Policy, range: Range<Instant>) {
    self.policy = policy
    self.range = range
    let evaluator = Evaluator(policy)
    targets = policy.targets.filter { $0.selector.system != nil }.map { target in
      (target.name, evaluator.timeline(of: target.name, in: range))
    }
  }

  var json: JSON {
    .object([
      .init("formatVersion", .number("1")),
      .init("timezone", .string(policy.zone.name)),
      .init("from", .instant(range.lowerBound)),
      .init("to", .instant(range.upperBound)),
      .init(
        "targets",
        .array(
          targets.map {
            .object([
              .init("target", .string($0.target.text)), .init("intervals", .array($0.intervals.map(json))),
            ])
          })),
    ])
  }

  private func json(_ interval: TimelineInterval) -> JSON {
    .object([
      .init("from", .instant(interval.range.lowerBound)),
      .init("to", .instant(interval.range.upperBound)),
      .init("state", .string(interval.state.rawValue)),
      .init("decidedBy", .string(DeciderWords(interval.decidedBy, policy).name)),
    ])
  }

  func text(now: Instant, _ style: Style) -> String {
    let moments = Moments(zone: policy.zone, now: range.lowerBound)
    let heading = [policy.path.escaped, policy.zone.name, policy.zone.longText(range.lowerBound)]
    var lines = [heading.joined(separator: " · ")]
    for (target, intervals) in targets {
      lines += ["", "  " + style.strong(target.text)]
      let rows = intervals.map { interval in
        (
          moments.short(interval.range.lowerBound) + " – " + moments.short(interval.range.upperBound),
          interval.state.rawValue, DeciderWords(interval.decidedBy, policy).name
        )
      }
      let width = rows.map { displayWidth($0.0) }.max() ?? 0
      lines += rows.map { "    \(padded($0.0, to: width))  \(padded($0.1, to: 6))  \(style.faint($0.2))" }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
