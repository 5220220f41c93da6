import JSONTree
import Policies
import Presentation
import Providers
import Planning

/// What is told of a run that did something, found a device stuck, or lost a system or got one back. There is no secret
/// in it.
struct Notification: Sendable {
  private let report: Report
  private let policy: String
  private let lost: [Name]
  private let back: [Name]
  /// The names of devices that failed to move, told when they first do.
  private let stuck: [String]

  /// Nil where there is nothing to tell: a change that failed is tried again by every run, and is told when it was
  /// made. `policy` is its path as it was named.
  init?(_ report: Report, events: [Event], policy: String) {
    self.report = report
    self.policy = policy
    lost = events.filter { $0.kind == .systemLost }.compactMap(\.system)
    back = events.filter { $0.kind == .systemBack }.compactMap(\.system)
    stuck = events.filter { $0.kind == .stuck }.compactMap(\.name)
    let isQuiet = report.summary.applied == 0 && !report.actions.contains(where: \.isSettled)
    if isQuiet, lost.isEmpty, back.isEmpty, stuck.isEmpty { return nil }
  }

  /// One object, its keys in a fixed order.
  var json: JSON {
    .object(
      [
        .init("formatVersion", .integer(1)),
        .init("at", .instant(report.plan.now)),
        .init("policy", .string(policy)),
        .init("changes", .array(tried.map(change))),
        .init("lost", .array(lost.map { .string($0.text) })),
        .init("back", .array(back.map { .string($0.text) })),
        .init("summary", .string(summary)),
      ] + (report.actions.isEmpty ? [] : [.init("actions", .array(report.actions.map(action)))])
        + (stuck.isEmpty ? [] : [.init("stuck", .array(stuck.map { .string($0) }))]))
  }

  /// Every change with what became of it.
  private var tried: [(entry: PlanEntry, outcome: Outcome)] {
    report.entriesWithOutcomes.compactMap { entry, outcome in outcome.map { (entry, $0) } }
  }

  private func change(_ entry: PlanEntry, _ outcome: Outcome) -> JSON {
    .object(
      entry.switchMembers + [
        .init("toEnds", .instant(entry.to?.ends)),
        .init("state", .string(entry.verdict.state.rawValue)),
        .init("until", .instant(entry.verdict.until)),
        .init("cause", .text(entry.cause?.rawValue)),
        .init("outcome", .string(outcome.word)),
      ])
  }

  private func action(_ entry: ActionEntry) -> JSON {
    .object([
      .init("target", .string(entry.due.key.target.text)), .init("action", .string(entry.due.action.name)),
      .init("due", .instant(entry.due.key.at)), .init("outcome", .string(entry.word)),
    ])
  }

  /// One line for a person: `kids: off, guests: on; not done: 1; cannot be read: pihole; can be read again: gateway`.
  var summary: String {
    let undone = report.summary.failed
    let actions = report.actions.filter(\.isSettled).map { "\($0.due.key.target): \($0.word)" }
    let parts =
      actions + [states.joined(separator: ", ")] + [undone == 0 ? "" : "not done: \(undone)"] + [
        stuck.isEmpty ? "" : "could not move: " + stuck.joined(separator: ", "),
        lost.isEmpty ? "" : "cannot be read: " + lost.map(\.text).joined(separator: ", "),
        back.isEmpty ? "" : "can be read again: " + back.map(\.text).joined(separator: ", "),
      ]
    return parts.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// The targets for which something was moved, each once, with its state and whether somebody else had moved it.
  private var states: [String] {
    var states: [String] = []
    for case (let entry, .applied) in tried {
      let state = "\(entry.target.text): \(entry.verdict.state.rawValue)" + (entry.isPutRight ? " again" : "")
      if !states.contains(state) { states.append(state) }
    }
    return states
  }
}

extension PlanEntry {
  /// Whether somebody else had moved it.
  fileprivate var isPutRight: Bool { cause == .outside || cause == .contended }
}
