import Policies
import Providers
import Reconciliation

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
    let lines = report.linesWithOutcomes.compactMap { line, outcome in
      self.unusual(line, outcome).map { "\(line.system) \(line.kind) \(line.id ?? "") \(line.target) \($0)" }
    }
    let findings = (report.plan.problems + report.plan.warnings).map { finding in
      "\(finding.notice.code) \(finding.system?.text ?? "") \(finding.target?.text ?? "") \(finding.name ?? "")"
    }
    return systems + lines + findings + [report.refusal?.code ?? ""]
  }

  private static func unusual(_ line: Line, _ outcome: Outcome?) -> String? {
    switch outcome {
    case .applied: return nil
    case .unverified(let notice), .superseded(let notice), .failed(let notice), .skipped(let notice):
      return notice.code
    case nil: break
    }
    switch line.action {
    case .none, .leave: return nil
    case .change, .observe, .temporary, .yield, .problem: return line.action.rawValue
    }
  }
}
