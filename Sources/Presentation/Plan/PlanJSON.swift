import CivilTime
import Documents
package import JSONTree
package import Planning
package import Policies
import Providers

/// A report as one JSON object, its keys in a fixed order.
package struct PlanJSON {
  private let report: Report
  private let policy: Policy
  private let fingerprint: String

  /// `fingerprint` is the SHA-256 of the plan's fingerprint text, in hex.
  package init(_ report: Report, policy: Policy, fingerprint: String) {
    self.report = report
    self.policy = policy
    self.fingerprint = fingerprint
  }

  package var json: JSON {
    let plan = report.plan
    return .object(
      [
        .formatVersion,
        .init("command", .string(report.purpose.rawValue)),
        .init("policy", .string(policy.path)),
        .init("timezone", .string(policy.zone.name)),
        .init("now", .instant(plan.now)),
        .init("systems", .array(plan.systems.map(system))),
        .init("resources", .array(report.entriesWithOutcomes.map(resource))),
        .init("problems", .array(report.allProblems.map(\.json))),
        .init("warnings", .array(report.allWarnings.map(\.json))),
        .init("summary", summary),
        .init("nextChange", .instant(plan.nextChange?.at)),
        .init("fingerprint", .string(fingerprint)),
      ] + (report.actions.isEmpty ? [] : [.init("actions", .array(report.actions.map(action)))]))
  }

  private func system(_ system: SystemStatus) -> JSON {
    switch system.reading {
    case .ok(let version, _):
      return .object(systemMembers(system, "ok") + [.init("version", .text(version.isEmpty ? nil : version))])
    case .failed(let error):
      return .object(systemMembers(system, error.statusWord) + [.init("version", .null)])
    }
  }

  private func systemMembers(_ system: SystemStatus, _ status: String) -> [JSON.Member] {
    [
      .init("name", .string(system.name.text)), .init("kind", .string(system.kind)), .init("status", .string(status)),
    ]
  }

  private func resource(_ entry: PlanEntry, _ outcome: Outcome?) -> JSON {
    let verdict = entry.verdict
    let caveats = (entry.action == .problem ? [] : entry.notes) + (outcome?.caveats ?? [])
    return .object(
      entry.switchMembers + [
        .init("fromEnds", .instant(entry.from?.ends)),
        .init("toEnds", .instant(entry.to?.ends)),
        .init("state", .string(verdict.state.rawValue)),
        .init("fromState", .text(entry.fromState?.rawValue)),
        .init("toState", .text(entry.toState?.rawValue)),
        .init("action", .string(entry.action.rawValue)),
        .init("cause", .text(entry.cause?.rawValue)),
        .init("decidedBy", .string(verdict.decidedBy.id(policy))),
        .init("source", .text(verdict.decidedBy.words(policy)?.place)),
        .init("since", .instant(verdict.since)),
        .init("until", .instant(verdict.until)),
        .init("caveats", .array(caveats.map { .string($0.code) })),
        .init("outcome", .text(outcome?.word)),
      ] + (entry.unread?.members ?? []) + (entry.made?.members ?? []))
  }

  private func action(_ entry: ActionEntry) -> JSON {
    .object([
      .init("target", .string(entry.due.key.target.text)), .init("system", .string(entry.due.system.text)),
      .init("action", .string(entry.due.action.name)), .init("due", .instant(entry.due.key.at)),
      .init("until", .instant(entry.due.until)),
      .init("decidedBy", .text(entry.due.edge.map { policy.edges[$0].id })), .init("outcome", .string(entry.word)),
      .init("messages", .array(entry.messages.map { .string($0.text) })),
    ])
  }

  private var summary: JSON {
    let summary = report.summary
    // As many as the list of problems is long, so that nobody has to wonder.
    var members: [JSON.Member] = [
      .init("changes", .integer(summary.changes)),
      .init("inPlace", .integer(summary.inPlace)),
      .init("leftAlone", .integer(summary.leftAlone)),
      .init("problems", .integer(report.allProblems.count)),
    ]
    if report.purpose == .apply {
      members.append(.init("applied", .integer(summary.applied)))
      members.append(.init("failed", .integer(summary.failed)))
    }
    return .object(members)
  }
}

extension Outcome {
  /// What somebody should know about a change that came about all the same.
  fileprivate var caveats: [Message] {
    if case .applied(let messages, _) = self { return messages }
    return []
  }
}

extension PlanEntry.Unread {
  /// What was asked for before the run, instead of a state.
  fileprivate var members: [JSON.Member] {
    [
      .init("lastAsked", .text(last?.verb)), .init("lastAskedAt", .instant(last?.at)),
      .init("lastAskedAnswered", last.map { .bool($0.isAnswered) } ?? .null),
      .init("lastAskedRefused", last.map { .bool($0.isRefused) } ?? .null),
    ]
  }
}

extension PlanEntry {
  /// Which switch it is and where it is to go, as every JSON output begins with it.
  package var switchMembers: [JSON.Member] {
    [
      .init("target", .string(target.text)), .init("system", .string(system.text)),
      .init("kind", .string(kind.rawValue)), .init("id", .text(id)), .init("name", .string(name)),
      .init("from", .text(from?.position.rawValue)), .init("to", .text(to?.position.rawValue)),
    ]
  }
}

extension MadeObject {
  /// How the system addresses it, what is otherwise than the file says, and the hours that it keeps by itself.
  fileprivate var members: [JSON.Member] {
    [
      .init("address", .text(address)), .init("differences", .array(differences.map { .string($0) })),
      .init("hours", .text(wantedHours?.daily?.description)),
    ]
  }
}
