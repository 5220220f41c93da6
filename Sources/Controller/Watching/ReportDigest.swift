import Documents
import Planning
import Policies
import Providers

/// What has been told of, so that a trouble that stays is told once, and a run with nothing new prints nothing.
struct ReportDigest {
  private var unusual: [String]?

  /// Whether `report` says something new: the first one does, one that moved something, and one in which other things
  /// are out of place than in the one before, or are so no more.
  mutating func hasChanged(_ report: Report) -> Bool {
    let now = Self.trouble(report)
    defer { unusual = now }
    return now != unusual || report.summary.applied > 0
  }

  /// Everything that is not in place. Without the words, in which a number may be another one every time.
  static func trouble(_ report: Report) -> [String] {
    let systems = report.plan.systems.compactMap { system in
      (system.error ?? report.failures[system.name]).map { "\(system.name) \($0.lastingCode)" }
    }
    let entries = report.entriesWithOutcomes.compactMap { entry, outcome in
      self.unusual(entry, outcome).map { "\(entry.system) \(entry.kind) \(entry.id ?? "") \(entry.target) \($0)" }
    }
    let findings = (report.plan.problems + report.plan.warnings).map { finding in
      "\(finding.message.code) \(finding.system?.text ?? "") \(finding.target?.text ?? "") \(finding.name ?? "")"
    }
    let actions = report.actions.filter(\.isTrouble).map { action in
      "\(action.due.key.target) \(action.due.key.at) \(action.word) \(action.messages.first?.code ?? "")"
    }
    return systems + entries + findings + actions + [report.refusal?.code ?? ""]
  }

  private static func unusual(_ entry: PlanEntry, _ outcome: Outcome?) -> String? {
    switch outcome {
    case .applied: return nil
    case .unverified(let message), .superseded(let message), .failed(let message), .stuck(let message),
      .skipped(let message):
      return message.code
    case nil: break
    }
    switch entry.action {
    case .none, .leave: return nil
    case .change, .observe, .temporary, .yield, .problem: return entry.action.rawValue
    }
  }
}
